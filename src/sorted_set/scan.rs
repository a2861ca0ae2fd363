//! Visiting a set piece by piece while it changes.

use super::{Entry, SortedSet};
use crate::skiplist::Handle;

impl SortedSet {
    /// Visits members from a cursor on and returns the cursor at which to go on, or `None` at the
    /// end. The first cursor is 0.
    ///
    /// A member that is in the set throughout, from the first call to the one that returns `None`,
    /// is visited once, whatever is added, changed or removed in between: cursors count handles,
    /// and a member keeps its handle. One that comes or goes in between may be visited or not. Up
    /// to `handles` of them are looked at. The Redis counterpart is `ZSCAN`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::score::Score;
    /// use edgeboard::sorted_set::SortedSet;
    ///
    /// let mut set = SortedSet::new();
    /// set.add(b"ann", Score::from(30));
    /// set.add(b"bob", Score::from(10));
    /// let mut seen = Vec::new();
    /// let next = set.scan(0, 1, |entry| seen.push(entry.member.to_vec()));
    /// assert_eq!(set.scan(next.unwrap(), 9, |entry| seen.push(entry.member.to_vec())), None);
    /// assert_eq!(seen, [b"ann", b"bob"]);
    /// ```
    pub fn scan(&self, cursor: u32, handles: u32, mut visit: impl FnMut(Entry<'_>)) -> Option<u32> {
        self.members.scan(cursor, handles, |handle: Handle| {
            if let Some(key) = self.list.key(handle, &self.members) {
                visit(self.entry((key, handle)));
            }
        })
    }
}
