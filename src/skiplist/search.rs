//! Finding places: downwards by key, upwards by links.

use super::chunk::LinkPlace;
use super::summary::Summary;
use super::{BlockId, ChunkId, Directory, Handle, SkipList};
use crate::rank::Rank;

/// The most entries of a block and links of a chunk: the length of the arrays searched here.
pub(super) const ROW: usize = 64;

/// Returns how many of the first `len` entries of a sorted row come before an entry with this key
/// and handle.
pub(super) fn entries_before<K: Ord, D: Directory>(
    keys: &[K],
    handles: &[Handle],
    len: usize,
    key: &K,
    handle: Handle,
    directory: &D,
) -> usize {
    let start = keys_before(keys, len, key);
    if start == len || keys[start] != *key {
        return start;
    }
    let equal = keys[start..len].partition_point(|other| other == key);
    start + directory.ties_before(&handles[start..start + equal], handle)
}

/// Returns how many of the first `len` keys of a sorted row are below a key.
///
/// A binary search waits for one line of memory after the other. This reads one key of each
/// group, all at once, then the keys of one group, and has no branch to mispredict.
#[inline]
fn keys_before<K: Ord>(keys: &[K], len: usize, key: &K) -> usize {
    const GROUP: usize = 8;
    let Some(row) = keys.first_chunk::<ROW>() else {
        return keys[..len].partition_point(|other| other < key);
    };
    let (groups, _) = row.as_chunks::<GROUP>();
    let mut full = 0;
    for (i, group) in groups.iter().enumerate() {
        full += usize::from((i + 1) * GROUP <= len && group[GROUP - 1] < *key);
    }
    let mut before = full * GROUP;
    if let Some(group) = groups.get(full) {
        for (i, other) in group.iter().enumerate() {
            before += usize::from(full * GROUP + i < len && other < key);
        }
    }
    before
}

/// Returns where among the first `len` ids of a row one is.
///
/// The whole row is compared, whatever its length, because that is a fixed number of vector
/// operations. Ids behind the end may be old ones, so the first match counts.
#[inline]
pub(super) fn position<T: Copy + PartialEq>(ids: &[T], len: usize, id: T) -> Option<usize> {
    let Some(row) = ids.first_chunk::<ROW>() else {
        return ids[..len].iter().position(|&other| other == id);
    };
    let mut first = ROW as u32;
    for (at, &other) in row.iter().enumerate() {
        first = first.min(if other == id { at as u32 } else { ROW as u32 });
    }
    (first < len as u32).then_some(first as usize)
}

impl<K: Copy + Ord + Default> SkipList<K> {
    /// Returns block and position of an entry, or `None` if it is not in the list.
    pub(super) fn locate<D: Directory>(
        &self,
        handle: Handle,
        directory: &D,
    ) -> Option<(BlockId, usize)> {
        let block = directory.block(handle);
        if block == BlockId::NONE {
            return None;
        }
        self.blocks.find(block, handle).map(|at| (block, at))
    }

    /// Returns block and position of an entry whose key will be needed; see
    /// [`locate`](Self::locate).
    pub(super) fn locate_key<D: Directory>(
        &self,
        handle: Handle,
        directory: &D,
    ) -> Option<(BlockId, usize)> {
        let block = directory.block(handle);
        if block == BlockId::NONE {
            return None;
        }
        self.blocks.fetch_keys(block);
        self.blocks.find(block, handle).map(|at| (block, at))
    }

    /// Returns block and position at which an entry belongs; the list is not empty.
    pub(super) fn place_for<D: Directory>(
        &self,
        key: &K,
        handle: Handle,
        directory: &D,
    ) -> (BlockId, usize) {
        let block = match self.root {
            ChunkId::NONE => self.first,
            root => self.descend(root, key, handle, directory),
        };
        (block, self.blocks.place_in(block, key, handle, directory))
    }

    /// Returns block and position at which an entry of `block` belongs with a new key. The search
    /// climbs only as far as it must, so a short way costs little.
    pub(super) fn place_from<D: Directory>(
        &self,
        block: BlockId,
        key: &K,
        handle: Handle,
        directory: &D,
    ) -> (BlockId, usize) {
        let mut from = None;
        let mut link = self.blocks.head(block).link();
        if !spans(self.blocks.keys(block), key) {
            while let Some(LinkPlace { chunk, .. }) = link {
                let links = self.chunks.get(chunk);
                from = Some(chunk);
                link = if spans(links.keys(), key) { None } else { links.link_above() };
            }
        }
        let Some(chunk) = from else {
            return (block, self.blocks.place_in(block, key, handle, directory));
        };
        let block = self.descend(chunk, key, handle, directory);
        self.blocks.fetch_handles(block);
        (block, self.blocks.place_in(block, key, handle, directory))
    }

    /// Returns the block under a chunk in which an entry belongs.
    fn descend<D: Directory>(
        &self,
        from: ChunkId,
        key: &K,
        handle: Handle,
        directory: &D,
    ) -> BlockId {
        let mut chunk = self.chunks.get(from);
        loop {
            let target = chunk.targets()[chunk.covering(key, handle, directory)];
            if chunk.level() == 1 {
                return BlockId(target);
            }
            chunk = self.chunks.get(ChunkId(target));
        }
    }

    /// Returns the rank of the entry at a position of a block: what the links to the left of its
    /// block jump over, on every level.
    pub(super) fn rank_of(&self, block: BlockId, at: usize) -> Rank {
        let mut before = Summary::of(at);
        let mut link = self.blocks.head(block).link();
        while let Some(LinkPlace { chunk, at }) = link {
            let chunk = self.chunks.get(chunk);
            before += chunk.before(at);
            link = chunk.link_above();
        }
        Rank(before.count)
    }

    /// Returns block and position of the entry with a rank, which is below the length.
    pub(super) fn place_of_rank(&self, rank: usize) -> (BlockId, usize) {
        let mut left = rank;
        let mut block = self.first;
        let mut next = self.root;
        while next != ChunkId::NONE {
            let chunk = self.chunks.get(next);
            let mut at = 0;
            while left >= chunk.summaries()[at].count as usize {
                left -= chunk.summaries()[at].count as usize;
                at += 1;
            }
            let target = chunk.targets()[at];
            block = BlockId(target);
            next = if chunk.level() == 1 { ChunkId::NONE } else { ChunkId(target) };
        }
        (block, left)
    }
}

/// Returns whether a key lies strictly between the ends of a run, so that its place is inside
/// whatever the tie rule says.
fn spans<K: Ord>(keys: &[K], key: &K) -> bool {
    matches!(keys, [first, .., last] if first < key && key < last)
}

/// Returns how many entries at the front of a run match, when those that match are a prefix.
pub(super) fn matching<K>(
    keys: &[K],
    handles: &[Handle],
    before: &impl Fn(&K, Handle) -> bool,
) -> usize {
    let mut range = 0..keys.len().min(handles.len());
    while !range.is_empty() {
        let middle = range.start + range.len() / 2;
        if before(&keys[middle], handles[middle]) {
            range.start = middle + 1;
        } else {
            range.end = middle;
        }
    }
    range.start
}
