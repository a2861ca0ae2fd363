//! The errors of Redis, word for word.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// Why a command was refused. A refused command changes nothing.
///
/// The text is that of Redis 7.0; where a limit of this engine has no counterpart there, the text
/// names it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RedisError {
    /// A text that is fixed.
    Fixed(&'static str),
    /// Too few or too many arguments for a command.
    Arity(&'static str),
    /// No key where a command wants at least one.
    NoInputKey(&'static str),
    /// An expiry that is no instant, or not one that the command takes.
    ExpireTime(&'static str),
    /// A command that does not exist, with the start of its arguments.
    UnknownCommand(Vec<u8>),
    /// An option that does not exist.
    UnsupportedOption(Vec<u8>),
    /// A subcommand that does not exist, and its command.
    UnknownSubcommand(Vec<u8>, &'static str),
    /// A limit of this engine: what there is too much of, and the most there can be.
    Limit(&'static str, u64),
    /// `EXEC` was refused, and with it the transaction.
    ExecAborted(&'static str),
}

impl RedisError {
    pub(super) const SYNTAX: Self = RedisError::Fixed("ERR syntax error");
    pub(super) const WRONG_TYPE: Self =
        RedisError::Fixed("WRONGTYPE Operation against a key holding the wrong kind of value");
    pub(super) const NOT_INTEGER: Self =
        RedisError::Fixed("ERR value is not an integer or out of range");
    pub(super) const NOT_FLOAT: Self = RedisError::Fixed("ERR value is not a valid float");
    pub(super) const NOT_POSITIVE: Self =
        RedisError::Fixed("ERR value is out of range, must be positive");
    pub(super) const NAN: Self = RedisError::Fixed("ERR resulting score is not a number (NaN)");
    pub(super) const OVERFLOW: Self =
        RedisError::Fixed("ERR increment or decrement would overflow");
    pub(super) const OUT_OF_MEMORY: Self =
        RedisError::Fixed("OOM command not allowed when used memory > 'maxmemory'.");

    /// Returns the stable code of the error: the first word of its text, such as `ERR`,
    /// `WRONGTYPE`, `EXECABORT` or `OOM`.
    ///
    /// # Examples
    ///
    /// ```
    /// use edgeboard::redis::RedisError;
    ///
    /// assert_eq!(RedisError::Arity("get").code(), "ERR");
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            RedisError::Fixed(text) => text.split(' ').next().unwrap_or_default(),
            RedisError::ExecAborted(_) => "EXECABORT",
            _ => "ERR",
        }
    }

    /// Returns the text as it goes over the wire, without the leading `-`. It is not always UTF-8,
    /// because some texts repeat an argument.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        match self {
            RedisError::UnknownCommand(words) => [b"ERR unknown command ", &words[..]].concat(),
            RedisError::UnsupportedOption(option) => {
                [b"ERR Unsupported option ", &option[..]].concat()
            }
            RedisError::UnknownSubcommand(word, command) => {
                let help = [b"'. Try ", command.as_bytes(), b" HELP."].concat();
                [b"ERR unknown subcommand '", &word[..], &help].concat()
            }
            plain => alloc::format!("{plain}").into_bytes(),
        }
    }

    /// The error of a command that is not in the table.
    pub(super) fn unknown_command(args: &[&[u8]]) -> Self {
        // As much of each word, and of all arguments together, as Redis repeats.
        const SHOWN: usize = 128;
        let shown = |word: &[u8], most: usize| -> Vec<u8> {
            word.iter().copied().take(most).take_while(|&byte| byte != 0).map(printable).collect()
        };
        let name = shown(args.first().copied().unwrap_or_default(), SHOWN);
        let mut words = Vec::new();
        for word in args.iter().skip(1) {
            if words.len() >= SHOWN {
                break;
            }
            let start = shown(word, SHOWN - words.len());
            words.extend([b"'".as_slice(), &start, b"' "].concat());
        }
        let parts = [b"'".as_slice(), &name, b"', with args beginning with: ", &words];
        RedisError::UnknownCommand(parts.concat())
    }

    /// The error of an option that is not known.
    pub(super) fn unsupported_option(option: &[u8]) -> Self {
        let text = option.iter().copied().take_while(|&byte| byte != 0).map(printable);
        RedisError::UnsupportedOption(text.collect())
    }

    /// The error of a subcommand that is not known.
    pub(super) fn unknown_subcommand(word: &[u8], command: &'static str) -> Self {
        const SHOWN: usize = 128;
        let text = word.iter().copied().take(SHOWN).take_while(|&byte| byte != 0).map(printable);
        RedisError::UnknownSubcommand(text.collect(), command)
    }
}

/// An error is one line, whatever it repeats.
pub(super) fn printable(byte: u8) -> u8 {
    if matches!(byte, b'\r' | b'\n') { b' ' } else { byte }
}

impl fmt::Display for RedisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RedisError::Fixed(text) => f.write_str(text),
            RedisError::Arity(command) => {
                write!(f, "ERR wrong number of arguments for '{command}' command")
            }
            RedisError::NoInputKey(command) => {
                write!(f, "ERR at least 1 input key is needed for '{command}' command")
            }
            RedisError::ExpireTime(command) => {
                write!(f, "ERR invalid expire time in '{command}' command")
            }
            RedisError::Limit(what, most) => write!(f, "ERR {what} is over the limit of {most}"),
            RedisError::ExecAborted(why) => {
                write!(f, "EXECABORT Transaction discarded because of{why}")
            }
            RedisError::UnknownCommand(_)
            | RedisError::UnsupportedOption(_)
            | RedisError::UnknownSubcommand(..) => {
                f.write_str(&alloc::string::String::from_utf8_lossy(&self.text()))
            }
        }
    }
}

impl Error for RedisError {}
