//! Limits, at their edge: what passes one is refused and changes nothing.

use edgeboard::redis::{Keyspace, Limits};

use super::Client;

fn client(limits: Limits) -> Client {
    Client::on(Keyspace::with_limits(limits))
}

#[test]
fn there_are_as_many_keys_as_the_limit_allows() {
    let mut client = client(Limits { keys: 2, ..Limits::DEFAULT });
    let refused = r#"{"error":"ERR the number of keys is over the limit of 2"}"#;
    client.expect(&[
        ("ZADD a 1 x", "1"),
        ("SET b v", "\"OK\""),
        ("SET c v", refused),
        ("INCR c", refused),
        ("ZADD c 1 x", refused),
        ("HSET c f v", refused),
        ("SADD c m", refused),
        ("ZUNIONSTORE c 1 a", refused),
        ("ZRANGESTORE c a 0 -1", refused),
        ("DBSIZE", "2"),
        ("SET b w", "\"OK\""),
        ("DEL b", "1"),
        ("SET c v", "\"OK\""),
    ]);
}

#[test]
fn there_are_as_many_members_as_the_limit_allows() {
    let mut client = client(Limits { members: 2, ..Limits::DEFAULT });
    let refused = r#"{"error":"ERR the number of members is over the limit of 2"}"#;
    client.expect(&[
        ("ZADD k 1 a 2 b", "2"),
        ("ZADD k 5 a 6 b", "0"),
        ("ZADD k 7 a 1 c", refused),
        ("ZSCORE k a", "\"5\""),
        ("ZADD k XX 7 a 1 c 1 d", "0"),
        ("ZINCRBY k 1 c", refused),
        ("ZINCRBY k 1 a", "\"8\""),
        ("ZADD j 1 c", "1"),
        ("ZUNIONSTORE u 2 k j", refused),
        ("EXISTS u", "0"),
        ("HSET h a 1 b 2", "2"),
        ("HSET h c 3", refused),
        ("HINCRBY h c 3", refused),
        ("SADD s a b c", refused),
        ("EXISTS s", "0"),
    ]);
}

#[test]
fn arguments_have_limits_of_number_and_size() {
    let limits = Limits { arguments: 4, argument_bytes: 8, command_bytes: 20, ..Limits::DEFAULT };
    let mut client = client(limits);
    client.expect(&[
        ("SET 12345678 12345678", "\"OK\""),
        ("SET k 123456789", r#"{"error":"ERR the size of an argument is over the limit of 8"}"#),
        (
            "SET 12345678 12345678 GET",
            r#"{"error":"ERR the size of a command is over the limit of 20"}"#,
        ),
        ("DEL a b c d", r#"{"error":"ERR the number of arguments is over the limit of 4"}"#),
    ]);
}

#[test]
fn commands_that_need_memory_are_refused_when_there_is_none() {
    let mut client = client(Limits { memory_bytes: 4_000, ..Limits::DEFAULT });
    let oom = r#"{"error":"OOM command not allowed when used memory > 'maxmemory'."}"#;
    let big = "x".repeat(4_000);
    assert_eq!(client.run(&format!("SET big {big}")), "\"OK\"");
    client.expect(&[
        ("SET k v", oom),
        ("ZADD k 1 a", oom),
        ("HINCRBY k f 1", oom),
        ("EXISTS k", "0"),
        ("GET k", "null"),
        ("MULTI", "\"OK\""),
        ("SET k v", oom),
    ]);
    assert!(client.run("EXEC").contains("EXECABORT"));
    client.expect(&[("DEL big", "1"), ("SET k v", "\"OK\"")]);
}

#[test]
fn memory_is_counted_as_it_comes_and_goes() {
    let mut client = Client::new();
    let empty = client.keyspace.allocated_bytes();
    for i in 0..300 {
        client.run(&format!("ZADD z {i} member:{i}"));
        client.run(&format!("HSET h field:{i} {i}"));
        client.run(&format!("SADD s member:{i}"));
        client.run(&format!("SET string:{i} {i} EX 100"));
    }
    client.keyspace.internal_validate().unwrap();
    assert!(client.keyspace.allocated_bytes() > empty + 40_000);
    client.run("FLUSHALL");
    client.keyspace.internal_validate().unwrap();
    assert_eq!(client.keyspace.allocated_bytes(), empty);
}

#[test]
fn a_random_answer_with_repeats_has_a_limit() {
    let mut client = client(Limits { random_elements: 5, ..Limits::DEFAULT });
    client.run("ZADD k 1 a");
    client.expect(&[
        ("ZRANDMEMBER k -5", r#"["a","a","a","a","a"]"#),
        (
            "ZRANDMEMBER k -6",
            r#"{"error":"ERR the number of repeated members is over the limit of 5"}"#,
        ),
        ("ZRANDMEMBER none -9223372036854775807", "[]"),
    ]);
}
