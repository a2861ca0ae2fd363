//! Commands that combine several sets: `ZUNION`, `ZINTER`, `ZDIFF` and their kin.

use alloc::collections::BinaryHeap; // tidy: see `order_inputs`.
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::call::Call;
use super::members::push_entry;
use super::range::store;
use super::sorted_set::ZSet;
use super::value::Value;
use super::{Keyspace, RedisError, Reply, parse};
use crate::members::Members;
use crate::score::Score;

/// What to make of several sets.
#[derive(Clone, Copy, PartialEq)]
enum Operation {
    Union,
    Inter,
    Diff,
    InterCard,
}

/// How the scores of one member are put together.
#[derive(Clone, Copy)]
enum Aggregate {
    Sum,
    Min,
    Max,
}

impl Aggregate {
    fn read(word: &[u8]) -> Result<Self, RedisError> {
        match () {
            () if parse::is(word, "sum") => Ok(Aggregate::Sum),
            () if parse::is(word, "min") => Ok(Aggregate::Min),
            () if parse::is(word, "max") => Ok(Aggregate::Max),
            () => Err(RedisError::SYNTAX),
        }
    }

    /// Puts a further score to those so far. What is not a number counts as Redis has it: a sum
    /// becomes 0, a minimum or maximum takes no notice.
    fn apply(self, so_far: f64, next: f64) -> f64 {
        match self {
            Aggregate::Sum => number(so_far + next),
            Aggregate::Min => {
                if next < so_far {
                    next
                } else {
                    so_far
                }
            }
            Aggregate::Max => {
                if next > so_far {
                    next
                } else {
                    so_far
                }
            }
        }
    }
}

/// Not a number counts as 0.
fn number(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value }
}

/// A set to be combined; a key that does not exist is an empty one.
#[derive(Clone, Copy)]
struct Input<'a> {
    source: Source<'a>,
    weight: f64,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    Missing,
    /// A plain set counts as if each of its members had the score 1.
    Set(&'a Members),
    SortedSet(&'a ZSet),
}

impl Source<'_> {
    fn len(&self) -> usize {
        match self {
            Source::Missing => 0,
            Source::Set(set) => set.len(),
            Source::SortedSet(set) => set.len(),
        }
    }

    fn score(&self, member: &[u8]) -> Option<f64> {
        match self {
            Source::Missing => None,
            Source::Set(set) => set.get(member).map(|_| 1.0),
            Source::SortedSet(set) => set.score(member).map(Score::get),
        }
    }

    /// Calls `visit` with each member and score, until it says to stop.
    fn for_each(&self, mut visit: impl FnMut(&[u8], f64)) {
        match self {
            Source::Missing => {}
            Source::Set(set) => set.iter().for_each(|(_, member)| visit(&member, 1.0)),
            Source::SortedSet(set) => {
                set.iter().for_each(|entry| visit(&entry.member, entry.score.get()));
            }
        }
    }
}

/// A command with its inputs and options.
struct Query<'a> {
    inputs: Vec<Input<'a>>,
    aggregate: Aggregate,
    with_scores: bool,
    /// For `ZINTERCARD`: where to stop counting; 0 for never.
    limit: u64,
}

impl<'a> Query<'a> {
    /// Reads a command: `words` begin with the number of keys.
    fn read(
        keyspace: &'a Keyspace,
        words: &[&[u8]],
        operation: Operation,
        stores: bool,
        name: &'static str,
    ) -> Result<Self, RedisError> {
        let count = parse::an_integer(words[0])?;
        if count < 1 {
            return Err(RedisError::NoInputKey(name));
        }
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let words = &words[1..];
        if count > words.len() {
            return Err(RedisError::SYNTAX);
        }
        let (keys, options) = words.split_at(count);
        let inputs = keys.iter().map(|key| input(keyspace, key));
        let inputs = inputs.collect::<Result<Vec<Input<'a>>, RedisError>>()?;
        let aggregate = Aggregate::Sum;
        let mut query = Query { inputs, aggregate, with_scores: false, limit: 0 };
        query.read_options(options, operation, stores)?;
        Ok(query)
    }

    fn read_options(
        &mut self,
        mut options: &[&[u8]],
        operation: Operation,
        stores: bool,
    ) -> Result<(), RedisError> {
        const NOT_WEIGHT: RedisError = RedisError::Fixed("ERR weight value is not a float");
        const NOT_LIMIT: RedisError = RedisError::Fixed("ERR LIMIT can't be negative");
        let weighs = matches!(operation, Operation::Union | Operation::Inter);
        let counts = operation == Operation::InterCard;
        while let [word, rest @ ..] = options {
            options = rest;
            if weighs && rest.len() >= self.inputs.len() && parse::is(word, "weights") {
                let (weights, rest) = rest.split_at(self.inputs.len());
                for (input, weight) in self.inputs.iter_mut().zip(weights) {
                    input.weight = Score::from_text(weight).map_err(|_| NOT_WEIGHT)?.get();
                }
                options = rest;
            } else if weighs && !rest.is_empty() && parse::is(word, "aggregate") {
                self.aggregate = Aggregate::read(rest[0])?;
                options = &rest[1..];
            } else if !stores && !counts && parse::is(word, "withscores") {
                self.with_scores = true;
            } else if counts && !rest.is_empty() && parse::is(word, "limit") {
                self.limit = parse::not_negative(rest[0], NOT_LIMIT)?;
                options = &rest[1..];
            } else {
                return Err(RedisError::SYNTAX);
            }
        }
        Ok(())
    }

    /// Puts the smallest input first, as Redis does: the order decides how sums are rounded.
    fn order_inputs(&mut self) {
        let order = |(at, input): (usize, &Input<'a>)| Reverse((input.source.len(), at));
        // tidy: the inputs of one command, once; a sort would be the largest function of the wasm.
        let mut heap: BinaryHeap<_> = self.inputs.iter().enumerate().map(order).collect();
        let mut sorted = Vec::with_capacity(self.inputs.len());
        while let Some(Reverse((_, at))) = heap.pop() {
            sorted.push(self.inputs[at]);
        }
        self.inputs = sorted;
    }

    fn union(&self, seed: u64) -> ZSet {
        let mut members = Members::with_seed(seed);
        let mut sums: Vec<f64> = Vec::new();
        for input in &self.inputs {
            input.source.for_each(|member, score| {
                let score = number(input.weight * score);
                let at = members.insert(member).0 as usize;
                if at == sums.len() {
                    sums.push(score);
                } else {
                    sums[at] = self.aggregate.apply(sums[at], score);
                }
            });
        }
        let mut result = ZSet::with_seed(seed);
        for ((_, member), &sum) in members.iter().zip(&sums) {
            add(&mut result, &member, sum);
        }
        result
    }

    fn inter(&self, seed: u64) -> ZSet {
        let mut result = ZSet::with_seed(seed);
        let Some((first, others)) = self.inputs.split_first() else { return result };
        first.source.for_each(|member, score| {
            let mut sum = number(first.weight * score);
            for other in others {
                let Some(score) = other.source.score(member) else { return };
                sum = self.aggregate.apply(sum, other.weight * score);
            }
            add(&mut result, member, sum);
        });
        result
    }

    fn diff(&self, seed: u64) -> ZSet {
        let mut result = ZSet::with_seed(seed);
        let Some((first, others)) = self.inputs.split_first() else { return result };
        first.source.for_each(|member, score| {
            if others.iter().all(|other| other.source.score(member).is_none()) {
                add(&mut result, member, score);
            }
        });
        result
    }

    fn inter_card(&self) -> u64 {
        let Some((first, others)) = self.inputs.split_first() else { return 0 };
        let most = if self.limit == 0 { u64::MAX } else { self.limit };
        let mut count = 0;
        first.source.for_each(|member, _| {
            let is_common = || others.iter().all(|other| other.source.score(member).is_some());
            if count < most && is_common() {
                count += 1;
            }
        });
        count
    }
}

fn input<'a>(keyspace: &'a Keyspace, key: &[u8]) -> Result<Input<'a>, RedisError> {
    let source = match keyspace.value(key) {
        None => Source::Missing,
        Some(Value::SortedSet(set)) => Source::SortedSet(set),
        Some(Value::Set(set)) => Source::Set(set),
        Some(Value::String(_) | Value::Hash(_)) => return Err(RedisError::WRONG_TYPE),
    };
    Ok(Input { source, weight: 1.0 })
}

/// Adds a combined score, which is a number.
fn add(set: &mut ZSet, member: &[u8], score: f64) {
    if let Ok(score) = Score::new(score) {
        set.add(member, score);
    }
}

fn combined(query: &mut Query<'_>, operation: Operation, seed: u64) -> ZSet {
    match operation {
        Operation::Diff => query.diff(seed),
        Operation::Union => {
            query.order_inputs();
            query.union(seed)
        }
        Operation::Inter | Operation::InterCard => {
            query.order_inputs();
            query.inter(seed)
        }
    }
}

fn answer(call: &Call<'_>, operation: Operation) -> Result<Reply, RedisError> {
    let keyspace = &*call.keyspace;
    let mut query = Query::read(keyspace, &call.args[1..], operation, false, call.name)?;
    let result = combined(&mut query, operation, keyspace.seed());
    let mut replies = Vec::new();
    result.iter().for_each(|entry| push_entry(&mut replies, &entry, query.with_scores));
    Ok(Reply::Array(replies))
}

fn answer_and_store(call: Call<'_>, operation: Operation) -> Result<Reply, RedisError> {
    let keyspace = &*call.keyspace;
    let mut query = Query::read(keyspace, &call.args[2..], operation, true, call.name)?;
    let result = combined(&mut query, operation, keyspace.seed());
    let most = keyspace.limits().members;
    if result.len() > most {
        return Err(RedisError::Limit("the number of members", most as u64));
    }
    store(call.keyspace, call.arg(1), result)
}

pub(super) fn zunion(call: Call<'_>) -> Result<Reply, RedisError> {
    answer(&call, Operation::Union)
}

pub(super) fn zinter(call: Call<'_>) -> Result<Reply, RedisError> {
    answer(&call, Operation::Inter)
}

pub(super) fn zdiff(call: Call<'_>) -> Result<Reply, RedisError> {
    answer(&call, Operation::Diff)
}

pub(super) fn zunionstore(call: Call<'_>) -> Result<Reply, RedisError> {
    answer_and_store(call, Operation::Union)
}

pub(super) fn zinterstore(call: Call<'_>) -> Result<Reply, RedisError> {
    answer_and_store(call, Operation::Inter)
}

pub(super) fn zdiffstore(call: Call<'_>) -> Result<Reply, RedisError> {
    answer_and_store(call, Operation::Diff)
}

pub(super) fn zintercard(call: Call<'_>) -> Result<Reply, RedisError> {
    let operation = Operation::InterCard;
    let mut query = Query::read(call.keyspace, &call.args[1..], operation, false, call.name)?;
    query.order_inputs();
    Ok(Reply::Integer(query.inter_card() as i64))
}
