//! The key of an entry: its score, and a digest of its member that settles most ties.
//!
//! Many members share a score, and to put one of them in order among hundreds by comparing names
//! costs a fetch from memory for each comparison. So a key also says in which of 64 parts of the
//! order of names its member lies, and few names have to be looked at.
//!
//! The parts are learnt from a sample of the set, so they are about equal whatever the names look
//! like: `user:0001234` in decimal or a UUID in hexadecimal digits. Parts are in the order of
//! names, so digests never contradict it, and equal ones leave the decision to the names; any
//! parts are right, and good ones are fast. A set looks at a new sample each time its size has
//! doubled, and keeps its parts as long as they divide that well.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Deref, RangeInclusive};

use crate::score::Score;
use crate::skiplist::{self, NarrowKey, NarrowRows};

/// Bits of a digest.
const DIGEST_BITS: u32 = 6;

/// Parts of the order of names.
const PARTS: usize = 1 << DIGEST_BITS;

/// Names in a sample; a set with fewer members has no parts.
pub(super) const SAMPLE: usize = 4 * PARTS;

/// The most names of a sample in one part, if the parts are good enough to be kept.
const UNEVEN: usize = 6 * SAMPLE / PARTS;

/// The most bytes of a prefix.
const PREFIX_BYTES: usize = 15;

/// Score and digest, packed into twelve bytes.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, packed(4))]
pub struct Key {
    score: Score,
    digest: u32,
}

impl Key {
    fn digest(self) -> u32 {
        self.digest
    }
}

/// What the list of a set knows an entry by: the score, and a digest if there are any.
pub trait EntryKey: NarrowKey {
    /// Whether keys hold digests.
    const HAS_DIGEST: bool = Self::TAG_BITS > 0;

    fn new(score: Score, digest: u32) -> Self;

    fn score(self) -> Score;

    /// Returns the key of the same member with another score.
    fn with_score(self, score: Score) -> Self {
        Self::new(score, self.tag())
    }
}

impl EntryKey for Key {
    fn new(score: Score, digest: u32) -> Self {
        Key { score, digest }
    }

    fn score(self) -> Score {
        self.score
    }
}

/// Where ties cost nothing, the score alone is the key.
impl EntryKey for Score {
    fn new(score: Score, _: u32) -> Self {
        score
    }

    fn score(self) -> Score {
        self
    }
}

impl skiplist::Key for Score {
    type Rows = NarrowRows<Self>;
    type Summary = skiplist::Count;
}

impl NarrowKey for Score {
    const TAG_BITS: u32 = 0;

    #[inline]
    fn word(self) -> u64 {
        self.to_word()
    }

    #[inline]
    fn tag(self) -> u32 {
        0
    }

    #[inline]
    fn join(word: u64, _: u32) -> Self {
        Score::from_word(word)
    }

    #[inline]
    fn equal_words(self) -> RangeInclusive<u64> {
        Score::equal_words(self)
    }
}

impl skiplist::Key for Key {
    type Rows = NarrowRows<Self>;
    type Summary = skiplist::Count;
}

impl NarrowKey for Key {
    const TAG_BITS: u32 = DIGEST_BITS;

    #[inline]
    fn word(self) -> u64 {
        self.score().to_word()
    }

    #[inline]
    fn tag(self) -> u32 {
        self.digest
    }

    #[inline]
    fn join(word: u64, tag: u32) -> Self {
        Key::new(Score::from_word(word), tag)
    }

    #[inline]
    fn equal_words(self) -> RangeInclusive<u64> {
        self.score().equal_words()
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        // Spelled without branches, as `lt` is: searches compare many keys at a time.
        (self.score() == other.score()) & (self.digest() == other.digest())
    }
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    fn lt(&self, other: &Self) -> bool {
        let (a, b) = (self.score(), other.score());
        (a < b) | ((a == b) & (self.digest() < other.digest()))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score().cmp(&other.score()).then(self.digest().cmp(&other.digest()))
    }
}

/// Tells in which part of the order of names a name lies.
#[derive(Clone, Debug)]
pub(super) struct Digests(Option<Box<Parts>>);

#[derive(Clone, Debug)]
struct Parts {
    /// The bytes with which most names begin.
    prefix: [u8; PREFIX_BYTES],
    prefix_len: u8,
    /// Where the parts begin, but for the first, among the names with the prefix: the eight bytes
    /// behind that.
    bounds: [u64; PARTS - 1],
}

impl Digests {
    /// A single part.
    pub(super) const NONE: Self = Digests(None);

    /// Returns parts that divide a sample of names evenly.
    pub(super) fn of(sample: &[impl Deref<Target = [u8]>]) -> Self {
        // By insertion: a sort of the library would be the largest function of the wasm.
        let mut in_order: Vec<&[u8]> = Vec::with_capacity(sample.len());
        for name in sample {
            let at = in_order.partition_point(|&other| other < &**name);
            in_order.insert(at, name);
        }
        Digests(Parts::of(&in_order).map(Box::new))
    }

    /// Returns whether the parts divide a sample evenly enough.
    pub(super) fn divide(&self, sample: &[impl Deref<Target = [u8]>]) -> bool {
        let mut counts = [0; PARTS];
        sample.iter().for_each(|name| counts[self.digest(name) as usize] += 1);
        counts.iter().all(|&count| count <= UNEVEN)
    }

    /// Returns the digest of a name. A greater name never has a smaller one.
    pub(super) fn digest(&self, name: &[u8]) -> u32 {
        self.0.as_ref().map_or(0, |parts| parts.digest(name))
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |parts| size_of_val(&**parts))
    }
}

impl Parts {
    /// Returns parts that divide a sorted sample evenly.
    fn of(sample: &[&[u8]]) -> Option<Self> {
        let low = sample.get(sample.len() / 4)?;
        let high = sample.get((sample.len() * 3).div_ceil(4) - 1)?;
        // All names between these two begin with what these two have in common, and the few
        // names that are unlike most others lie outside.
        let common = low.iter().zip(&**high).take(PREFIX_BYTES).take_while(|(a, b)| a == b).count();
        let mut prefix = [0; PREFIX_BYTES];
        prefix[..common].copy_from_slice(&low[..common]);
        let heads: Vec<u64> = sample
            .iter()
            .filter_map(|name| name.strip_prefix(&prefix[..common]))
            .map(head)
            .collect();
        let bounds = core::array::from_fn(|i| heads[(i + 1) * heads.len() / PARTS]);
        Some(Parts { prefix, prefix_len: common as u8, bounds })
    }

    fn prefix(&self) -> &[u8] {
        &self.prefix[..usize::from(self.prefix_len)]
    }

    fn digest(&self, name: &[u8]) -> u32 {
        let prefix = self.prefix();
        let digest = match name.strip_prefix(prefix) {
            Some(rest) => {
                let head = head(rest);
                self.bounds.partition_point(|&bound| bound <= head)
            }
            None if name < prefix => 0,
            None => PARTS - 1,
        };
        digest as u32
    }
}

/// The first eight bytes of a name as a number, zeros behind a shorter one.
fn head(name: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let len = name.len().min(8);
    bytes[..len].copy_from_slice(&name[..len]);
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digests(names: &[&str]) -> Digests {
        let names: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
        Digests::of(&names)
    }

    fn prefix_of(digests: &Digests) -> &[u8] {
        digests.0.as_ref().map_or(&[], |parts| parts.prefix())
    }

    #[test]
    fn digests_never_contradict_the_order_of_names() {
        let digests = digests(&["user:1", "user:20", "user:2", "bot", "zed"]);
        assert_eq!(prefix_of(&digests), b"user:");
        let ascending: [&[u8]; 14] = [
            b"",
            b"\0",
            b"bot",
            b"use",
            b"user9",
            b"user:",
            b"user:\0",
            b"user:0000",
            b"user:00001",
            b"user:1",
            b"user:\xff\xff\xff\xff",
            b"user:\xff\xff\xff\xff\xff",
            b"user;",
            b"zed",
        ];
        assert!(ascending.is_sorted());
        assert!(ascending.map(|name| digests.digest(name)).is_sorted());
    }

    #[test]
    fn the_prefix_is_what_most_names_have() {
        let prefix = |names: &[&str]| prefix_of(&digests(names)).to_vec();
        assert_eq!(prefix(&[]), b"");
        assert_eq!(prefix(&["ann", "bob", "cid"]), b"");
        assert_eq!(prefix(&["u:1", "u:2", "u:3", "u:4", "a", "z"]), b"u:");
        assert_eq!(prefix(&["same"]), b"same");
    }

    #[test]
    fn the_parts_are_even_whatever_the_names_look_like() {
        let spread = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let shapes: [fn(u64) -> alloc::string::String; 3] = [
            |i| alloc::format!("user:{:07}", i % 1_000_000),
            |i| alloc::format!("{i:016x}"),
            |i| alloc::format!("{}", i % 50_000_000),
        ];
        for shape in shapes {
            let names: Vec<_> = (0..8 * SAMPLE as u64).map(|i| shape(spread(i))).collect();
            let mut sample: Vec<&[u8]> = names[..SAMPLE].iter().map(|n| n.as_bytes()).collect();
            sample.sort_unstable();
            let digests = Digests::of(&sample);
            let other: Vec<&[u8]> = names[7 * SAMPLE..].iter().map(|n| n.as_bytes()).collect();
            assert!(digests.divide(&other), "{}", names[0]);
            assert!(!Digests::NONE.divide(&other));
        }
    }

    #[test]
    fn keys_are_ordered_by_score_then_by_digest() {
        assert_eq!(size_of::<Key>(), 12);
        let key = |score: i32, digest| Key::new(Score::from(score), digest);
        let ascending = [key(-1, 9), key(0, 0), key(0, 7), key(0, 63), key(1, 0)];
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!((a.cmp(b), a < b, a == b), (i.cmp(&j), i < j, i == j), "{a:?} {b:?}");
            }
        }
    }
}
