//! The keys of a database, with their values and expiries.

use alloc::vec::Vec;

use super::RedisError;
use super::limits::Limits;
use super::random::Random;
use super::value::{Kind, Value};
use super::watch::Watches;
use crate::members::Members;
use crate::score::Score;
use crate::skiplist::arena::Table;
use crate::skiplist::{Handle, SkipList};
use crate::snapshot::{SnapshotError, Writer};
use crate::sorted_set::{EntryKey, Key};
use crate::time::Timestamp;

/// An instant of Redis: milliseconds since 1970, which may lie behind [`Timestamp::MAX`].
pub(super) type ExpiresAt = u64;

/// A Redis database in memory: keys that hold strings, hashes, sets and sorted sets.
///
/// It is a function of its commands and their times. There is no clock in it: a key expires when a
/// command brings a time that is not before its expiry, and goes then, so that no key is ever seen
/// that a Redis server would not show.
///
/// The Redis counterpart is a `redisDb`. Commands that need a connection (`MULTI`, `WATCH`) go
/// through a [`Session`](super::Session).
///
/// # Examples
///
/// ```
/// use edgeboard::redis::{Keyspace, Reply};
/// use edgeboard::time::Timestamp;
///
/// let mut keyspace = Keyspace::new();
/// let now = Timestamp::from_ms(1_000)?;
/// assert_eq!(keyspace.call(&[b"ZADD", b"lb", b"30", b"ann"], now), Reply::Integer(1));
/// assert_eq!(keyspace.call(&[b"ZREVRANK", b"lb", b"ann"], now), Reply::Integer(0));
/// keyspace.call(&[b"EXPIRE", b"lb", b"60"], now);
/// let later = Timestamp::from_ms(61_000)?;
/// assert_eq!(keyspace.call(&[b"EXISTS", b"lb"], later), Reply::Integer(0));
/// # Ok::<(), edgeboard::time::TimeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Keyspace {
    keys: Members,
    /// What is under the keys, by their handles.
    slots: Table<Slot>,
    /// The keys that expire, by when they do: a list of the kind that sorted sets have, whose code
    /// is there anyway. Scores are doubles, so the exact instant is in the slot.
    expiries: SkipList<Key>,
    pub(super) watches: Watches,
    pub(super) random: Random,
    seed: u64,
    limits: Limits,
    /// The bytes of all values.
    value_bytes: usize,
}

/// What is under a key.
#[derive(Clone, Debug, Default)]
struct Slot {
    value: Value,
    expires_at: Option<ExpiresAt>,
    /// The bytes that were last counted for the value.
    bytes: usize,
}

impl Keyspace {
    /// Returns an empty database without limits but those of the engine.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// Returns an empty database with limits of its own.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        const DEFAULT_SEED: u64 = 0x7265_6469_735F_6462;
        Self::with_seed(DEFAULT_SEED, limits)
    }

    /// Returns an empty database with limits, whose shape in memory and whose random choices
    /// follow from `seed`. A host that takes keys from strangers passes a secret, so that nobody
    /// can choose names that collide. No answer but that of `ZRANDMEMBER` depends on it.
    #[must_use]
    pub fn with_seed(seed: u64, limits: Limits) -> Self {
        Keyspace {
            keys: Members::with_seed(seed),
            slots: Table::new(),
            expiries: SkipList::with_seed(seed),
            watches: Watches::new(),
            random: Random::new(seed),
            seed,
            limits,
            value_bytes: 0,
        }
    }

    /// Returns the limits.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the number of keys. The Redis counterpart is `DBSIZE`.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether there is no key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the bytes that keys and values have allocated. Computes in **O(1)** time, and
    /// **O(k)** with a very small factor for k keys. The Redis counterpart is `used_memory`.
    #[must_use]
    pub fn allocated_bytes(&self) -> usize {
        let keys = self.keys.allocated_bytes() + self.slots.allocated_bytes();
        keys + self.expiries.allocated_bytes() + self.value_bytes
    }

    /// Returns whether commands that need memory are refused.
    pub(super) fn is_out_of_memory(&self) -> bool {
        self.limits.memory_bytes != usize::MAX && self.allocated_bytes() >= self.limits.memory_bytes
    }

    /// Removes the keys that have expired.
    pub(super) fn expire(&mut self, now: Timestamp) {
        // Up to the last possible time, a double is the exact instant.
        while let Some((expires_at, handle)) = self.expiries.first() {
            if expires_at.score() > instant(now.ms()) {
                return;
            }
            self.remove_handle(handle);
        }
    }

    pub(super) fn contains(&self, key: &[u8]) -> bool {
        self.keys.get(key).is_some()
    }

    /// Returns what a key holds.
    pub(super) fn value(&self, key: &[u8]) -> Option<&Value> {
        self.keys.get(key).map(|handle| &self.slots[handle.0 as usize].value)
    }

    /// Returns what a key holds if that is of one type, or an error if it is of another.
    pub(super) fn read<T: Kind>(&self, key: &[u8]) -> Result<Option<&T>, RedisError> {
        self.value(key).map(T::expect_of).transpose()
    }

    /// Changes what a key holds. `change` returns its result and whether it changed anything. The
    /// key goes if nothing is left under it. `None` if there is no such key.
    pub(super) fn change<T: Kind, R>(
        &mut self,
        key: &[u8],
        change: impl FnOnce(&mut T) -> (R, bool),
    ) -> Result<Option<R>, RedisError> {
        let Some(handle) = self.keys.get(key) else { return Ok(None) };
        self.change_handle(handle, key, change).map(Some)
    }

    /// The same, with an empty value to start from where there is no such key.
    pub(super) fn change_or_create<T: Kind, R>(
        &mut self,
        key: &[u8],
        change: impl FnOnce(&mut T) -> (R, bool),
    ) -> Result<R, RedisError> {
        let handle = match self.keys.get(key) {
            Some(handle) => handle,
            None => self.create(key, T::empty(self.seed))?,
        };
        self.change_handle(handle, key, change)
    }

    fn change_handle<T: Kind, R>(
        &mut self,
        handle: Handle,
        key: &[u8],
        change: impl FnOnce(&mut T) -> (R, bool),
    ) -> Result<R, RedisError> {
        let slot = &mut self.slots[handle.0 as usize];
        let value = T::of_mut(&mut slot.value).ok_or(RedisError::WRONG_TYPE)?;
        let (result, has_changed) = change(value);
        if value.is_gone() {
            // A value that was created for nothing leaves no trace, not even for who watches.
            self.discard(handle);
        } else {
            self.count_bytes(handle);
        }
        if has_changed {
            self.watches.touch(key);
        }
        Ok(result)
    }

    /// Puts a value under a key, in place of what is there. The expiry goes.
    pub(super) fn put(&mut self, key: &[u8], value: Value) -> Result<(), RedisError> {
        match self.keys.get(key) {
            Some(handle) => {
                self.set_expiry_of(handle, None);
                self.slots[handle.0 as usize].value = value;
                self.count_bytes(handle);
            }
            None => {
                self.create(key, value)?;
            }
        }
        self.watches.touch(key);
        Ok(())
    }

    fn create(&mut self, key: &[u8], value: Value) -> Result<Handle, RedisError> {
        if self.len() >= self.limits.keys {
            return Err(RedisError::Limit("the number of keys", self.limits.keys as u64));
        }
        let handle = self.keys.insert(key);
        if self.slots.len() == handle.0 as usize {
            self.slots.push(Slot::default());
        }
        self.slots[handle.0 as usize].value = value;
        self.count_bytes(handle);
        Ok(handle)
    }

    /// Removes a key and returns whether it was there.
    pub(super) fn remove(&mut self, key: &[u8]) -> bool {
        let handle = self.keys.get(key);
        if let Some(handle) = handle {
            self.remove_handle(handle);
        }
        handle.is_some()
    }

    fn remove_handle(&mut self, handle: Handle) {
        let Keyspace { keys, watches, .. } = self;
        watches.touch(&keys.name(handle));
        self.discard(handle);
    }

    fn discard(&mut self, handle: Handle) {
        self.set_expiry_of(handle, None);
        let slot = core::mem::take(&mut self.slots[handle.0 as usize]);
        self.value_bytes -= slot.bytes;
        self.keys.remove(handle);
    }

    /// Removes all keys.
    pub(super) fn clear(&mut self) {
        for (_, key) in self.keys.iter() {
            self.watches.touch(&key);
        }
        self.keys.clear();
        self.slots = Table::new();
        self.expiries.clear();
        self.value_bytes = 0;
    }

    fn count_bytes(&mut self, handle: Handle) {
        let slot = &mut self.slots[handle.0 as usize];
        let bytes = slot.value.allocated_bytes();
        self.value_bytes = self.value_bytes - slot.bytes + bytes;
        slot.bytes = bytes;
    }

    /// Returns when a key expires: `None` if there is no such key, `Some(None)` if it never does.
    pub(super) fn expires_at(&self, key: &[u8]) -> Option<Option<ExpiresAt>> {
        self.keys.get(key).map(|handle| self.slots[handle.0 as usize].expires_at)
    }

    /// Lets a key expire at an instant, or never.
    pub(super) fn set_expiry(&mut self, key: &[u8], expires_at: Option<ExpiresAt>) {
        let Some(handle) = self.keys.get(key) else { return };
        self.set_expiry_of(handle, expires_at);
        self.watches.touch(key);
    }

    fn set_expiry_of(&mut self, handle: Handle, expires_at: Option<ExpiresAt>) {
        let old = core::mem::replace(&mut self.slots[handle.0 as usize].expires_at, expires_at);
        if old.is_some() {
            self.expiries.remove(handle, &mut self.keys);
        }
        if let Some(expires_at) = expires_at {
            self.expiries.insert(Key::new(instant(expires_at), 0), handle, &mut self.keys);
        }
    }

    /// Visits keys from a cursor on, as [`Members::scan`] does.
    pub(super) fn scan(
        &self,
        cursor: u32,
        handles: u32,
        mut visit: impl FnMut(&[u8], &Value),
    ) -> Option<u32> {
        self.keys.scan(cursor, handles, |handle| {
            visit(&self.keys.name(handle), &self.slots[handle.0 as usize].value);
        })
    }

    /// Returns every key for which `is_wanted` holds.
    pub(super) fn keys(&self, is_wanted: impl Fn(&[u8]) -> bool) -> Vec<Vec<u8>> {
        let keys = self.keys.iter().map(|(_, key)| key);
        keys.filter(|key| is_wanted(key)).map(|key| key.to_vec()).collect()
    }

    pub(super) fn write_keys(&self, writer: &mut Writer<'_>) {
        self.keys.write_to(writer);
    }

    /// Calls `visit` with what is under each key, in the order of handles.
    pub(super) fn for_each_value(&self, mut visit: impl FnMut(&Value, Option<ExpiresAt>)) {
        for (handle, _) in self.keys.iter() {
            let slot = &self.slots[handle.0 as usize];
            visit(&slot.value, slot.expires_at);
        }
    }

    /// Fills an empty keyspace with keys, and with what `next` has for each of them, in the order
    /// of handles.
    pub(super) fn fill(
        &mut self,
        keys: Members,
        mut next: impl FnMut(u64) -> Result<(Value, Option<ExpiresAt>), SnapshotError>,
    ) -> Result<(), SnapshotError> {
        let handles: Vec<Handle> = keys.iter().map(|(handle, _)| handle).collect();
        self.keys = keys;
        for handle in handles {
            while self.slots.len() <= handle.0 as usize {
                self.slots.push(Slot::default());
            }
            let (value, expires_at) = next(self.seed)?;
            self.slots[handle.0 as usize].value = value;
            self.count_bytes(handle);
            self.set_expiry_of(handle, expires_at);
        }
        Ok(())
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Checks every invariant. Computes in **O(n)** time.
    ///
    /// # Errors
    ///
    /// A sentence that names the first broken invariant.
    #[doc(hidden)]
    pub fn internal_validate(&self) -> Result<(), &'static str> {
        self.keys.internal_validate()?;
        self.expiries.internal_validate(&self.keys)?;
        let mut bytes = 0;
        for (handle, _) in self.keys.iter() {
            let slot = self.slots.get(handle.0 as usize).ok_or("every key has a slot")?;
            bytes += slot.value.allocated_bytes();
            let listed = self.expiries.key(handle, &self.keys).map(Key::score);
            if listed != slot.expires_at.map(instant) {
                return Err("every key that expires is in the list of expiries");
            }
            match &slot.value {
                Value::SortedSet(set) => set.internal_validate()?,
                Value::Set(set) => set.internal_validate()?,
                Value::Hash(_) | Value::String(_) => {}
            }
            let is_gone = match &slot.value {
                Value::SortedSet(set) => set.is_gone(),
                Value::Set(set) => set.is_gone(),
                Value::Hash(hash) => hash.is_gone(),
                Value::String(_) => false,
            };
            if is_gone {
                return Err("no key holds an empty value");
            }
        }
        if bytes != self.value_bytes {
            return Err("the bytes of the values are counted");
        }
        Ok(())
    }
}

/// An instant as the list of expiries orders it.
fn instant(ms: ExpiresAt) -> Score {
    Score::from_integer(ms)
}

impl Default for Keyspace {
    fn default() -> Self {
        Self::new()
    }
}
