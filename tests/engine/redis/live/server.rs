//! A Redis server of the test's own, and connections to it.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::wire::Wire;

/// How a server holds its sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// As it does by itself: small sets are lists, which lose the sign of a zero.
    Default,
    /// As skip lists alone, which keep it.
    SkipList,
}

/// A server on a loopback port of its own, which ends with this value.
pub(crate) struct Server {
    child: Child,
    port: u16,
    pub(super) connections: [Connection; 2],
}

impl Server {
    /// Starts the server that `REDIS_SERVER` names, or else the one in PATH.
    pub(crate) fn start(form: Form) -> Self {
        // Another program may take the port before the server does.
        (0..5)
            .find_map(|_| Self::start_on(free_port(), form))
            .expect("redis-server ended at once, five times: run it by hand to see why")
    }

    fn start_on(port: u16, form: Form) -> Option<Self> {
        let program = std::env::var("REDIS_SERVER").unwrap_or("redis-server".to_string());
        let mut command = Command::new(&program);
        command.args(["--port", &port.to_string(), "--bind", "127.0.0.1"]);
        command.args(["--save", "", "--appendonly", "no"]);
        if form == Form::SkipList {
            command.args(["--zset-max-listpack-entries", "0"]);
        }
        command.current_dir(std::env::temp_dir()).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| {
            panic!(
                "this test compares with a real Redis server, and {program} does not start \
                 ({error}): install it (`npm run setup`, or `apt-get install redis-server`), or \
                 set REDIS_SERVER to where it is"
            )
        });
        // Its log says when it listens, and ends with it.
        let log = BufReader::new(child.stdout.take().unwrap());
        let is_ready = |line: std::io::Result<String>| {
            line.is_ok_and(|line| line.contains("Ready to accept connections"))
        };
        let mut lines = log.lines();
        if lines.any(is_ready) {
            // What else it logs is read, so that the pipe never fills.
            std::thread::spawn(move || lines.for_each(drop));
            let connections = [Connection::open(port), Connection::open(port)];
            return Some(Server { child, port, connections });
        }
        child.wait().unwrap();
        None
    }

    /// Opens a further connection, on which bytes are bytes.
    pub(super) fn connect(&self) -> TcpStream {
        connect(self.port)
    }

    /// Runs one command on the first connection.
    pub(crate) fn call(&mut self, line: &str) -> Wire {
        let words: Vec<Vec<u8>> = line.split(' ').map(|word| word.as_bytes().to_vec()).collect();
        self.connections[0].send(&[&words]);
        self.connections[0].reply()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        if let Err(error) = ended {
            eprintln!("redis-server did not end: {error}");
        }
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_nodelay(true).unwrap();
    // A server that hangs is a failure, not a test without an end.
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// A connection over version 2 of the protocol.
pub(super) struct Connection {
    stream: TcpStream,
    replies: BufReader<TcpStream>,
}

impl Connection {
    fn open(port: u16) -> Self {
        let stream = connect(port);
        let replies = BufReader::with_capacity(1 << 16, stream.try_clone().unwrap());
        Connection { stream, replies }
    }

    /// Sends commands in one piece. The server keeps the replies until they are read.
    pub(super) fn send(&mut self, commands: &[&[Vec<u8>]]) {
        let mut bytes = Vec::new();
        for words in commands {
            write!(bytes, "*{}\r\n", words.len()).unwrap();
            for word in *words {
                write!(bytes, "${}\r\n", word.len()).unwrap();
                bytes.extend_from_slice(word);
                bytes.extend_from_slice(b"\r\n");
            }
        }
        self.stream.write_all(&bytes).unwrap();
    }

    pub(super) fn reply(&mut self) -> Wire {
        Wire::read(&mut self.replies).expect("the server answers every command")
    }
}
