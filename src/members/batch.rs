//! Looking several names up at a time.

use super::Members;
use super::names::Wanted;
use crate::skiplist::Handle;

impl Members {
    /// Returns the handles of several members, in their order, as [`get`](Members::get) would.
    ///
    /// A lookup waits for memory twice: for a slot of the index, then for a record. Here all slots
    /// are asked for before the first is looked at, so the waits of the group overlap.
    #[inline(never)]
    pub(crate) fn get_group<const N: usize>(
        &self,
        names: [Option<&[u8]>; N],
    ) -> [Option<Handle>; N] {
        let wanted = names.map(|name| name.map(|name| Wanted::new(name, self.index.seed())));
        wanted.iter().flatten().for_each(|wanted| self.index.fetch(wanted.hash));
        wanted.map(|wanted| wanted.and_then(|wanted| self.find(&wanted)))
    }

    /// Reads something of the records of all these handles, in a way that the compiler does not
    /// leave out: they lie anywhere in memory, and are fetched together that way.
    #[inline(never)]
    pub(crate) fn fetch(&self, handles: &[Handle]) {
        for handle in handles {
            core::hint::black_box(self.names.get(*handle).map(|record| record.is_unused()));
        }
    }
}
