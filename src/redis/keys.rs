//! Commands about keys of every type, and about the connection.

use super::call::Call;
use super::hash::Hash;
use super::sorted_set::ZSet;
use super::value::{Kind, Value};
use super::{RedisError, Reply, glob, parse, strings};

pub(super) fn del(call: Call<'_>) -> Result<Reply, RedisError> {
    let keys = &call.args[1..];
    Ok(Reply::count(keys.iter().filter(|key| call.keyspace.remove(key)).count()))
}

pub(super) fn exists(call: Call<'_>) -> Result<Reply, RedisError> {
    let keys = &call.args[1..];
    Ok(Reply::count(keys.iter().filter(|key| call.keyspace.contains(key)).count()))
}

pub(super) fn kind(call: Call<'_>) -> Result<Reply, RedisError> {
    let value = call.keyspace.value(call.arg(1));
    Ok(Reply::Status(value.map_or("none", Value::type_name)))
}

pub(super) fn keys(call: Call<'_>) -> Result<Reply, RedisError> {
    let pattern = call.arg(1);
    let keys = call.keyspace.keys(|key| pattern == b"*" || glob::matches(pattern, key));
    Ok(Reply::Array(keys.into_iter().map(Reply::Bulk).collect()))
}

pub(super) fn dbsize(call: Call<'_>) -> Result<Reply, RedisError> {
    Ok(Reply::count(call.keyspace.len()))
}

pub(super) fn flushall(call: Call<'_>) -> Result<Reply, RedisError> {
    let is_known = match call.args {
        [_] => true,
        [_, word] => parse::is(word, "async") || parse::is(word, "sync"),
        _ => false,
    };
    if !is_known {
        return Err(RedisError::SYNTAX);
    }
    call.keyspace.clear();
    Ok(Reply::OK)
}

pub(super) fn ping(call: Call<'_>) -> Result<Reply, RedisError> {
    match call.args {
        [_] => Ok(Reply::Status("PONG")),
        [_, text] => Ok(Reply::bulk(text)),
        _ => Err(RedisError::Arity(call.name)),
    }
}

pub(super) fn echo(call: Call<'_>) -> Result<Reply, RedisError> {
    Ok(Reply::bulk(call.arg(1)))
}

/// Checks the subcommand of `OBJECT`, which to a server is part of the name: within a transaction
/// a wrong one is refused at once.
pub(super) fn check_object(args: &[&[u8]]) -> Result<(), RedisError> {
    let subcommand = args.get(1).copied().unwrap_or_default();
    if !parse::is(subcommand, "encoding") {
        return Err(RedisError::unknown_subcommand(subcommand, "OBJECT"));
    }
    if args.len() != 3 {
        return Err(RedisError::Arity("object|encoding"));
    }
    Ok(())
}

/// `OBJECT ENCODING`: the form in which a Redis server would hold a value.
pub(super) fn object(call: Call<'_>) -> Result<Reply, RedisError> {
    let value = call.keyspace.value(call.arg(2));
    Ok(value.map_or(Reply::Nil, |value| Reply::bulk(encoding(value).as_bytes())))
}

fn encoding(value: &Value) -> &'static str {
    let is_small =
        ZSet::of(value).is_some_and(ZSet::is_small) || Hash::of(value).is_some_and(Hash::is_small);
    match value {
        Value::String(value) => strings::encoding(value),
        Value::SortedSet(_) | Value::Hash(_) if is_small => "listpack",
        Value::SortedSet(_) => "skiplist",
        Value::Hash(_) | Value::Set(_) => "hashtable",
    }
}
