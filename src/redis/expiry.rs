//! Commands about when keys expire.

use super::call::Call;
use super::keyspace::ExpiresAt;
use super::{RedisError, Reply, parse};
use crate::time::Timestamp;

/// How a number tells an instant.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    ms: i64,
    /// Counted from now, not from 1970.
    is_relative: bool,
}

impl Unit {
    const SECONDS: Self = Unit { ms: 1000, is_relative: true };
    const MS: Self = Unit { ms: 1, is_relative: true };
    const SECONDS_SINCE_1970: Self = Unit { ms: 1000, is_relative: false };
    const MS_SINCE_1970: Self = Unit { ms: 1, is_relative: false };

    /// Returns the unit of an option of `SET`.
    pub(super) fn of_option(word: &[u8]) -> Option<Self> {
        match word.to_ascii_lowercase().as_slice() {
            b"ex" => Some(Self::SECONDS),
            b"px" => Some(Self::MS),
            b"exat" => Some(Self::SECONDS_SINCE_1970),
            b"pxat" => Some(Self::MS_SINCE_1970),
            _ => None,
        }
    }

    /// Returns the instant of a number in milliseconds since 1970, if 64 bits hold it.
    pub(super) fn instant(self, number: i64, now: Timestamp) -> Option<i64> {
        let base = if self.is_relative { i64::try_from(now.ms()).ok()? } else { 0 };
        number.checked_mul(self.ms)?.checked_add(base)
    }
}

pub(super) fn expire(call: Call<'_>) -> Result<Reply, RedisError> {
    set_expiry(call, Unit::SECONDS)
}

pub(super) fn pexpire(call: Call<'_>) -> Result<Reply, RedisError> {
    set_expiry(call, Unit::MS)
}

pub(super) fn expireat(call: Call<'_>) -> Result<Reply, RedisError> {
    set_expiry(call, Unit::SECONDS_SINCE_1970)
}

pub(super) fn pexpireat(call: Call<'_>) -> Result<Reply, RedisError> {
    set_expiry(call, Unit::MS_SINCE_1970)
}

/// When an expiry is set at all.
#[derive(Default)]
struct Condition {
    nx: bool,
    xx: bool,
    gt: bool,
    lt: bool,
}

impl Condition {
    fn read(words: &[&[u8]]) -> Result<Self, RedisError> {
        let mut condition = Condition::default();
        for word in words {
            let flag = match word.to_ascii_lowercase().as_slice() {
                b"nx" => &mut condition.nx,
                b"xx" => &mut condition.xx,
                b"gt" => &mut condition.gt,
                b"lt" => &mut condition.lt,
                _ => return Err(RedisError::unsupported_option(word)),
            };
            *flag = true;
        }
        let Condition { nx, xx, gt, lt } = condition;
        if nx && (xx || gt || lt) {
            let text = "ERR NX and XX, GT or LT options at the same time are not compatible";
            return Err(RedisError::Fixed(text));
        }
        if gt && lt {
            let text = "ERR GT and LT options at the same time are not compatible";
            return Err(RedisError::Fixed(text));
        }
        Ok(condition)
    }

    /// Returns whether an expiry may become another; none at all is the latest.
    fn allows(&self, old: Option<ExpiresAt>, new: i64) -> bool {
        let is_later = |old: ExpiresAt| i128::from(new) > i128::from(old);
        let is_earlier = |old: ExpiresAt| i128::from(new) < i128::from(old);
        !(self.nx && old.is_some()
            || self.xx && old.is_none()
            || self.gt && !old.is_some_and(is_later)
            || self.lt && !old.is_none_or(is_earlier))
    }
}

fn set_expiry(call: Call<'_>, unit: Unit) -> Result<Reply, RedisError> {
    let key = call.arg(1);
    let condition = Condition::read(&call.args[3..])?;
    let number = parse::an_integer(call.arg(2))?;
    let instant = unit.instant(number, call.now).ok_or(RedisError::ExpireTime(call.name))?;
    let Some(old) = call.keyspace.expires_at(key) else { return Ok(Reply::Integer(0)) };
    if !condition.allows(old, instant) {
        return Ok(Reply::Integer(0));
    }
    match ExpiresAt::try_from(instant) {
        Ok(instant) if instant > call.now.ms() => call.keyspace.set_expiry(key, Some(instant)),
        // What has expired goes at once.
        _ => {
            call.keyspace.remove(key);
        }
    }
    Ok(Reply::Integer(1))
}

pub(super) fn persist(call: Call<'_>) -> Result<Reply, RedisError> {
    let key = call.arg(1);
    let expires = call.keyspace.expires_at(key).flatten().is_some();
    if expires {
        call.keyspace.set_expiry(key, None);
    }
    Ok(Reply::truth(expires))
}

pub(super) fn ttl(call: Call<'_>) -> Result<Reply, RedisError> {
    Ok(remaining(&call, |instant, now| seconds(instant - now)))
}

pub(super) fn pttl(call: Call<'_>) -> Result<Reply, RedisError> {
    Ok(remaining(&call, |instant, now| instant - now))
}

pub(super) fn expiretime(call: Call<'_>) -> Result<Reply, RedisError> {
    Ok(remaining(&call, |instant, _| seconds(instant)))
}

pub(super) fn pexpiretime(call: Call<'_>) -> Result<Reply, RedisError> {
    Ok(remaining(&call, |instant, _| instant))
}

/// Answers -2 for a key that is not there, -1 for one that does not expire, and otherwise what
/// `answer` makes of the instant and of now.
fn remaining(call: &Call<'_>, answer: fn(ExpiresAt, ExpiresAt) -> ExpiresAt) -> Reply {
    Reply::Integer(match call.keyspace.expires_at(call.arg(1)) {
        None => -2,
        Some(None) => -1,
        Some(Some(instant)) => answer(instant, call.now.ms()) as i64,
    })
}

/// Rounds milliseconds to the nearest second.
fn seconds(ms: u64) -> u64 {
    (ms + 500) / 1000
}
