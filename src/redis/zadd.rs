//! `ZADD` and `ZINCRBY`.

use alloc::vec::Vec;

use super::call::Call;
use super::sorted_set::ZSet;
use super::{Keyspace, RedisError, Reply, parse};
use crate::score::Score;
use crate::sorted_set::AddOutcome;

/// The options of `ZADD`.
#[derive(Clone, Copy, Default)]
struct Options {
    /// Only members that are new.
    nx: bool,
    /// Only members that are there.
    xx: bool,
    /// Only to a greater score, where there is one.
    gt: bool,
    /// Only to a lower score, where there is one.
    lt: bool,
    /// Answer how many changed, not how many are new.
    ch: bool,
    /// Add to the score.
    incr: bool,
}

impl Options {
    /// Reads the words before the first one that is no option, and returns what is left.
    fn read<'a, 'b>(mut words: &'b [&'a [u8]]) -> (Self, &'b [&'a [u8]]) {
        let mut options = Options::default();
        while let [word, rest @ ..] = words {
            let flag = match word.to_ascii_lowercase().as_slice() {
                b"nx" => &mut options.nx,
                b"xx" => &mut options.xx,
                b"gt" => &mut options.gt,
                b"lt" => &mut options.lt,
                b"ch" => &mut options.ch,
                b"incr" => &mut options.incr,
                _ => break,
            };
            *flag = true;
            words = rest;
        }
        (options, words)
    }

    fn check(&self, pairs: usize) -> Result<(), RedisError> {
        let Options { nx, xx, gt, lt, incr, .. } = *self;
        if nx && xx {
            let text = "ERR XX and NX options at the same time are not compatible";
            return Err(RedisError::Fixed(text));
        }
        if nx && (gt || lt) || gt && lt {
            let text = "ERR GT, LT, and/or NX options at the same time are not compatible";
            return Err(RedisError::Fixed(text));
        }
        if incr && pairs > 1 {
            let text = "ERR INCR option supports a single increment-element pair";
            return Err(RedisError::Fixed(text));
        }
        Ok(())
    }

    /// Returns whether a member may get a score, given the one it has.
    fn allow(&self, old: Option<Score>, new: Score) -> bool {
        match old {
            None => !self.xx,
            Some(old) => !(self.nx || self.gt && new <= old || self.lt && new >= old),
        }
    }
}

pub(super) fn zadd(call: Call<'_>) -> Result<Reply, RedisError> {
    let (options, words) = Options::read(&call.args[2..]);
    if words.is_empty() || !words.len().is_multiple_of(2) {
        return Err(RedisError::SYNTAX);
    }
    options.check(words.len() / 2)?;
    // All scores are read before the first one is written.
    let scores = words.iter().step_by(2).map(|word| parse::score(word));
    let scores = scores.collect::<Result<Vec<Score>, RedisError>>()?;
    let members: Vec<&[u8]> = words.iter().skip(1).step_by(2).copied().collect();
    let key = call.arg(1);
    let is_there = call.keyspace.read::<ZSet>(key)?.is_some();
    if options.xx && !is_there {
        return Ok(if options.incr { Reply::Nil } else { Reply::Integer(0) });
    }
    check_room(call.keyspace, key, &members, options)?;
    if options.incr {
        return increment(call.keyspace, key, scores[0], members[0], options);
    }
    call.keyspace.change_or_create(key, |set: &mut ZSet| {
        let (mut added, mut updated) = (0, 0);
        for (&score, member) in scores.iter().zip(&members) {
            // Without a condition the score that is there need not be looked up.
            let is_free = !(options.nx || options.xx || options.gt || options.lt);
            if is_free || options.allow(set.score(member), score) {
                match set.add(member, score) {
                    AddOutcome::Added => added += 1,
                    AddOutcome::Updated => updated += 1,
                    AddOutcome::Unchanged => {}
                }
            }
        }
        let counted = if options.ch { added + updated } else { added };
        (Reply::count(counted), added + updated > 0)
    })
}

pub(super) fn zincrby(call: Call<'_>) -> Result<Reply, RedisError> {
    let by = parse::score(call.arg(2))?;
    let (key, member) = (call.arg(1), call.arg(3));
    call.keyspace.read::<ZSet>(key)?;
    check_room(call.keyspace, key, &[member], Options::default())?;
    increment(call.keyspace, key, by, member, Options::default())
}

fn increment(
    keyspace: &mut Keyspace,
    key: &[u8],
    by: Score,
    member: &[u8],
    options: Options,
) -> Result<Reply, RedisError> {
    keyspace.change_or_create(key, |set: &mut ZSet| {
        let old = set.score(member);
        if options.nx && old.is_some() {
            return (Ok(Reply::Nil), false);
        }
        let Ok(sum) = old.unwrap_or(Score::ZERO).checked_add(by) else {
            return (Err(RedisError::NAN), false);
        };
        if !options.allow(old, sum) {
            return (Ok(Reply::Nil), false);
        }
        // A new member gets the increment itself: 0 plus -0 would lose the sign.
        let sum = set.increment(member, by).unwrap_or(sum);
        (Ok(Reply::Score(sum)), old != Some(sum))
    })?
}

/// Refuses new members for which a set has no room, before anything is written.
fn check_room(
    keyspace: &Keyspace,
    key: &[u8],
    members: &[&[u8]],
    options: Options,
) -> Result<(), RedisError> {
    let most = keyspace.limits().members;
    let set = keyspace.read::<ZSet>(key)?;
    let len = set.map_or(0, |set| set.len());
    if options.xx || len + members.len() <= most {
        return Ok(());
    }
    // Near the limit it counts who is really new. A member that stands twice counts twice.
    let is_new = |member: &&&[u8]| set.is_none_or(|set| set.score(member).is_none());
    if len + members.iter().filter(is_new).count() <= most {
        return Ok(());
    }
    Err(RedisError::Limit("the number of members", most as u64))
}
