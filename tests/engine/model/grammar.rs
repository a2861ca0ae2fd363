//! The commands of Redis as a grammar from which they are drawn.

use super::arguments::{
    INTEGERS, LEX_BOUNDS, MILLISECONDS, NOT_INTEGERS, NOT_LEX_BOUNDS, NOT_SCORES, PATTERNS,
    SCORE_BOUNDS, SCORES, SECONDS, VALUES,
};
use super::{Op, Shape, member};

/// How many elements a scan is asked for: all there are.
const WHOLE: &str = "100000";

/// All keys of a stream.
pub(super) fn keys(shape: Shape) -> Vec<String> {
    let numbered = |kind: &'static str| (0..shape.keys).map(move |n| format!("{kind}{n}"));
    ["k", "lex"].into_iter().flat_map(numbered).collect()
}

/// Draws the words of one command.
pub(super) struct Draw<'a> {
    below: &'a mut dyn FnMut(u64) -> u64,
    shape: Shape,
    words: Vec<Vec<u8>>,
    /// Whether the command is about keys where every score is 0. Ranges of members are defined
    /// for those alone, so nothing else is ever written to them.
    is_lex: bool,
}

impl<'a> Draw<'a> {
    pub(super) fn new(below: &'a mut dyn FnMut(u64) -> u64, shape: Shape) -> Self {
        let is_lex = below(6) == 0;
        Draw { below, shape, words: Vec::new(), is_lex }
    }

    /// The words of an operation on one set, under some key.
    pub(super) fn of(mut self, op: &Op) -> Vec<Vec<u8>> {
        self.is_lex = false;
        self.key();
        op.words(&self.words[0])
    }

    /// The words of a command, which in one case of thirty are not quite right.
    pub(super) fn command(mut self) -> Vec<Vec<u8>> {
        match self.chance(100) {
            0..16 => self.zadd(),
            16..21 => self.zincrby(),
            21..44 => self.read_one(),
            44..54 => self.remove(),
            54..62 => self.combine(),
            62..67 => self.range_store(),
            67..72 => self.by_chance_and_scans(),
            72..78 => self.strings(),
            78..84 => self.hashes_and_sets(),
            84..89 => self.expiry(),
            89..93 => self.keys(),
            93..98 => self.transaction(),
            _ => self.connection(),
        }
        match self.chance(30) {
            0 => self.spoil(),
            // Without the last word it is another command, or none.
            1 if self.words.len() > 1 => _ = self.words.pop(),
            _ => {}
        }
        self.words
    }

    fn chance(&mut self, bound: u64) -> u64 {
        (self.below)(bound)
    }

    fn push(&mut self, word: impl AsRef<[u8]>) {
        self.words.push(word.as_ref().to_vec());
    }

    /// A name or option, now and then in lower case.
    fn word(&mut self, word: &str) {
        if self.chance(8) == 0 { self.push(word.to_lowercase()) } else { self.push(word) }
    }

    fn one_of<T: AsRef<[u8]> + Copy>(&mut self, words: &[T]) {
        let at = self.chance(words.len() as u64) as usize;
        self.push(words[at]);
    }

    /// One of the names, in the case of [`word`](Self::word).
    fn name(&mut self, names: &[&str]) {
        let at = self.chance(names.len() as u64) as usize;
        self.word(names[at]);
    }

    /// Each option with one chance in `odds`, in an order that is drawn, and sometimes twice.
    fn options(&mut self, options: &[&str], odds: u64) {
        let start = self.chance(options.len() as u64) as usize;
        for i in 0..options.len() + 1 {
            if self.chance(odds) == 0 {
                self.word(options[(start + i) % options.len()]);
            }
        }
    }

    fn key(&mut self) {
        let n = self.chance(self.shape.keys);
        let kind = if self.is_lex { "lex" } else { "k" };
        self.push(format!("{kind}{n}"));
    }

    fn member(&mut self) {
        let n = self.chance(self.shape.members) as usize;
        let name = match self.shape.has_long_names {
            true => member(n),
            // The short ones of the odd names come first, up to the ones over eight bytes.
            false if n < 15 => member(n),
            false => format!("m{n}").into_bytes(),
        };
        self.push(name);
    }

    fn score(&mut self) {
        match self.chance(40) {
            0 => self.one_of(&NOT_SCORES),
            _ if self.is_lex => self.one_of(&["0", "-0", "0e5"]),
            1..24 => {
                let small = self.chance(6);
                self.push(small.to_string());
            }
            _ => self.one_of(&SCORES),
        }
    }

    fn score_bound(&mut self) {
        match self.chance(4) {
            0 => self.one_of(&SCORE_BOUNDS),
            1 => self.one_of(&["-inf", "+inf"]),
            2 => {
                let open = ["", "("][self.chance(2) as usize];
                let small = self.chance(8);
                self.push(format!("{open}{small}"));
            }
            _ => self.score(),
        }
    }

    fn lex_bound(&mut self) {
        match self.chance(12) {
            0 => self.one_of(&NOT_LEX_BOUNDS),
            1..6 => self.one_of(&LEX_BOUNDS),
            _ => {
                self.member();
                let name = self.words.pop().unwrap_or_default();
                let open = [b"[", b"("][self.chance(2) as usize];
                self.push([open.as_slice(), &name].concat());
            }
        }
    }

    /// Bounds of members where they are defined, and ones that are refused elsewhere.
    fn lex_bounds(&mut self) {
        self.lex_bound();
        if self.is_lex { self.lex_bound() } else { self.one_of(&NOT_LEX_BOUNDS) }
    }

    fn integer(&mut self) {
        match self.chance(24) {
            0 => self.one_of(&NOT_INTEGERS),
            1..3 => self.one_of(&INTEGERS),
            _ => {
                let number = self.chance(15) as i64 - 7;
                self.push(number.to_string());
            }
        }
    }

    fn count(&mut self) {
        match self.chance(8) {
            0 => self.integer(),
            _ => {
                let count = self.chance(5);
                self.push(count.to_string());
            }
        }
    }

    fn value(&mut self) {
        if self.chance(3) == 0 { self.member() } else { self.one_of(&VALUES) }
    }

    fn several(&mut self, most: u64, mut part: impl FnMut(&mut Self)) {
        for _ in 0..1 + self.chance(most) {
            part(self);
        }
    }

    fn zadd(&mut self) {
        self.word("ZADD");
        self.key();
        match (self.is_lex, self.chance(3)) {
            // An increment of nothing is a score of 0 too.
            (_, 0) => self.options(&["NX", "XX", "GT", "LT", "CH", "INCR"], 3),
            (_, 1) => self.options(&["NX", "XX", "GT", "LT", "CH"], 6),
            _ => {}
        }
        let most = self.shape.pairs;
        self.several(most, |draw| {
            draw.score();
            draw.member();
        });
    }

    fn zincrby(&mut self) {
        self.word("ZINCRBY");
        self.key();
        self.score();
        self.member();
    }

    fn read_one(&mut self) {
        match self.chance(12) {
            0..4 => self.zrange(),
            4 => {
                self.name(&["ZREVRANGE"]);
                self.key();
                self.integer();
                self.integer();
                self.range_options();
            }
            5..7 => {
                self.name(&["ZRANGEBYSCORE", "ZREVRANGEBYSCORE"]);
                self.key();
                self.score_bound();
                self.score_bound();
                self.range_options();
            }
            7 => {
                self.name(&["ZRANGEBYLEX", "ZREVRANGEBYLEX"]);
                self.key();
                self.lex_bounds();
                self.range_options();
            }
            8 => {
                self.name(&["ZCOUNT", "ZCOUNT", "ZLEXCOUNT"]);
                let is_lex = self.words[0].eq_ignore_ascii_case(b"ZLEXCOUNT");
                self.key();
                match is_lex {
                    true => self.lex_bounds(),
                    false => {
                        self.score_bound();
                        self.score_bound();
                    }
                }
            }
            9 => {
                self.name(&["ZRANK", "ZREVRANK", "ZSCORE"]);
                self.key();
                self.member();
            }
            10 => {
                self.name(&["ZMSCORE", "ZMSCORE", "ZCARD"]);
                self.key();
                if !self.words[0].eq_ignore_ascii_case(b"ZCARD") {
                    self.several(3, Self::member);
                }
            }
            _ => {
                self.name(&["ZCARD", "TYPE", "EXISTS"]);
                self.key();
            }
        }
    }

    fn zrange(&mut self) {
        self.word("ZRANGE");
        self.key();
        self.bounds_of_any_kind();
        self.range_options();
    }

    /// Two bounds and mostly the option that they need.
    fn bounds_of_any_kind(&mut self) {
        match self.chance(5) {
            0..2 => {
                self.score_bound();
                self.score_bound();
                self.word("BYSCORE");
            }
            2 => {
                self.lex_bounds();
                self.word("BYLEX");
            }
            _ => {
                self.integer();
                self.integer();
            }
        }
    }

    fn range_options(&mut self) {
        for _ in 0..self.chance(4) {
            match self.chance(9) {
                0..4 => self.word("WITHSCORES"),
                4..6 => self.word("REV"),
                6..8 => {
                    self.word("LIMIT");
                    self.integer();
                    self.integer();
                }
                // Only where bounds of members are drawn; others would not be defined there.
                _ if !self.is_lex => self.word("BYSCORE"),
                _ => self.word("NOPE"),
            }
        }
    }

    fn remove(&mut self) {
        match self.chance(10) {
            0..3 => {
                self.name(&["ZREM"]);
                self.key();
                self.several(3, Self::member);
            }
            3 => {
                self.word("ZREMRANGEBYRANK");
                self.key();
                self.integer();
                self.integer();
            }
            4 => {
                self.word("ZREMRANGEBYSCORE");
                self.key();
                self.score_bound();
                self.score_bound();
            }
            5 => {
                self.word("ZREMRANGEBYLEX");
                self.key();
                self.lex_bounds();
            }
            6..8 => {
                self.name(&["ZPOPMIN", "ZPOPMAX"]);
                self.key();
                if self.chance(2) == 0 {
                    self.count();
                }
            }
            _ => {
                self.word("ZMPOP");
                self.numbered_keys();
                self.name(&["MIN", "MAX", "MAX", "NOPE"]);
                if self.chance(2) == 0 {
                    self.word("COUNT");
                    self.count();
                }
            }
        }
    }

    /// The number of keys, which is not always right, and the keys.
    fn numbered_keys(&mut self) -> u64 {
        let count = 1 + self.chance(3);
        match self.chance(24) {
            0 => self.integer(),
            _ => self.push(count.to_string()),
        }
        for _ in 0..count {
            self.key();
        }
        count
    }

    fn combine(&mut self) {
        let names = ["ZUNION", "ZINTER", "ZDIFF", "ZUNIONSTORE", "ZINTERSTORE", "ZDIFFSTORE"];
        let at = self.chance(7) as usize;
        self.word(names.get(at).unwrap_or(&"ZINTERCARD"));
        if (3..6).contains(&at) {
            self.key();
        }
        let count = self.numbered_keys();
        for _ in 0..self.chance(4) {
            match self.chance(8) {
                0..3 => {
                    self.word("WEIGHTS");
                    for _ in 0..count + u64::from(self.chance(20) == 0) {
                        self.score();
                    }
                }
                3..5 => {
                    self.word("AGGREGATE");
                    self.name(&["SUM", "MIN", "MAX", "MIN", "MAX", "NOPE"]);
                }
                5 if at > 5 => {
                    self.word("LIMIT");
                    self.integer();
                }
                _ => self.word("WITHSCORES"),
            }
        }
    }

    fn range_store(&mut self) {
        self.word("ZRANGESTORE");
        self.key();
        self.key();
        self.bounds_of_any_kind();
        if self.chance(2) == 0 {
            self.word("LIMIT");
            self.integer();
            self.integer();
        }
        self.options(&["REV"], 4);
    }

    /// Only forms whose answer is all there is, nothing, or an error.
    fn by_chance_and_scans(&mut self) {
        match self.chance(6) {
            0..2 => {
                self.word("ZRANDMEMBER");
                self.key();
                match self.chance(6) {
                    0 => {}
                    1 => self.one_of(&["0", "-3", "1", "2", "-1"]),
                    2 => self.one_of(&["abc", "-9223372036854775808", "01"]),
                    _ => self.push(WHOLE),
                }
                if self.words.len() == 3 {
                    self.options(&["WITHSCORES"], 3);
                }
            }
            2..4 => {
                self.name(&["ZSCAN", "ZSCAN", "HSCAN"]);
                self.key();
                self.one_of(&["0", "0", "0", "00", "", "+0", "abc", "18446744073709551616"]);
                self.scan_options();
            }
            4 => {
                self.word("SCAN");
                self.one_of(&["0", "0", "0", "", "x"]);
                if self.chance(3) == 0 {
                    self.word("TYPE");
                    self.name(&["ZSET", "STRING", "HASH", "SET", "NOPE"]);
                }
                self.scan_options();
            }
            _ => {
                self.word("KEYS");
                self.one_of(&["*", "k*", "k[0-1]", "*1", "lex?", "[^k]*", "\\k*", ""]);
            }
        }
    }

    fn scan_options(&mut self) {
        if self.chance(2) == 0 {
            self.word("MATCH");
            self.one_of(&PATTERNS);
        }
        if self.chance(12) == 0 {
            self.word("COUNT");
            self.one_of(&["0", "-1", "abc", "1"]);
        }
        self.push("COUNT");
        self.push(WHOLE);
    }

    fn strings(&mut self) {
        match self.chance(6) {
            0..3 => {
                self.word("SET");
                self.key();
                self.value();
                self.options(&["NX", "XX", "GET", "KEEPTTL"], 5);
                if self.chance(3) == 0 {
                    let is_ms = self.chance(2) == 0;
                    match is_ms {
                        true => {
                            self.word("PXAT");
                            self.one_of(&MILLISECONDS);
                        }
                        false => {
                            self.word("EXAT");
                            self.one_of(&SECONDS);
                        }
                    }
                    self.options(&["NX", "XX", "GET", "KEEPTTL"], 12);
                }
            }
            3 => {
                self.name(&["GET", "INCR", "DECR"]);
                self.key();
            }
            4 => {
                self.name(&["INCRBY", "DECRBY"]);
                self.key();
                self.integer();
            }
            // A relative time that is none is refused; others depend on the clock.
            _ => {
                self.word("SET");
                self.key();
                self.value();
                self.name(&["EX", "PX"]);
                self.one_of(&["0", "-1", "abc", "9223372036854775807", ""]);
            }
        }
    }

    fn hashes_and_sets(&mut self) {
        let names = [
            "HSET", "HSET", "HSET", "HINCRBY", "HGET", "HMGET", "HGETALL", "HLEN", "HDEL", "SADD",
            "SADD", "SREM", "SMEMBERS", "SCARD",
        ];
        let name = names[self.chance(names.len() as u64) as usize];
        self.word(name);
        // A member of a plain set counts as 1, so none gets under a key of zeros.
        self.is_lex &= !name.starts_with('S');
        self.key();
        match name {
            "HSET" => {
                let most = self.shape.pairs;
                self.several(most, |draw| {
                    draw.member();
                    draw.value();
                });
            }
            "HINCRBY" => {
                self.member();
                self.integer();
            }
            "HGET" => self.member(),
            "HMGET" | "HDEL" | "SADD" | "SREM" => self.several(3, Self::member),
            _ => {}
        }
    }

    fn expiry(&mut self) {
        match self.chance(8) {
            0..3 => {
                self.word("EXPIREAT");
                self.key();
                self.one_of(&SECONDS);
                self.options(&["NX", "XX", "GT", "LT"], 6);
            }
            3..6 => {
                self.word("PEXPIREAT");
                self.key();
                self.one_of(&MILLISECONDS);
                self.options(&["NX", "XX", "GT", "LT"], 6);
            }
            6 => {
                self.name(&["EXPIRE", "PEXPIRE"]);
                self.key();
                self.one_of(&["0", "-1", "-9223372036854775808", "9223372036854775807", "abc"]);
                self.options(&["NX", "XX", "GT", "LT", "NOPE"], 6);
            }
            _ => {
                self.name(&["TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME", "PERSIST"]);
                self.key();
            }
        }
    }

    fn keys(&mut self) {
        match self.chance(8) {
            0..5 => {
                self.name(&["DEL", "UNLINK", "EXISTS"]);
                self.several(3, Self::key);
            }
            5 => {
                self.word("OBJECT");
                self.name(&["ENCODING", "ENCODING", "ENCODING", "NOPE"]);
                self.key();
            }
            6 => {
                self.word("TYPE");
                self.key();
            }
            _ => self.word("DBSIZE"),
        }
    }

    fn transaction(&mut self) {
        match self.chance(10) {
            0..3 => self.word("MULTI"),
            3..6 => self.word("EXEC"),
            6 => self.name(&["DISCARD", "UNWATCH"]),
            _ => {
                self.word("WATCH");
                self.several(2, Self::key);
            }
        }
    }

    fn connection(&mut self) {
        match self.chance(12) {
            0..4 => {
                self.word("PING");
                if self.chance(2) == 0 {
                    self.value();
                }
            }
            4..8 => {
                self.word("ECHO");
                self.value();
            }
            8..11 => {
                self.name(&["NOPE", "zaddx", ""]);
                for _ in 0..self.chance(3) {
                    self.value();
                }
            }
            _ => {
                self.word("FLUSHALL");
                self.options(&["ASYNC", "SYNC", "NOPE"], 8);
            }
        }
    }

    /// Makes a command odd, and mostly wrong: a word comes twice, or in another place.
    fn spoil(&mut self) {
        // These would depend on the clock, on chance, or on a version.
        const LEFT_ALONE: [&str; 13] = [
            "SET",
            "EXPIRE",
            "PEXPIRE",
            "ZSCAN",
            "HSCAN",
            "SCAN",
            "ZRANDMEMBER",
            "ZRANK",
            "ZREVRANK",
            "OBJECT",
            "ZUNIONSTORE",
            "ZINTERSTORE",
            "ZRANGESTORE",
        ];
        let name = String::from_utf8_lossy(&self.words[0]).to_uppercase();
        let last = self.words.len() - 1;
        if last == 0 || self.is_lex || LEFT_ALONE.contains(&&*name) {
            return;
        }
        let from = 1 + self.chance(last as u64) as usize;
        let to = 1 + self.chance(last as u64) as usize;
        // Bounds of members that are refused must not become good ones.
        let ways = if name.contains("LEX") || name == "ZRANGE" { 1 } else { 3 };
        match self.chance(ways) {
            0 => self.words.push(self.words[from].clone()),
            1 => self.words.swap(from, to),
            _ => self.words[to] = self.words[from].clone(),
        }
    }
}
