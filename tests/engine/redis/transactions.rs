//! `MULTI`, `EXEC` and `WATCH`.

use edgeboard::redis::{Keyspace, Limits, Reply, Session};
use edgeboard::time::Timestamp;

use super::Client;

/// Two sessions on one keyspace.
struct Pair {
    keyspace: Keyspace,
    sessions: [Session; 2],
    now: Timestamp,
}

impl Pair {
    fn new() -> Self {
        Pair {
            keyspace: Keyspace::new(),
            sessions: [Session::new(), Session::new()],
            now: Timestamp::EPOCH,
        }
    }

    fn run(&mut self, session: usize, line: &str) -> String {
        let args: Vec<&[u8]> = line.split_whitespace().map(str::as_bytes).collect();
        let reply = self.sessions[session].run(&mut self.keyspace, &args, self.now);
        String::from_utf8(reply.to_resp()).unwrap().replace("\r\n", " ").trim_end().to_string()
    }

    /// Watches a key, lets another session do something, and returns whether `EXEC` noticed.
    fn notices(&mut self, key: &str, line: &str) -> bool {
        self.run(0, &format!("WATCH {key}"));
        self.run(1, line);
        self.run(0, "MULTI");
        self.run(0, "PING");
        match self.run(0, "EXEC").as_str() {
            "*-1" => true,
            "*1 +PONG" => false,
            other => panic!("{other}"),
        }
    }
}

#[test]
fn a_transaction_fails_when_a_watched_key_was_changed() {
    let mut pair = Pair::new();
    assert!(pair.notices("k", "ZADD k 1 a"));
    assert!(pair.notices("k", "ZADD k 2 a"));
    assert!(pair.notices("k", "EXPIRE k 100"));
    assert!(pair.notices("k", "PERSIST k"));
    assert!(pair.notices("k", "ZPOPMIN k"));
    assert!(pair.notices("k", "SET k v"));
    assert!(pair.notices("k", "DEL k"));
    assert!(!pair.notices("k", "ZRANGESTORE k src 0 -1"));
}

#[test]
fn a_transaction_runs_when_nothing_was_changed() {
    let mut pair = Pair::new();
    pair.run(1, "ZADD k 1 a");
    for line in ["ZADD k 1 a", "ZADD other 1 a", "ZREM k b", "ZADD k NX 5 a", "DEL none", "GET k"] {
        assert!(!pair.notices("k", line), "{line}");
    }
    assert!(!pair.notices("gone", "FLUSHALL"));
}

#[test]
fn a_key_that_came_and_went_is_a_change() {
    let mut pair = Pair::new();
    pair.run(0, "WATCH k");
    pair.run(1, "ZADD k 1 a");
    pair.run(1, "DEL k");
    pair.run(0, "MULTI");
    assert_eq!(pair.run(0, "EXEC"), "*-1");
}

#[test]
fn a_key_that_expires_is_a_change() {
    let mut pair = Pair::new();
    pair.run(1, "SET k v PX 5");
    pair.run(0, "WATCH k");
    pair.run(0, "MULTI");
    pair.now = Timestamp::from_ms(5).unwrap();
    assert_eq!(pair.run(0, "EXEC"), "*-1");
}

#[test]
fn watching_ends_with_exec_discard_and_unwatch() {
    let mut pair = Pair::new();
    for end in [&["UNWATCH"][..], &["MULTI", "DISCARD"], &["MULTI", "EXEC"]] {
        pair.run(0, "WATCH k j");
        end.iter().for_each(|line| {
            pair.run(0, line);
        });
        pair.run(1, "INCR k");
        pair.run(0, "MULTI");
        assert_eq!(pair.run(0, "EXEC"), "*0", "{end:?}");
    }
}

#[test]
fn ones_own_change_counts_as_well() {
    let mut pair = Pair::new();
    pair.run(0, "WATCH k");
    pair.run(0, "INCR k");
    pair.run(0, "MULTI");
    assert_eq!(pair.run(0, "EXEC"), "*-1");
}

#[test]
fn a_command_refused_while_queueing_aborts_the_transaction() {
    for refused in ["NOSUCH a", "GET", "ZADD k", "OBJECT ENCODING", "OBJECT NOSUCH k"] {
        let mut pair = Pair::new();
        pair.run(0, "MULTI");
        assert!(pair.run(0, refused).starts_with("-ERR"));
        assert_eq!(pair.run(0, "INCR k"), "+QUEUED");
        let aborted = "-EXECABORT Transaction discarded because of previous errors.";
        assert_eq!(pair.run(0, "EXEC"), aborted);
        assert_eq!(pair.run(0, "EXISTS k"), ":0");
    }
}

#[test]
fn what_does_not_belong_into_a_transaction_is_refused_and_does_not_end_it() {
    let mut pair = Pair::new();
    pair.run(0, "MULTI");
    assert_eq!(pair.run(0, "MULTI"), "-ERR MULTI calls can not be nested");
    assert_eq!(pair.run(0, "WATCH k"), "-ERR WATCH inside MULTI is not allowed");
    assert_eq!(pair.run(0, "UNWATCH"), "+QUEUED");
    assert_eq!(pair.run(0, "EXEC"), "*1 +OK");
    let arity = "wrong number of arguments for 'exec' command";
    pair.run(0, "MULTI");
    assert_eq!(
        pair.run(0, "EXEC now"),
        format!("-EXECABORT Transaction discarded because of: {arity}")
    );
    assert_eq!(pair.run(0, "EXEC"), "-ERR EXEC without MULTI");
}

#[test]
fn a_queue_has_a_limit_and_passing_it_aborts() {
    let limits = Limits { command_bytes: 200, ..Limits::DEFAULT };
    let mut client = Client::on(Keyspace::with_limits(limits));
    client.run("MULTI");
    let text = "x".repeat(100);
    assert_eq!(client.call(&[b"ECHO", text.as_bytes()]), Reply::Status("QUEUED"));
    assert!(matches!(client.call(&[b"ECHO", text.as_bytes()]), Reply::Error(_)));
    assert!(client.run("EXEC").contains("EXECABORT"));
}
