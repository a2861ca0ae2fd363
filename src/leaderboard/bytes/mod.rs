//! Rules and records as bytes, and the numbers that they are made of.
//!
//! Most numbers are varints, as in [snapshots](crate::snapshot); signed ones are zigzag varints:
//! 0, -1, 1, -2 as 0, 1, 2, 3. A reader takes nothing on trust, and no memory for what a length
//! promises.

mod record;
mod terms;

use alloc::vec::Vec;

pub(super) use record::{Run, RunWriter};
pub(super) use terms::{read_terms, write_terms};

/// Small numbers of either sign as small numbers.
pub(super) const fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

pub(super) const fn unzigzag(word: u64) -> i64 {
    (word >> 1) as i64 ^ -((word & 1) as i64)
}

fn put_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_signed(out: &mut Vec<u8>, number: i64) {
    put_varint(out, zigzag(number));
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_varint(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Bytes that are read from the front. Everything is `None` where they are not what they should be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'a> {
    left: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    fn byte(&mut self) -> Option<u8> {
        let (byte, left) = self.left.split_first()?;
        self.left = left;
        Some(*byte)
    }

    /// A number in as few bytes as it needs.
    pub(super) fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let (bits, is_last) = (u64::from(byte & 0x7F), byte < 0x80);
            if bits << shift >> shift != bits || (is_last && bits == 0 && shift > 0) {
                return None;
            }
            number |= bits << shift;
            if is_last {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        self.varint().map(unzigzag)
    }

    fn take(&mut self, len: u64) -> Option<&'a [u8]> {
        let (taken, left) = self.left.split_at_checked(usize::try_from(len).ok()?)?;
        self.left = left;
        Some(taken)
    }

    fn text(&mut self) -> Option<&'a str> {
        let len = self.varint()?;
        core::str::from_utf8(self.take(len)?).ok()
    }
}
