//! Changing a list.

use core::cmp::Ordering;

use super::balance::BLOCK_SHORT;
use super::rows::Key;
use super::summary::Summary;
use super::{BLOCK_CAPACITY, BlockId, Directory, Handle, SkipList};

impl<K: Key> SkipList<K> {
    /// Inserts an entry. The caller has checked that its handle is not in the list.
    ///
    /// Computes in **O(log n)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.first(), Some((10, bob)));
    /// ```
    pub fn insert<D: Directory>(&mut self, key: K, handle: Handle, directory: &mut D) {
        debug_assert!(directory.block(handle) == BlockId::NONE, "the handle is in the list");
        let (mut block, mut at) = if self.is_empty() {
            self.first = self.blocks.allocate();
            self.last = self.first;
            (self.first, 0)
        } else {
            self.place_for(&key, handle, directory)
        };
        if self.blocks.len(block) == BLOCK_CAPACITY {
            (block, at) = self.make_room(block, at, directory);
        }
        self.blocks.insert(block, at, key, handle);
        directory.place(handle, block);
        self.each_link_above(block, |summary| *summary += K::Summary::of(1, 0));
        self.join_group((block, at), directory);
        self.len += 1;
        if at == 0 {
            self.first_entry_changed(block);
        }
    }

    /// Removes an entry and returns its key, or `None` if it is not in the list.
    ///
    /// Computes in **O(log n)** time, without a search.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.remove(bob, &mut members), Some(10));
    /// assert_eq!(list.remove(bob, &mut members), None);
    /// ```
    pub fn remove<D: Directory>(&mut self, handle: Handle, directory: &mut D) -> Option<K> {
        let (block, at) = self.locate_key(handle, directory)?;
        self.leave_group((block, at), directory);
        let key = self.blocks.remove(block, at);
        directory.place(handle, BlockId::NONE);
        if self.len == 1 {
            self.clear();
            return Some(key);
        }
        self.each_link_above(block, |summary| *summary -= K::Summary::of(1, 0));
        self.len -= 1;
        if self.blocks.len(block) == 0 {
            self.drop_block(block);
            return Some(key);
        }
        if at == 0 {
            self.first_entry_changed(block);
        }
        if self.blocks.len(block) < BLOCK_SHORT {
            self.merge_if_short(block, directory);
        }
        Some(key)
    }

    /// Gives an entry a new key and returns the old one, or `None` if it is not in the list. A
    /// new key that is equal to the old one still replaces it.
    ///
    /// Computes in **O(log n)** time. An entry that stays in its block moves within it; one that
    /// goes a short way is searched from where it was.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// assert_eq!(list.update(bob, 10, &mut members), None);
    /// list.insert(10, bob, &mut members);
    /// assert_eq!(list.update(bob, 12, &mut members), Some(10));
    /// assert_eq!(list.key(bob, &members), Some(12));
    /// ```
    pub fn update<D: Directory>(&mut self, handle: Handle, key: K, directory: &mut D) -> Option<K> {
        self.update_with(handle, directory, |_| Some(key))
    }

    /// Gives an entry the key that `change` makes of its old one, or leaves it if that is `None`.
    /// Returns the old key, or `None` if the entry is not in the list.
    ///
    /// Computes in **O(log n)** time, as [`update`](Self::update) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let mut list = SkipList::new();
    /// let bob = members.insert(b"bob");
    /// list.insert(10, bob, &mut members);
    /// let best = |points| move |old| (points > old).then_some(points);
    /// assert_eq!(list.update_with(bob, &mut members, best(7)), Some(10));
    /// assert_eq!(list.update_with(bob, &mut members, best(12)), Some(10));
    /// assert_eq!(list.key(bob, &members), Some(12));
    /// ```
    pub fn update_with<D: Directory>(
        &mut self,
        handle: Handle,
        directory: &mut D,
        change: impl FnOnce(K) -> Option<K>,
    ) -> Option<K> {
        let (block, at) = self.locate_key(handle, directory)?;
        let (old, _) = self.blocks.entry(block, at);
        if let Some(key) = change(old) {
            self.rekey(block, at, key, directory);
        }
        Some(old)
    }

    /// Gives the entry at a position of a block a new key.
    pub(super) fn rekey<D: Directory>(
        &mut self,
        from: BlockId,
        at: usize,
        key: K,
        directory: &mut D,
    ) {
        let (old, handle) = self.blocks.entry(from, at);
        if key == old {
            self.blocks.move_within(from, at, at, key);
            if at == 0 {
                self.first_entry_changed(from);
            }
            return;
        }
        let (to, place) = self.place_from(from, &key, handle, directory);
        if to == from {
            self.leave_group((from, at), directory);
            // The place counts the entry itself if that lies before it.
            let place = if place > at { place - 1 } else { place };
            self.blocks.move_within(from, at, place, key);
            self.join_group((from, place), directory);
            if at == 0 || place == 0 {
                self.first_entry_changed(from);
            }
        } else if self.blocks.len(from) > BLOCK_SHORT && self.blocks.len(to) < BLOCK_CAPACITY {
            self.leave_group((from, at), directory);
            self.blocks.remove(from, at);
            self.blocks.insert(to, place, key, handle);
            directory.place(handle, to);
            self.move_summary(from, to, K::Summary::of(1, 0));
            self.join_group((to, place), directory);
            if at == 0 {
                self.first_entry_changed(from);
            }
            if place == 0 {
                self.first_entry_changed(to);
            }
        } else {
            self.remove(handle, directory);
            self.insert(key, handle, directory);
        }
    }

    /// Inserts many entries, each at the end if it belongs there.
    ///
    /// Computes in **O(m)** time for m ascending entries behind all others, and fills the blocks.
    /// An entry that is out of order is inserted where it belongs, in **O(log n)**. The caller
    /// has checked that no handle is in the list.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::members::Members;
    /// use edgeboard::skiplist::SkipList;
    ///
    /// let mut members = Members::new();
    /// let sorted = [("bob", 10), ("cid", 20), ("ann", 30)];
    /// let entries = sorted.map(|(name, points)| (points, members.insert(name.as_bytes())));
    /// let mut list = SkipList::new();
    /// list.extend_sorted(entries, &mut members);
    /// assert!(list.iter().map(|(points, _)| points).eq([10, 20, 30]));
    /// ```
    pub fn extend_sorted<D: Directory>(
        &mut self,
        entries: impl IntoIterator<Item = (K, Handle)>,
        directory: &mut D,
    ) {
        // Entries at the end of the last block that no link counts yet.
        let mut uncounted = K::Summary::default();
        for (key, handle) in entries {
            let room = !self.is_empty() && self.blocks.len(self.last) < BLOCK_CAPACITY;
            if room && self.is_last(&key, handle, directory) {
                let at = self.blocks.len(self.last);
                self.blocks.insert(self.last, at, key, handle);
                directory.place(handle, self.last);
                self.len += 1;
                uncounted += self.summary_of(self.last, at..at + 1, directory);
            } else {
                self.count_at_end(&mut uncounted);
                self.insert(key, handle, directory);
            }
        }
        self.count_at_end(&mut uncounted);
    }

    fn count_at_end(&mut self, uncounted: &mut K::Summary) {
        let summary = core::mem::take(uncounted);
        if !self.is_empty() {
            self.each_link_above(self.last, |counted| *counted += summary);
        }
    }

    /// Returns whether an entry belongs behind all others.
    fn is_last<D: Directory>(&self, key: &K, handle: Handle, directory: &D) -> bool {
        self.last().is_none_or(|(last_key, last)| {
            last_key < *key || (last_key == *key && directory.tie(last, handle) == Ordering::Less)
        })
    }

    /// Replaces every key by what `rewrite` makes of it, given that this changes no order: keys in
    /// order stay in order, and what the tie rule decided before it may still decide.
    ///
    /// Computes in **O(n)** time.
    pub(crate) fn rewrite_keys(&mut self, rewrite: impl Fn(K, Handle) -> K) {
        let mut block = self.first;
        while block != BlockId::NONE {
            self.blocks.rewrite_keys(block, &rewrite);
            block = self.blocks.head(block).next;
        }
        self.chunks.rewrite_keys(&rewrite);
    }
}
