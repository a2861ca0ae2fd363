//! `SET`, `GET` and counters.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::call::Call;
use super::expiry::Unit;
use super::keyspace::ExpiresAt;
use super::value::Value;
use super::{RedisError, Reply, parse};

pub(super) fn get(call: Call<'_>) -> Result<Reply, RedisError> {
    let value = call.keyspace.read::<Vec<u8>>(call.arg(1))?;
    Ok(value.map_or(Reply::Nil, |value| Reply::bulk(value)))
}

/// The options of `SET`.
#[derive(Default)]
struct Options {
    nx: bool,
    xx: bool,
    get: bool,
    keeps_ttl: bool,
    expires_at: Option<ExpiresAt>,
}

impl Options {
    fn read(call: &Call<'_>) -> Result<Self, RedisError> {
        let mut options = Options::default();
        let mut expiry: Option<(Unit, &[u8])> = None;
        let mut words = &call.args[3..];
        while let [word, rest @ ..] = words {
            words = rest;
            let unit = Unit::of_option(word);
            if parse::is(word, "nx") && !options.xx {
                options.nx = true;
            } else if parse::is(word, "xx") && !options.nx {
                options.xx = true;
            } else if parse::is(word, "get") {
                options.get = true;
            } else if parse::is(word, "keepttl") && expiry.is_none() {
                options.keeps_ttl = true;
            } else if let Some(unit) = unit
                && expiry.is_none()
                && !options.keeps_ttl
                && let [value, rest @ ..] = rest
            {
                expiry = Some((unit, value));
                words = rest;
            } else {
                return Err(RedisError::SYNTAX);
            }
        }
        if let Some((unit, value)) = expiry {
            let number = parse::an_integer(value)?;
            let instant = unit.instant(number, call.now).filter(|_| number > 0);
            let instant = instant.and_then(|instant| ExpiresAt::try_from(instant).ok());
            options.expires_at = Some(instant.ok_or(RedisError::ExpireTime("set"))?);
        }
        Ok(options)
    }
}

pub(super) fn set(call: Call<'_>) -> Result<Reply, RedisError> {
    let options = Options::read(&call)?;
    let (key, value) = (call.arg(1), call.arg(2));
    let old = match options.get {
        true => call.keyspace.read::<Vec<u8>>(key)?.map(|value| Reply::bulk(value)),
        false => None,
    };
    let is_there = call.keyspace.contains(key);
    let is_done = !(options.nx && is_there || options.xx && !is_there);
    if is_done {
        let kept = if options.keeps_ttl { call.keyspace.expires_at(key).flatten() } else { None };
        call.keyspace.put(key, Value::String(value.to_vec()))?;
        if let Some(expires_at) = options.expires_at.or(kept) {
            call.keyspace.set_expiry(key, Some(expires_at));
            // An instant in the past is one, so the key goes at once.
            call.keyspace.expire(call.now);
        }
    }
    Ok(match (options.get, is_done) {
        (true, _) => old.unwrap_or(Reply::Nil),
        (false, true) => Reply::OK,
        (false, false) => Reply::Nil,
    })
}

pub(super) fn incr(call: Call<'_>) -> Result<Reply, RedisError> {
    increment(call, 1)
}

pub(super) fn decr(call: Call<'_>) -> Result<Reply, RedisError> {
    increment(call, -1)
}

pub(super) fn incrby(call: Call<'_>) -> Result<Reply, RedisError> {
    let by = parse::an_integer(call.arg(2))?;
    increment(call, by)
}

pub(super) fn decrby(call: Call<'_>) -> Result<Reply, RedisError> {
    let by = parse::an_integer(call.arg(2))?;
    let by = by.checked_neg().ok_or(RedisError::Fixed("ERR decrement would overflow"))?;
    increment(call, by)
}

fn increment(call: Call<'_>, by: i64) -> Result<Reply, RedisError> {
    let key = call.arg(1);
    let old = match call.keyspace.read::<Vec<u8>>(key)? {
        Some(text) => parse::an_integer(text)?,
        None => 0,
    };
    let sum = old.checked_add(by).ok_or(RedisError::OVERFLOW)?;
    call.keyspace.change_or_create(key, |value: &mut Vec<u8>| {
        *value = sum.to_string().into_bytes();
        (Reply::Integer(sum), true)
    })
}

/// The form in which a Redis server would hold a string.
pub(super) fn encoding(value: &[u8]) -> &'static str {
    const EMBEDDED_BYTES: usize = 44;
    match value.len() {
        _ if parse::integer(value).is_some() => "int",
        ..=EMBEDDED_BYTES => "embstr",
        _ => "raw",
    }
}
