//! Where the names of members lie, by handle.

use core::cmp::Ordering;

use super::arena::Arena;
use super::name::Name;
use super::record::{INLINE_BYTES, Kept, Record};
use super::{hash, uuid};
use crate::skiplist::Handle;
use crate::skiplist::arena::Table;

/// The records of all members, and what they do not hold themselves.
#[derive(Clone, Debug)]
pub(super) struct Names {
    records: Table<Record>,
    /// The last four bytes of each UUID, by handle; only as long as the last one needs.
    tails: Table<u32>,
    arena: Arena,
}

/// A name that is looked up: its hash, and its record if records can hold it.
pub(super) struct Wanted<'a> {
    name: &'a [u8],
    record: Option<Record>,
    /// What the record of a UUID leaves out.
    tail: u32,
    pub(super) hash: u64,
}

impl<'a> Wanted<'a> {
    #[inline]
    pub(super) fn new(name: &'a [u8], seed: u64) -> Self {
        let (record, tail) = if name.len() <= INLINE_BYTES {
            (Some(Record::inline(name)), 0)
        } else if name.len() == uuid::TEXT_BYTES {
            match uuid::pack(name) {
                Some((case, bytes)) => {
                    let (record, tail) = Record::uuid(case, bytes);
                    (Some(record), tail)
                }
                None => (None, 0),
            }
        } else {
            (None, 0)
        };
        let hash = record.and_then(|record| record.hash(tail, seed));
        Wanted { name, record, tail, hash: hash.unwrap_or_else(|| hash::long(name, seed)) }
    }
}

impl Names {
    pub(super) const fn new() -> Self {
        Names { records: Table::new(), tails: Table::new(), arena: Arena::new() }
    }

    /// Returns how many records there are, those not in use included.
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn get(&self, handle: Handle) -> Option<&Record> {
        self.records.get(handle.0 as usize)
    }

    pub(super) fn record(&self, handle: Handle) -> &Record {
        &self.records[handle.0 as usize]
    }

    pub(super) fn record_mut(&mut self, handle: Handle) -> &mut Record {
        &mut self.records[handle.0 as usize]
    }

    pub(super) fn push(&mut self, record: Record) -> Handle {
        Handle(self.records.push(record) as u32)
    }

    fn tail(&self, handle: Handle) -> u32 {
        self.tails.get(handle.0 as usize).copied().unwrap_or(0)
    }

    /// Returns whether a member has the name that is looked up.
    #[inline]
    pub(super) fn is_it(&self, handle: Handle, wanted: &Wanted<'_>) -> bool {
        match wanted.record {
            // Compared as a record: two numbers instead of a loop over bytes.
            Some(record) if !record.is_uuid() => self.record(handle).is_named_as(&record),
            // Both places are read at a time.
            Some(record) => {
                (self.tail(handle) == wanted.tail) & self.record(handle).is_named_as(&record)
            }
            None => self.name(handle) == wanted.name,
        }
    }

    /// Stores the name of a member in a record that is not in use.
    pub(super) fn set(&mut self, handle: Handle, wanted: &Wanted<'_>) {
        let record = match wanted.record {
            Some(record) => record,
            None => {
                let place = self.arena.insert(wanted.name, handle, &mut self.records);
                Record::long(wanted.name, place)
            }
        };
        if record.is_uuid() {
            let at = handle.0 as usize;
            while self.tails.len() <= at {
                self.tails.push(0);
            }
            self.tails[at] = wanted.tail;
        }
        *self.record_mut(handle) = record;
    }

    /// Forgets the name of a member, whose record takes another one.
    pub(super) fn replace(&mut self, handle: Handle, record: Record) {
        if let Kept::Long { place } = self.record(handle).kept() {
            self.arena.remove(place);
        }
        *self.record_mut(handle) = record;
    }

    /// Returns a name; it is empty for a handle that is not in use.
    pub(super) fn name(&self, handle: Handle) -> Name<'_> {
        match self.get(handle).map(Record::kept) {
            Some(Kept::Inline(name)) => Name::stored(name),
            Some(Kept::Long { place }) => Name::stored(self.arena.get(place)),
            Some(Kept::Uuid { case, head }) => {
                let mut bytes = [0; uuid::BYTES];
                bytes[..INLINE_BYTES].copy_from_slice(head);
                bytes[INLINE_BYTES..].copy_from_slice(&self.tail(handle).to_be_bytes());
                Name::uuid(uuid::unpack(case, bytes))
            }
            Some(Kept::Nothing { .. }) | None => Name::NONE,
        }
    }

    pub(super) fn hash_of(&self, handle: Handle, seed: u64) -> u64 {
        let hash = self.record(handle).hash(self.tail(handle), seed);
        hash.unwrap_or_else(|| hash::long(&self.name(handle), seed))
    }

    /// Returns the order of two names.
    #[inline]
    pub(super) fn order(&self, a: Handle, b: Handle) -> Ordering {
        let (first, second) = (self.record(a), self.record(b));
        if first.is_uuid() | second.is_uuid() {
            return match first.order_of_heads(second) {
                Some(order) => order.then_with(|| self.tail(a).cmp(&self.tail(b))),
                // The bytes of a UUID compare with those of no other name.
                None => self.name(a).cmp(&self.name(b)),
            };
        }
        match first.order(second) {
            (Ordering::Equal, false) => self.name(a).cmp(&self.name(b)),
            (order, _) => order,
        }
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        let records = self.records.allocated_bytes() + self.tails.allocated_bytes();
        records + self.arena.allocated_bytes()
    }

    /// Checks that the arena holds the names of the given members, as far as records do not.
    pub(super) fn validate_arena(
        &self,
        members: impl Iterator<Item = Handle>,
    ) -> Result<(), &'static str> {
        self.arena.internal_validate(members.filter_map(
            |handle| match self.record(handle).kept() {
                Kept::Long { place } => Some((handle, self.arena.get(place), place)),
                _ => None,
            },
        ))
    }
}
