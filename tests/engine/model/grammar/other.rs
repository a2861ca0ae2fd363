//! Commands on other values, on keys and on the connection; and those that choose or scan.

use super::{Draw, WHOLE};
use crate::model::arguments::{MILLISECONDS, PATTERNS, SECONDS};

impl Draw<'_> {
    /// Only forms whose answer is all there is, nothing, or an error.
    pub(super) fn by_chance_and_scans(&mut self) {
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
                self.home = if self.words[0].eq_ignore_ascii_case(b"HSCAN") { "h" } else { "k" };
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
                self.one_of(&["*", "[ksh]*", "k[0-1]", "*1", "lex?", "[^k]*", "\\k*", ""]);
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

    pub(super) fn strings(&mut self) {
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

    pub(super) fn hashes_and_sets(&mut self) {
        let names = [
            "HSET", "HSET", "HSET", "HINCRBY", "HGET", "HMGET", "HGETALL", "HLEN", "HDEL", "SADD",
            "SADD", "SREM", "SMEMBERS", "SCARD",
        ];
        let name = names[self.chance(names.len() as u64) as usize];
        self.word(name);
        // A member of a plain set counts as 1, so none gets under a key of zeros.
        self.is_lex &= !name.starts_with('S');
        self.home = if name.starts_with('S') { "p" } else { "h" };
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

    pub(super) fn expiry(&mut self) {
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

    pub(super) fn keys(&mut self) {
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

    pub(super) fn transaction(&mut self) {
        match self.chance(20) {
            // Short transactions are mostly whole ones.
            0..3 => self.word("MULTI"),
            3..14 => self.word("EXEC"),
            14 => self.name(&["DISCARD", "UNWATCH"]),
            _ => {
                self.word("WATCH");
                self.several(2, Self::key);
            }
        }
    }

    pub(super) fn connection(&mut self) {
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
                self.name(&["FLUSHALL", "FLUSHDB"]);
                self.options(&["ASYNC", "SYNC", "NOPE"], 8);
            }
        }
    }
}
