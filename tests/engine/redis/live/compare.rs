//! When a reply of ours is the server's.

use edgeboard::redis::Reply;

use super::server::Form;
use crate::wire::Wire;

/// What is compared in one stream.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) form: Form,
    /// Whether a hash may be a table, whose order is that of the table.
    pub(super) has_large_hashes: bool,
}

impl Rules {
    /// Returns whether both replies to a command are the same: scores as doubles, with the sign
    /// of a zero where the server keeps it, all else as bytes.
    pub(super) fn are_equal(&self, words: &[Vec<u8>], ours: &Reply, theirs: &Wire) -> bool {
        let name = words[0].to_ascii_lowercase();
        if self.is_one(ours, theirs) {
            return true;
        }
        match (&*name, ours, theirs) {
            // The clocks differ, and with them what is left.
            (b"ttl" | b"pttl", Reply::Integer(ours), Wire::Integer(theirs)) => {
                *ours >= 0 && *theirs >= 0
            }
            // A server counts what has expired until somebody looks at it.
            (b"dbsize", Reply::Integer(ours), Wire::Integer(theirs)) => ours <= theirs,
            (b"object", Reply::Bulk(ours), Wire::Bulk(theirs)) => self.is_form(ours, theirs),
            (b"zrandmember", Reply::Bulk(_), Wire::Bulk(_)) => words.len() == 2,
            (b"zrandmember", Reply::Array(ours), Wire::Array(theirs)) => {
                let is_whole = words[2].len() > 4;
                let width = if words.len() > 3 { 2 } else { 1 };
                ours.len() == theirs.len()
                    && (!is_whole || self.is_permutation(ours, theirs, width))
            }
            (b"zscan" | b"hscan", Reply::Array(ours), Wire::Array(theirs)) => {
                self.is_scan(ours, theirs, 2)
            }
            (b"scan", Reply::Array(ours), Wire::Array(theirs)) => self.is_scan(ours, theirs, 1),
            (b"keys" | b"smembers", Reply::Array(ours), Wire::Array(theirs)) => {
                self.is_permutation(ours, theirs, 1)
            }
            (b"hgetall", Reply::Array(ours), Wire::Array(theirs)) => {
                self.has_large_hashes && self.is_permutation(ours, theirs, 2)
            }
            _ => false,
        }
    }

    fn is_one(&self, ours: &Reply, theirs: &Wire) -> bool {
        match (ours, theirs) {
            (Reply::Nil, Wire::Nil) | (Reply::NilArray, Wire::NilArray) => true,
            (Reply::Status(ours), Wire::Status(theirs)) => ours.as_bytes() == theirs,
            (Reply::Integer(ours), Wire::Integer(theirs)) => ours == theirs,
            (Reply::Bulk(ours), Wire::Bulk(theirs)) => ours == theirs,
            (Reply::Error(ours), Wire::Error(theirs)) => ours.text() == *theirs,
            (Reply::Score(ours), Wire::Bulk(theirs)) => {
                let theirs = std::str::from_utf8(theirs).ok().and_then(|text| text.parse().ok());
                theirs.is_some_and(|theirs: f64| self.bits(ours.get()) == self.bits(theirs))
            }
            (Reply::Array(ours), Wire::Array(theirs)) => {
                ours.len() == theirs.len()
                    && ours.iter().zip(theirs).all(|(ours, theirs)| self.is_one(ours, theirs))
            }
            _ => false,
        }
    }

    fn bits(&self, score: f64) -> u64 {
        match self.form {
            Form::SkipList => score.to_bits(),
            // Adding 0 takes the sign of a zero away.
            Form::Default => (score + 0.0).to_bits(),
        }
    }

    /// A server knows a third form of plain sets, and has a single one of sorted sets if told so.
    fn is_form(&self, ours: &[u8], theirs: &[u8]) -> bool {
        match self.form {
            Form::SkipList if ours == b"listpack" => theirs == b"skiplist",
            _ => ours == b"hashtable" && theirs == b"intset",
        }
    }

    fn is_scan(&self, ours: &[Reply], theirs: &[Wire], width: usize) -> bool {
        match (ours, theirs) {
            ([cursor, Reply::Array(ours)], [their_cursor, Wire::Array(theirs)]) => {
                self.is_one(cursor, their_cursor) && self.is_permutation(ours, theirs, width)
            }
            _ => false,
        }
    }

    /// Compares lists of groups without regard to the order of the groups.
    fn is_permutation(&self, ours: &[Reply], theirs: &[Wire], width: usize) -> bool {
        let first = |wire: &[Wire]| match wire.first() {
            Some(Wire::Bulk(name)) => name.clone(),
            _ => Vec::new(),
        };
        let our_first = |reply: &[Reply]| match reply.first() {
            Some(Reply::Bulk(name)) => name.clone(),
            _ => Vec::new(),
        };
        let (mut ours, mut theirs): (Vec<_>, Vec<_>) =
            (ours.chunks(width).collect(), theirs.chunks(width).collect());
        // A name comes once in each list, so sorting by it is enough.
        ours.sort_by_key(|group| our_first(group));
        theirs.sort_by_key(|group| first(group));
        ours.len() == theirs.len()
            && ours.iter().zip(&theirs).all(|(ours, theirs)| {
                ours.len() == theirs.len()
                    && ours.iter().zip(*theirs).all(|(ours, theirs)| self.is_one(ours, theirs))
            })
    }
}
