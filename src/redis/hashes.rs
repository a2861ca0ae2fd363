//! Commands for hashes and for plain sets.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::call::Call;
use super::hash::Hash;
use super::{Keyspace, RedisError, Reply, parse};
use crate::members::Members;

pub(super) fn hset(call: Call<'_>) -> Result<Reply, RedisError> {
    let pairs = &call.args[2..];
    if !pairs.len().is_multiple_of(2) {
        return Err(RedisError::Arity(call.name));
    }
    let fields = pairs.len() / 2;
    check_room::<Hash>(call.keyspace, call.arg(1), fields, Hash::len)?;
    call.keyspace.change_or_create(call.arg(1), |hash: &mut Hash| {
        let is_new = |pair: &&[&[u8]]| hash.insert(pair[0], pair[1]);
        (Reply::count(pairs.chunks_exact(2).filter(is_new).count()), true)
    })
}

pub(super) fn hget(call: Call<'_>) -> Result<Reply, RedisError> {
    let hash = call.keyspace.read::<Hash>(call.arg(1))?;
    Ok(hash.and_then(|hash| hash.get(call.arg(2))).map_or(Reply::Nil, Reply::bulk))
}

pub(super) fn hmget(call: Call<'_>) -> Result<Reply, RedisError> {
    let hash = call.keyspace.read::<Hash>(call.arg(1))?;
    let value =
        |field: &&[u8]| hash.and_then(|hash| hash.get(field)).map_or(Reply::Nil, Reply::bulk);
    Ok(Reply::Array(call.args[2..].iter().map(value).collect()))
}

pub(super) fn hgetall(call: Call<'_>) -> Result<Reply, RedisError> {
    let mut replies = Vec::new();
    if let Some(hash) = call.keyspace.read::<Hash>(call.arg(1))? {
        hash.for_each(|field, value| replies.extend([Reply::bulk(field), Reply::bulk(value)]));
    }
    Ok(Reply::Array(replies))
}

pub(super) fn hlen(call: Call<'_>) -> Result<Reply, RedisError> {
    let hash = call.keyspace.read::<Hash>(call.arg(1))?;
    Ok(Reply::count(hash.map_or(0, Hash::len)))
}

pub(super) fn hdel(call: Call<'_>) -> Result<Reply, RedisError> {
    let fields = &call.args[2..];
    let removed = call.keyspace.change(call.arg(1), |hash: &mut Hash| {
        let count = fields.iter().filter(|field| hash.remove(field)).count();
        (count, count > 0)
    })?;
    Ok(Reply::count(removed.unwrap_or(0)))
}

pub(super) fn hincrby(call: Call<'_>) -> Result<Reply, RedisError> {
    const NOT_INTEGER: RedisError = RedisError::Fixed("ERR hash value is not an integer");
    let by = parse::an_integer(call.arg(3))?;
    let (key, field) = (call.arg(1), call.arg(2));
    let old = call.keyspace.read::<Hash>(key)?.and_then(|hash| hash.get(field));
    let old = old.map_or(Ok(0), |text| parse::integer(text).ok_or(NOT_INTEGER))?;
    let sum = old.checked_add(by).ok_or(RedisError::OVERFLOW)?;
    check_room::<Hash>(call.keyspace, key, 1, Hash::len)?;
    call.keyspace.change_or_create(key, |hash: &mut Hash| {
        hash.insert(field, sum.to_string().as_bytes());
        (Reply::Integer(sum), true)
    })
}

pub(super) fn sadd(call: Call<'_>) -> Result<Reply, RedisError> {
    let members = &call.args[2..];
    check_room::<Members>(call.keyspace, call.arg(1), members.len(), Members::len)?;
    call.keyspace.change_or_create(call.arg(1), |set: &mut Members| {
        let before = set.len();
        members.iter().for_each(|member| {
            set.insert(member);
        });
        let added = set.len() - before;
        (Reply::count(added), added > 0)
    })
}

pub(super) fn srem(call: Call<'_>) -> Result<Reply, RedisError> {
    let members = &call.args[2..];
    let removed = call.keyspace.change(call.arg(1), |set: &mut Members| {
        let before = set.len();
        for member in members {
            if let Some(handle) = set.get(member) {
                set.remove(handle);
            }
        }
        let count = before - set.len();
        (count, count > 0)
    })?;
    Ok(Reply::count(removed.unwrap_or(0)))
}

pub(super) fn scard(call: Call<'_>) -> Result<Reply, RedisError> {
    let set = call.keyspace.read::<Members>(call.arg(1))?;
    Ok(Reply::count(set.map_or(0, Members::len)))
}

pub(super) fn smembers(call: Call<'_>) -> Result<Reply, RedisError> {
    let set = call.keyspace.read::<Members>(call.arg(1))?;
    let members = set.into_iter().flat_map(Members::iter);
    Ok(Reply::Array(members.map(|(_, member)| Reply::bulk(&member)).collect()))
}

/// Refuses what might pass the limit, before anything is written; near the limit, what is there
/// already counts as new.
fn check_room<T: super::value::Kind>(
    keyspace: &Keyspace,
    key: &[u8],
    added: usize,
    len: fn(&T) -> usize,
) -> Result<(), RedisError> {
    let most = keyspace.limits().members;
    let there = keyspace.read::<T>(key)?.map_or(0, len);
    if there + added <= most {
        return Ok(());
    }
    Err(RedisError::Limit("the number of members", most as u64))
}
