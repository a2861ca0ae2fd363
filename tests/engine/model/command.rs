//! Operations as commands of Redis.

use super::grammar::Draw;
use super::{Bound, Op};
use edgeboard::score::Score;

/// A command as it is sent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Command {
    /// Which of two connections sends it.
    pub(crate) session: usize,
    /// Its name and arguments.
    pub(crate) words: Vec<Vec<u8>>,
}

/// What the commands of one stream are like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// How many keys of each kind there are; few make commands meet.
    pub(crate) keys: u64,
    /// How many members there are.
    pub(crate) members: u64,
    /// How many pairs `ZADD` and `HSET` bring at most.
    pub(crate) pairs: u64,
    /// Whether there are names that a server holds in its other forms, because of their length.
    pub(crate) has_long_names: bool,
}

impl Shape {
    /// Few members that tie, sets that outgrow their small form, or every odd name.
    pub(crate) fn draw(below: &mut impl FnMut(u64) -> u64) -> Self {
        let keys = 1 + below(3);
        match below(8) {
            0..4 => Shape { keys, members: 1 + below(6), pairs: 3, has_long_names: false },
            4..6 => Shape { keys, members: 20, pairs: 4, has_long_names: true },
            6 => Shape { keys, members: 40, pairs: 20, has_long_names: false },
            _ => Shape { keys, members: 400, pairs: 120, has_long_names: true },
        }
    }
}

impl Op {
    /// Draws a command of Redis, given a source of numbers below a bound.
    ///
    /// What real time or chance would decide is left out: every drawn command has one right reply,
    /// but for the order in which some commands visit a table.
    pub(crate) fn draw_command(below: &mut impl FnMut(u64) -> u64, shape: Shape) -> Op {
        let session = usize::from(below(12) == 0);
        let words = match below(6) {
            0 => {
                let op = Op::draw(below, shape.members);
                Draw::new(below, shape).of(&op)
            }
            _ => Draw::new(below, shape).command(),
        };
        Op::Command(Command { session, words })
    }

    /// Returns the operation as a command on the sorted set under `key`.
    pub(crate) fn words(&self, key: &[u8]) -> Vec<Vec<u8>> {
        let texts = |texts: &[&[u8]]| texts.iter().map(|text| text.to_vec()).collect();
        let index = |index: &i64| index.to_string().into_bytes();
        match self {
            Op::Add { member, score } => texts(&[b"ZADD", key, &number(*score), member]),
            Op::Increment { member, by } => texts(&[b"ZINCRBY", key, &number(*by), member]),
            Op::Remove { member } => texts(&[b"ZREM", key, member]),
            Op::Score { member } => texts(&[b"ZSCORE", key, member]),
            Op::Rank { member } => texts(&[b"ZRANK", key, member]),
            Op::ReverseRank { member } => texts(&[b"ZREVRANK", key, member]),
            Op::Range { start, stop } => {
                texts(&[b"ZRANGE", key, &index(start), &index(stop), b"WITHSCORES"])
            }
            Op::ReverseRange { start, stop } => {
                texts(&[b"ZREVRANGE", key, &index(start), &index(stop), b"WITHSCORES"])
            }
            Op::Count { min, max } => texts(&[b"ZCOUNT", key, &end(*min), &end(*max)]),
            Op::Len => texts(&[b"ZCARD", key]),
            Op::Clear => texts(&[b"DEL", key]),
            Op::Command(command) => command.words.clone(),
        }
    }
}

/// The text of a score, which gives the same double back.
fn number(score: f64) -> Vec<u8> {
    Score::new(score).unwrap().to_string().into_bytes()
}

fn end(bound: Bound) -> Vec<u8> {
    let open: &[u8] = if bound.exclusive { b"(" } else { b"" };
    [open, &number(bound.score)].concat()
}

/// The commands behind a stream: they end what is open and ask for everything that is there.
pub(crate) fn closing(shape: Shape) -> Vec<Op> {
    let command = |session: usize, line: &str| {
        let words = line.split_whitespace().map(|word| word.as_bytes().to_vec()).collect();
        Op::Command(Command { session, words })
    };
    let mut ops = vec![command(1, "DISCARD"), command(0, "DISCARD"), command(0, "KEYS *")];
    for key in super::grammar::keys(shape) {
        let questions = [
            "TYPE K",
            "PEXPIRETIME K",
            "GET K",
            "ZRANGE K 0 -1 WITHSCORES",
            "ZREVRANGE K 0 -1",
            "HGETALL K",
            "SMEMBERS K",
            "OBJECT ENCODING K",
        ];
        for question in questions {
            ops.push(command(0, &question.replace('K', &key)));
        }
    }
    ops
}
