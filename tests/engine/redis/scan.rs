//! The promise of the scans: what is there throughout is answered.

use std::collections::BTreeMap;

use edgeboard::redis::{Keyspace, Limits};
use proptest::prelude::*;

use super::Client;
use crate::model::{cases, numbers};

/// Plays a scan to its end with random changes, saves and loads between the calls, and counts how
/// often each name was answered.
fn scan_with_changes(
    client: &mut Client,
    seed: u64,
    (scan, width): (&str, usize),
    change: impl Fn(u64) -> String,
) -> BTreeMap<String, usize> {
    let mut below = numbers(seed);
    let mut seen = BTreeMap::new();
    let mut cursor = "0".to_string();
    loop {
        let reply = client.run(&scan.replace("CURSOR", &cursor));
        let reply: serde_json::Value = serde_json::from_str(&reply).unwrap();
        for name in reply[1].as_array().unwrap().iter().step_by(width) {
            *seen.entry(name.as_str().unwrap().to_string()).or_insert(0) += 1;
        }
        cursor = reply[0].as_str().unwrap().to_string();
        if cursor == "0" {
            return seen;
        }
        if below(10) == 0 {
            let bytes = client.keyspace.snapshot();
            client.keyspace = Keyspace::load(&bytes, below(9), Limits::DEFAULT).unwrap();
        }
        for _ in 0..below(30) {
            client.run(&change(below(2_000)));
        }
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn what_is_there_throughout_is_answered_once(seed: u64, count in 1..40u64) {
        let mut client = Client::new();
        for i in 0..500 {
            client.run(&format!("ZADD z {i} stays:{i}"));
            client.run(&format!("HSET h stays:{i} {i}"));
            client.run(&format!("SET stays:{i} {i}"));
        }
        let even = |n: u64| n.is_multiple_of(2);
        let zset = |n| match even(n) {
            true => format!("ZADD z {n} comes:{n} {n} stays:{}", n % 500),
            false => format!("ZREM z comes:{}", n - 1),
        };
        let hash = |n| match even(n) {
            true => format!("HSET h comes:{n} v stays:{} w", n % 500),
            false => format!("HDEL h comes:{}", n - 1),
        };
        let keys = |n| match even(n) {
            true => format!("SET comes:{n} v"),
            false => format!("DEL comes:{}", n - 1),
        };
        let [of_set, of_hash, of_keys] =
            ["ZSCAN z", "HSCAN h", "SCAN"].map(|scan| format!("{scan} CURSOR COUNT {count}"));
        let scans = [
            scan_with_changes(&mut client, seed, (&of_set, 2), zset),
            scan_with_changes(&mut client, seed, (&of_hash, 2), hash),
            scan_with_changes(&mut client, seed, (&of_keys, 1), keys),
        ];
        for seen in scans {
            for i in 0..500 {
                prop_assert_eq!(seen.get(&format!("stays:{i}")), Some(&1));
            }
        }
    }
}

#[test]
fn a_scan_takes_about_as_many_as_it_was_asked_for() {
    let mut client = Client::new();
    for i in 0..1_000 {
        client.run(&format!("ZADD z {i} m{i}"));
    }
    let reply: serde_json::Value = serde_json::from_str(&client.run("ZSCAN z 0 COUNT 7")).unwrap();
    assert_eq!(reply[0], "7");
    assert_eq!(reply[1].as_array().unwrap().len(), 14);
}

#[test]
fn a_scan_over_holes_ends_and_answers_in_bounded_steps() {
    let mut client = Client::new();
    for i in 0..1_000 {
        client.run(&format!("ZADD z {i} m{i}"));
    }
    for i in 0..999 {
        client.run(&format!("ZREM z m{i}"));
    }
    let reply: serde_json::Value = serde_json::from_str(&client.run("ZSCAN z 0 COUNT 7")).unwrap();
    assert_eq!((reply[0].as_str(), reply[1].as_array().unwrap().len()), (Some("70"), 0));
    assert_eq!(client.run("ZSCAN z 990 COUNT 100"), r#"["0",["m999","999"]]"#);
}

#[test]
fn cursors_that_no_scan_gave_are_at_the_end_or_refused() {
    let mut client = Client::new();
    for i in 0..200 {
        client.run(&format!("ZADD z {i} m{i}"));
    }
    let end = r#"["0",[]]"#;
    let invalid = r#"{"error":"ERR invalid cursor"}"#;
    client.expect(&[
        ("ZSCAN z 200", end),
        ("ZSCAN z 4294967295", end),
        ("ZSCAN z 18446744073709551615", end),
        ("ZSCAN z -1", end),
        ("ZSCAN z 18446744073709551616", invalid),
        ("ZSCAN z 0x10", invalid),
        ("SCAN 99999", end),
        ("SCAN abc", invalid),
    ]);
}

#[test]
fn scan_filters_by_pattern_and_by_type() {
    let mut client = Client::new();
    client.expect(&[
        ("SET s:1 v", "\"OK\""),
        ("ZADD z:1 1 a", "1"),
        ("HSET h:1 f v", "1"),
        ("SADD p:1 m", "1"),
        ("SCAN 0 TYPE zset", r#"["0",["z:1"]]"#),
        ("SCAN 0 TYPE ZSET MATCH z*", r#"["0",["z:1"]]"#),
        ("SCAN 0 TYPE hash MATCH z*", r#"["0",[]]"#),
        ("SCAN 0 TYPE list", r#"["0",[]]"#),
        ("KEYS ?:1", r#"["s:1","z:1","h:1","p:1"]"#),
        ("SCAN 0 COUNT", r#"{"error":"ERR syntax error"}"#),
    ]);
}
