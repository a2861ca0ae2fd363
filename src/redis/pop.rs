//! Commands that take the lowest or the highest entries out of a sorted set.

use alloc::vec::Vec;

use super::call::Call;
use super::members::push_entry;
use super::sorted_set::ZSet;
use super::{RedisError, Reply, parse};

/// Which end of a set.
#[derive(Clone, Copy)]
enum End {
    Min,
    Max,
}

impl End {
    fn read(word: &[u8]) -> Result<Self, RedisError> {
        match () {
            () if parse::is(word, "min") => Ok(End::Min),
            () if parse::is(word, "max") => Ok(End::Max),
            () => Err(RedisError::SYNTAX),
        }
    }
}

pub(super) fn zpopmin(call: Call<'_>) -> Result<Reply, RedisError> {
    pop(call, End::Min)
}

pub(super) fn zpopmax(call: Call<'_>) -> Result<Reply, RedisError> {
    pop(call, End::Max)
}

fn pop(call: Call<'_>, end: End) -> Result<Reply, RedisError> {
    if call.args.len() > 3 {
        return Err(RedisError::SYNTAX);
    }
    let count = match call.args.get(2) {
        Some(count) => parse::not_negative(count, RedisError::NOT_POSITIVE)?,
        None => 1,
    };
    let popped = call.keyspace.change(call.arg(1), |set: &mut ZSet| {
        let mut replies = Vec::new();
        let is_popped = take(set, end, count, |member, score| replies.extend([member, score]));
        (replies, is_popped)
    })?;
    Ok(Reply::Array(popped.unwrap_or_default()))
}

pub(super) fn zmpop(call: Call<'_>) -> Result<Reply, RedisError> {
    const NO_KEYS: RedisError = RedisError::Fixed("ERR numkeys should be greater than 0");
    const NO_COUNT: RedisError = RedisError::Fixed("ERR count should be greater than 0");
    let keys = parse::positive(call.arg(1), NO_KEYS)?;
    let words = &call.args[2..];
    let keys = usize::try_from(keys).unwrap_or(usize::MAX);
    if keys >= words.len() {
        return Err(RedisError::SYNTAX);
    }
    let (keys, words) = words.split_at(keys);
    let end = End::read(words[0])?;
    let count = match words[1..] {
        [] => 1,
        [word, count, ref rest @ ..] if parse::is(word, "count") => {
            let count = parse::positive(count, NO_COUNT)?;
            if !rest.is_empty() {
                return Err(RedisError::SYNTAX);
            }
            count
        }
        _ => return Err(RedisError::SYNTAX),
    };
    for key in keys {
        let popped = call.keyspace.change(key, |set: &mut ZSet| {
            let mut pairs = Vec::new();
            let is_popped = take(set, end, count, |member, score| {
                pairs.push(Reply::Array([member, score].into()));
            });
            (pairs, is_popped)
        })?;
        if let Some(pairs) = popped {
            return Ok(Reply::Array([Reply::bulk(key), Reply::Array(pairs)].into()));
        }
    }
    Ok(Reply::NilArray)
}

/// Takes up to `count` entries out, the outermost first. Returns whether there were any.
fn take(set: &mut ZSet, end: End, count: u64, mut answer: impl FnMut(Reply, Reply)) -> bool {
    let len = set.len();
    let count = usize::try_from(count).unwrap_or(len).min(len);
    let mut replies = Vec::with_capacity(2 * count);
    let ranks = match end {
        End::Min => 0..count,
        End::Max => len - count..len,
    };
    match end {
        End::Min => {
            set.entries(ranks.clone()).for_each(|entry| push_entry(&mut replies, &entry, true));
        }
        End::Max => set
            .entries(ranks.clone())
            .rev()
            .for_each(|entry| push_entry(&mut replies, &entry, true)),
    }
    set.remove_ranks(ranks);
    let mut replies = replies.into_iter();
    while let (Some(member), Some(score)) = (replies.next(), replies.next()) {
        answer(member, score);
    }
    count > 0
}
