//! Filling a roster with members that come in order.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{High, Roster};
use crate::leaderboard::key::BoardKey;
use crate::members::MAX_MEMBERS;
use crate::skiplist::{Directory, Handle};
use crate::snapshot::SnapshotError;

impl Roster {
    /// Keeps a name, of which nobody knows yet whether it is there already. Nothing may be looked
    /// up by name before [`Roster::index`].
    pub(in crate::leaderboard) fn push(&mut self, name: &str) -> Result<Handle, SnapshotError> {
        if self.book.members.handles() >= MAX_MEMBERS {
            return Err(SnapshotError::invalid("has too many members"));
        }
        Ok(self.book.members.push(name.as_bytes()))
    }

    /// Ranks members who were pushed, each behind the one before and all behind those who are
    /// ranked so far.
    #[inline(never)]
    pub(in crate::leaderboard) fn append(
        &mut self,
        group: &[(Handle, BoardKey)],
    ) -> Result<(), SnapshotError> {
        let mut last = self.list.last();
        let mut entries = Vec::with_capacity(group.len());
        for &(handle, key) in group {
            self.book.note(handle, key);
            let entry = (High::of(key.columns()), handle);
            let follows = last.is_none_or(|(high, last)| {
                high.cmp(&entry.0).then_with(|| self.book.tie(last, handle)) == Ordering::Less
            });
            if !follows {
                return Err(SnapshotError::invalid("has members out of order"));
            }
            last = Some(entry);
            entries.push(entry);
        }
        self.list.extend_sorted(entries, &mut self.book);
        Ok(())
    }

    /// Hides a member who was pushed.
    pub(in crate::leaderboard) fn hide(&mut self, handle: Handle, key: Option<BoardKey>) {
        self.banned.insert(handle, key);
    }

    /// Makes everybody who was pushed known by his name.
    pub(in crate::leaderboard) fn index(&mut self) -> Result<(), SnapshotError> {
        self.book.members.index_all()
    }
}
