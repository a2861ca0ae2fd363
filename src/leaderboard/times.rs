//! When the scores of `latest` boards were true.

use crate::skiplist::Handle;
use crate::skiplist::arena::Table;
use crate::time::Timestamp;

/// A time for each of some members, by their handles: eight bytes up to the highest handle that
/// has one, and nothing on boards of the other operators.
#[derive(Clone, Debug)]
pub(super) struct Times {
    /// Milliseconds plus one, in halves so that none are lost to alignment; 0 for no time.
    table: Table<[u32; 2]>,
    count: usize,
}

impl Times {
    pub(super) const fn new() -> Self {
        Self { table: Table::new(), count: 0 }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn get(&self, handle: Handle) -> Option<Timestamp> {
        let [low, high] = *self.table.get(handle.0 as usize)?;
        let stored = u64::from(high) << u32::BITS | u64::from(low);
        stored.checked_sub(1).map(Timestamp::from_ms_or_max)
    }

    /// Gives a member a time, or takes it away.
    pub(super) fn set(&mut self, handle: Handle, time: Option<Timestamp>) {
        let at = handle.0 as usize;
        if time.is_none() && at >= self.table.len() {
            return;
        }
        self.count -= usize::from(self.get(handle).is_some());
        self.count += usize::from(time.is_some());
        while self.table.len() <= at {
            self.table.push([0; 2]);
        }
        let stored = time.map_or(0, |time| time.ms() + 1);
        self.table[at] = [stored as u32, (stored >> u32::BITS) as u32];
    }

    /// Members who have a time, with it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Handle, Timestamp)> {
        let handles = (0..self.table.len() as u32).map(Handle);
        handles.filter_map(|handle| Some((handle, self.get(handle)?)))
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        self.table.allocated_bytes()
    }
}
