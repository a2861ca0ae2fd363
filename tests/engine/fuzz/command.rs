//! Commands that strangers send: as bytes, as arguments, and as commands that are nearly right.

use edgeboard::redis::{Connection, Keyspace, Limits, Session};
use edgeboard::time::Timestamp;

use super::source::Source;
use crate::model::{Op, Shape};
use crate::wire::Wire;

/// Limits that inputs reach.
const LIMITS: Limits = Limits {
    memory_bytes: 1 << 20,
    keys: 20,
    members: 200,
    argument_bytes: 1_000,
    arguments: 300,
    command_bytes: 10_000,
    random_elements: 50,
};

fn now() -> Timestamp {
    Timestamp::from_ms(1_791_993_600_000).unwrap()
}

/// Takes the input in one of three ways, which its first byte chooses.
pub(crate) fn command(input: &[u8]) {
    let Some((way, input)) = input.split_first() else { return };
    match way % 3 {
        0 => bytes(input),
        1 => arguments(input),
        _ => drawn(input),
    }
}

/// Bytes on a connection: whatever the pieces are in which they come, the replies are the same,
/// and whole.
fn bytes(input: &[u8]) {
    let (sizes, input) = input.split_at(input.len().min(4));
    let whole = receive(&[input]);
    let mut left = input;
    let mut pieces = Vec::new();
    for size in sizes.iter().cycle().take(input.len()) {
        let (piece, rest) = left.split_at(left.len().min(usize::from(*size) + 1));
        pieces.push(piece);
        left = rest;
    }
    let pieced = receive(&pieces);
    // What comes behind bytes that are no command is dropped, but not what is sent later.
    let has_error = whole.windows(19).any(|window| window == b"-ERR Protocol error");
    assert!(pieced.starts_with(&whole) && (has_error || pieced == whole));
}

fn receive(pieces: &[&[u8]]) -> Vec<u8> {
    let mut keyspace = Keyspace::with_limits(LIMITS);
    let mut connection = Connection::new(LIMITS);
    let mut out = Vec::new();
    for piece in pieces {
        connection.receive(piece, &mut keyspace, now(), &mut out);
    }
    connection.session().close(&mut keyspace);
    keyspace.internal_validate().unwrap();
    let mut left = out.as_slice();
    while !left.is_empty() {
        Wire::read(&mut left).unwrap();
    }
    out
}

/// Lines of words between blanks, as arguments.
fn arguments(input: &[u8]) {
    let mut keyspace = Keyspace::with_limits(LIMITS);
    let mut session = Session::new();
    for line in input.split(|&byte| byte == b'\n') {
        let words: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
        check(&mut keyspace, &mut session, &words);
    }
    // A command of no words is refused as well.
    check(&mut keyspace, &mut session, &[]);
}

/// Commands of the grammar, on two sessions.
fn drawn(input: &[u8]) {
    let mut keyspace = Keyspace::with_limits(LIMITS);
    let mut sessions = [Session::new(), Session::new()];
    let mut source = Source::new(input);
    let shape = Shape::draw(&mut |bound| source.below(bound));
    while !source.is_empty() {
        let Op::Command(command) = Op::draw_command(&mut |bound| source.below(bound), shape) else {
            continue;
        };
        let words: Vec<&[u8]> = command.words.iter().map(Vec::as_slice).collect();
        check(&mut keyspace, &mut sessions[command.session], &words);
    }
    sessions.iter_mut().for_each(|session| session.close(&mut keyspace));
    keyspace.internal_validate().unwrap();
}

/// Runs a command and checks the reply and every invariant.
fn check(keyspace: &mut Keyspace, session: &mut Session, words: &[&[u8]]) {
    let reply = session.run(keyspace, words, now());
    super::reply::check(&reply);
    keyspace.internal_validate().unwrap_or_else(|broken| panic!("{broken}, after {words:?}"));
    assert!(keyspace.len() <= LIMITS.keys);
}
