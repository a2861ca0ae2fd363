//! Commands that remove members of one sorted set.

use core::ops::Range;

use super::call::Call;
use super::sorted_set::ZSet;
use super::{RedisError, Reply, parse};
use crate::rank::RankRange;
use crate::sorted_set::{Direction, SortedSet};

pub(super) fn zrem(call: Call<'_>) -> Result<Reply, RedisError> {
    let members = &call.args[2..];
    let removed = call.keyspace.change(call.arg(1), |set: &mut ZSet| {
        let count = members.iter().filter(|member| set.remove(member).is_some()).count();
        (count, count > 0)
    })?;
    Ok(Reply::count(removed.unwrap_or(0)))
}

pub(super) fn zremrangebyrank(call: Call<'_>) -> Result<Reply, RedisError> {
    let range = RankRange::new(parse::an_integer(call.arg(2))?, parse::an_integer(call.arg(3))?);
    remove(call, |set| range.resolve(set.len()))
}

pub(super) fn zremrangebyscore(call: Call<'_>) -> Result<Reply, RedisError> {
    let range = parse::score_range(call.arg(2), call.arg(3))?;
    remove(call, |set| set.ranks_by_score(range))
}

pub(super) fn zremrangebylex(call: Call<'_>) -> Result<Reply, RedisError> {
    let range = parse::lex_range(call.arg(2), call.arg(3))?;
    remove(call, |set| set.ranks_by_lex(&range, Direction::Forward))
}

fn remove(
    call: Call<'_>,
    ranks: impl FnOnce(&SortedSet) -> Range<usize>,
) -> Result<Reply, RedisError> {
    let removed = call.keyspace.change(call.arg(1), |set: &mut ZSet| {
        let ranks = ranks(set);
        let count = set.remove_ranks(ranks);
        (count, count > 0)
    })?;
    Ok(Reply::count(removed.unwrap_or(0)))
}
