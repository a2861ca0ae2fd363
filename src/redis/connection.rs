//! A connection that takes and gives bytes.

use alloc::vec::Vec;

use super::{Decoder, Keyspace, Limits, Reply, Session};
use crate::time::Timestamp;

/// A connection over version 2 of the Redis protocol: bytes in, bytes out.
///
/// # Examples
///
/// ```
/// use edgeboard::redis::{Connection, Keyspace, Limits};
/// use edgeboard::time::Timestamp;
///
/// let mut keyspace = Keyspace::new();
/// let mut connection = Connection::new(Limits::DEFAULT);
/// let mut out = Vec::new();
/// let bytes = b"ZADD lb 30 ann\r\nZSCORE lb ann\r\n";
/// connection.receive(bytes, &mut keyspace, Timestamp::EPOCH, &mut out);
/// assert_eq!(out, b":1\r\n$2\r\n30\r\n");
/// ```
#[derive(Clone, Debug)]
pub struct Connection {
    session: Session,
    decoder: Decoder,
}

impl Connection {
    /// Returns a connection on which nothing has come.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Connection { session: Session::new(), decoder: Decoder::new(limits) }
    }

    /// Returns the session, which other ways to call may share.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Takes bytes, runs every command that is complete, and appends the replies to `out`. The
    /// start of a command is kept for the next call.
    ///
    /// Bytes that are no command get an error, as on a server, which then closes the connection:
    /// what came behind them is dropped, and with it the transaction and the watches.
    pub fn receive(
        &mut self,
        bytes: &[u8],
        keyspace: &mut Keyspace,
        now: Timestamp,
        out: &mut Vec<u8>,
    ) {
        self.decoder.feed(bytes);
        loop {
            match self.decoder.next() {
                Ok(None) => return,
                Ok(Some(args)) => self.session.run(keyspace, &args, now).write_resp(out),
                Err(error) => {
                    out.extend(error.to_resp());
                    self.session.close(keyspace);
                    return;
                }
            }
        }
    }

    /// Runs one command that comes as arguments.
    pub fn call(&mut self, args: &[&[u8]], keyspace: &mut Keyspace, now: Timestamp) -> Reply {
        self.session.run(keyspace, args, now)
    }
}
