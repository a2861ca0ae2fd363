//! An input as a source of numbers.

/// Bytes that are read as numbers; at their end all numbers are 0.
pub(super) struct Source<'a> {
    left: &'a [u8],
}

impl<'a> Source<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Source { left: bytes }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Takes as many bytes as it can, up to `count`.
    pub(super) fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (taken, left) = self.left.split_at(count.min(self.left.len()));
        self.left = left;
        taken
    }

    /// Returns a number below a bound, from as few bytes as it needs.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        let width = (64 - bound.saturating_sub(1).leading_zeros()).div_ceil(8) as usize;
        let number =
            self.bytes(width).iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
        number % bound.max(1)
    }
}
