//! What a command answers, and its two wire forms.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::RedisError;
use crate::score::Score;

/// The largest integer up to which every integer is a double, and so a JavaScript number.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// The answer to a command.
///
/// # Examples
///
/// ```
/// use edgeboard::redis::Reply;
///
/// let reply = Reply::Array(vec![Reply::Integer(7), Reply::Bulk(b"ann".to_vec()), Reply::Nil]);
/// assert_eq!(reply.to_resp(), b"*3\r\n:7\r\n$3\r\nann\r\n$-1\r\n");
/// assert_eq!(reply.to_json(), br#"[7,"ann",null]"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Nothing, where a text would be.
    Nil,
    /// Nothing, where a list would be.
    NilArray,
    /// A short word such as `OK`.
    Status(&'static str),
    /// A whole number.
    Integer(i64),
    /// A score; on the wire it is a text.
    Score(Score),
    /// Bytes.
    Bulk(Vec<u8>),
    /// A list.
    Array(Vec<Reply>),
    /// The command was refused.
    Error(RedisError),
}

impl Reply {
    pub(super) const OK: Self = Reply::Status("OK");

    /// A number of things.
    pub(super) fn count(count: usize) -> Self {
        Reply::Integer(count as i64)
    }

    /// 1 or 0.
    pub(super) fn truth(value: bool) -> Self {
        Reply::Integer(i64::from(value))
    }

    pub(super) fn bulk(bytes: &[u8]) -> Self {
        Reply::Bulk(bytes.to_vec())
    }

    /// Returns the reply in version 2 of the Redis protocol.
    #[must_use]
    pub fn to_resp(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_resp(&mut out);
        out
    }

    /// Appends the reply in version 2 of the Redis protocol.
    pub fn write_resp(&self, out: &mut Vec<u8>) {
        match self {
            Reply::Nil => out.extend(b"$-1\r\n"),
            Reply::NilArray => out.extend(b"*-1\r\n"),
            Reply::Status(word) => write_line(out, b'+', word.as_bytes()),
            Reply::Integer(number) => write_line(out, b':', number.to_string().as_bytes()),
            Reply::Score(score) => write_bulk(out, score.to_string().as_bytes()),
            Reply::Bulk(bytes) => write_bulk(out, bytes),
            Reply::Error(error) => write_line(out, b'-', &error.text()),
            Reply::Array(replies) => {
                write_line(out, b'*', replies.len().to_string().as_bytes());
                replies.iter().for_each(|reply| reply.write_resp(out));
            }
        }
    }

    /// Returns the reply as JSON.
    ///
    /// Numbers up to 2^53 - 1 are numbers, larger ones texts, so that no reader rounds them.
    /// Scores are texts, as they are in Redis. What is not UTF-8 in a text becomes U+FFFD. An
    /// error in a list is an object `{"error": text}`.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_json(&mut out);
        out
    }

    /// Appends the reply as JSON; see [`to_json`](Self::to_json).
    pub fn write_json(&self, out: &mut Vec<u8>) {
        match self {
            Reply::Nil | Reply::NilArray => out.extend(b"null"),
            Reply::Status(word) => write_json_text(out, word.as_bytes()),
            Reply::Integer(number) if number.unsigned_abs() <= MAX_SAFE_INTEGER => {
                out.extend(number.to_string().bytes());
            }
            Reply::Integer(number) => write_json_text(out, number.to_string().as_bytes()),
            Reply::Score(score) => write_json_text(out, score.to_string().as_bytes()),
            Reply::Bulk(bytes) => write_json_text(out, bytes),
            Reply::Error(error) => {
                out.extend(br#"{"error":"#);
                write_json_text(out, &error.text());
                out.push(b'}');
            }
            Reply::Array(replies) => {
                out.push(b'[');
                for (i, reply) in replies.iter().enumerate() {
                    if i > 0 {
                        out.push(b',');
                    }
                    reply.write_json(out);
                }
                out.push(b']');
            }
        }
    }
}

impl From<RedisError> for Reply {
    fn from(error: RedisError) -> Self {
        Reply::Error(error)
    }
}

/// A command's answer is a reply in both cases.
impl From<Result<Reply, RedisError>> for Reply {
    fn from(result: Result<Reply, RedisError>) -> Self {
        result.unwrap_or_else(Reply::Error)
    }
}

fn write_line(out: &mut Vec<u8>, kind: u8, text: &[u8]) {
    out.push(kind);
    out.extend(text);
    out.extend(b"\r\n");
}

fn write_bulk(out: &mut Vec<u8>, bytes: &[u8]) {
    write_line(out, b'$', bytes.len().to_string().as_bytes());
    out.extend(bytes);
    out.extend(b"\r\n");
}

/// Appends a text with quotes, escaping what JSON wants escaped.
fn write_json_text(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    for chunk in bytes.utf8_chunks() {
        for &byte in chunk.valid().as_bytes() {
            match byte {
                b'"' | b'\\' => out.extend([b'\\', byte]),
                0..0x20 => out.extend(format!("\\u{byte:04x}").bytes()),
                _ => out.push(byte),
            }
        }
        if !chunk.invalid().is_empty() {
            out.extend("\u{fffd}".bytes());
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn json_keeps_every_number_exact_and_every_text_valid() {
        let json = |reply: Reply| alloc::string::String::from_utf8(reply.to_json()).unwrap();
        assert_eq!(json(Reply::Integer(9_007_199_254_740_991)), "9007199254740991");
        assert_eq!(json(Reply::Integer(-9_007_199_254_740_992)), "\"-9007199254740992\"");
        assert_eq!(
            json(Reply::Bulk(b"a\"\\\n\xff\xc3\xa9".to_vec())),
            "\"a\\\"\\\\\\u000a\u{fffd}é\""
        );
        let error = Reply::Error(RedisError::SYNTAX);
        assert_eq!(json(Reply::Array(vec![error])), r#"[{"error":"ERR syntax error"}]"#);
    }

    #[test]
    fn resp_has_a_line_for_each_kind() {
        let replies = vec![
            Reply::OK,
            Reply::Score(Score::NEG_INFINITY),
            Reply::NilArray,
            Reply::Error(RedisError::Arity("get")),
            Reply::Array(vec![]),
        ];
        let wire = "*5\r\n+OK\r\n$4\r\n-inf\r\n*-1\r\n\
                    -ERR wrong number of arguments for 'get' command\r\n*0\r\n";
        assert_eq!(Reply::Array(replies).to_resp(), wire.as_bytes());
    }
}
