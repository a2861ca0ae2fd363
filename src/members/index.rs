//! From the bytes of a name to its handle: a hash table that grows in small steps.
//!
//! # Idea
//!
//! The table is made of shards of at most 64 KiB, found by the first bits of a hash through a
//! directory (extendible hashing: Fagin and others, 1979). A shard that is full grows by about a
//! quarter; one that cannot grow splits in two by the next bit, and the directory doubles when
//! that bit is new to it. So no step touches more than one shard, nothing larger than a shard is
//! ever allocated, and the table is never much emptier than two thirds.
//!
//! A shard probes linearly. A slot is a `u32`: six bits of the hash, which spare most comparisons
//! of names, and the handle; so a lookup usually reads one line of slots and then the one record
//! it wants. Removal moves later entries of the run back, so no slot is ever wasted on a mark.

use alloc::vec;
use alloc::vec::Vec;

use crate::skiplist::Handle;

/// The most slots of a shard: 64 KiB.
const SHARD_SLOTS: usize = 16 * 1024;

/// The most bits by which the directory tells shards apart, however hashes collide.
const MAX_DEPTH: u32 = 14;

/// Bits of a slot that hold a handle plus one; the others hold the tag. An empty slot is 0.
const HANDLE_BITS: u32 = 26;

/// The slots of a shard that is made for so many entries; two thirds of them are full then.
const fn slots_for(entries: usize) -> usize {
    entries + entries / 2 + 2
}

/// Whether one entry more would fill a shard of so many slots over 85 in a hundred. At least one
/// slot stays empty, which ends every search.
const fn is_full(entries: usize, slots: usize) -> bool {
    (entries + 1) * 20 > slots * 17
}

mod bulk;

/// The handles of all members, by the hashes of their names.
#[derive(Clone, Debug)]
pub(super) struct Index {
    seed: u64,
    len: usize,
    shards: Vec<Shard>,
    /// The shard for each value of the first `depth` bits of a hash.
    directory: Vec<u32>,
    depth: u32,
}

#[derive(Clone, Debug)]
struct Shard {
    slots: Vec<u32>,
    len: usize,
    /// The first bits that all hashes in this shard share.
    depth: u32,
}

impl Index {
    pub(super) const fn new(seed: u64) -> Self {
        Index { seed, len: 0, shards: Vec::new(), directory: Vec::new(), depth: 0 }
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the handle with this hash for which `is_it` holds.
    #[inline]
    pub(super) fn get(&self, hash: u64, is_it: impl Fn(Handle) -> bool) -> Option<Handle> {
        let shard = self.shards.get(*self.directory.get(first_bits(hash, self.depth))? as usize)?;
        shard.get(hash, is_it)
    }

    /// Reads the slot where the search for a hash begins, in a way that the compiler does not leave
    /// out: who searches later finds it in the cache.
    #[inline]
    pub(super) fn fetch(&self, hash: u64) {
        let shard = self.directory.get(first_bits(hash, self.depth));
        if let Some(shard) = shard.and_then(|&at| self.shards.get(at as usize)) {
            core::hint::black_box(shard.slots.get(shard.home(hash)).copied());
        }
    }

    /// Adds a handle that is not there. `hash_of` knows the hashes of those that are.
    pub(super) fn insert(&mut self, hash: u64, handle: Handle, hash_of: impl Fn(Handle) -> u64) {
        if self.shards.is_empty() {
            self.shards.reserve_exact(1);
            self.shards.push(Shard { slots: Vec::new(), len: 0, depth: 0 });
            self.directory.push(0);
        }
        loop {
            let at = self.directory[first_bits(hash, self.depth)] as usize;
            let shard = &mut self.shards[at];
            if !is_full(shard.len, shard.slots.len()) {
                shard.put(hash, handle);
                break;
            }
            let wanted = slots_for(shard.len + 1);
            if wanted <= SHARD_SLOTS || shard.depth == MAX_DEPTH {
                shard.rebuild(wanted, &hash_of);
            } else {
                self.split(at, &hash_of);
            }
        }
        self.len += 1;
    }

    /// Takes a handle out that is there.
    pub(super) fn remove(&mut self, hash: u64, handle: Handle, hash_of: impl Fn(Handle) -> u64) {
        let at = self.directory[first_bits(hash, self.depth)] as usize;
        let shard = &mut self.shards[at];
        shard.remove(hash, handle, &hash_of);
        self.len -= 1;
        if slots_for(shard.len) * 2 < shard.slots.len() {
            shard.rebuild(slots_for(shard.len), &hash_of);
        }
    }

    /// Splits a shard by the first bit in which its hashes differ.
    fn split(&mut self, at: usize, hash_of: impl Fn(Handle) -> u64) {
        let shard = &mut self.shards[at];
        shard.depth += 1;
        let depth = shard.depth;
        let (zero, one): (Vec<u32>, Vec<u32>) = (shard.slots.iter().filter(|&&slot| slot != 0))
            .partition(|&&slot| first_bits(hash_of(handle_of(slot)), depth) & 1 == 0);
        *shard = Shard::of(&zero, depth, &hash_of);
        let new = self.shards.len() as u32;
        self.shards.push(Shard::of(&one, depth, &hash_of));
        if depth > self.depth {
            self.directory = self.directory.iter().flat_map(|&shard| [shard, shard]).collect();
            self.depth = depth;
        }
        for (bits, shard) in self.directory.iter_mut().enumerate() {
            if *shard as usize == at && bits >> (self.depth - depth) & 1 == 1 {
                *shard = new;
            }
        }
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        let slots: usize = self.shards.iter().map(|shard| shard.slots.capacity()).sum();
        let shards = self.shards.capacity() * size_of::<Shard>();
        (slots + self.directory.capacity()) * size_of::<u32>() + shards
    }
}

impl Shard {
    /// A shard of some slots of another one.
    fn of(slots: &[u32], depth: u32, hash_of: impl Fn(Handle) -> u64) -> Self {
        let mut shard = Shard { slots: vec![0; slots_for(slots.len())], len: 0, depth };
        for &slot in slots {
            shard.put(hash_of(handle_of(slot)), handle_of(slot));
        }
        shard
    }

    /// Where the search for a hash begins.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash & 0xFFFF_FFFF) * self.slots.len() as u64) >> 32) as usize
    }

    #[inline]
    fn next(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() { 0 } else { at + 1 }
    }

    #[inline]
    fn get(&self, hash: u64, is_it: impl Fn(Handle) -> bool) -> Option<Handle> {
        let mut at = self.home(hash);
        loop {
            let slot = *self.slots.get(at)?;
            if slot == 0 {
                return None;
            }
            if slot >> HANDLE_BITS == tag(hash) && is_it(handle_of(slot)) {
                return Some(handle_of(slot));
            }
            at = self.next(at);
        }
    }

    /// Puts a handle into the first empty slot from its home on; there is one.
    fn put(&mut self, hash: u64, handle: Handle) {
        let mut at = self.home(hash);
        while self.slots[at] != 0 {
            at = self.next(at);
        }
        self.slots[at] = tag(hash) << HANDLE_BITS | (handle.0 + 1);
        self.len += 1;
    }

    /// Empties the slot of a handle, and moves later ones back that would not be found behind the
    /// gap.
    fn remove(&mut self, hash: u64, handle: Handle, hash_of: impl Fn(Handle) -> u64) {
        let mut gap = self.home(hash);
        while handle_of(self.slots[gap]) != handle {
            gap = self.next(gap);
        }
        let mut at = self.next(gap);
        while self.slots[at] != 0 {
            let home = self.home(hash_of(handle_of(self.slots[at])));
            // It stays if its home lies between the gap and itself, perhaps around the end.
            let stays = if gap < at { gap < home && home <= at } else { gap < home || home <= at };
            if !stays {
                self.slots[gap] = self.slots[at];
                gap = at;
            }
            at = self.next(at);
        }
        self.slots[gap] = 0;
        self.len -= 1;
    }

    /// Gives the shard another number of slots.
    fn rebuild(&mut self, slots: usize, hash_of: impl Fn(Handle) -> u64) {
        let old = core::mem::replace(&mut self.slots, vec![0; slots]);
        self.len = 0;
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            self.put(hash_of(handle_of(slot)), handle_of(slot));
        }
    }
}

/// The first `depth` bits of a hash.
#[inline]
fn first_bits(hash: u64, depth: u32) -> usize {
    (hash >> 32 >> (32 - depth)) as usize
}

/// The bits of a hash that a slot keeps.
#[inline]
fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32 & (u32::MAX >> HANDLE_BITS)
}

#[inline]
fn handle_of(slot: u32) -> Handle {
    Handle((slot & ((1 << HANDLE_BITS) - 1)).wrapping_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(index: &mut Index, count: u32, hash_of: impl Fn(Handle) -> u64) {
        for handle in (0..count).map(Handle) {
            index.insert(hash_of(handle), handle, &hash_of);
        }
        for handle in (0..count).map(Handle) {
            assert_eq!(index.get(hash_of(handle), |other| other == handle), Some(handle));
        }
        assert_eq!(index.len(), count as usize);
    }

    /// Spreads handles over all bits.
    fn spread(handle: Handle) -> u64 {
        u64::from(handle.0).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[test]
    fn every_shard_is_small_and_well_filled() {
        let mut index = Index::new(0);
        fill(&mut index, 300_000, spread);
        let slots: usize = index.shards.iter().map(|shard| shard.slots.len()).sum();
        assert!(index.shards.iter().all(|shard| shard.slots.len() <= SHARD_SLOTS));
        assert!(slots < 300_000 * 2, "{slots} slots");
    }

    #[test]
    fn hashes_that_share_their_first_bits_still_work() {
        let mut index = Index::new(0);
        let hash_of = |handle| spread(handle) >> 32;
        fill(&mut index, 40_000, hash_of);
        for handle in (0..40_000).map(Handle) {
            index.remove(hash_of(handle), handle, hash_of);
        }
        assert_eq!(index.len(), 0);
    }

    #[test]
    fn equal_hashes_still_work() {
        let mut index = Index::new(0);
        fill(&mut index, 500, |_| 7);
        for handle in (0..500).rev().map(Handle) {
            index.remove(7, handle, |_| 7);
            assert_eq!(index.get(7, |other| other == handle), None);
        }
    }

    #[test]
    fn removal_closes_gaps_around_the_end() {
        // A few homes near the end of a small shard, so that runs wrap around.
        let hash_of = |handle: Handle| 0xFFFF_FF00 | u64::from(handle.0 % 7) << 40;
        let mut index = Index::new(0);
        fill(&mut index, 60, hash_of);
        for gone in (0..60).step_by(3).map(Handle) {
            index.remove(hash_of(gone), gone, hash_of);
            for handle in (0..60).map(Handle) {
                let is_there = handle.0 % 3 != 0 || handle.0 > gone.0;
                let found = index.get(hash_of(handle), |other| other == handle);
                assert_eq!(found.is_some(), is_there, "{handle:?} after {gone:?}");
            }
        }
    }
}
