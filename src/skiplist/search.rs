//! Finding places: downwards by key, upwards by links.

use super::chunk::LinkPlace;
use super::rows::{Key, Run};
use super::summary::Summary;
use super::{BlockId, ChunkId, Directory, Handle, SkipList};
use crate::rank::Rank;

/// The most entries of a block and links of a chunk: the length of the arrays searched here.
pub(super) const ROW: usize = 64;

/// Returns how many of the first `len` entries of a sorted row come before an entry with this key
/// and handle.
#[inline]
pub(super) fn entries_before<K, D: Directory>(
    run: &impl Run<K>,
    key: &K,
    handle: Handle,
    directory: &D,
) -> usize {
    let equal = run.equal(key);
    if equal.is_empty() {
        return equal.start;
    }
    equal.start + directory.ties_before(equal.len(), |at| run.handle(equal.start + at), handle)
}

/// Returns how many of the first `len` elements of a row lead up to the first one for which a
/// condition does not hold, given that it holds for none behind that.
#[inline]
pub(super) fn leading<T>(row: &[T], len: usize, holds: impl Fn(&T) -> bool) -> usize {
    match row.first_chunk::<ROW>() {
        Some(row) => leading_at(len, |at| holds(&row[at])),
        None => row[..len].partition_point(holds),
    }
}

/// Returns how many positions lead up to the first one below `len` for which a condition does
/// not hold, given that it holds for none behind that. Positions up to [`ROW`] are asked for,
/// whatever `len` is.
///
/// A binary search waits for one line of memory after the other. This reads one element of each
/// group, all at once, then the elements of one group, and has no branch to mispredict.
#[inline]
pub(super) fn leading_at(len: usize, holds: impl Fn(usize) -> bool) -> usize {
    const GROUP: usize = 8;
    let mut start = 0;
    for end in (1..=ROW / GROUP).map(|group| group * GROUP) {
        start += GROUP * usize::from((end <= len) & holds(end - 1));
    }
    let mut leading = start;
    if start < ROW {
        for at in start..start + GROUP {
            leading += usize::from((at < len) & holds(at % ROW));
        }
    }
    leading
}

/// Returns the first of the first `len` elements of a row that is the one looked for.
///
/// The whole row is compared, whatever its length, because that is a fixed number of vector
/// operations. Elements behind the end may be old ones, so the first match counts.
#[inline]
pub(super) fn position<T>(row: &[T], len: usize, is_it: impl Fn(&T) -> bool) -> Option<usize> {
    let Some(row) = row.first_chunk::<ROW>() else {
        return row[..len].iter().position(is_it);
    };
    let mut first = ROW as u32;
    for (at, element) in row.iter().enumerate() {
        first = first.min(if is_it(element) { at as u32 } else { ROW as u32 });
    }
    (first < len as u32).then_some(first as usize)
}

impl<K: Key> SkipList<K> {
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
        if !spans(&self.blocks.run(block), key) {
            while let Some(LinkPlace { chunk, .. }) = link {
                let links = self.chunks.get(chunk);
                from = Some(chunk);
                link = if spans(&links.run(), key) { None } else { links.link_above() };
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
        let mut before = at;
        let mut link = self.blocks.head(block).link();
        while let Some(LinkPlace { chunk, at }) = link {
            let chunk = self.chunks.get(chunk);
            before += chunk.before(at).count();
            link = chunk.link_above();
        }
        Rank(before as u32)
    }

    /// Returns block and position of the entry with a rank, which is below the length.
    pub(super) fn place_of_rank(&self, rank: usize) -> (BlockId, usize) {
        let mut left = rank;
        let mut block = self.first;
        let mut next = self.root;
        while next != ChunkId::NONE {
            let chunk = self.chunks.get(next);
            let mut at = 0;
            while left >= chunk.summaries()[at].count() {
                left -= chunk.summaries()[at].count();
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
fn spans<K: Ord>(run: &impl Run<K>, key: &K) -> bool {
    run.len() > 1 && run.key(0) < *key && *key < run.key(run.len() - 1)
}

/// Returns how many entries of a run, those before `start` included, match, when those that match
/// are a prefix.
pub(super) fn matching<K>(
    run: &impl Run<K>,
    start: usize,
    before: &impl Fn(&K, Handle) -> bool,
) -> usize {
    let mut range = start..run.len();
    while !range.is_empty() {
        let middle = range.start + range.len() / 2;
        let (key, handle) = run.entry(middle);
        if before(&key, handle) {
            range.start = middle + 1;
        } else {
            range.end = middle;
        }
    }
    range.start
}
