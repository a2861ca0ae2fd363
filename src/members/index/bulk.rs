//! Making the index of many members at once.
//!
//! Put one by one, each would wait for its slot anywhere in the table. So they are sorted by shard
//! first, and then one shard is filled after the other, each of which fits in a cache that is
//! near. All shards get the size that they need.

use alloc::vec;
use alloc::vec::Vec;

use super::{
    HANDLE_BITS, Handle, Index, MAX_DEPTH, SHARD_SLOTS, Shard, first_bits, handle_of, slots_for,
    tag,
};

/// Handles that are hashed together.
const GROUP: usize = 512;

/// What a shard needs to know of a member: the low half of the hash, and the slot.
#[derive(Clone, Copy, Default)]
struct Item {
    low: u32,
    slot: u32,
}

impl Index {
    /// Returns the index of the handles below a bound for which there is a hash, or `None` if two
    /// of them are the same member.
    pub(in crate::members) fn of_all(
        seed: u64,
        bound: usize,
        hash_of: impl Fn(Handle) -> Option<u64>,
        is_same: impl Fn(Handle, Handle) -> bool,
    ) -> Option<Self> {
        let depth = depth_for(bound);
        let groups = || (0..bound).step_by(GROUP).map(|at| at..bound.min(at + GROUP));
        // After this, ends[i] is where the items of the shard i start; at last, where they end.
        let mut ends = vec![0u32; 1 << depth];
        groups().for_each(|group| count(group, depth, &hash_of, &mut ends));
        let mut len = 0;
        for end in &mut ends {
            (*end, len) = (len, len + *end);
        }
        let mut items = vec![Item::default(); len as usize];
        groups().for_each(|group| sort(group, depth, &hash_of, &mut ends, &mut items));
        if items.is_empty() {
            return Some(Index::new(seed));
        }
        let mut start = 0;
        let mut shards = Vec::with_capacity(ends.len());
        for &end in &ends {
            shards.push(Shard::of_items(&items[start..end as usize], depth, &is_same)?);
            start = end as usize;
        }
        let directory = (0..1 << depth).collect();
        Some(Index { seed, len: len as usize, shards, directory, depth })
    }
}

/// The depth at which the shares of the shards fit in them; they differ by chance, and a
/// sixteenth is many times what is likely.
fn depth_for(count: usize) -> u32 {
    let fits = |depth: &u32| slots_for(count >> depth) <= SHARD_SLOTS - SHARD_SLOTS / 16;
    (0..MAX_DEPTH).find(fits).unwrap_or(MAX_DEPTH)
}

#[inline(never)]
fn count(
    group: core::ops::Range<usize>,
    depth: u32,
    hash_of: impl Fn(Handle) -> Option<u64>,
    counts: &mut [u32],
) {
    for hash in group.filter_map(|at| hash_of(Handle(at as u32))) {
        counts[first_bits(hash, depth)] += 1;
    }
}

#[inline(never)]
fn sort(
    group: core::ops::Range<usize>,
    depth: u32,
    hash_of: impl Fn(Handle) -> Option<u64>,
    ends: &mut [u32],
    items: &mut [Item],
) {
    for at in group {
        if let Some(hash) = hash_of(Handle(at as u32)) {
            let end = &mut ends[first_bits(hash, depth)];
            let slot = tag(hash) << HANDLE_BITS | (at as u32 + 1);
            items[*end as usize] = Item { low: hash as u32, slot };
            *end += 1;
        }
    }
}

impl Shard {
    /// A shard of some members, or `None` if two of them are the same.
    #[inline(never)]
    fn of_items(
        items: &[Item],
        depth: u32,
        is_same: impl Fn(Handle, Handle) -> bool,
    ) -> Option<Self> {
        let slots = vec![0; slots_for(items.len())];
        let mut shard = Shard { slots, len: items.len(), depth };
        for item in items {
            let mut at = shard.home(u64::from(item.low));
            while shard.slots[at] != 0 {
                let other = shard.slots[at];
                let is_alike = (other ^ item.slot) >> HANDLE_BITS == 0;
                if is_alike && is_same(handle_of(other), handle_of(item.slot)) {
                    return None;
                }
                at = shard.next(at);
            }
            shard.slots[at] = item.slot;
        }
        Some(shard)
    }
}
