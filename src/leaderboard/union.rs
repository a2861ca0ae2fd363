//! Several periods as one board: a week from its seven days.

use alloc::format;
use alloc::vec::Vec;

use super::{BoardError, BoardKey, Leaderboard, OnFull, Operator, Terms};
use crate::period;

impl Leaderboard {
    /// Returns the board that has taken what several have taken, each in a period of its own.
    ///
    /// Members have the sum of their points, reached with the latest of the parts' scores, where
    /// the operator is `sum`; the best of their scores with that part's time where it is `best`.
    /// Who is banned in one of the parts is banned; metadata are those of the last part that has
    /// some. The version is the sum of the parts' versions, so it moves whenever one of them does;
    /// the period lasts from the first start to the last end, if all have bounds. The other rules
    /// are those of the first part, without a limit of members. Parts that one ledger fed are
    /// ordered to the last tie, since their keys hold its sequence.
    ///
    /// Computes in expected **O(m log n)** time for m rows of all parts together. The Redis
    /// counterpart is `ZUNIONSTORE` with `AGGREGATE SUM` or `MAX`.
    ///
    /// # Errors
    /// [`BoardError::Invalid`] for no parts, for another operator, for `sum` with a smallest or a
    /// largest score or with members who had to go, and for parts that differ in columns, operator
    /// or ties. [`BoardError::Overflow`] and [`BoardError::Column`] for a sum that is none.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Command, Leaderboard, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut days = [1, 2].map(|_| Leaderboard::new(SortOrder::Desc));
    /// for (day, ms, member, points) in [(0, 1, "ann", 30), (1, 2, "bob", 50), (1, 3, "ann", 30)] {
    ///     days[day].apply(Command::submit(member, points), Timestamp::from_ms(ms)?)?;
    /// }
    /// let week = Leaderboard::union(&days.each_ref())?;
    /// let top: Vec<_> = week.top(2).map(|entry| (entry.member, entry.score.first())).collect();
    /// assert_eq!(top, [("ann".into(), 60), ("bob".into(), 50)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn union(parts: &[&Self]) -> Result<Self, BoardError> {
        let Some((first, others)) = parts.split_first() else {
            return Err(BoardError::invalid("a union has at least one board"));
        };
        check(&first.terms)?;
        for other in others {
            check_same(&first.terms, &other.terms)?;
        }
        let terms = Terms { max_members: None, ..first.terms.clone() };
        let mut union = Self::new(terms).within(bounds(parts));
        for part in parts {
            union.version = union.version.saturating_add(part.version);
            let banned = part.roster.banned().filter_map(|(handle, key)| Some((handle, key?)));
            for (handle, key) in part.roster.range(0..part.len()).chain(banned) {
                let member = part.name(handle);
                let key = match union.key(&member) {
                    Some(other) => union.terms.united(other, key)?,
                    None => key,
                };
                union.put(&member, key);
            }
        }
        for part in parts {
            for (handle, _) in part.roster.banned() {
                union.roster.ban(&part.name(handle));
            }
        }
        for part in parts {
            for (&handle, metadata) in &part.metadata {
                union.set_metadata(&part.name(handle), Some(metadata));
            }
        }
        Ok(union)
    }
}

impl Terms {
    /// The key of a member with these keys in two parts.
    fn united(&self, a: BoardKey, b: BoardKey) -> Result<BoardKey, BoardError> {
        if self.op == Operator::Best {
            return Ok(a.min(b));
        }
        let [points, more] = [a, b].map(|key| self.columns.decode(key.columns()));
        let sum = points.checked_add(&more).ok_or(BoardError::Overflow)?;
        let reached = a.reached().max(b.reached());
        Ok(BoardKey::from_parts(self.columns.encode(&sum)?, reached))
    }
}

fn check(terms: &Terms) -> Result<(), BoardError> {
    let has_bounds = terms.bounds.min.is_some() || terms.bounds.max.is_some();
    let is_trimmed = terms.max_members.is_some() && terms.on_full == OnFull::Trim;
    let refuse = |what| Err(BoardError::invalid(format!("boards {what} have no union")));
    match terms.op {
        Operator::Latest => refuse("whose op is 'latest'"),
        Operator::Sum if has_bounds => refuse("whose op is 'sum' and that have 'min' or 'max'"),
        Operator::Sum if is_trimmed => refuse("whose op is 'sum' and that let members go"),
        Operator::Sum | Operator::Best => Ok(()),
    }
}

fn check_same(first: &Terms, other: &Terms) -> Result<(), BoardError> {
    check(other)?;
    let rules = [
        ("op", first.op == other.op),
        ("columns", first.columns == other.columns),
        ("tie", first.tie == other.tie),
    ];
    match rules.into_iter().find(|(_, is_same)| !is_same) {
        None => Ok(()),
        Some((rule, _)) => {
            Err(BoardError::invalid(format!("the boards of a union have the same '{rule}'")))
        }
    }
}

/// From the first start to the last end, if all have both.
fn bounds(parts: &[&Leaderboard]) -> Option<period::Bounds> {
    let all = parts.iter().map(|part| part.period);
    let bounds: Option<Vec<period::Bounds>> = all.collect();
    let bounds = bounds?;
    let start = bounds.iter().map(|bounds| bounds.start).min()?;
    let end = bounds.iter().map(|bounds| bounds.end).max()?;
    Some(period::Bounds { start, end })
}
