//! The commands of Redis.

mod commands;
mod limits;
pub(crate) mod live;
mod scan;
mod snapshot;
mod transactions;
mod vectors;

use edgeboard::redis::{Keyspace, Reply, Session};
use edgeboard::time::Timestamp;

/// A keyspace with a session, fed with lines of words.
pub(crate) struct Client {
    pub(crate) keyspace: Keyspace,
    session: Session,
    pub(crate) now: Timestamp,
}

impl Client {
    pub(crate) fn new() -> Self {
        Self::on(Keyspace::new())
    }

    pub(crate) fn on(keyspace: Keyspace) -> Self {
        let now = Timestamp::from_ms(1_791_993_600_000).unwrap();
        Client { keyspace, session: Session::new(), now }
    }

    pub(crate) fn call(&mut self, args: &[&[u8]]) -> Reply {
        self.session.run(&mut self.keyspace, args, self.now)
    }

    /// Runs a command of words without blanks and returns its reply as JSON.
    pub(crate) fn run(&mut self, line: &str) -> String {
        let args: Vec<&[u8]> = line.split_whitespace().map(str::as_bytes).collect();
        String::from_utf8(self.call(&args).to_json()).unwrap()
    }

    /// Runs commands and compares what they answer.
    #[track_caller]
    pub(crate) fn expect(&mut self, lines: &[(&str, &str)]) {
        for (line, reply) in lines {
            assert_eq!(self.run(line), *reply, "{line}");
        }
    }
}
