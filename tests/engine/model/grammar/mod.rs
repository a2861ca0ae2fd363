//! The commands of Redis as a grammar from which they are drawn.

mod other;
mod sorted_sets;

use super::arguments::{
    INTEGERS, LEX_BOUNDS, NOT_INTEGERS, NOT_LEX_BOUNDS, NOT_SCORES, SCORE_BOUNDS, SCORES, VALUES,
};
use super::{Op, Shape, member};

/// How many elements a scan is asked for: all there are.
const WHOLE: &str = "100000";

/// What keys begin with: for sorted sets, plain sets, strings and hashes. A command goes to another
/// kind than its own now and then.
const KINDS: [&str; 4] = ["k", "p", "s", "h"];

/// What keys begin with where every score is 0.
const LEX: &str = "lex";

/// All keys of a stream.
pub(super) fn keys(shape: Shape) -> Vec<String> {
    let numbered = |kind: &'static str| (0..shape.keys).map(move |n| format!("{kind}{n}"));
    KINDS.into_iter().chain([LEX]).flat_map(numbered).collect()
}

/// Draws the words of one command.
pub(super) struct Draw<'a> {
    below: &'a mut dyn FnMut(u64) -> u64,
    shape: Shape,
    words: Vec<Vec<u8>>,
    /// Whether the command is about keys where every score is 0. Ranges of members are defined
    /// for those alone, so nothing else is ever written to them.
    is_lex: bool,
    /// The kind of keys that the command is for.
    home: &'static str,
}

impl<'a> Draw<'a> {
    pub(super) fn new(below: &'a mut dyn FnMut(u64) -> u64, shape: Shape) -> Self {
        let is_lex = below(6) == 0;
        Draw { below, shape, words: Vec::new(), is_lex, home: KINDS[0] }
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
            72..78 => {
                self.home = "s";
                self.strings();
            }
            78..84 => self.hashes_and_sets(),
            84..89 => {
                self.any_home();
                self.expiry();
            }
            89..93 => {
                self.any_home();
                self.keys();
            }
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
        let kind = match self.chance(12) {
            _ if self.is_lex => LEX,
            0 => KINDS[self.chance(KINDS.len() as u64) as usize],
            _ => self.home,
        };
        self.push(format!("{kind}{n}"));
    }

    fn any_home(&mut self) {
        self.home = KINDS[self.chance(KINDS.len() as u64) as usize];
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
            1..22 => {
                let small = self.chance(6);
                self.push(small.to_string());
            }
            22..25 => self.one_of(&["inf", "-inf"]),
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
        if last == 0 {
            return self.value();
        }
        if self.is_lex || LEFT_ALONE.contains(&&*name) {
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
