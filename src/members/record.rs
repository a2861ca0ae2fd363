//! What is kept of a member: sixteen bytes, which hold a short name whole.
//!
//! ```text
//! word       bits 26..32: kind                 bits 0..26: number of the block in the list
//! 12 bytes   kind 0..=12: the name, that long, zeros behind it
//!            UUID_*:      first 12 bytes of a UUID, whose last 4 bytes lie elsewhere
//!            LONG:        first 8 bytes of the name | place in the arena
//!            UNUSED:      next unused handle | zeros
//! ```
//!
//! So a lookup of a short name reads one record and nothing else, and the order of two members
//! follows from their records alone where the names are short or differ early.

use core::cmp::Ordering;

use super::hash;
use super::uuid::{self, Case};
use crate::skiplist::{BlockId, Handle};

/// The longest name that a record holds itself.
pub(super) const INLINE_BYTES: usize = 12;

/// Bits of the word that hold the block.
const BLOCK_BITS: u32 = 26;
const BLOCK_MASK: u32 = (1 << BLOCK_BITS) - 1;

/// A UUID with letters in lower or upper case.
const UUID_LOWER: u32 = 60;
const UUID_UPPER: u32 = 61;
const LONG: u32 = 62;
const UNUSED: u32 = 63;

/// Where a name is kept.
pub(super) enum Kept<'a> {
    /// In the record.
    Inline(&'a [u8]),
    /// In the arena, at a place.
    Long { place: u32 },
    /// All but its last four bytes in the record.
    Uuid { case: Case, head: &'a [u8; INLINE_BYTES] },
    /// Nowhere: the record is not in use.
    Nothing { next: Handle },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    word: u32,
    bytes: [u8; INLINE_BYTES],
}

impl Record {
    /// The record of a short name.
    pub(super) fn inline(name: &[u8]) -> Self {
        let mut bytes = [0; INLINE_BYTES];
        bytes[..name.len()].copy_from_slice(name);
        Record { word: (name.len() as u32) << BLOCK_BITS | BLOCK_MASK, bytes }
    }

    /// The record of a UUID, and the last four bytes, which it does not hold.
    pub(super) fn uuid(case: Case, uuid: [u8; uuid::BYTES]) -> (Self, u32) {
        let [bytes @ .., a, b, c, d] = uuid;
        let kind = if case == Case::Lower { UUID_LOWER } else { UUID_UPPER };
        let word = kind << BLOCK_BITS | BLOCK_MASK;
        (Record { word, bytes }, u32::from_be_bytes([a, b, c, d]))
    }

    /// The record of a long name that lies in the arena at `place`.
    pub(super) fn long(name: &[u8], place: u32) -> Self {
        let mut bytes = [0; INLINE_BYTES];
        bytes[..8].copy_from_slice(&name[..8]);
        bytes[8..].copy_from_slice(&place.to_le_bytes());
        Record { word: LONG << BLOCK_BITS | BLOCK_MASK, bytes }
    }

    /// A record that is not in use.
    pub(super) fn unused(next: Handle) -> Self {
        let mut bytes = [0; INLINE_BYTES];
        bytes[..4].copy_from_slice(&next.0.to_le_bytes());
        Record { word: UNUSED << BLOCK_BITS | BLOCK_MASK, bytes }
    }

    pub(super) fn is_unused(&self) -> bool {
        self.word >> BLOCK_BITS == UNUSED
    }

    /// Returns the order of the heads of two UUIDs, if they have the same case.
    #[inline]
    pub(super) fn order_of_heads(&self, other: &Record) -> Option<Ordering> {
        let is_same_kind = (self.word ^ other.word) >> BLOCK_BITS == 0;
        (self.is_uuid() & is_same_kind).then(|| self.leading().cmp(&other.leading()))
    }

    #[inline]
    pub(super) fn is_uuid(&self) -> bool {
        matches!(self.word >> BLOCK_BITS, UUID_LOWER | UUID_UPPER)
    }

    #[inline]
    pub(super) fn kept(&self) -> Kept<'_> {
        match self.word >> BLOCK_BITS {
            UUID_LOWER => Kept::Uuid { case: Case::Lower, head: &self.bytes },
            UUID_UPPER => Kept::Uuid { case: Case::Upper, head: &self.bytes },
            LONG => Kept::Long { place: self.number(8) },
            UNUSED => Kept::Nothing { next: Handle(self.number(0)) },
            len => Kept::Inline(&self.bytes[..len as usize]),
        }
    }

    /// Returns whether both records hold the same short name, or the same part of a UUID.
    #[inline]
    pub(super) fn is_named_as(&self, other: &Record) -> bool {
        (self.word ^ other.word) >> BLOCK_BITS == 0 && self.bytes == other.bytes
    }

    /// Returns the order of two names that are no UUIDs, as far as the records know it. `Equal` is
    /// certain for short names, and says for others only that their first eight bytes are the same.
    #[inline]
    pub(super) fn order(&self, other: &Record) -> (Ordering, bool) {
        let ([a, b], short) =
            ([self, other].map(Self::leading), self.is_short() & other.is_short());
        let first = a.0.cmp(&b.0);
        // Zeros stand behind a short name, so equal bytes leave the order to the lengths.
        let rest = (a.1, self.word >> BLOCK_BITS).cmp(&(b.1, other.word >> BLOCK_BITS));
        (first.then(if short { rest } else { Ordering::Equal }), short)
    }

    /// Returns the hash of the name, if the record, and `tail` in the case of a UUID, hold it.
    #[inline]
    pub(super) fn hash(&self, tail: u32, seed: u64) -> Option<u64> {
        let kind = (self.word >> BLOCK_BITS) as usize;
        let (first, second) = self.leading();
        if kind <= INLINE_BYTES {
            Some(hash::short(kind, (first, u64::from(second)), seed))
        } else if self.is_uuid() {
            Some(hash::short(kind, (first, u64::from(second) << 32 | u64::from(tail)), seed))
        } else {
            None
        }
    }

    fn is_short(&self) -> bool {
        self.word >> BLOCK_BITS <= INLINE_BYTES as u32
    }

    /// The bytes as numbers whose order is that of the bytes: eight that both kinds of names
    /// have, and four more of a short one.
    fn leading(&self) -> (u64, u32) {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = self.bytes;
        (u64::from_be_bytes([a, b, c, d, e, f, g, h]), u32::from_be_bytes([i, j, k, l]))
    }

    /// Returns where in the arena a long name lies.
    pub(super) fn set_place(&mut self, place: u32) {
        debug_assert!(self.word >> BLOCK_BITS == LONG);
        self.bytes[8..].copy_from_slice(&place.to_le_bytes());
    }

    pub(super) fn block(&self) -> BlockId {
        match self.word & BLOCK_MASK {
            BLOCK_MASK => BlockId::NONE,
            number => BlockId::from_number(number),
        }
    }

    pub(super) fn set_block(&mut self, block: BlockId) {
        debug_assert!(block == BlockId::NONE || block.number() < BLOCK_MASK);
        self.word = self.word & !BLOCK_MASK | block.number() & BLOCK_MASK;
    }

    fn number(&self, at: usize) -> u32 {
        let bytes = &self.bytes[at..at + 4];
        bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
    }
}
