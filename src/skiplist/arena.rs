//! Tables that grow in segments: an element never moves once its first segment is full, and no
//! allocation is larger than one segment.
//!
//! A growing `Vec` copies itself and leaves its old halves behind, and linear memory is never
//! given back. A table takes 64 KiB at a time instead. Its first segment alone grows by halves,
//! so that a small list stays small.

use alloc::vec::Vec;
use core::mem::size_of;
use core::ops::{Index, IndexMut};

/// Bytes of one segment, the largest single allocation of a table.
const SEGMENT_BYTES: usize = 64 * 1024;

/// Elements of type `T` by position, in segments.
#[derive(Clone, Debug)]
pub(crate) struct Table<T> {
    segments: Vec<Vec<T>>,
}

impl<T> Table<T> {
    /// Elements of a segment are a power of two, so that a position splits into two bit fields.
    const SHIFT: u32 = {
        assert!(size_of::<T>() > 0 && size_of::<T>() <= SEGMENT_BYTES);
        (SEGMENT_BYTES / size_of::<T>()).ilog2()
    };
    const SEGMENT_LEN: usize = 1 << Self::SHIFT;
    const MASK: usize = Self::SEGMENT_LEN - 1;
    /// The fewest elements that memory is taken for.
    const FIRST_LEN: usize = {
        let few = 32 / size_of::<T>();
        if few > 0 { few } else { 1 }
    };

    pub(crate) const fn new() -> Self {
        Table { segments: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        match self.segments.split_last() {
            Some((last, full)) => full.len() * Self::SEGMENT_LEN + last.len(),
            None => 0,
        }
    }

    /// Returns an element, or `None` behind the end.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        self.segments.get(at >> Self::SHIFT)?.get(at & Self::MASK)
    }

    /// Appends an element and returns its position.
    #[inline]
    pub(crate) fn push(&mut self, value: T) -> usize {
        let at = self.len();
        match self.segments.last_mut() {
            Some(last) if last.len() < last.capacity() => last.push(value),
            _ => self.segment_with_room(1).push(value),
        }
        at
    }

    /// Returns the last segment, or a new one if that is full, with memory for more elements: up
    /// to `wanted` of them, or as many as the segment can take.
    fn segment_with_room(&mut self, wanted: usize) -> &mut Vec<T> {
        if self.segments.last().is_none_or(|last| last.len() == Self::SEGMENT_LEN) {
            // All but the first segment come at full size.
            let size = if self.segments.is_empty() { 0 } else { Self::SEGMENT_LEN };
            if self.segments.is_empty() {
                self.segments.reserve_exact(1);
            }
            self.segments.push(Vec::with_capacity(size));
        }
        let at = self.segments.len() - 1;
        let segment = &mut self.segments[at];
        let needed = (segment.len() + wanted).min(Self::SEGMENT_LEN);
        if needed > segment.capacity() {
            let grown = segment.capacity() + segment.capacity() / 2;
            let size = needed.max(grown).max(Self::FIRST_LEN).min(Self::SEGMENT_LEN);
            segment.reserve_exact(size - segment.len());
        }
        segment
    }

    /// Returns the bytes that the table has allocated.
    pub(crate) fn allocated_bytes(&self) -> usize {
        // All but the first segment come at full size.
        let first = self.segments.first().map_or(0, Vec::capacity);
        let others = self.segments.len().saturating_sub(1) * Self::SEGMENT_LEN;
        (first + others) * size_of::<T>() + self.segments.capacity() * size_of::<Vec<T>>()
    }
}

impl<T> Index<usize> for Table<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.segments[at >> Self::SHIFT][at & Self::MASK]
    }
}

impl<T> IndexMut<usize> for Table<T> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.segments[at >> Self::SHIFT][at & Self::MASK]
    }
}

/// Rows of up to `WIDTH` elements each, one behind the other in a table.
///
/// The elements of the last row exist only as far as somebody asked for them, so a table with a
/// single short row is short itself.
#[derive(Clone, Debug)]
pub(crate) struct Rows<T, const WIDTH: usize> {
    elements: Table<T>,
}

impl<T: Copy + Default, const WIDTH: usize> Rows<T, WIDTH> {
    /// A row must not cross a segment.
    const FITS: () = assert!(WIDTH.is_power_of_two() && WIDTH <= Table::<T>::SEGMENT_LEN);

    pub(crate) const fn new() -> Self {
        let () = Self::FITS;
        Rows { elements: Table::new() }
    }

    /// Returns the elements of a row: all `WIDTH` of them, or as many as exist of the last row.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[T] {
        let at = row * WIDTH;
        let offset = at & Table::<T>::MASK;
        let elements = &self.elements.segments[at >> Table::<T>::SHIFT][offset..];
        &elements[..elements.len().min(WIDTH)]
    }

    /// Returns the elements of a row, as [`row`](Self::row) does.
    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [T] {
        let at = row * WIDTH;
        let offset = at & Table::<T>::MASK;
        let elements = &mut self.elements.segments[at >> Table::<T>::SHIFT][offset..];
        let len = elements.len().min(WIDTH);
        &mut elements[..len]
    }

    /// Makes sure that the first `len` elements of a row exist.
    #[inline]
    pub(crate) fn ensure(&mut self, row: usize, len: usize) {
        let at = row * WIDTH;
        let segment = self.elements.segments.get(at >> Table::<T>::SHIFT);
        if segment.is_none_or(|segment| segment.len() < (at & Table::<T>::MASK) + len) {
            self.extend_to(at + len);
        }
    }

    #[cold]
    fn extend_to(&mut self, needed: usize) {
        let mut present = self.elements.len();
        while present < needed {
            let segment = self.elements.segment_with_room(needed - present);
            let added = (needed - present).min(Table::<T>::SEGMENT_LEN - segment.len());
            segment.resize(segment.len() + added, T::default());
            present += added;
        }
    }

    /// Returns the bytes that the rows have allocated.
    pub(crate) fn allocated_bytes(&self) -> usize {
        self.elements.allocated_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stay_at_their_positions_over_segments() {
        let mut table: Table<u64> = Table::new();
        for value in 0..100_000u64 {
            assert_eq!(table.push(value), value as usize);
        }
        assert_eq!(table.len(), 100_000);
        assert!((0..100_000).all(|at| table[at] == at as u64));
        assert!(table.segments.iter().all(|s| s.capacity() * 8 <= SEGMENT_BYTES));
    }

    #[test]
    fn a_table_takes_little_more_than_it_holds() {
        let mut table: Table<[u64; 3]> = Table::new();
        table.push([0; 3]);
        assert!(table.allocated_bytes() < 256, "{}", table.allocated_bytes());
        (1..100_000).for_each(|value| {
            table.push([value; 3]);
        });
        let bytes = table.allocated_bytes();
        assert!(bytes < 100_000 * 24 * 103 / 100 + 2 * SEGMENT_BYTES, "{bytes}");
    }

    #[test]
    fn rows_grow_to_the_length_asked_for() {
        let mut rows: Rows<u32, 64> = Rows::new();
        rows.ensure(0, 3);
        assert_eq!(rows.row(0), [0; 3]);
        rows.ensure(0, 64);
        rows.ensure(1, 64);
        rows.row_mut(1)[63] = 7;
        rows.ensure(1, 10);
        rows.ensure(600, 1);
        assert_eq!(rows.row(1)[63], 7);
        assert_eq!(rows.row(600), [0]);
    }
}
