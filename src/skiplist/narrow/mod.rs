//! Rows of entries in eight bytes: keys relative to a frame, and a tag in the handle.
//!
//! # Idea
//!
//! A key is a *word* of 64 bits and a *tag* of a few. The words of one block are neighbours, so
//! they differ in few bits. A block has a *frame*, a base and a shift, and stores each word as an
//! *offset* of 32 bits (frame of reference: Goldstein and others, "Compressing Relations and
//! Indexes", 1998):
//!
//! ```text
//! word = base + (offset << shift)
//! ```
//!
//! The shift is there because whole numbers, as doubles, end in many zero bits. The tag lies in
//! the bits of the handle that no handle uses.
//!
//! Where no frame fits, the block is *wide*: the offsets are the low halves of the words, and a
//! second row has the high halves. Whoever moves entries between blocks, or takes the first or
//! last one out, tries anew whether a frame fits.
//!
//! A search does not unpack keys. It puts the bounds it looks for into the frame, and compares
//! offsets with those.
//!
//! # Invariants
//!
//! 1. A wide block, and no other, owns a row of high halves.
//! 2. Unpacked keys ascend, except that words of keys that are equal lie in any order.

mod frame;

use core::marker::PhantomData;
use core::ops::{Range, RangeInclusive};

use super::arena::{Rows, Table};
use super::rows::{EntryRows, Key, RowLen, Run, fetch, insert_at, move_back, move_front, rotate};
use super::{BLOCK_CAPACITY, Handle, search};
use frame::Frame;

/// A key that is a word and a tag.
pub trait NarrowKey: Key {
    /// Bits of a tag. Handles must do with the others of 32.
    const TAG_BITS: u32;

    /// Returns the word, which has the order of the keys. Keys that are equal may have different
    /// words, if these lie side by side.
    fn word(self) -> u64;

    /// Returns the tag, which is the order among keys with equal words; below 2^[`Self::TAG_BITS`].
    fn tag(self) -> u32;

    /// Returns the key of a word and a tag.
    fn join(word: u64, tag: u32) -> Self;

    /// Returns the words that count as equal to that of a key.
    fn equal_words(self) -> RangeInclusive<u64>;
}

/// Rows of entries in eight bytes; see the [module](self).
#[derive(Clone, Debug)]
pub struct NarrowRows<K> {
    frames: Table<Frame>,
    offsets: Rows<u32, BLOCK_CAPACITY>,
    handles: Rows<u32, BLOCK_CAPACITY>,
    highs: Rows<u32, BLOCK_CAPACITY>,
    /// Rows of high halves that there are, and one that is not in use; that names the next one.
    highs_len: u32,
    highs_unused: u32,
    keys: PhantomData<K>,
}

/// No row of high halves.
const NONE: u32 = u32::MAX;

/// The words of a row, unpacked.
struct Words {
    words: [u64; BLOCK_CAPACITY],
    len: usize,
}

impl Words {
    fn all(&self) -> &[u64] {
        &self.words[..self.len]
    }

    fn insert(&mut self, at: usize, word: u64) {
        insert_at(&mut self.words, self.len, at, word);
        self.len += 1;
    }

    fn remove(&mut self, range: Range<usize>) {
        self.words.copy_within(range.end..self.len, range.start);
        self.len -= range.len();
    }
}

impl<K: NarrowKey> NarrowRows<K> {
    const HANDLE_BITS: u32 = u32::BITS - K::TAG_BITS;
    const HANDLE_MASK: u32 = u32::MAX >> K::TAG_BITS;

    #[inline]
    fn pack(key: K, handle: Handle) -> u32 {
        debug_assert!(handle.0 <= Self::HANDLE_MASK, "a handle leaves room for the tag");
        match K::TAG_BITS {
            0 => handle.0,
            _ => key.tag() << Self::HANDLE_BITS | handle.0,
        }
    }

    #[inline]
    fn tag(packed: u32) -> u32 {
        match K::TAG_BITS {
            0 => 0,
            _ => packed >> Self::HANDLE_BITS,
        }
    }

    fn words(&self, row: usize, len: usize) -> Words {
        let mut words = Words { words: [0; BLOCK_CAPACITY], len };
        if len == 0 {
            return words;
        }
        let run = self.run(row, len);
        for (at, word) in words.words[..len].iter_mut().enumerate() {
            *word = run.word(at);
        }
        words
    }

    /// Stores the words of a row anew, in the frame that fits best.
    fn store(&mut self, row: usize, words: &Words) {
        let words = words.all();
        let frame = match (Frame::of(words), self.frames[row].high()) {
            (Some(frame), None) => frame,
            (Some(frame), Some(high)) => {
                self.release_high(high);
                frame
            }
            (None, Some(high)) => Frame::wide(high),
            (None, None) => Frame::wide(self.take_high()),
        };
        self.frames[row] = frame;
        self.offsets.ensure(row, words.len());
        let offsets = self.offsets.row_mut(row);
        let Some(high) = frame.high() else {
            for (offset, word) in offsets.iter_mut().zip(words) {
                *offset = frame.offset_at_most(*word).unwrap_or(0);
            }
            return;
        };
        self.highs.ensure(high, words.len());
        for ((low, high), word) in offsets.iter_mut().zip(self.highs.row_mut(high)).zip(words) {
            (*low, *high) = (*word as u32, (word >> 32) as u32);
        }
    }

    fn take_high(&mut self) -> usize {
        match self.highs_unused {
            NONE => {
                self.highs_len += 1;
                self.highs_len as usize - 1
            }
            row => {
                self.highs_unused = self.highs.row(row as usize)[0];
                row as usize
            }
        }
    }

    /// Gives back a row of high halves, which has held some.
    fn release_high(&mut self, row: usize) {
        self.highs.row_mut(row)[0] = self.highs_unused;
        self.highs_unused = row as u32;
    }

    /// Makes sure that a row has a frame.
    #[inline]
    fn ensure_frame(&mut self, row: usize) {
        while self.frames.len() <= row {
            self.frames.push(Frame::UNUSED);
        }
    }
}

impl<K: NarrowKey> EntryRows<K> for NarrowRows<K> {
    type Run<'a>
        = NarrowRun<'a, K>
    where
        Self: 'a;

    const EMPTY: Self = NarrowRows {
        frames: Table::new(),
        offsets: Rows::new(),
        handles: Rows::new(),
        highs: Rows::new(),
        highs_len: 0,
        highs_unused: NONE,
        keys: PhantomData,
    };

    #[inline]
    fn run(&self, row: usize, len: usize) -> NarrowRun<'_, K> {
        let frame = self.frames[row];
        NarrowRun {
            frame,
            offsets: self.offsets.row(row),
            highs: frame.high().map_or(&[], |high| self.highs.row(high)),
            handles: self.handles.row(row),
            len,
            keys: PhantomData,
        }
    }

    fn position(&self, row: usize, len: usize, handle: Handle) -> Option<usize> {
        search::position(self.handles.row(row), len, |&packed| {
            packed & Self::HANDLE_MASK == handle.0
        })
    }

    fn insert(&mut self, row: usize, len: usize, at: usize, (key, handle): (K, Handle)) {
        self.ensure_frame(row);
        self.handles.ensure(row, len + 1);
        insert_at(self.handles.row_mut(row), len, at, Self::pack(key, handle));
        let (frame, word) = (self.frames[row], key.word());
        if let Some(high) = frame.high() {
            self.offsets.ensure(row, len + 1);
            self.highs.ensure(high, len + 1);
            insert_at(self.offsets.row_mut(row), len, at, word as u32);
            insert_at(self.highs.row_mut(high), len, at, (word >> 32) as u32);
        } else if let (1.., Some(offset)) = (len, frame.offset(word)) {
            self.offsets.ensure(row, len + 1);
            insert_at(self.offsets.row_mut(row), len, at, offset);
        } else {
            let mut words = self.words(row, len);
            words.insert(at, word);
            self.store(row, &words);
        }
    }

    fn remove(&mut self, row: usize, len: usize, at: usize) {
        self.handles.row_mut(row).copy_within(at + 1..len, at);
        match self.frames[row].high() {
            Some(_) if at == 0 || at + 1 == len => {
                let mut words = self.words(row, len);
                words.remove(at..at + 1);
                self.store(row, &words);
                return;
            }
            Some(high) => self.highs.row_mut(high).copy_within(at + 1..len, at),
            None => {}
        }
        self.offsets.row_mut(row).copy_within(at + 1..len, at);
    }

    fn move_within(&mut self, row: usize, len: usize, from: usize, to: usize, key: K) {
        let handles = self.handles.row_mut(row);
        handles[from] = Self::pack(key, Handle(handles[from] & Self::HANDLE_MASK));
        rotate(handles, from, to);
        let (frame, word) = (self.frames[row], key.word());
        let offset = if frame.high().is_some() { None } else { frame.offset(word) };
        if let Some(offset) = offset {
            let offsets = self.offsets.row_mut(row);
            offsets[from] = offset;
            rotate(offsets, from, to);
        } else {
            let mut words = self.words(row, len);
            words.words[from] = word;
            rotate(&mut words.words, from, to);
            self.store(row, &words);
        }
    }

    fn move_back(&mut self, from: RowLen, to: RowLen, count: usize) {
        self.ensure_frame(to.row);
        move_back(&mut self.handles, from, to, count);
        let (mut old, mut new) = (self.words(from.row, from.len), self.words(to.row, to.len));
        let rest = from.len - count;
        new.words.copy_within(..to.len, count);
        new.words[..count].copy_from_slice(&old.words[rest..from.len]);
        (old.len, new.len) = (rest, to.len + count);
        self.store(from.row, &old);
        self.store(to.row, &new);
    }

    fn move_front(&mut self, from: RowLen, to: RowLen, count: usize) {
        self.ensure_frame(to.row);
        move_front(&mut self.handles, from, to, count);
        let (mut old, mut new) = (self.words(from.row, from.len), self.words(to.row, to.len));
        new.words[to.len..to.len + count].copy_from_slice(&old.words[..count]);
        new.len += count;
        old.remove(0..count);
        self.store(from.row, &old);
        self.store(to.row, &new);
    }

    fn rewrite_keys(&mut self, row: usize, len: usize, rewrite: impl Fn(K, Handle) -> K) {
        let mut words = self.words(row, len);
        let handles = self.handles.row_mut(row);
        for (word, packed) in words.words[..len].iter_mut().zip(handles) {
            let handle = Handle(*packed & Self::HANDLE_MASK);
            let key = rewrite(K::join(*word, Self::tag(*packed)), handle);
            (*word, *packed) = (key.word(), Self::pack(key, handle));
        }
        self.store(row, &words);
    }

    fn fetch_keys(&self, row: usize) {
        fetch(self.offsets.row(row));
        core::hint::black_box(self.frames[row]);
    }

    fn fetch_handles(&self, row: usize) {
        fetch(self.handles.row(row));
    }

    fn allocated_bytes(&self) -> usize {
        self.frames.allocated_bytes()
            + self.offsets.allocated_bytes()
            + self.handles.allocated_bytes()
            + self.highs.allocated_bytes()
    }

    fn validate(&self, rows: impl Iterator<Item = RowLen>) -> Result<(), &'static str> {
        let mut owned = alloc::vec![false; self.highs_len as usize];
        let mut own = |row: usize| match owned.get_mut(row) {
            Some(is_owned) if !*is_owned => {
                *is_owned = true;
                Ok(())
            }
            _ => Err("a row of high halves has one owner"),
        };
        for RowLen { row, len } in rows {
            match self.frames[row].high() {
                Some(high) => own(high)?,
                None if self
                    .words(row, len)
                    .all()
                    .iter()
                    .any(|&word| self.frames[row].offset(word).is_none()) =>
                {
                    return Err("the words of a narrow block lie in its frame");
                }
                None => {}
            }
        }
        let mut unused = self.highs_unused;
        while unused != NONE {
            own(unused as usize)?;
            unused = self.highs.row(unused as usize)[0];
        }
        if owned.iter().all(|&is_owned| is_owned) {
            Ok(())
        } else {
            Err("a row of high halves has an owner or is not in use")
        }
    }
}

/// Entries of one row as they are stored.
#[derive(Clone, Copy, Debug)]
pub struct NarrowRun<'a, K> {
    frame: Frame,
    offsets: &'a [u32],
    /// The high halves of a wide block's words.
    highs: &'a [u32],
    handles: &'a [u32],
    len: usize,
    keys: PhantomData<K>,
}

impl<K: NarrowKey> NarrowRun<'_, K> {
    #[inline]
    fn word(&self, at: usize) -> u64 {
        match self.frame.high() {
            None => self.frame.word(self.offsets[at]),
            Some(_) => u64::from(self.highs[at]) << 32 | u64::from(self.offsets[at]),
        }
    }

    /// Returns how many words are not above one.
    #[inline]
    fn not_above(&self, word: u64) -> usize {
        if self.frame.high().is_some() {
            return self.not_above_wide(word);
        }
        match self.frame.offset_at_most(word) {
            Some(most) => search::leading(self.offsets, self.len, |&offset| offset <= most),
            None => 0,
        }
    }

    #[inline(never)]
    fn not_above_wide(&self, word: u64) -> usize {
        let rows = self.offsets.first_chunk().zip(self.highs.first_chunk());
        let Some((lows, highs)) = rows else {
            let halves = |at: usize| (self.highs[at], self.offsets[at]);
            let is_above = |at: &usize| halves(*at) > ((word >> 32) as u32, word as u32);
            return (0..self.len).find(is_above).unwrap_or(self.len);
        };
        let (lows, highs): (&[u32; BLOCK_CAPACITY], &[u32; BLOCK_CAPACITY]) = (lows, highs);
        search::leading_at(self.len, |at| u64::from(highs[at]) << 32 | u64::from(lows[at]) <= word)
    }
}

impl<K: NarrowKey> Run<K> for NarrowRun<'_, K> {
    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn key(&self, at: usize) -> K {
        K::join(self.word(at), NarrowRows::<K>::tag(self.handles[at]))
    }

    #[inline]
    fn handle(&self, at: usize) -> Handle {
        Handle(self.handles[at] & NarrowRows::<K>::HANDLE_MASK)
    }

    #[inline]
    fn equal(&self, key: &K) -> Range<usize> {
        let words = key.equal_words();
        let start = words.start().checked_sub(1).map_or(0, |below| self.not_above(below));
        if start == self.len || self.word(start) > *words.end() {
            return start..start;
        }
        let end = self.not_above(*words.end());
        if K::TAG_BITS == 0 {
            return start..end;
        }
        let (mut before, mut not_behind) = (start, start);
        for &packed in &self.handles[start..end] {
            before += usize::from(NarrowRows::<K>::tag(packed) < key.tag());
            not_behind += usize::from(NarrowRows::<K>::tag(packed) <= key.tag());
        }
        before..not_behind
    }
}

#[cfg(test)]
mod tests;
