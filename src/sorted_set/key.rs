//! The key of an entry: its score, and a digest of its member that settles most ties.
//!
//! Many members share a score, and to put one of them in order among hundreds by comparing names
//! costs a fetch from memory for each comparison. So a key also holds four bytes of the name, and
//! few names have to be looked at.
//!
//! The first four bytes of `user:0001234` would tell nothing. A digest takes those behind a
//! *prefix* that most names of the set begin with. It never contradicts the order of names: names
//! that do not begin with the prefix lie before or behind all that do, and get the smallest or
//! the largest digest. Equal digests leave the decision to the names, so any prefix is right, and
//! a good one is fast. A set looks for a better one each time its size has doubled.

use core::cmp::Ordering;

use crate::score::Score;

/// The most bytes of a prefix.
const PREFIX_BYTES: usize = 15;

/// Score and digest, packed into twelve bytes.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, packed(4))]
pub(super) struct Key {
    score: Score,
    digest: u32,
}

impl Key {
    pub(super) fn new(score: Score, digest: u32) -> Self {
        Key { score, digest }
    }

    pub(super) fn score(self) -> Score {
        self.score
    }

    fn digest(self) -> u32 {
        self.digest
    }

    /// The key of the same member with another score.
    pub(super) fn with_score(self, score: Score) -> Self {
        Key { score, ..self }
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

/// The bytes with which most names of a set begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prefix {
    bytes: [u8; PREFIX_BYTES],
    len: u8,
}

impl Prefix {
    /// The empty prefix.
    pub(super) const NONE: Self = Prefix { bytes: [0; PREFIX_BYTES], len: 0 };

    /// Returns a prefix that most of some names have, without the few that are unlike the others.
    pub(super) fn of_most(names: &mut [&[u8]]) -> Self {
        // tidy: a sample of names is sorted to look for a prefix; it orders no set.
        names.sort_unstable();
        let (Some(low), Some(high)) = (
            names.get(names.len() / 4),
            names.get((names.len() * 3).div_ceil(4).saturating_sub(1)),
        ) else {
            return Self::NONE;
        };
        // All names between these two begin with what these two have in common.
        let common = low.iter().zip(*high).take(PREFIX_BYTES).take_while(|(a, b)| a == b).count();
        let mut bytes = [0; PREFIX_BYTES];
        bytes[..common].copy_from_slice(&low[..common]);
        Prefix { bytes, len: common as u8 }
    }

    /// Returns the digest of a name. A greater name never has a smaller one.
    pub(super) fn digest(&self, name: &[u8]) -> u32 {
        let prefix = &self.bytes[..usize::from(self.len)];
        match name.strip_prefix(prefix) {
            Some(rest) => {
                let mut next = [0; 4];
                let len = rest.len().min(4);
                next[..len].copy_from_slice(&rest[..len]);
                u32::from_be_bytes(next)
            }
            None if name < prefix => 0,
            None => u32::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_never_contradict_the_order_of_names() {
        let prefix = Prefix::of_most(&mut [b"user:1", b"user:20", b"user:2", b"bot", b"zed"]);
        assert_eq!(prefix.len, 5);
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
        assert!(ascending.map(|name| prefix.digest(name)).is_sorted());
    }

    #[test]
    fn the_prefix_is_what_most_names_have() {
        let prefix = |names: &[&str]| {
            let mut names: alloc::vec::Vec<&[u8]> = names.iter().map(|n| n.as_bytes()).collect();
            Prefix::of_most(&mut names)
        };
        let of = |text: &str| Prefix::of_most(&mut [text.as_bytes()]);
        assert_eq!(prefix(&[]), Prefix::NONE);
        assert_eq!(prefix(&["ann", "bob", "cid"]), Prefix::NONE);
        assert_eq!(prefix(&["u:1", "u:2", "u:3", "u:4", "a", "z"]), of("u:"));
        assert_eq!(prefix(&["same"]), of("same"));
    }

    #[test]
    fn keys_are_ordered_by_score_then_by_digest() {
        assert_eq!(size_of::<Key>(), 12);
        let key = |score: i32, digest| Key::new(Score::from(score), digest);
        let ascending = [key(-1, 9), key(0, 0), key(0, 7), key(0, u32::MAX), key(1, 0)];
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!((a.cmp(b), a < b, a == b), (i.cmp(&j), i < j, i == j), "{a:?} {b:?}");
            }
        }
    }
}
