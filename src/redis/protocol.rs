//! Reading commands from bytes: version 2 of the Redis protocol, and lines of words.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use super::Limits;
use super::error::printable;

/// The most bytes of a line, as in Redis.
const LINE_BYTES: usize = 64 * 1024;

/// The error of bytes that are no command. What follows them cannot be read, so a server closes
/// the connection after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolError {
    text: Vec<u8>,
}

impl ProtocolError {
    fn new(text: &str) -> Self {
        ProtocolError { text: text.as_bytes().to_vec() }
    }

    /// Returns the reply for it, with its line end.
    #[must_use]
    pub fn to_resp(&self) -> Vec<u8> {
        [b"-ERR Protocol error: ", &self.text[..], b"\r\n"].concat()
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Protocol error: {}", alloc::string::String::from_utf8_lossy(&self.text))
    }
}

impl Error for ProtocolError {}

/// Takes bytes as they come and gives commands out.
///
/// # Examples
///
/// ```
/// use edgeboard::redis::{Decoder, Limits};
///
/// let mut decoder = Decoder::new(Limits::DEFAULT);
/// decoder.feed(b"*2\r\n$3\r\nGET\r\n$1\r\nk\r\nPING\r\n*1\r\n$4");
/// assert_eq!(decoder.next()?.unwrap(), [b"GET".as_slice(), b"k"]);
/// assert_eq!(decoder.next()?.unwrap(), [b"PING".as_slice()]);
/// assert_eq!(decoder.next()?, None);
/// decoder.feed(b"\r\nPING\r\n");
/// assert_eq!(decoder.next()?.unwrap(), [b"PING".as_slice()]);
/// # Ok::<(), edgeboard::redis::ProtocolError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decoder {
    limits: Limits,
    buffer: Vec<u8>,
    /// Where the first byte is that was not read.
    at: usize,
    /// The command that is being read.
    pending: Option<Pending>,
    /// The words of a line, when they had to be unquoted.
    words: Vec<u8>,
}

/// A command of which the number of arguments is known.
#[derive(Clone, Debug, Default)]
struct Pending {
    missing: usize,
    arguments: Vec<Range<usize>>,
    bytes: usize,
    /// The length of the argument that comes next.
    length: Option<usize>,
}

impl Decoder {
    /// Returns a decoder that has read nothing.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Decoder { limits, buffer: Vec::new(), at: 0, pending: None, words: Vec::new() }
    }

    /// Takes bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.pending.is_none() {
            // No range points into what was read.
            self.buffer.drain(..self.at);
            self.at = 0;
        }
        self.buffer.extend(bytes);
    }

    /// Forgets everything that was fed.
    pub fn clear(&mut self) {
        *self = Self::new(self.limits);
    }

    /// Returns the next command, or `None` if there is no whole one. An empty command is none.
    ///
    /// Reading goes on where it stopped, so each byte is read once.
    ///
    /// # Errors
    ///
    /// [`ProtocolError`] for bytes that are no command, with the words of Redis; the decoder has
    /// forgotten everything then.
    #[allow(clippy::should_implement_trait, reason = "the commands borrow the decoder")]
    pub fn next(&mut self) -> Result<Option<Vec<&[u8]>>, ProtocolError> {
        match self.read() {
            Ok(None) => Ok(None),
            Ok(Some(Found::Arguments(ranges))) => {
                Ok(Some(ranges.into_iter().map(|range| &self.buffer[range]).collect()))
            }
            Ok(Some(Found::Words(ranges))) => {
                Ok(Some(ranges.into_iter().map(|range| &self.words[range]).collect()))
            }
            Err(error) => {
                self.clear();
                Err(error)
            }
        }
    }

    fn read(&mut self) -> Result<Option<Found>, ProtocolError> {
        loop {
            if self.pending.is_none() {
                match self.buffer.get(self.at) {
                    None => return Ok(None),
                    Some(b'*') => {
                        let Some(count) = self.count()? else { return Ok(None) };
                        self.pending =
                            (count > 0).then(|| Pending { missing: count, ..Pending::default() });
                    }
                    Some(_) => match self.line_of_words()? {
                        Some(words) if words.is_empty() => {}
                        found => return Ok(found.map(Found::Words)),
                    },
                }
                continue;
            }
            if !self.argument()? {
                return Ok(None);
            }
            if let Some(pending) = self.pending.take_if(|pending| pending.missing == 0) {
                return Ok(Some(Found::Arguments(pending.arguments)));
            }
        }
    }

    /// Reads the number of arguments; a negative one is none.
    fn count(&mut self) -> Result<Option<usize>, ProtocolError> {
        let Some(line) = self.line("too big mbulk count string")? else { return Ok(None) };
        let count = super::parse::integer(&self.buffer[line][1..]);
        let invalid = || ProtocolError::new("invalid multibulk length");
        match count {
            Some(..=0) => Ok(Some(0)),
            Some(count) => {
                let count = usize::try_from(count).map_err(|_| invalid())?;
                if count <= self.limits.arguments { Ok(Some(count)) } else { Err(invalid()) }
            }
            None => Err(invalid()),
        }
    }

    /// Reads one argument; returns whether it was all there.
    fn argument(&mut self) -> Result<bool, ProtocolError> {
        let length = self.pending.as_ref().and_then(|pending| pending.length);
        let length = match length {
            Some(length) => length,
            None => match self.length()? {
                Some(length) => length,
                None => return Ok(false),
            },
        };
        let Some(pending) = &mut self.pending else { return Ok(false) };
        pending.length = Some(length);
        // Whatever the two bytes behind it are: Redis does not look either.
        let end = self.at + length;
        if self.buffer.len() < end + 2 {
            return Ok(false);
        }
        pending.arguments.push(self.at..end);
        pending.length = None;
        pending.missing -= 1;
        self.at = end + 2;
        Ok(true)
    }

    /// Reads the length of an argument.
    fn length(&mut self) -> Result<Option<usize>, ProtocolError> {
        let Some(line) = self.line("too big bulk count string")? else { return Ok(None) };
        let line = &self.buffer[line];
        let [b'$', digits @ ..] = line else {
            let found = printable(line.first().copied().unwrap_or(b'\r'));
            let text = [b"expected '$', got '".as_slice(), &[found], b"'"].concat();
            return Err(ProtocolError { text });
        };
        let length = super::parse::integer(digits).and_then(|length| usize::try_from(length).ok());
        let invalid = || ProtocolError::new("invalid bulk length");
        let length = length.filter(|&length| length <= self.limits.argument_bytes);
        let length = length.ok_or_else(invalid)?;
        let Some(pending) = &mut self.pending else { return Err(invalid()) };
        pending.bytes = pending.bytes.saturating_add(length);
        if pending.bytes > self.limits.command_bytes {
            return Err(ProtocolError::new("too big command"));
        }
        Ok(Some(length))
    }

    /// Takes a line, if it is all there, and returns where it is without its end.
    fn line(&mut self, too_big: &str) -> Result<Option<Range<usize>>, ProtocolError> {
        let rest = &self.buffer[self.at..];
        let shown = &rest[..rest.len().min(LINE_BYTES + 2)];
        match shown.iter().position(|&byte| byte == b'\r') {
            None if rest.len() > LINE_BYTES => Err(ProtocolError::new(too_big)),
            // The line feed is not there yet.
            Some(end) if end + 1 >= rest.len() => Ok(None),
            None => Ok(None),
            Some(end) => {
                let line = self.at..self.at + end;
                self.at = line.end + 2;
                Ok(Some(line))
            }
        }
    }

    /// Takes a line of words, which may be quoted.
    fn line_of_words(&mut self) -> Result<Option<Vec<Range<usize>>>, ProtocolError> {
        let rest = &self.buffer[self.at..];
        let shown = &rest[..rest.len().min(LINE_BYTES + 1)];
        let Some(end) = shown.iter().position(|&byte| byte == b'\n') else {
            if rest.len() > LINE_BYTES {
                return Err(ProtocolError::new("too big inline request"));
            }
            return Ok(None);
        };
        let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
        self.words.clear();
        let words = split_words(line, &mut self.words)
            .ok_or_else(|| ProtocolError::new("unbalanced quotes in request"))?;
        self.at += end + 1;
        Ok(Some(words))
    }
}

/// Where the arguments of a command are.
enum Found {
    /// In the buffer.
    Arguments(Vec<Range<usize>>),
    /// In the words of a line.
    Words(Vec<Range<usize>>),
}

/// Splits a line at blanks as a shell does. Within double quotes a backslash begins `\n`, `\xff`
/// and the like; within single ones it stands before a quote only. `None` if a quote does not end,
/// or ends within a word.
fn split_words(line: &[u8], out: &mut Vec<u8>) -> Option<Vec<Range<usize>>> {
    let mut words = Vec::new();
    let mut rest = line;
    loop {
        let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
        rest = &rest[blanks..];
        if rest.is_empty() || rest[0] == 0 {
            return Some(words);
        }
        let start = out.len();
        rest = word(rest, out)?;
        words.push(start..out.len());
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || (b'\t'..=b'\r').contains(&byte)
}

/// Appends one word and returns what is behind it.
fn word<'a>(mut rest: &'a [u8], out: &mut Vec<u8>) -> Option<&'a [u8]> {
    loop {
        rest = match rest {
            [] | [0, ..] => return Some(rest),
            [byte, ..] if is_blank(*byte) => return Some(rest),
            [b'"', quoted @ ..] => return ended(double_quoted(quoted, out)?),
            [b'\'', quoted @ ..] => return ended(single_quoted(quoted, out)?),
            [byte, rest @ ..] => {
                out.push(*byte);
                rest
            }
        };
    }
}

/// A closing quote ends the word as well.
fn ended(rest: &[u8]) -> Option<&[u8]> {
    rest.first().is_none_or(|&byte| is_blank(byte) || byte == 0).then_some(rest)
}

fn double_quoted<'a>(mut rest: &'a [u8], out: &mut Vec<u8>) -> Option<&'a [u8]> {
    let hex = |byte: u8| char::from(byte).to_digit(16);
    loop {
        let (byte, behind): (u8, &[u8]) = match rest {
            [] | [0, ..] => return None,
            [b'"', behind @ ..] => return Some(behind),
            [b'\\', b'x', a, b, behind @ ..] if hex(*a).is_some() && hex(*b).is_some() => {
                ((hex(*a)? * 16 + hex(*b)?) as u8, behind)
            }
            [b'\\', escaped, behind @ ..] => {
                let byte = match escaped {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'b' => 0x08,
                    b'a' => 0x07,
                    byte => *byte,
                };
                (byte, behind)
            }
            [byte, behind @ ..] => (*byte, behind),
        };
        out.push(byte);
        rest = behind;
    }
}

fn single_quoted<'a>(mut rest: &'a [u8], out: &mut Vec<u8>) -> Option<&'a [u8]> {
    loop {
        let (byte, behind): (u8, &[u8]) = match rest {
            [] | [0, ..] => return None,
            [b'\\', b'\'', behind @ ..] => (b'\'', behind),
            [b'\'', behind @ ..] => return Some(behind),
            [byte, behind @ ..] => (*byte, behind),
        };
        out.push(byte);
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn decode(bytes: &[u8]) -> Result<Vec<Vec<String>>, String> {
        let mut decoder = Decoder::new(Limits { argument_bytes: 99, ..Limits::DEFAULT });
        decoder.feed(bytes);
        let mut commands = Vec::new();
        while let Some(command) = decoder.next().map_err(|error| error.to_string())? {
            let text = |word: &&[u8]| String::from_utf8_lossy(word).into_owned();
            commands.push(command.iter().map(text).collect());
        }
        Ok(commands)
    }

    #[test]
    fn a_command_may_come_byte_by_byte() {
        let wire = b"*2\r\n$4\r\nECHO\r\n$3\r\na\r\n\r\n*0\r\n*-2147483649\r\n\r\n\
              PING \"a\\x20b\" 'it\\'s'\r\n";
        let mut decoder = Decoder::new(Limits::DEFAULT);
        let mut commands: Vec<Vec<Vec<u8>>> = Vec::new();
        for byte in wire {
            decoder.feed(&[*byte]);
            while let Some(command) = decoder.next().unwrap() {
                commands.push(command.iter().map(|word| word.to_vec()).collect());
            }
        }
        assert_eq!(commands.len(), 2);
        assert_eq!(commands[0], [b"ECHO".as_slice(), b"a\r\n"]);
        assert_eq!(commands[1], [b"PING".as_slice(), b"a b", b"it's"]);
    }

    #[test]
    fn what_is_no_command_is_named_as_redis_names_it() {
        let errors: [(&[u8], &str); 12] = [
            (b"*x\r\n", "invalid multibulk length"),
            (b"*1048577\r\n", "invalid multibulk length"),
            (b"*9223372036854775808\r\n", "invalid multibulk length"),
            (b"*1\r\nx\r\n", "expected '$', got 'x'"),
            (b"*1\r\n\r\n", "expected '$', got ' '"),
            (b"*1\r\n\nx\r\n", "expected '$', got ' '"),
            (b"*1\r\n$-1\r\n", "invalid bulk length"),
            (b"*1\r\n$100\r\n", "invalid bulk length"),
            (b"*1\r\n$01\r\n", "invalid bulk length"),
            (b"GET \"a\r\n", "unbalanced quotes in request"),
            (b"GET \"a\"b\r\n", "unbalanced quotes in request"),
            (b"GET 'a\r\n", "unbalanced quotes in request"),
        ];
        for (wire, text) in errors {
            assert_eq!(decode(wire), Err(["Protocol error: ", text].concat()), "{wire:?}");
        }
        assert_eq!(
            decode(&b"a".repeat(LINE_BYTES + 1)),
            Err("Protocol error: too big inline request".to_string())
        );
        assert_eq!(decode(&b"a".repeat(LINE_BYTES)), Ok(Vec::new()));
    }

    #[test]
    fn limits_hold_at_their_edge() {
        let argument = "a".repeat(99);
        let wire = alloc::format!("*1\r\n$99\r\n{argument}\r\n");
        assert_eq!(decode(wire.as_bytes()), Ok(alloc::vec![alloc::vec![argument]]));
        let mut decoder = Decoder::new(Limits { command_bytes: 8, ..Limits::DEFAULT });
        decoder.feed(b"*2\r\n$4\r\nECHO\r\n$4\r\naaaa\r\n*2\r\n$4\r\nECHO\r\n$5\r\n");
        assert_eq!(decoder.next().unwrap().map(|command| command.len()), Some(2));
        assert_eq!(
            decoder.next().unwrap_err().to_resp(),
            b"-ERR Protocol error: too big command\r\n"
        );
        assert_eq!(decoder.next(), Ok(None));
    }
}
