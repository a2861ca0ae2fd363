//! What a hybrid board asks its owner, and what it makes of the answers.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{BoardError, BoardKey, HybridBoard, Row, last_key, place_of, uncounted};
use crate::estimator::{EstimatorError, Question};

/// The most rows that the board asks for at once.
pub const MAX_REFILL_ROWS: usize = 1_000;

/// What a board has to know from its owner, about the members of this moment.
///
/// Two effects are equal only if nothing has changed in between that would change the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The next ones behind a row are to come into the head: the first ranked members behind it, in
    /// the order of the board.
    Refill {
        /// The version of the board.
        version: u64,
        /// The last row of the head; `None` if it is empty.
        behind: Option<Row>,
        /// How many, at most.
        count: usize,
    },
    /// The tree wants to know how many ranked members have at most this key, the head included.
    Count {
        /// What the tree asks.
        question: Question,
        /// The last key that counts. It is behind all keys with its columns.
        up_to: BoardKey,
    },
}

/// What the owner answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The next members, in the order of the board: one at least, for there are some.
    Rows(Vec<Row>),
    /// The number of members.
    Count(u64),
}

impl HybridBoard {
    /// Returns what the board wants to know now, if anything. Computes in **O(1)** time.
    ///
    /// There can be another effect after an answer; the owner goes on until there is none. Any
    /// record takes the effect back, and the board asks anew.
    #[must_use]
    pub fn effect(&self) -> Option<Effect> {
        let version = self.version();
        if self.head.len() < self.rows as usize && self.tail.total() > 0 {
            let room = (self.capacity() - self.head.len()).min(MAX_REFILL_ROWS);
            // Less than the room.
            let count = self.tail.total().min(room as u64) as usize;
            return Some(Effect::Refill { version, behind: self.last(), count });
        }
        let question = self.tail.question()?;
        Some(Effect::Count { question, up_to: last_key(*question.scores().end()) })
    }

    /// Takes the answer to the present effect.
    ///
    /// Computes in **O(m log N)** time for m rows, and in O(segments) for a count.
    ///
    /// # Errors
    /// [`BoardError::StaleAnswer`] for an effect that is not the present one; [`BoardError::Row`]
    /// and [`BoardError::Invalid`] for an answer that contradicts the board. Nothing has changed
    /// then.
    pub fn answer(&mut self, effect: &Effect, answer: Answer) -> Result<(), BoardError> {
        if self.effect().as_ref() != Some(effect) {
            return Err(BoardError::StaleAnswer);
        }
        match (effect, answer) {
            (Effect::Refill { count, .. }, Answer::Rows(rows)) => self.refill(&rows, *count),
            (Effect::Count { question, up_to }, Answer::Count(count)) => {
                let in_head = self.head.roster.not_worse(up_to.columns()) as u64;
                let behind = count
                    .checked_sub(in_head)
                    .ok_or(EstimatorError::Answer { count, limits: (in_head, self.total()) });
                let answered = behind.and_then(|behind| self.tail.answer(*question, behind));
                answered.map_err(|error| BoardError::invalid(format!("{error}")))
            }
            _ => Err(BoardError::invalid("the answer is one to another question")),
        }
    }

    fn refill(&mut self, rows: &[Row], count: usize) -> Result<(), BoardError> {
        if rows.is_empty() || rows.len() > count {
            let text = format!("there are {} rows, outside 1..={count}", rows.len());
            return Err(BoardError::invalid(text));
        }
        // All of them, or none.
        let (mut tail, mut names) = (self.tail.clone(), BTreeSet::new());
        for (at, Row { member, key }) in rows.iter().enumerate() {
            if self.head.roster.find(member).is_some() {
                return Err(BoardError::row(member, "is in the head already"));
            }
            if !names.insert(member) {
                return Err(BoardError::row(member, "is there twice"));
            }
            let follows = match at.checked_sub(1).and_then(|at| rows.get(at)) {
                Some(last) => self.are_ordered(last, member, *key),
                None => self.is_behind(member, *key),
            };
            if !follows {
                return Err(BoardError::row(member, "is out of order"));
            }
            tail.remove(place_of(*key)).map_err(|error| uncounted(member, &error))?;
        }
        self.tail = tail;
        rows.iter().for_each(|row| self.head.put_at(&row.member, row.key, None));
        Ok(())
    }

    fn are_ordered(&self, last: &Row, member: &str, key: BoardKey) -> bool {
        let columns = last.key.columns().cmp(&key.columns());
        let names = || self.tie((last.key, last.member.as_bytes()), (key, member.as_bytes()));
        columns.then_with(names) == Ordering::Less
    }
}
