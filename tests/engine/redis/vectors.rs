//! Replies recorded from real servers (tests/fixtures/README.md) against ours.

use edgeboard::redis::Reply;
use serde_json::Value;

use super::Client;

#[test]
fn every_recorded_reply_is_ours_too() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/redis-vectors.jsonl");
    let lines = std::fs::read_to_string(path).unwrap();
    let (mut steps, mut differences) = (0, Vec::new());
    for line in lines.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let mut client = Client::new();
        for step in case["steps"].as_array().unwrap() {
            steps += 1;
            let args: Vec<Vec<u8>> = step["cmd"].as_array().unwrap().iter().map(bytes).collect();
            let args: Vec<&[u8]> = args.iter().map(Vec::as_slice).collect();
            let reply = client.call(&args);
            if !is_equal(&reply, expected(step, &args), &args) {
                differences.push(format!("{} {}\n  {reply:?}", case["name"], step));
            }
            client.keyspace.internal_validate().unwrap();
        }
    }
    assert!(steps > 9_000, "only {steps} steps");
    let shown = differences.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(differences.is_empty(), "{} differences:\n{shown}", differences.len());
}

/// Zeros keep their sign as in a large set, and the option of `ZRANK` is that of newer servers.
fn expected<'a>(step: &'a Value, args: &[&[u8]]) -> &'a Value {
    let has_option = args.len() > 3 && is_one_of(args, &[b"zrank", b"zrevrank"]);
    let newer = has_option.then(|| step["alt"].get("valkey8")).flatten();
    newer.or(step["alt"].get("skiplist")).unwrap_or(&step["reply"])
}

fn bytes(value: &Value) -> Vec<u8> {
    match value.as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => {
            let hex = value["hex"].as_str().unwrap();
            let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
            (0..hex.len()).step_by(2).map(byte).collect()
        }
    }
}

/// Scores compare as doubles, with the sign of a zero; all else as bytes. The order in which a
/// command visits or draws members is free.
fn is_equal(reply: &Reply, wanted: &Value, args: &[&[u8]]) -> bool {
    match reply {
        Reply::Nil => wanted.is_null(),
        Reply::NilArray => wanted["nil"] == "array",
        Reply::Status(word) => wanted["ok"] == *word,
        Reply::Error(error) => wanted.get("error").is_some_and(|text| bytes(text) == error.text()),
        Reply::Integer(number) => {
            let wide = wanted.get("int").and_then(|text| text.as_str()?.parse().ok());
            wanted.as_i64().or(wide) == Some(*number)
        }
        Reply::Bulk(text) => {
            (wanted.is_string() || wanted.get("hex").is_some()) && bytes(wanted) == *text
        }
        Reply::Score(score) => wanted.as_str().is_some_and(|text| {
            let wanted: f64 = text.parse().unwrap_or(f64::NAN);
            // What a scan answers was recorded only for the form of a set that loses the sign.
            let is_scanned_zero =
                wanted == 0.0 && score.get() == 0.0 && is_one_of(args, &[b"zscan"]);
            is_scanned_zero || wanted.to_bits() == score.get().to_bits()
        }),
        Reply::Array(replies) => wanted.as_array().is_some_and(|wanted| {
            wanted.len() == replies.len() && {
                let in_order = replies.iter().zip(wanted).all(|(a, b)| is_equal(a, b, args));
                in_order || is_free_order(args) && is_permutation(replies, wanted, args)
            }
        }),
    }
}

fn is_free_order(args: &[&[u8]]) -> bool {
    is_one_of(args, &[b"zscan", b"zrandmember", b"scan", b"hscan", b"smembers", b"keys"])
}

fn is_one_of(args: &[&[u8]], names: &[&[u8]]) -> bool {
    names.iter().any(|name| args[0].eq_ignore_ascii_case(name))
}

/// Compares lists without regard to order, pair by pair if they hold scores.
fn is_permutation(replies: &[Reply], wanted: &[Value], args: &[&[u8]]) -> bool {
    let has_scores = replies.iter().any(|reply| matches!(reply, Reply::Score(_)));
    let width = if has_scores { 2 } else { 1 };
    let mut left: Vec<&[Value]> = wanted.chunks(width).collect();
    replies.chunks(width).all(|reply| {
        let is_it = |wanted: &&[Value]| {
            wanted.len() == reply.len()
                && reply.iter().zip(wanted.iter()).all(|(a, b)| is_equal(a, b, args))
        };
        left.iter().position(is_it).map(|at| left.remove(at)).is_some()
    })
}
