//! Commands on sorted sets.

use super::Draw;

impl Draw<'_> {
    pub(super) fn zadd(&mut self) {
        self.word("ZADD");
        self.key();
        match (self.is_lex, self.chance(3)) {
            // An increment of nothing is a score of 0 too.
            (_, 0) => self.options(&["NX", "XX", "GT", "LT", "CH", "INCR"], 3),
            (_, 1) => self.options(&["NX", "XX", "GT", "LT", "CH"], 6),
            _ => {}
        }
        // An increment is for one member.
        let is_increment = self.words.iter().any(|word| word.eq_ignore_ascii_case(b"INCR"));
        let most = if is_increment && self.chance(8) > 0 { 1 } else { self.shape.pairs };
        self.several(most, |draw| {
            draw.score();
            draw.member();
        });
    }

    pub(super) fn zincrby(&mut self) {
        self.word("ZINCRBY");
        self.key();
        self.score();
        self.member();
    }

    pub(super) fn read_one(&mut self) {
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

    pub(super) fn remove(&mut self) {
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
            // A plain set is an input as well.
            self.home = if self.chance(8) == 0 { "p" } else { "k" };
            self.key();
        }
        count
    }

    pub(super) fn combine(&mut self) {
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

    pub(super) fn range_store(&mut self) {
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
}
