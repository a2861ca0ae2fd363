//! Commands and options that the recorded vectors do not reach.

use edgeboard::redis::{Keyspace, Limits, Reply};
use edgeboard::time::Timestamp;
use proptest::prelude::*;

use super::Client;
use crate::model::cases;

const SYNTAX: &str = r#"{"error":"ERR syntax error"}"#;
const NOT_INTEGER: &str = r#"{"error":"ERR value is not an integer or out of range"}"#;
const WRONG_TYPE: &str =
    r#"{"error":"WRONGTYPE Operation against a key holding the wrong kind of value"}"#;

#[test]
fn set_takes_its_options() {
    Client::new().expect(&[
        ("SET k v GET", "null"),
        ("SET k w NX GET", "\"v\""),
        ("GET k", "\"v\""),
        ("SET k w XX GET", "\"v\""),
        ("SET k x EX 100", "\"OK\""),
        ("SET k y KEEPTTL", "\"OK\""),
        ("TTL k", "100"),
        ("SET k y EX 100 KEEPTTL", SYNTAX),
        ("SET k y KEEPTTL PX 100", SYNTAX),
        ("SET k y PXAT 4102444800123", "\"OK\""),
        ("PEXPIRETIME k", "4102444800123"),
        ("EXPIRETIME k", "4102444800"),
        ("SET k y EXAT 1", "\"OK\""),
        ("EXISTS k", "0"),
        ("ZADD z 1 a", "1"),
        ("SET z v GET", WRONG_TYPE),
        ("TYPE z", "\"zset\""),
        ("SET z v", "\"OK\""),
        ("TYPE z", "\"string\""),
        (
            "SET k v EX 9223372036854775807",
            r#"{"error":"ERR invalid expire time in 'set' command"}"#,
        ),
    ]);
}

#[test]
fn counters_are_strict() {
    Client::new().expect(&[
        ("INCR n", "1"),
        ("INCRBY n 9", "10"),
        ("DECR n", "9"),
        ("DECRBY n 10", "-1"),
        ("SET n 9223372036854775807", "\"OK\""),
        ("INCR n", r#"{"error":"ERR increment or decrement would overflow"}"#),
        ("DECRBY n -9223372036854775808", r#"{"error":"ERR decrement would overflow"}"#),
        ("SET n 01", "\"OK\""),
        ("INCR n", NOT_INTEGER),
        ("ZADD z 1 a", "1"),
        ("INCR z", WRONG_TYPE),
    ]);
}

#[test]
fn hashes_and_sets_go_with_their_last_element() {
    Client::new().expect(&[
        ("HSET h a 1 b 2", "2"),
        ("HGET h a", "\"1\""),
        ("HLEN h", "2"),
        ("HDEL h a b c", "2"),
        ("EXISTS h", "0"),
        ("HDEL h a", "0"),
        ("HGET h a", "null"),
        ("SADD s a b a", "2"),
        ("SADD s b", "0"),
        ("SCARD s", "2"),
        ("SMEMBERS s", r#"["a","b"]"#),
        ("SREM s a b", "2"),
        ("EXISTS s", "0"),
        ("SMEMBERS s", "[]"),
        ("SET x v", "\"OK\""),
        ("SADD x a", WRONG_TYPE),
        ("HGETALL x", WRONG_TYPE),
    ]);
}

#[test]
fn a_plain_set_is_an_input_with_scores_of_one() {
    Client::new().expect(&[
        ("SADD s a b", "2"),
        ("ZADD z 5 b 7 c", "2"),
        ("ZUNION 2 s z WITHSCORES", r#"["a","1","b","6","c","7"]"#),
        ("ZINTER 2 s z WEIGHTS 10 1 WITHSCORES", r#"["b","15"]"#),
        ("ZDIFF 2 z s WITHSCORES", r#"["c","7"]"#),
        ("ZINTERCARD 2 z s", "1"),
    ]);
}

#[test]
fn object_encoding_is_that_of_a_redis_server() {
    let mut client = Client::new();
    client.expect(&[
        ("SET i 123", "\"OK\""),
        ("OBJECT ENCODING i", "\"int\""),
        ("OBJECT ENCODING none", "null"),
        (
            "OBJECT ENCODING",
            r#"{"error":"ERR wrong number of arguments for 'object|encoding' command"}"#,
        ),
        ("OBJECT FREQ i", r#"{"error":"ERR unknown subcommand 'FREQ'. Try OBJECT HELP."}"#),
    ]);
    for (length, encoding) in [(44, "embstr"), (45, "raw")] {
        client.run(&format!("SET s {}", "x".repeat(length)));
        assert_eq!(client.run("OBJECT ENCODING s"), format!("\"{encoding}\""));
    }
    for i in 0..128 {
        client.run(&format!("ZADD z {i} m{i}"));
    }
    client.expect(&[
        ("OBJECT ENCODING z", "\"listpack\""),
        ("ZADD z 1 one-more", "1"),
        ("OBJECT ENCODING z", "\"skiplist\""),
        ("ZREMRANGEBYRANK z 0 99", "100"),
        ("OBJECT ENCODING z", "\"skiplist\""),
        ("ZRANGESTORE y z 0 9", "10"),
        ("OBJECT ENCODING y", "\"listpack\""),
    ]);
    for (length, encoding) in [(64, "listpack"), (65, "skiplist")] {
        client.run(&format!("ZADD member:{length} 1 {}", "x".repeat(length)));
        assert_eq!(
            client.run(&format!("OBJECT ENCODING member:{length}")),
            format!("\"{encoding}\"")
        );
    }
}

#[test]
fn expiry_takes_conditions() {
    Client::new().expect(&[
        ("SET k v", "\"OK\""),
        ("EXPIRE k 100 XX", "0"),
        ("EXPIRE k 100 GT", "0"),
        ("EXPIRE k 100 LT", "1"),
        ("EXPIRE k 100 NX", "0"),
        ("EXPIRE k 50 GT", "0"),
        ("EXPIRE k 200 GT XX", "1"),
        ("EXPIRE k 300 LT", "0"),
        ("TTL k", "200"),
        (
            "EXPIRE k 1 NX GT",
            r#"{"error":"ERR NX and XX, GT or LT options at the same time are not compatible"}"#,
        ),
        (
            "EXPIRE k 1 GT LT",
            r#"{"error":"ERR GT and LT options at the same time are not compatible"}"#,
        ),
        ("EXPIRE k 1 FOO", r#"{"error":"ERR Unsupported option FOO"}"#),
        ("EXPIRE k x FOO", r#"{"error":"ERR Unsupported option FOO"}"#),
        ("EXPIRE k -1 LT", "1"),
        ("EXISTS k", "0"),
        ("PEXPIREAT none 1", "0"),
        ("PEXPIREAT none 9223372036854775807", "0"),
        (
            "EXPIREAT none 9223372036854775807",
            r#"{"error":"ERR invalid expire time in 'expireat' command"}"#,
        ),
    ]);
}

#[test]
fn a_key_expires_at_its_millisecond_and_not_before() {
    let mut client = Client::new();
    let start = client.now.ms();
    client.expect(&[("ZADD k 1 a", "1"), ("PEXPIRE k 1500", "1"), ("TTL k", "2")]);
    client.now = Timestamp::from_ms(start + 1001).unwrap();
    client.expect(&[("TTL k", "0"), ("PTTL k", "499"), ("DBSIZE", "1")]);
    client.now = Timestamp::from_ms(start + 1499).unwrap();
    client.expect(&[("EXISTS k", "1")]);
    client.now = Timestamp::from_ms(start + 1500).unwrap();
    client.expect(&[("DBSIZE", "0"), ("ZADD k 2 b", "1"), ("TTL k", "-1"), ("ZCARD k", "1")]);
}

#[test]
fn ping_echo_and_unknown_commands() {
    let mut client = Client::new();
    client.expect(&[
        ("PING", "\"PONG\""),
        ("ping hello", "\"hello\""),
        ("PING a b", r#"{"error":"ERR wrong number of arguments for 'ping' command"}"#),
        ("ECHO x", "\"x\""),
        ("FLUSHALL ASYNC", "\"OK\""),
        ("FLUSHALL NOW", SYNTAX),
        ("FLUSHALL SYNC ASYNC", SYNTAX),
    ]);
    let Reply::Error(error) = client.call(&[b"NO\r\nPE", b"a", &[b'x'; 300], b"z"]) else {
        panic!("a command that does not exist");
    };
    let cut = [
        b"ERR unknown command 'NO  PE', with args beginning with: 'a' '".as_slice(),
        &[b'x'; 124],
        b"' ",
    ];
    assert_eq!(error.text(), cut.concat());
    assert!(matches!(client.call(&[]), Reply::Error(_)));
}

#[test]
fn zrandmember_draws_members_of_the_set() {
    let mut client = Client::new();
    for i in 0..100 {
        client.run(&format!("ZADD k {i} m{i}"));
    }
    for count in ["1", "10", "99", "100", "1000", "-1", "-1000"] {
        let Reply::Array(drawn) =
            client.call(&[b"ZRANDMEMBER", b"k", count.as_bytes(), b"WITHSCORES"])
        else {
            panic!("a list");
        };
        let n: i64 = count.parse().unwrap();
        let expected = if n < 0 { -n } else { n.min(100) };
        assert_eq!(drawn.len() as i64, 2 * expected, "{count}");
        let mut names = Vec::new();
        for pair in drawn.chunks(2) {
            let [Reply::Bulk(member), Reply::Score(score)] = pair else { panic!("{pair:?}") };
            assert_eq!(*member, format!("m{}", score.get()).into_bytes());
            names.push(member.clone());
        }
        names.sort();
        names.dedup();
        assert!(n < 0 || names.len() as i64 == expected, "{count}: a member twice");
    }
    let one = client.run("ZRANDMEMBER k");
    assert!(one.starts_with("\"m"));
}

#[test]
fn no_answer_depends_on_the_seed() {
    let play = |seed| {
        let mut client = Client::on(Keyspace::with_seed(seed, Limits::DEFAULT));
        let mut replies = Vec::new();
        for i in 0..600 {
            replies.push(client.run(&format!("ZADD z {} m{i} {i} n{}", i % 7, i % 50)));
            replies.push(client.run(&format!("HSET h f{} {i}", i * 7 % 600)));
            replies.push(client.run(&format!("SET k{} {i}", i % 90)));
            replies.push(client.run(&format!("ZREM z m{}", i / 2)));
        }
        for line in
            ["ZSCAN z 50 COUNT 60", "HSCAN h 0 COUNT 600", "SCAN 0 COUNT 5", "KEYS *", "HGETALL h"]
        {
            replies.push(client.run(line));
        }
        replies
    };
    assert_eq!(play(1), play(2));
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn any_words_get_a_reply(
        commands in proptest::collection::vec(
            proptest::collection::vec(
                prop_oneof![
                    3 => proptest::sample::select(WORDS.as_slice())
                        .prop_map(|word| word.as_bytes().to_vec()),
                    1 => proptest::collection::vec(any::<u8>(), 0..6),
                ],
                0..8,
            ),
            1..20,
        ),
    ) {
        let mut client = Client::new();
        for command in &commands {
            let args: Vec<&[u8]> = command.iter().map(Vec::as_slice).collect();
            client.call(&args);
            prop_assert_eq!(client.keyspace.internal_validate(), Ok(()));
        }
    }
}

const WORDS: [&str; 60] = [
    "ZADD",
    "ZINCRBY",
    "ZRANGE",
    "ZREVRANGE",
    "ZRANGEBYSCORE",
    "ZRANGEBYLEX",
    "ZRANK",
    "ZMPOP",
    "ZPOPMIN",
    "ZUNION",
    "ZINTERSTORE",
    "ZDIFF",
    "ZINTERCARD",
    "ZRANGESTORE",
    "ZSCAN",
    "ZRANDMEMBER",
    "ZREMRANGEBYRANK",
    "ZREMRANGEBYSCORE",
    "ZREMRANGEBYLEX",
    "ZCOUNT",
    "ZLEXCOUNT",
    "SET",
    "GET",
    "EXPIRE",
    "PERSIST",
    "HSET",
    "HINCRBY",
    "SADD",
    "MULTI",
    "EXEC",
    "WATCH",
    "DISCARD",
    "SCAN",
    "k",
    "j",
    "a",
    "b",
    "0",
    "1",
    "2",
    "-1",
    "inf",
    "-inf",
    "nan",
    "(1",
    "[a",
    "-",
    "+",
    "1e400",
    "WITHSCORES",
    "LIMIT",
    "BYSCORE",
    "BYLEX",
    "REV",
    "NX",
    "GT",
    "INCR",
    "COUNT",
    "WEIGHTS",
    "MIN",
];
