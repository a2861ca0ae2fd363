//! The values of keys.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::RedisError;
use super::hash::Hash;
use super::sorted_set::ZSet;
use crate::members::Members;

/// What a key holds.
#[derive(Clone, Debug)]
pub(super) enum Value {
    String(Vec<u8>),
    Hash(Box<Hash>),
    Set(Box<Members>),
    SortedSet(Box<ZSet>),
}

impl Value {
    /// The name of the type, as `TYPE` gives it.
    pub(super) fn type_name(&self) -> &'static str {
        match self {
            Value::String(_) => "string",
            Value::Hash(_) => "hash",
            Value::Set(_) => "set",
            Value::SortedSet(_) => "zset",
        }
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        match self {
            Value::String(bytes) => bytes.capacity(),
            Value::Hash(hash) => size_of::<Hash>() + hash.allocated_bytes(),
            Value::Set(set) => size_of::<Members>() + set.allocated_bytes(),
            Value::SortedSet(set) => size_of::<ZSet>() + set.allocated_bytes(),
        }
    }
}

/// An unused slot holds nothing that takes memory.
impl Default for Value {
    fn default() -> Self {
        Value::String(Vec::new())
    }
}

/// A type of values. All but strings exist only while they hold something.
pub(super) trait Kind: Sized {
    /// A value of this type that holds nothing yet; the seed shapes its memory.
    fn empty(seed: u64) -> Value;
    fn of(value: &Value) -> Option<&Self>;
    fn of_mut(value: &mut Value) -> Option<&mut Self>;
    /// Returns whether the key goes, because its value holds nothing.
    fn is_gone(&self) -> bool;

    fn expect_of(value: &Value) -> Result<&Self, RedisError> {
        Self::of(value).ok_or(RedisError::WRONG_TYPE)
    }
}

impl Kind for Vec<u8> {
    fn empty(_: u64) -> Value {
        Value::String(Vec::new())
    }

    fn of(value: &Value) -> Option<&Self> {
        if let Value::String(bytes) = value { Some(bytes) } else { None }
    }

    fn of_mut(value: &mut Value) -> Option<&mut Self> {
        if let Value::String(bytes) = value { Some(bytes) } else { None }
    }

    fn is_gone(&self) -> bool {
        false
    }
}

impl Kind for Hash {
    fn empty(seed: u64) -> Value {
        Value::Hash(Box::new(Hash::with_seed(seed)))
    }

    fn of(value: &Value) -> Option<&Self> {
        if let Value::Hash(hash) = value { Some(hash) } else { None }
    }

    fn of_mut(value: &mut Value) -> Option<&mut Self> {
        if let Value::Hash(hash) = value { Some(hash) } else { None }
    }

    fn is_gone(&self) -> bool {
        self.len() == 0
    }
}

impl Kind for Members {
    fn empty(seed: u64) -> Value {
        Value::Set(Box::new(Members::with_seed(seed)))
    }

    fn of(value: &Value) -> Option<&Self> {
        if let Value::Set(set) = value { Some(set) } else { None }
    }

    fn of_mut(value: &mut Value) -> Option<&mut Self> {
        if let Value::Set(set) = value { Some(set) } else { None }
    }

    fn is_gone(&self) -> bool {
        self.is_empty()
    }
}

impl Kind for ZSet {
    fn empty(seed: u64) -> Value {
        Value::SortedSet(Box::new(ZSet::with_seed(seed)))
    }

    fn of(value: &Value) -> Option<&Self> {
        if let Value::SortedSet(set) = value { Some(set) } else { None }
    }

    fn of_mut(value: &mut Value) -> Option<&mut Self> {
        if let Value::SortedSet(set) = value { Some(set) } else { None }
    }

    fn is_gone(&self) -> bool {
        self.is_empty()
    }
}
