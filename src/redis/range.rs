//! Commands that read ranges: by rank, by score, by bytes.

use alloc::vec::Vec;
use core::ops::Range as Ranks;

use super::call::Call;
use super::members::push_entry;
use super::sorted_set::ZSet;
use super::value::{Kind, Value};
use super::{Keyspace, RedisError, Reply, parse};
use crate::rank::RankRange;
use crate::score::ScoreRange;
use crate::sorted_set::{Direction, Entry, LexRange, SortedSet};

/// By what a range is given.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Rank,
    Score,
    Lex,
}

/// What a command says about its range before its arguments do.
#[derive(Clone, Copy)]
struct Form {
    by: Option<By>,
    direction: Option<Direction>,
    stores: bool,
}

/// A range as it was asked for.
struct Query<'a> {
    range: Range<'a>,
    direction: Direction,
    /// How many entries of the range to leave out, and how many to answer.
    offset: i64,
    limit: i64,
    with_scores: bool,
}

enum Range<'a> {
    Rank(RankRange),
    Score(ScoreRange),
    Lex(LexRange<'a>),
}

impl<'a> Query<'a> {
    /// Reads a range and its options: `words` are what follows the key.
    fn read(words: &[&'a [u8]], form: Form) -> Result<Self, RedisError> {
        let Form { mut by, mut direction, stores } = form;
        let (mut offset, mut limit, mut with_scores) = (0, -1, false);
        let (ends, mut options) = words.split_at(2);
        while let [word, rest @ ..] = options {
            options = rest;
            if !stores && parse::is(word, "withscores") {
                with_scores = true;
            } else if parse::is(word, "limit") && rest.len() >= 2 {
                (offset, limit) = (parse::an_integer(rest[0])?, parse::an_integer(rest[1])?);
                options = &rest[2..];
            } else if direction.is_none() && parse::is(word, "rev") {
                direction = Some(Direction::Reverse);
            } else if by.is_none() && parse::is(word, "bylex") {
                by = Some(By::Lex);
            } else if by.is_none() && parse::is(word, "byscore") {
                by = Some(By::Score);
            } else {
                return Err(RedisError::SYNTAX);
            }
        }
        let (by, direction) = (by.unwrap_or(By::Rank), direction.unwrap_or(Direction::Forward));
        if limit != -1 && by == By::Rank {
            return Err(RedisError::Fixed(
                "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or \
                 BYLEX",
            ));
        }
        if with_scores && by == By::Lex {
            return Err(RedisError::Fixed(
                "ERR syntax error, WITHSCORES not supported in combination with BYLEX",
            ));
        }
        let range = Range::read(ends[0], ends[1], by, direction)?;
        Ok(Query { range, direction, offset, limit, with_scores })
    }

    /// Returns the entries of a set that were asked for, in their order.
    fn entries<'s>(&self, set: &'s SortedSet) -> impl Iterator<Item = Entry<'s>> + use<'s> {
        let ranks = self.limited(self.range.ranks(set, self.direction));
        let (forward, reverse) = match self.direction {
            Direction::Forward => (Some(set.entries(ranks)), None),
            Direction::Reverse => (None, Some(set.entries(ranks).rev())),
        };
        forward.into_iter().flatten().chain(reverse.into_iter().flatten())
    }

    /// Applies `LIMIT` to a range of ranks, from the end at which the reply begins.
    fn limited(&self, ranks: Ranks<usize>) -> Ranks<usize> {
        if matches!(self.range, Range::Rank(_)) {
            // The only limit that is not refused there is none, and its offset is not looked at.
            return ranks;
        }
        // A negative offset is one that never ends, and a negative limit is none.
        let offset = usize::try_from(self.offset).unwrap_or(usize::MAX).min(ranks.len());
        let left = ranks.len() - offset;
        let count = usize::try_from(self.limit).unwrap_or(usize::MAX).min(left);
        match self.direction {
            Direction::Forward => ranks.start + offset..ranks.start + offset + count,
            Direction::Reverse => ranks.end - offset - count..ranks.end - offset,
        }
    }
}

impl<'a> Range<'a> {
    fn read(
        first: &'a [u8],
        second: &'a [u8],
        by: By,
        direction: Direction,
    ) -> Result<Self, RedisError> {
        // In reverse, bounds come the other way round; indexes do not.
        let (min, max) = match direction {
            Direction::Forward => (first, second),
            Direction::Reverse => (second, first),
        };
        Ok(match by {
            By::Rank => {
                Range::Rank(RankRange::new(parse::an_integer(first)?, parse::an_integer(second)?))
            }
            By::Score => Range::Score(parse::score_range(min, max)?),
            By::Lex => Range::Lex(parse::lex_range(min, max)?),
        })
    }

    /// Returns the ranks, ascending, of the entries in the range.
    fn ranks(&self, set: &SortedSet, direction: Direction) -> Ranks<usize> {
        match self {
            Range::Rank(range) => {
                let Ranks { start, end } = range.resolve(set.len());
                match direction {
                    Direction::Forward => start..end,
                    Direction::Reverse => set.len() - end..set.len() - start,
                }
            }
            Range::Score(range) => set.ranks_by_score(*range),
            Range::Lex(range) => set.ranks_by_lex(range, direction),
        }
    }
}

const ANY: Form = Form { by: None, direction: None, stores: false };

pub(super) fn zrange(call: Call<'_>) -> Result<Reply, RedisError> {
    answer(&call, ANY)
}

pub(super) fn zrevrange(call: Call<'_>) -> Result<Reply, RedisError> {
    answer(&call, Form { by: Some(By::Rank), direction: Some(Direction::Reverse), ..ANY })
}

pub(super) fn zrangebyscore(call: Call<'_>) -> Result<Reply, RedisError> {
    answer(&call, Form { by: Some(By::Score), direction: Some(Direction::Forward), ..ANY })
}

pub(super) fn zrevrangebyscore(call: Call<'_>) -> Result<Reply, RedisError> {
    answer(&call, Form { by: Some(By::Score), direction: Some(Direction::Reverse), ..ANY })
}

pub(super) fn zrangebylex(call: Call<'_>) -> Result<Reply, RedisError> {
    answer(&call, Form { by: Some(By::Lex), direction: Some(Direction::Forward), ..ANY })
}

pub(super) fn zrevrangebylex(call: Call<'_>) -> Result<Reply, RedisError> {
    answer(&call, Form { by: Some(By::Lex), direction: Some(Direction::Reverse), ..ANY })
}

fn answer(call: &Call<'_>, form: Form) -> Result<Reply, RedisError> {
    let query = Query::read(&call.args[2..], form)?;
    let mut replies = Vec::new();
    if let Some(set) = call.keyspace.read::<ZSet>(call.arg(1))? {
        for entry in query.entries(set) {
            push_entry(&mut replies, &entry, query.with_scores);
        }
    }
    Ok(Reply::Array(replies))
}

pub(super) fn zrangestore(call: Call<'_>) -> Result<Reply, RedisError> {
    let query = Query::read(&call.args[3..], Form { stores: true, ..ANY })?;
    let mut result = ZSet::with_seed(call.keyspace.seed());
    if let Some(set) = call.keyspace.read::<ZSet>(call.arg(2))? {
        for entry in query.entries(set) {
            result.add(&entry.member, entry.score);
        }
    }
    store(call.keyspace, call.arg(1), result)
}

/// Puts a result under a key, in place of whatever is there; no result removes the key.
pub(super) fn store(
    keyspace: &mut Keyspace,
    key: &[u8],
    result: ZSet,
) -> Result<Reply, RedisError> {
    let count = result.len();
    if result.is_gone() {
        keyspace.remove(key);
    } else {
        keyspace.put(key, Value::SortedSet(result.into()))?;
    }
    Ok(Reply::count(count))
}

pub(super) fn zcount(call: Call<'_>) -> Result<Reply, RedisError> {
    let range = parse::score_range(call.arg(2), call.arg(3))?;
    let set = call.keyspace.read::<ZSet>(call.arg(1))?;
    Ok(Reply::count(set.map_or(0, |set| set.count(range))))
}

pub(super) fn zlexcount(call: Call<'_>) -> Result<Reply, RedisError> {
    let range = parse::lex_range(call.arg(2), call.arg(3))?;
    let set = call.keyspace.read::<ZSet>(call.arg(1))?;
    let ranks = set.map(|set| set.ranks_by_lex(&range, Direction::Forward));
    Ok(Reply::count(ranks.map_or(0, |ranks| ranks.len())))
}
