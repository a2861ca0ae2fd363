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
    /// Returns the index of some handles, or `None` if two of them are the same member.
    pub(in crate::members) fn of_all(
        seed: u64,
        handles: impl Iterator<Item = Handle> + Clone,
        hash_of: impl Fn(Handle) -> u64,
        is_same: impl Fn(Handle, Handle) -> bool,
    ) -> Option<Self> {
        let len = handles.clone().count();
        if len == 0 {
            return Some(Index::new(seed));
        }
        let depth = depth_for(len);
        let mut hashes = Vec::with_capacity(len);
        // After this, ends[i] is where the items of the shard i start; at last, where they end.
        let mut ends = vec![0u32; 1 << depth];
        let mut rest = handles.clone();
        while hashes.len() < len {
            hash(rest.by_ref().take(GROUP), &hash_of, &mut hashes);
        }
        hashes.chunks(GROUP).for_each(|group| count(group, depth, &mut ends));
        let mut start = 0;
        for end in &mut ends {
            (*end, start) = (start, start + *end);
        }
        let mut items = vec![Item::default(); len];
        let mut rest = handles;
        for group in hashes.chunks(GROUP) {
            sort(group, rest.by_ref().take(GROUP), depth, &mut ends, &mut items);
        }
        drop(hashes);
        let mut start = 0;
        let mut shards = Vec::with_capacity(ends.len());
        for &end in &ends {
            shards.push(Shard::of_items(&items[start..end as usize], depth, &is_same)?);
            start = end as usize;
        }
        let directory = (0..1 << depth).collect();
        Some(Index { seed, len, shards, directory, depth })
    }
}

/// The depth at which the shares of the shards fit in them; they differ by chance, and a
/// sixteenth is many times what is likely.
fn depth_for(count: usize) -> u32 {
    let fits = |depth: &u32| slots_for(count >> depth) <= SHARD_SLOTS - SHARD_SLOTS / 16;
    (0..MAX_DEPTH).find(fits).unwrap_or(MAX_DEPTH)
}

#[inline(never)]
fn hash(
    handles: impl Iterator<Item = Handle>,
    hash_of: impl Fn(Handle) -> u64,
    hashes: &mut Vec<u64>,
) {
    hashes.extend(handles.map(hash_of));
}

#[inline(never)]
fn count(hashes: &[u64], depth: u32, counts: &mut [u32]) {
    for &hash in hashes {
        counts[first_bits(hash, depth)] += 1;
    }
}

#[inline(never)]
fn sort(
    hashes: &[u64],
    handles: impl Iterator<Item = Handle>,
    depth: u32,
    ends: &mut [u32],
    items: &mut [Item],
) {
    for (&hash, handle) in hashes.iter().zip(handles) {
        let end = &mut ends[first_bits(hash, depth)];
        let slot = tag(hash) << HANDLE_BITS | (handle.0 + 1);
        items[*end as usize] = Item { low: hash as u32, slot };
        *end += 1;
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
