//! Plays the same commands to the engine and to a server, and makes a difference small.

use std::panic::{AssertUnwindSafe, catch_unwind};

use edgeboard::redis::{Keyspace, Reply, Session};
use edgeboard::time::Timestamp;

use super::compare::Rules;
use super::server::Server;
use crate::model::{Command, Op};
use crate::wire::Wire;

/// Where replies differ first.
pub(super) struct Difference {
    /// The position of the command.
    pub(super) at: usize,
    /// What both sides answered.
    pub(super) replies: String,
}

/// The engine with two sessions, and what each has queued.
struct Engine {
    keyspace: Keyspace,
    sessions: [Session; 2],
    queues: [Vec<Vec<Vec<u8>>>; 2],
    now: Timestamp,
}

impl Engine {
    fn new() -> Self {
        Engine {
            keyspace: Keyspace::new(),
            sessions: [Session::new(), Session::new()],
            queues: [Vec::new(), Vec::new()],
            // Every instant that is drawn is long before or long after.
            now: Timestamp::from_ms(1_791_993_600_000).unwrap(),
        }
    }

    /// Runs a command and says what is wrong with its reply, given the right one.
    fn check(&mut self, command: &Command, theirs: &Wire, rules: Rules) -> Option<String> {
        let Command { session, words } = command;
        let args: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
        let run = || self.sessions[*session].run(&mut self.keyspace, &args, self.now);
        let Ok(ours) = catch_unwind(AssertUnwindSafe(run)) else {
            return Some("the engine panicked".to_string());
        };
        let is_equal = match (&ours, theirs) {
            (Reply::Array(ours), Wire::Array(theirs)) if words[0].eq_ignore_ascii_case(b"exec") => {
                let queue = &self.queues[*session];
                ours.len() == theirs.len()
                    && ours.len() == queue.len()
                    && queue
                        .iter()
                        .zip(ours.iter().zip(theirs))
                        .all(|(words, (ours, theirs))| rules.are_equal(words, ours, theirs))
            }
            _ => rules.are_equal(words, &ours, theirs),
        };
        if ours == Reply::Status("QUEUED") {
            self.queues[*session].push(words.clone());
        } else if ["exec", "discard"].iter().any(|name| is_named(words, name)) {
            self.queues[*session].clear();
        }
        (!is_equal).then(|| {
            let ours = Wire::read(&mut &*ours.to_resp()).unwrap();
            format!("engine: {}\nserver: {}", shown_reply(&ours), shown_reply(theirs))
        })
    }
}

fn is_named(words: &[Vec<u8>], name: &str) -> bool {
    words[0].eq_ignore_ascii_case(name.as_bytes())
}

fn commands(ops: &[Op]) -> Vec<Command> {
    let command = |op: &Op| match op {
        Op::Command(command) => command.clone(),
        op => Command { session: 0, words: op.words(b"k0") },
    };
    ops.iter().map(command).collect()
}

/// Plays operations from an empty database on, and returns the first difference.
pub(super) fn play(server: &mut Server, ops: &[Op], rules: Rules) -> Option<Difference> {
    for line in ["DISCARD", "UNWATCH"] {
        let words = [line.as_bytes().to_vec()];
        for connection in &mut server.connections {
            connection.send(&[&words]);
            connection.reply();
        }
    }
    server.call("FLUSHALL");
    let mut engine = Engine::new();
    let mut found = None;
    let commands = commands(ops);
    // The connections take turns: what one sends, is answered before the other goes on.
    let turns = commands.chunk_by(|a, b| a.session == b.session);
    let mut at = 0;
    for turn in turns {
        let connection = &mut server.connections[turn[0].session];
        let words: Vec<&[Vec<u8>]> = turn.iter().map(|command| &*command.words).collect();
        connection.send(&words);
        for command in turn {
            let theirs = connection.reply();
            if found.is_none() {
                let wrong = engine.check(command, &theirs, rules);
                found = wrong.map(|replies| Difference { at, replies });
            }
            at += 1;
        }
        if found.is_some() {
            return found;
        }
    }
    let broken = engine.keyspace.internal_validate().err()?;
    Some(Difference { at: ops.len() - 1, replies: format!("the engine is broken: {broken}") })
}

/// Leaves out as many operations as can be, while some difference stays.
pub(super) fn shrink(server: &mut Server, mut ops: Vec<Op>, rules: Rules) -> Vec<Op> {
    let mut size = ops.len();
    while size > 0 {
        let before = ops.len();
        let mut at = 0;
        while at < ops.len() {
            let mut fewer = ops.clone();
            fewer.drain(at..ops.len().min(at + size));
            match play(server, &fewer, rules) {
                Some(difference) => {
                    fewer.truncate(difference.at + 1);
                    ops = fewer;
                }
                None => at += size,
            }
        }
        // Once more, if leaving one out may have made another one needless.
        if size > 1 || ops.len() == before {
            size /= 2;
        }
    }
    ops
}

/// Returns operations as lines for `redis-cli`, with what they lead to.
pub(super) fn shown(server: &mut Server, ops: &[Op], rules: Rules) -> String {
    let commands = commands(ops);
    let is_alone = commands.iter().all(|command| command.session == commands[0].session);
    let mut lines: Vec<String> = Vec::new();
    for command in &commands {
        let words: Vec<String> = command.words.iter().map(|word| shown_word(word)).collect();
        let connection = if is_alone { "" } else { ["A> ", "B> "][command.session] };
        lines.push(format!("{connection}{}", words.join(" ")));
    }
    if let Some(difference) = play(server, ops, rules) {
        lines.push(difference.replies);
    }
    lines.join("\n")
}

/// A word as `redis-cli` reads it.
fn shown_word(word: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && !b"\"'\\".contains(byte);
    if !word.is_empty() && word.iter().all(is_plain) {
        return String::from_utf8_lossy(word).into_owned();
    }
    let escaped = word.iter().map(|&byte| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

fn shown_reply(reply: &Wire) -> String {
    match reply {
        Wire::Nil => "(nil)".to_string(),
        Wire::NilArray => "(nil list)".to_string(),
        Wire::Status(word) => String::from_utf8_lossy(word).into_owned(),
        Wire::Error(text) => format!("(error) {}", String::from_utf8_lossy(text)),
        Wire::Integer(number) => format!("(integer) {number}"),
        Wire::Bulk(bytes) => shown_word(bytes),
        Wire::Array(replies) => {
            let replies: Vec<String> = replies.iter().map(shown_reply).collect();
            format!("[{}]", replies.join(", "))
        }
    }
}
