//! The engine against a real Redis server: the same streams of drawn commands to both.

mod bytes;
mod compare;
mod play;
pub(crate) mod server;

use std::time::{Duration, Instant};

use compare::Rules;
use play::{play, shown, shrink};
use server::{Form, Server};

use crate::model::{Command, Op, Shape, closing, numbers};

/// How many commands a stream has before it is looked at as a whole.
const STREAM_COMMANDS: usize = 1_000;

/// How many commands are played without any wish.
const COMMANDS: usize = 200_000;

/// The same for the long runs.
const COMMANDS_FULL: usize = 4_000_000;

/// A stream and its rules, which follow from its seed.
struct Stream {
    seed: u64,
    ops: Vec<Op>,
    rules: Rules,
}

impl Stream {
    fn new(seed: u64) -> Self {
        let mut below = numbers(seed);
        let form = if seed.is_multiple_of(2) { Form::SkipList } else { Form::Default };
        let shape = Shape::draw(&mut below);
        let mut ops: Vec<Op> =
            (0..STREAM_COMMANDS).map(|_| Op::draw_command(&mut below, shape)).collect();
        ops.extend(closing(shape));
        // The fields of a hash come from the same names, and its values may be long ones too.
        Stream { seed, ops, rules: Rules { form, has_large_hashes: shape.has_long_names } }
    }
}

/// When to stop: behind so many commands, or after so much time.
enum Until {
    Commands(usize),
    Time(Duration),
}

impl Until {
    /// Reads what the environment says: `npm run fuzz:redis` sets a time.
    fn from_env() -> Self {
        match number("EDGEBOARD_FUZZ_SECONDS") {
            Some(seconds) => Until::Time(Duration::from_secs(seconds)),
            None if std::env::var_os("EDGEBOARD_FULL").is_some() => Until::Commands(COMMANDS_FULL),
            None => Until::Commands(COMMANDS),
        }
    }

    fn is_reached(&self, commands: usize, started: Instant) -> bool {
        match self {
            Until::Commands(most) => commands >= *most,
            Until::Time(most) => started.elapsed() >= *most,
        }
    }
}

/// A variable that holds a number.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is {text}: it takes a whole number")))
}

#[test]
fn replies_and_contents_equal_those_of_a_real_server() {
    const PROGRESS: Duration = Duration::from_secs(5);
    let until = Until::from_env();
    let mut seed = number("EDGEBOARD_SEED").unwrap_or(1);
    let mut servers = [Server::start(Form::SkipList), Server::start(Form::Default)];
    let (started, mut said, mut commands, mut streams) = (Instant::now(), PROGRESS, 0, 0);
    while !until.is_reached(commands, started) {
        let Stream { seed: of_stream, ops, rules } = Stream::new(seed);
        let server = &mut servers[(seed % 2) as usize];
        if let Some(difference) = play(server, &ops, rules) {
            let case = shrink(server, ops[..=difference.at].to_vec(), rules);
            let case = shown(server, &case, rules);
            panic!("seed {of_stream} ({:?}):\n\n{case}\n", rules.form);
        }
        commands += ops.len();
        streams += 1;
        seed = seed.wrapping_add(1);
        if started.elapsed() >= said {
            println!("{} s: {commands} commands in {streams} streams", said.as_secs());
            said += PROGRESS;
        }
    }
    println!("{commands} commands in {streams} streams, all replies equal");
}

#[test]
fn a_difference_is_found_and_made_as_small_as_can_be() {
    // A server that loses the sign of a zero, under rules by which it counts.
    let mut server = Server::start(Form::Default);
    let rules = Rules { form: Form::SkipList, has_large_hashes: false };
    let command = |line: &str| {
        let words = line.split(' ').map(|word| word.as_bytes().to_vec()).collect();
        Op::Command(Command { session: 0, words })
    };
    let lines = ["MULTI", "SET s v", "EXEC", "ZADD k 2 \u{e9}", "ZADD k -0 a", "ZCARD k"];
    let mut ops: Vec<Op> = lines.into_iter().map(command).collect();
    assert!(play(&mut server, &ops, rules).is_none());
    ops.push(command("ZMSCORE k a b"));
    ops.push(command("ZADD k 1 b"));
    let difference = play(&mut server, &ops, rules).unwrap();
    assert_eq!(difference.at, 6);
    let case = shrink(&mut server, ops, rules);
    let shown = shown(&mut server, &case, rules);
    let lines = ["ZADD k -0 a", "ZMSCORE k a b", "engine: [-0, (nil)]", "server: [0, (nil)]"];
    assert_eq!(shown, lines.join("\n"));
}
