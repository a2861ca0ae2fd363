//! `SCAN`, `HSCAN` and `ZSCAN`.
//!
//! A cursor counts handles, and what is there keeps its handle as long as it stays, also over save
//! and load. So what is there from the first call to the last is answered, exactly once; there is
//! no table whose growth could hide or repeat it.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::call::Call;
use super::hash::Hash;
use super::members::push_entry;
use super::sorted_set::ZSet;
use super::{RedisError, Reply, glob, parse};

/// How many handles are looked at for each element that is asked for: those of removed elements
/// count as well.
const HANDLES_PER_ELEMENT: u64 = 10;

/// The options of a scan.
struct Options<'a> {
    pattern: Option<&'a [u8]>,
    count: u64,
    kind: Option<&'a [u8]>,
}

impl<'a> Options<'a> {
    fn read(mut words: &[&'a [u8]], has_type: bool) -> Result<Self, RedisError> {
        let mut options = Options { pattern: None, count: 10, kind: None };
        while let [word, rest @ ..] = words {
            let [value, rest @ ..] = rest else { return Err(RedisError::SYNTAX) };
            words = rest;
            if parse::is(word, "count") {
                // What is no number is one error, what is too small another.
                let count = parse::an_integer(value)?;
                options.count = u64::try_from(count).unwrap_or(0);
                if options.count == 0 {
                    return Err(RedisError::SYNTAX);
                }
            } else if parse::is(word, "match") {
                options.pattern = Some(value).filter(|&pattern| pattern != b"*").copied();
            } else if has_type && parse::is(word, "type") {
                options.kind = Some(value);
            } else {
                return Err(RedisError::SYNTAX);
            }
        }
        Ok(options)
    }

    fn wants(&self, name: &[u8]) -> bool {
        self.pattern.is_none_or(|pattern| glob::matches(pattern, name))
    }

    /// How many handles to look at.
    fn handles(&self, wanted: u64) -> u32 {
        u32::try_from(self.count.min(wanted)).unwrap_or(u32::MAX)
    }
}

/// Reads a cursor as C's `strtoul` does: a sign is allowed, a minus wraps around.
fn cursor(text: &[u8]) -> Result<u64, RedisError> {
    const INVALID: RedisError = RedisError::Fixed("ERR invalid cursor");
    let text = text.split(|&byte| byte == 0).next().unwrap_or_default();
    let (is_negative, digits) = match text {
        [] => return Ok(0),
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(INVALID);
    }
    let number = core::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<u64>().ok());
    let number = number.ok_or(INVALID)?;
    Ok(if is_negative { number.wrapping_neg() } else { number })
}

/// Looks at handles from a cursor on until enough elements were found, or enough handles seen.
/// `step` looks at some and returns the next cursor; `found` says how many elements there are.
fn walk(
    from: u64,
    options: &Options<'_>,
    mut step: impl FnMut(u32, u32) -> (Option<u32>, u64),
) -> u64 {
    // A cursor that no scan gave is one behind the end.
    let Ok(mut at) = u32::try_from(from) else { return 0 };
    let mut seen = 0;
    let most = options.count.saturating_mul(HANDLES_PER_ELEMENT);
    let mut found = 0;
    while found < options.count && seen < most {
        let handles = options.handles((options.count - found).min(most - seen));
        let (next, elements) = step(at, handles);
        found += elements;
        seen += u64::from(handles);
        match next {
            Some(next) => at = next,
            None => return 0,
        }
    }
    u64::from(at)
}

fn reply(cursor: u64, elements: Vec<Reply>) -> Reply {
    let cursor = Reply::Bulk(cursor.to_string().into_bytes());
    Reply::Array([cursor, Reply::Array(elements)].into())
}

pub(super) fn scan(call: Call<'_>) -> Result<Reply, RedisError> {
    let from = cursor(call.arg(1))?;
    let options = Options::read(&call.args[2..], true)?;
    let mut keys = Vec::new();
    let next = walk(from, &options, |at, handles| {
        let mut elements = 0;
        let next = call.keyspace.scan(at, handles, |key, value| {
            elements += 1;
            let is_kind = options.kind.is_none_or(|kind| parse::is(kind, value.type_name()));
            if is_kind && options.wants(key) {
                keys.push(Reply::bulk(key));
            }
        });
        (next, elements)
    });
    Ok(reply(next, keys))
}

pub(super) fn hscan(call: Call<'_>) -> Result<Reply, RedisError> {
    let from = cursor(call.arg(2))?;
    let Some(hash) = call.keyspace.read::<Hash>(call.arg(1))? else {
        return Ok(reply(0, Vec::new()));
    };
    let options = Options::read(&call.args[3..], false)?;
    let mut pairs = Vec::new();
    let mut visit = |field: &[u8], value: &[u8]| {
        if options.wants(field) {
            pairs.extend([Reply::bulk(field), Reply::bulk(value)]);
        }
    };
    if hash.is_small() {
        hash.for_each(visit);
        return Ok(reply(0, pairs));
    }
    let next = walk(from, &options, |at, handles| {
        let mut elements = 0;
        let next = hash.scan(at, handles, |field, value| {
            elements += 1;
            visit(field, value);
        });
        (next, elements)
    });
    Ok(reply(next, pairs))
}

pub(super) fn zscan(call: Call<'_>) -> Result<Reply, RedisError> {
    let from = cursor(call.arg(2))?;
    let Some(set) = call.keyspace.read::<ZSet>(call.arg(1))? else {
        return Ok(reply(0, Vec::new()));
    };
    let options = Options::read(&call.args[3..], false)?;
    let mut pairs = Vec::new();
    if set.is_small() {
        let wanted = set.iter().filter(|entry| options.wants(&entry.member));
        wanted.for_each(|entry| push_entry(&mut pairs, &entry, true));
        return Ok(reply(0, pairs));
    }
    let next = walk(from, &options, |at, handles| {
        let mut elements = 0;
        let next = set.scan(at, handles, |entry| {
            elements += 1;
            if options.wants(&entry.member) {
                push_entry(&mut pairs, &entry, true);
            }
        });
        (next, elements)
    });
    Ok(reply(next, pairs))
}
