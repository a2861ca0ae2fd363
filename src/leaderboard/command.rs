//! What a board on its own is told, and what it looks at before it obeys.

use alloc::format;
use alloc::string::String;

use super::judge::{Held, Stage};
use super::{
    BoardError, Change, Leaderboard, OnFull, Operator, Outcome, Points, Reason, Record, Submission,
};
use crate::time::Timestamp;

/// The most bytes of a member's metadata.
pub const MAX_METADATA_BYTES: usize = 1024;

/// How far behind the present the time of a `latest` submission may lie.
const MAX_AHEAD_MS: u64 = 5_000;

/// A change to a member that somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Whom it is about.
    pub member: String,
    /// What it does.
    pub change: Change,
}

impl Command {
    /// Returns the submission of a score, or of a delta on a `sum` board.
    #[must_use]
    pub fn submit(member: impl Into<String>, points: impl Into<Points>) -> Self {
        Self { member: member.into(), change: Change::submit(points) }
    }
}

impl Leaderboard {
    /// Obeys a command, or refuses it: the one way to change a board that has no ledger.
    ///
    /// Returns what it did. The board numbers its records itself, and trusts `now`: of equal
    /// scores the one with the earlier `now` is ahead, and of equal instants the one that came
    /// first. A command that finds nothing to do (the ban of who is banned, the removal of who is
    /// not there) takes no number. Computes in expected **O(log n)** time. The Redis counterparts
    /// are `ZINCRBY`, `ZADD GT` and `ZADD`, by the board's operator, and `ZREM`.
    ///
    /// # Errors
    /// [`BoardError`]; nothing has changed then.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Command, Leaderboard, Operator, Reason, SortOrder, Terms};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut board = Leaderboard::new(Terms::new(SortOrder::Desc, Operator::Best));
    /// let best = board.apply(Command::submit("ann", 30), Timestamp::from_ms(1)?)?;
    /// assert_eq!((best.applied, best.reason), (true, Reason::Added));
    /// let worse = board.apply(Command::submit("ann", 20), Timestamp::from_ms(2)?)?;
    /// assert_eq!((worse.applied, worse.reason), (false, Reason::NotBetter));
    /// let error = board.apply(Command::submit("", 30), Timestamp::from_ms(3)?).unwrap_err();
    /// assert_eq!(error.code(), "invalid_member");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(&mut self, command: Command, now: Timestamp) -> Result<Outcome, BoardError> {
        let Command { member, change } = command;
        let bytes = member.len();
        let max = self.terms.max_member_bytes;
        let is_about_all = matches!(change, Change::Rules(_));
        if (bytes == 0 || bytes > usize::from(max)) && !is_about_all {
            return Err(BoardError::Member { bytes, max });
        }
        let has_effect = match &change {
            Change::Submit(submission) => self.admit(&member, submission, now).map(|()| true)?,
            Change::Metadata(metadata) => {
                check_metadata(metadata.as_deref())?;
                if self.held(&member).is_none() {
                    return Err(BoardError::NotRanked(member.into()));
                }
                true
            }
            Change::Ban => !self.roster.is_banned(&member),
            Change::Unban => self.roster.is_banned(&member),
            Change::Remove => self.roster.find(&member).is_some(),
            Change::Rules(new) => {
                self.set_terms(new.terms.clone(), new.migrate, now)?;
                return Ok(self.terms_outcome(true));
            }
        };
        if !has_effect {
            return Ok(self.unchanged(&member));
        }
        let version = self.version + 1;
        let record = Record { version, shard: 0, sequence: version, stamp: now, member, change };
        Ok(self.follow(&record))
    }

    /// Checks that a submission can be accepted.
    fn admit(
        &self,
        member: &str,
        submission: &Submission,
        now: Timestamp,
    ) -> Result<(), BoardError> {
        self.terms.check_count(&submission.points)?;
        if let Some(at) = submission.at {
            self.check_at(at, now)?;
        }
        if let Some(metadata) = &submission.metadata {
            check_metadata(metadata.as_deref())?;
        }
        self.check_period(now)?;
        let held = self.held(member).map(|(key, at)| {
            let points = self.terms.columns.decode(key.columns());
            Held { points, at }
        });
        self.terms.judge(submission, held, now, Stage::Door)?;
        match self.terms.max_members {
            Some(max)
                if self.roster.find(member).is_none()
                    && self.terms.on_full == OnFull::Refuse
                    && self.roster.kept() >= max as usize =>
            {
                Err(BoardError::Full { max })
            }
            _ => Ok(()),
        }
    }

    fn check_at(&self, at: Timestamp, now: Timestamp) -> Result<(), BoardError> {
        if self.terms.op != Operator::Latest {
            return Err(BoardError::invalid("'at' is for boards whose op is 'latest'"));
        }
        if at.ms() > now.ms().saturating_add(MAX_AHEAD_MS) {
            let text = format!("'at' is {at}, more than 5 s behind the present, {now}");
            return Err(BoardError::invalid(text));
        }
        Ok(())
    }

    fn check_period(&self, now: Timestamp) -> Result<(), BoardError> {
        match self.period {
            Some(period) if now < period.start => {
                Err(BoardError::NotStarted { starts_at: period.start })
            }
            Some(period) if now >= period.end => Err(BoardError::Closed { ended_at: period.end }),
            _ => Ok(()),
        }
    }

    fn unchanged(&self, member: &str) -> Outcome {
        let entry = self.find(member);
        let previous =
            entry.as_ref().map(|entry| super::Standing { rank: entry.rank, score: entry.score });
        Outcome {
            version: self.version,
            applied: false,
            hidden: self.roster.is_banned(member),
            reason: Reason::Equal,
            entry,
            previous,
        }
    }
}

fn check_metadata(metadata: Option<&str>) -> Result<(), BoardError> {
    match metadata.map_or(0, str::len) {
        0..=MAX_METADATA_BYTES => Ok(()),
        bytes => {
            let limit = MAX_METADATA_BYTES;
            Err(BoardError::invalid(format!("the metadata have {bytes} bytes of {limit}")))
        }
    }
}
