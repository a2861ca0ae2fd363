//! Event ids: a submission that comes twice counts once.
//!
//! The ids are not part of a board's state. Whoever owns the board keeps them where they survive
//! (rows, IndexedDB, a map) and lends them to it.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use super::{BoardError, Change, Command, Leaderboard, Outcome, Points, Reason};
use crate::time::Timestamp;

/// The longest event id, in bytes.
pub const MAX_EVENT_ID_BYTES: usize = 128;

/// What is kept under an event id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenEvent {
    /// What the submission said; equal exactly for equal submissions.
    pub body: String,
    /// When it came.
    pub stamp: Timestamp,
    /// What came of it.
    pub fate: Fate,
}

/// What came of a submission, for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was taken.
    Taken {
        /// Whether it changed the score.
        applied: bool,
        /// Why.
        reason: Reason,
        /// The score after it; `None` if the member was not kept.
        score: Option<Points>,
        /// The score before it.
        previous: Option<Points>,
    },
    /// It was refused.
    Refused {
        /// The code of the refusal.
        code: Box<str>,
        /// The words of the refusal.
        message: Box<str>,
    },
}

/// Where event ids are kept.
pub trait Seen {
    /// Returns what is kept under an id.
    fn get(&self, id: &str) -> Option<SeenEvent>;

    /// Keeps an event under its id, in the place of what was there.
    fn put(&mut self, id: &str, event: SeenEvent);
}

/// Event ids in memory.
impl Seen for BTreeMap<String, SeenEvent> {
    fn get(&self, id: &str) -> Option<SeenEvent> {
        self.get(id).cloned()
    }

    fn put(&mut self, id: &str, event: SeenEvent) {
        self.insert(id.into(), event);
    }
}

/// A submission that was taken, now or before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// What it did; with the present rank, where it is replayed.
    pub outcome: Outcome,
    /// When it came first.
    pub stamp: Timestamp,
    /// Whether it had come before.
    pub replayed: bool,
}

impl Leaderboard {
    /// Obeys a submission once, however often it comes: [`Leaderboard::apply`] under an event id.
    ///
    /// An id that is known with the same body changes nothing and answers as it was answered, with
    /// the present rank. What was refused for good stays refused; other errors leave the id free.
    /// An id that was kept for longer than the board's window is taken for a new one.
    ///
    /// # Errors
    /// [`BoardError::Conflict`] for a known id with another body, [`BoardError::Replayed`] for a
    /// refusal that is known, and what `apply` refuses.
    ///
    /// # Examples
    /// ```
    /// use std::collections::BTreeMap;
    /// use edgeboard::leaderboard::{Command, Leaderboard, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let (mut board, mut seen) = (Leaderboard::new(SortOrder::Desc), BTreeMap::new());
    /// let now = Timestamp::EPOCH;
    /// let ten = Command::submit("ann", 10);
    /// assert!(!board.apply_once("k1", ten.clone(), &mut seen, now)?.replayed);
    /// assert!(board.apply_once("k1", ten, &mut seen, now)?.replayed);
    /// let other = board.apply_once("k1", Command::submit("ann", 20), &mut seen, now);
    /// assert_eq!(other.unwrap_err().code(), "idempotency_conflict");
    /// assert_eq!(board.get("ann").map(|entry| entry.score.first()), Some(10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_once(
        &mut self,
        id: &str,
        command: Command,
        seen: &mut dyn Seen,
        now: Timestamp,
    ) -> Result<Taken, BoardError> {
        if id.is_empty() || id.len() > MAX_EVENT_ID_BYTES {
            let (bytes, limit) = (id.len(), MAX_EVENT_ID_BYTES);
            return Err(BoardError::invalid(format!("the event id has {bytes} bytes of {limit}")));
        }
        let (member, body) = (command.member.clone(), body(&command));
        let known = seen.get(id).filter(|event| self.remembers(event.stamp, now));
        if let Some(event) = known {
            return if event.body == body {
                self.replayed(&member, event)
            } else {
                Err(BoardError::Conflict)
            };
        }
        let result = self.apply(command, now);
        let fate = match &result {
            Ok(outcome) => Fate::Taken {
                applied: outcome.applied,
                reason: outcome.reason,
                score: outcome.entry.as_ref().map(|entry| entry.score),
                previous: outcome.previous.map(|standing| standing.score),
            },
            Err(error) if error.is_final() => Fate::Refused {
                code: error.code().into(),
                message: format!("{error}").into_boxed_str(),
            },
            Err(_) => return result.map(|outcome| Taken { outcome, stamp: now, replayed: false }),
        };
        seen.put(id, SeenEvent { body, stamp: now, fate });
        result.map(|outcome| Taken { outcome, stamp: now, replayed: false })
    }

    fn remembers(&self, stamp: Timestamp, now: Timestamp) -> bool {
        now.ms().saturating_sub(stamp.ms()) < self.terms.id_window_ms
    }

    fn replayed(&self, member: &str, event: SeenEvent) -> Result<Taken, BoardError> {
        let (applied, reason, score, previous) = match event.fate {
            Fate::Taken { applied, reason, score, previous } => (applied, reason, score, previous),
            Fate::Refused { code, message } => return Err(BoardError::replayed(&code, message)),
        };
        let entry = self.find(member).zip(score);
        let entry = entry.map(|(entry, score)| super::Entry { score, ..entry });
        let hidden = entry.as_ref().is_some_and(|entry| entry.rank.is_none());
        // The rank that he had is not kept.
        let previous = previous.map(|score| super::Standing { rank: None, score });
        let version = self.version;
        let outcome = Outcome { version, applied, hidden, reason, entry, previous };
        Ok(Taken { outcome, stamp: event.stamp, replayed: true })
    }
}

/// Text that is equal exactly for equal commands: lengths stand before what has any characters.
fn body(command: &Command) -> String {
    let mut text = format!("{}:{}", command.member.len(), command.member);
    let Change::Submit(submission) = &command.change else {
        // Only submissions have ids; of others the whole form is as good as any.
        let _ = write!(text, "{:?}", command.change);
        return text;
    };
    for units in submission.points.units() {
        let _ = write!(text, ",{units}");
    }
    if let Some(at) = submission.at {
        let _ = write!(text, "@{}", at.ms());
    }
    match &submission.metadata {
        Some(Some(metadata)) => {
            let _ = write!(text, "={metadata}");
        }
        Some(None) => text.push('-'),
        None => {}
    }
    text
}
