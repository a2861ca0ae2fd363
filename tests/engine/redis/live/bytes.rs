//! Bytes on a connection, of which some are no commands, against a real server.

use std::io::{Read, Write};
use std::net::Shutdown;

use edgeboard::redis::{Connection, Keyspace, Limits};
use edgeboard::time::Timestamp;

use super::server::{Form, Server};
use crate::model::numbers;

/// Whole and broken pieces of commands, as lists and as lines. A line that holds a zero byte is
/// left out: a server waits for its end, wherever that is.
const PIECES: [&[u8]; 36] = [
    b"*1\r\n$4\r\nPING\r\n",
    b"*2\r\n$4\r\nECHO\r\n$3\r\na\r\n\r\n",
    b"*1\r\n",
    b"*2\r\n",
    b"*3\r\n",
    b"*0\r\n",
    b"*-1\r\n",
    b"*-2147483649\r\n",
    b"*x\r\n",
    b"*01\r\n",
    b"*1 \r\n",
    b"*\r\n",
    b"*2147483648\r\n",
    b"$1\r\nk\r\n",
    b"$3\r\nGET\r\n",
    b"$4\r\nZADD\r\n",
    b"$0\r\n\r\n",
    b"$-1\r\n",
    b"$01\r\n",
    b"$x\r\n",
    b"$4\r\nPINGxx",
    b"\r\n",
    b"\n",
    b" ",
    b"\t",
    b"PING\r\n",
    b"echo \"a\\x41\\n\\\"\" \r\n",
    b"ECHO 'it\\'s' \n",
    b"ECHO \"\"\r\n",
    b"ECHO 'a\\n'\r\n",
    b"\"",
    b"'",
    b"ZADD z 1 m\r\n",
    b"ZCARD z\n",
    b"\xff",
    b"PING a b c\r\n",
];

#[test]
fn bytes_that_are_no_commands_get_the_replies_of_a_real_server() {
    let mut server = Server::start(Form::Default);
    for seed in 0..2_000 {
        let mut below = numbers(seed);
        let pieces = (0..1 + below(8)).map(|_| PIECES[below(PIECES.len() as u64) as usize]);
        let bytes = pieces.collect::<Vec<&[u8]>>().concat();
        server.call("FLUSHALL");
        // The server answers what came before the end, then closes.
        let mut stream = server.connect();
        stream.write_all(&bytes).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut theirs = Vec::new();
        stream.read_to_end(&mut theirs).unwrap();
        let mut ours = Vec::new();
        let mut keyspace = Keyspace::new();
        let mut connection = Connection::new(Limits::DEFAULT);
        connection.receive(&bytes, &mut keyspace, Timestamp::EPOCH, &mut ours);
        let [bytes, ours, theirs] =
            [bytes, ours, theirs].map(|bytes| bytes.escape_ascii().to_string());
        assert_eq!(ours, theirs, "seed {seed}: {bytes}");
    }
}
