//! Replies as they come over version 2 of the Redis protocol, read apart from the engine.

use std::io::{self, BufRead, ErrorKind};

/// A reply of a server.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wire {
    Status(Vec<u8>),
    Error(Vec<u8>),
    Integer(i64),
    Bulk(Vec<u8>),
    Nil,
    Array(Vec<Wire>),
    NilArray,
}

fn broken(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, format!("no reply of Redis: {what}"))
}

fn line(from: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    from.read_until(b'\n', &mut line)?;
    match line.strip_suffix(b"\r\n") {
        Some(text) if !text.contains(&b'\r') => Ok(text.to_vec()),
        _ => Err(broken("a line does not end as it must")),
    }
}

fn number(text: &[u8]) -> io::Result<i64> {
    let text = std::str::from_utf8(text).map_err(|_| broken("a number"))?;
    text.parse().map_err(|_| broken("a number"))
}

impl Wire {
    /// Reads one reply.
    pub(crate) fn read(from: &mut impl BufRead) -> io::Result<Self> {
        let line = line(from)?;
        let Some((kind, text)) = line.split_first() else { return Err(broken("an empty line")) };
        Ok(match kind {
            b'+' => Wire::Status(text.to_vec()),
            b'-' => Wire::Error(text.to_vec()),
            b':' => Wire::Integer(number(text)?),
            b'$' if text == b"-1" => Wire::Nil,
            b'*' if text == b"-1" => Wire::NilArray,
            b'$' => {
                let length = usize::try_from(number(text)?).map_err(|_| broken("a length"))?;
                let mut bytes = vec![0; length + 2];
                from.read_exact(&mut bytes)?;
                if bytes.split_off(length) != b"\r\n" {
                    return Err(broken("a bulk does not end as it must"));
                }
                Wire::Bulk(bytes)
            }
            b'*' => {
                let length = usize::try_from(number(text)?).map_err(|_| broken("a length"))?;
                Wire::Array((0..length).map(|_| Wire::read(from)).collect::<io::Result<_>>()?)
            }
            _ => return Err(broken("a line of no kind")),
        })
    }
}
