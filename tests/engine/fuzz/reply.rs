//! Replies in their two wire forms.

use edgeboard::redis::{Keyspace, RedisError, Reply};
use edgeboard::score::Score;
use edgeboard::time::Timestamp;
use serde_json::{Value, json};

use super::source::Source;
use crate::wire::Wire;

/// How deep lists stand in each other; `EXEC` over `ZMPOP` has four levels.
const DEPTH: u64 = 6;

/// Draws a reply from the input and checks both forms of it.
pub(crate) fn reply(input: &[u8]) {
    check(&draw(&mut Source::new(input), DEPTH));
}

/// Both forms say what the reply says, and nothing more.
pub(super) fn check(reply: &Reply) {
    let bytes = reply.to_resp();
    let mut left = bytes.as_slice();
    assert_eq!(Wire::read(&mut left).unwrap(), wire(reply));
    assert!(left.is_empty(), "{reply:?} leaves {left:?}");
    let text = reply.to_json();
    let value: Value = serde_json::from_slice(&text).unwrap();
    assert_eq!(value, json(reply));
}

fn draw(source: &mut Source<'_>, depth: u64) -> Reply {
    match source.below(if depth > 0 { 12 } else { 9 }) {
        0 => Reply::Nil,
        1 => Reply::NilArray,
        2 => Reply::Status(["OK", "QUEUED", "PONG"][source.below(3) as usize]),
        3 => Reply::Integer(source.below(u64::MAX) as i64),
        4 => Reply::Integer((1 << 53) - 3 + source.below(6) as i64),
        5 => {
            let number = f64::from_bits(source.below(u64::MAX));
            Score::new(number).map_or(Reply::Nil, Reply::Score)
        }
        6 => error(source),
        7 | 8 => Reply::Bulk(text(source).to_vec()),
        _ => {
            let count = source.below(5);
            Reply::Array((0..count).map(|_| draw(source, depth - 1)).collect())
        }
    }
}

fn text<'a>(source: &mut Source<'a>) -> &'a [u8] {
    let length = source.below(40) as usize;
    source.bytes(length)
}

/// An error, mostly of a kind that repeats what it was given.
fn error(source: &mut Source<'_>) -> Reply {
    let call = |args: &[&[u8]]| Keyspace::new().call(args, Timestamp::EPOCH);
    match source.below(4) {
        0 => Reply::Error(RedisError::Arity("get")),
        1 => call(&[text(source), text(source), text(source)]),
        2 => call(&[b"OBJECT", text(source), b"k"]),
        _ => call(&[b"EXPIRE", b"k", b"1", text(source)]),
    }
}

/// What the reply must be in the protocol.
fn wire(reply: &Reply) -> Wire {
    match reply {
        Reply::Nil => Wire::Nil,
        Reply::NilArray => Wire::NilArray,
        Reply::Status(word) => Wire::Status(word.as_bytes().to_vec()),
        Reply::Integer(number) => Wire::Integer(*number),
        Reply::Score(score) => Wire::Bulk(score_text(*score).into_bytes()),
        Reply::Bulk(bytes) => Wire::Bulk(bytes.clone()),
        Reply::Error(error) => Wire::Error(error.text()),
        Reply::Array(replies) => Wire::Array(replies.iter().map(wire).collect()),
    }
}

/// What the reply must be as JSON.
fn json(reply: &Reply) -> Value {
    let text = |bytes: &[u8]| Value::String(String::from_utf8_lossy(bytes).into_owned());
    match reply {
        Reply::Nil | Reply::NilArray => Value::Null,
        Reply::Status(word) => json!(word),
        Reply::Integer(number) if number.unsigned_abs() < 1 << 53 => json!(number),
        Reply::Integer(number) => json!(number.to_string()),
        Reply::Score(score) => json!(score_text(*score)),
        Reply::Bulk(bytes) => text(bytes),
        Reply::Error(error) => json!({ "error": text(&error.text()) }),
        Reply::Array(replies) => Value::Array(replies.iter().map(json).collect()),
    }
}

/// The text of a score, which must give the same double back.
fn score_text(score: Score) -> String {
    let text = score.to_string();
    assert_eq!(text.parse::<f64>().unwrap().to_bits(), score.get().to_bits(), "{text}");
    assert_eq!(Score::from_text(text.as_bytes()), Ok(score), "{text}");
    text
}
