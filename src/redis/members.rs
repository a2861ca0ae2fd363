//! Commands that read members of one sorted set: their scores, ranks, number, and some by chance.

use alloc::vec::Vec;

use super::call::Call;
use super::sorted_set::ZSet;
use super::{RedisError, Reply, parse};
use crate::rank::Rank;
use crate::score::Score;
use crate::sorted_set::Entry;

pub(super) fn zcard(call: Call<'_>) -> Result<Reply, RedisError> {
    let set = call.keyspace.read::<ZSet>(call.arg(1))?;
    Ok(Reply::count(set.map_or(0, |set| set.len())))
}

pub(super) fn zscore(call: Call<'_>) -> Result<Reply, RedisError> {
    let set = call.keyspace.read::<ZSet>(call.arg(1))?;
    Ok(score_or_nil(set.and_then(|set| set.score(call.arg(2)))))
}

pub(super) fn zmscore(call: Call<'_>) -> Result<Reply, RedisError> {
    let set = call.keyspace.read::<ZSet>(call.arg(1))?;
    let score = |member: &&[u8]| score_or_nil(set.and_then(|set| set.score(member)));
    Ok(Reply::Array(call.args[2..].iter().map(score).collect()))
}

fn score_or_nil(score: Option<Score>) -> Reply {
    score.map_or(Reply::Nil, Reply::Score)
}

pub(super) fn zrank(call: Call<'_>) -> Result<Reply, RedisError> {
    rank(&call, |rank, _| rank)
}

pub(super) fn zrevrank(call: Call<'_>) -> Result<Reply, RedisError> {
    rank(&call, Rank::reverse)
}

/// Answers a rank counted in the direction of the command, with the score if that is asked for.
fn rank(call: &Call<'_>, counted: fn(Rank, usize) -> Rank) -> Result<Reply, RedisError> {
    if call.args.len() > 4 {
        return Err(RedisError::Arity(call.name));
    }
    let with_score = call.args.len() == 4;
    if with_score && !parse::is(call.arg(3), "withscore") {
        return Err(RedisError::SYNTAX);
    }
    let nil = if with_score { Reply::NilArray } else { Reply::Nil };
    let member = call.arg(2);
    let Some(set) = call.keyspace.read::<ZSet>(call.arg(1))? else { return Ok(nil) };
    let Some(rank) = set.rank(member) else { return Ok(nil) };
    let rank = Reply::Integer(i64::from(counted(rank, set.len()).0));
    if !with_score {
        return Ok(rank);
    }
    Ok(Reply::Array([rank, score_or_nil(set.score(member))].into()))
}

pub(super) fn zrandmember(mut call: Call<'_>) -> Result<Reply, RedisError> {
    if call.args.len() == 2 {
        return one_by_chance(&mut call);
    }
    let count = parse::an_integer(call.arg(2))?;
    if count == i64::MIN {
        let text = "ERR value is out of range, value must between -9223372036854775807 and \
                    9223372036854775807";
        return Err(RedisError::Fixed(text));
    }
    let with_scores = call.args.len() == 4 && parse::is(call.arg(3), "withscores");
    if call.args.len() > 3 && !with_scores {
        return Err(RedisError::SYNTAX);
    }
    if with_scores && count.unsigned_abs() > i64::MAX as u64 / 2 {
        return Err(RedisError::Fixed("ERR value is out of range"));
    }
    let most = call.keyspace.limits().random_elements;
    if count < 0 && count.unsigned_abs() > most as u64 {
        let is_there = call.keyspace.read::<ZSet>(call.arg(1))?.is_some();
        let error = RedisError::Limit("the number of repeated members", most as u64);
        return if is_there { Err(error) } else { Ok(Reply::Array(Vec::new())) };
    }
    some_by_chance(&mut call, count, with_scores)
}

fn one_by_chance(call: &mut Call<'_>) -> Result<Reply, RedisError> {
    let mut random = call.keyspace.random;
    let Some(set) = call.keyspace.read::<ZSet>(call.arg(1))? else { return Ok(Reply::Nil) };
    let entry = set.select(Rank(random.below(set.len()) as u32));
    let reply = entry.map_or(Reply::Nil, |entry| Reply::bulk(&entry.member));
    call.keyspace.random = random;
    Ok(reply)
}

/// Answers different members for a positive count, and members with repeats for a negative one.
fn some_by_chance(call: &mut Call<'_>, count: i64, with_scores: bool) -> Result<Reply, RedisError> {
    let mut random = call.keyspace.random;
    let Some(set) = call.keyspace.read::<ZSet>(call.arg(1))? else {
        return Ok(Reply::Array(Vec::new()));
    };
    let len = set.len();
    let mut replies = Vec::new();
    let mut answer = |rank: usize| {
        if let Some(entry) = set.select(Rank(rank as u32)) {
            push_entry(&mut replies, &entry, with_scores);
        }
    };
    if count < 0 {
        (0..count.unsigned_abs()).for_each(|_| answer(random.below(len)));
    } else {
        let count = usize::try_from(count).unwrap_or(len).min(len);
        random.sample(count, len).for_each(answer);
    }
    call.keyspace.random = random;
    Ok(Reply::Array(replies))
}

/// Appends a member, and its score if wanted, as flat replies.
pub(super) fn push_entry(replies: &mut Vec<Reply>, entry: &Entry<'_>, with_score: bool) {
    replies.push(Reply::bulk(&entry.member));
    if with_score {
        replies.push(Reply::Score(entry.score));
    }
}
