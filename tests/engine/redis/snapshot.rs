//! Keyspaces as bytes, and back.

use edgeboard::redis::{Keyspace, Limits};
use proptest::prelude::*;

use super::Client;
use crate::model::cases;

/// A keyspace with every type of value in each of its forms, with expiries and holes.
fn full() -> Client {
    let mut client = Client::new();
    for i in 0..300 {
        client.run(&format!("ZADD large {} m{i}", f64::from(i) / 8.0));
        client.run(&format!("SADD set m{i}"));
        client.run(&format!("SET string:{i} {i} EX {}", 100 + i));
    }
    client.expect(&[
        ("ZADD small -0 zero inf top 5e-324 tiny", "3"),
        ("HSET hash a 1 b 2 c 3", "3"),
        ("HDEL hash b", "1"),
        ("PEXPIREAT small 9223372036854775807", "1"),
        ("ZREM large m7 m8 m9", "3"),
        ("SREM set m1 m2", "2"),
        ("DEL string:3 string:4", "2"),
    ]);
    for i in 0..600 {
        client.run(&format!("HSET wide f{i} {i}"));
    }
    client.run("HDEL wide f0 f599");
    client
}

fn loaded(client: &Client, seed: u64) -> Client {
    let bytes = client.keyspace.snapshot();
    Client::on(Keyspace::load(&bytes, seed, Limits::DEFAULT).unwrap())
}

#[test]
fn a_loaded_keyspace_answers_as_the_one_that_was_saved() {
    let mut before = full();
    let mut after = loaded(&before, 99);
    after.keyspace.internal_validate().unwrap();
    for line in [
        "KEYS *",
        "DBSIZE",
        "ZRANGE large 0 -1 WITHSCORES",
        "ZRANGE small 0 -1 WITHSCORES",
        "ZSCAN large 100 COUNT 50",
        "HGETALL hash",
        "HGETALL wide",
        "HSCAN wide 100 COUNT 50",
        "SMEMBERS set",
        "SCAN 10 COUNT 20",
        "PEXPIRETIME small",
        "PEXPIRETIME string:9",
        "TTL hash",
        "OBJECT ENCODING large",
        "OBJECT ENCODING small",
        "OBJECT ENCODING hash",
        "OBJECT ENCODING wide",
        "ZRANDMEMBER large 5",
        "ZRANDMEMBER large -5",
    ] {
        assert_eq!(before.run(line), after.run(line), "{line}");
    }
}

#[test]
fn the_bytes_follow_from_the_content_and_not_from_the_seed() {
    let client = full();
    assert_eq!(client.keyspace.snapshot(), loaded(&client, 1).keyspace.snapshot());
}

#[test]
fn keys_expire_in_a_loaded_keyspace_as_they_would_have() {
    let mut client = full();
    let start = client.now;
    client = loaded(&client, 5);
    client.now = edgeboard::time::Timestamp::from_ms(start.ms() + 250_000).unwrap();
    client.expect(&[("EXISTS string:150", "0"), ("EXISTS string:151", "1")]);
}

#[test]
fn a_snapshot_that_was_cut_or_changed_is_refused() {
    let bytes = full().keyspace.snapshot();
    for cut in [0, 1, 5, 20, bytes.len() / 2, bytes.len() - 1] {
        let error = Keyspace::load(&bytes[..cut], 1, Limits::DEFAULT).unwrap_err();
        assert_eq!(error.code(), "snapshot_invalid", "{cut}");
    }
    let other_kind = edgeboard::sorted_set::SortedSet::new().snapshot();
    assert!(Keyspace::load(&other_kind, 1, Limits::DEFAULT).is_err());
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn a_flipped_bit_is_noticed(at: prop::sample::Index, bit in 0..8u8) {
        let mut bytes = full().keyspace.snapshot();
        *at.get_mut(&mut bytes) ^= 1 << bit;
        prop_assert!(Keyspace::load(&bytes, 1, Limits::DEFAULT).is_err());
    }
}
