//! From what happened to the JSON of answers.

use edgeboard::leaderboard::{Decimals, Entry, Outcome, Percentile, Reason, Rules};
use edgeboard::period::Period;
use edgeboard::time::Timestamp;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::message::Status;

/// A member on a board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryAnswer {
    member: String,
    rank: Option<u32>,
    score: String,
    reached_at: String,
}

impl EntryAnswer {
    /// Returns an entry as answers show it.
    pub fn new(entry: Entry, decimals: Decimals) -> Self {
        Self {
            member: entry.member,
            rank: entry.rank,
            score: decimals.format(entry.score.first()),
            reached_at: entry.reached_at.to_string(),
        }
    }
}

/// One member: his entry, and how he stands among all.
#[derive(Serialize)]
pub struct MemberAnswer {
    period: String,
    #[serde(flatten)]
    entry: EntryAnswer,
    percentile: f64,
    top: f64,
    total: usize,
    version: String,
}

impl MemberAnswer {
    /// Returns one member's answer.
    pub fn new(period: &str, entry: EntryAnswer, share: Percentile, status: Status) -> Self {
        Self {
            period: period.to_owned(),
            entry,
            percentile: share.percentile,
            top: share.top,
            total: status.total,
            version: status.version.to_string(),
        }
    }
}

/// The head of a board.
#[derive(Serialize)]
pub struct TopAnswer {
    period: String,
    entries: Vec<EntryAnswer>,
    total: usize,
    version: String,
    limit: u32,
}

impl TopAnswer {
    /// Returns the answer that lists the head.
    pub fn new(period: &str, entries: Vec<EntryAnswer>, limit: u32, status: Status) -> Self {
        let (total, version) = (status.total, status.version.to_string());
        Self { period: period.to_owned(), entries, total, version, limit }
    }
}

/// What an event did in one period, in the form that passes between objects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// Whether the score or its time changed.
    pub applied: bool,
    /// Why.
    pub reason: Reason,
    /// The member after the event, at `version`; `None` if he is not kept.
    pub entry: Option<Entry>,
    /// The version at which the rank holds.
    pub version: u64,
    /// The score before; `None` for a new member.
    pub previous_score: Option<i64>,
    /// The rank before; also `None` where an event is repeated, since it is not kept.
    pub previous_rank: Option<u32>,
}

impl From<Outcome> for Effect {
    fn from(outcome: Outcome) -> Self {
        Self {
            applied: outcome.applied,
            reason: outcome.reason,
            entry: outcome.entry,
            version: outcome.version,
            previous_score: outcome.previous.map(|standing| standing.score.first()),
            previous_rank: outcome.previous.and_then(|standing| standing.rank),
        }
    }
}

/// What an event did in one period.
#[derive(Serialize)]
struct EffectAnswer {
    period: String,
    applied: bool,
    reason: Reason,
    entry: Option<EntryAnswer>,
    previous: Option<StandingAnswer>,
    version: String,
}

#[derive(Serialize)]
struct StandingAnswer {
    rank: Option<u32>,
    score: String,
}

impl EffectAnswer {
    fn new(period: &Period, effect: Effect, decimals: Decimals) -> Self {
        let previous = effect.previous_score.map(|score| StandingAnswer {
            rank: effect.previous_rank,
            score: decimals.format(score),
        });
        Self {
            period: period.id.clone(),
            applied: effect.applied,
            reason: effect.reason,
            entry: effect.entry.map(|entry| EntryAnswer::new(entry, decimals)),
            previous,
            version: effect.version.to_string(),
        }
    }
}

/// The answer to a submission: the effects by kind of period, and the periods that could not be
/// reached yet.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubmissionAnswer {
    event_id: String,
    replayed: bool,
    stamp: String,
    pending: Vec<String>,
    #[serde(serialize_with = "by_kind")]
    entries: Vec<(Period, EffectAnswer)>,
}

impl SubmissionAnswer {
    /// Returns the answer to a submission; a period without an effect is pending.
    pub fn new(
        event_id: &str,
        replayed: bool,
        stamp: Timestamp,
        effects: Vec<(Period, Option<Effect>)>,
        decimals: Decimals,
    ) -> Self {
        let (mut entries, mut pending) = (Vec::new(), Vec::new());
        for (period, effect) in effects {
            match effect {
                Some(effect) => {
                    let effect = EffectAnswer::new(&period, effect, decimals);
                    entries.push((period, effect));
                }
                None => pending.push(period.id),
            }
        }
        let (event_id, stamp) = (event_id.to_owned(), stamp.to_string());
        Self { event_id, replayed, stamp, pending, entries }
    }
}

/// A board with its rules and its current periods.
#[derive(Serialize)]
pub struct BoardAnswer {
    name: String,
    rules: Rules,
    #[serde(serialize_with = "by_kind")]
    periods: Vec<(Period, PeriodAnswer)>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PeriodAnswer {
    id: String,
    starts_at: Option<String>,
    ends_at: Option<String>,
    accepts_until: Option<String>,
    total: usize,
    version: String,
}

impl BoardAnswer {
    /// Returns the answer that describes a board.
    pub fn new(name: &str, rules: &Rules, periods: Vec<(Period, Status)>) -> Self {
        let periods = periods.into_iter().map(|(period, status)| {
            let text = |instant: Timestamp| instant.to_string();
            let answer = PeriodAnswer {
                id: period.id.clone(),
                starts_at: period.bounds.map(|bounds| text(bounds.start)),
                ends_at: period.bounds.map(|bounds| text(bounds.end)),
                accepts_until: rules.accepts_until(&period).map(text),
                total: status.total,
                version: status.version.to_string(),
            };
            (period, answer)
        });
        Self { name: name.to_owned(), rules: rules.clone(), periods: periods.collect() }
    }
}

/// Writes what belongs to periods as an object by their kinds, in the order of the rules.
fn by_kind<S: Serializer, T: Serialize>(
    pairs: &[(Period, T)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    for (period, value) in pairs {
        map.serialize_entry(period.kind.name(), value)?;
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgeboard::period::{Calendar, PeriodKind, Zones};
    use serde_json::{Value, json};

    fn now() -> Timestamp {
        Timestamp::from_ms(1_791_993_600_000).expect("before the year 9999")
    }

    fn of(kind: PeriodKind) -> Period {
        Calendar::utc(kind).and_then(|calendar| calendar.of(now())).expect("a period")
    }

    #[test]
    fn a_submission_names_what_is_pending_and_shows_the_rest() {
        let day = of(PeriodKind::Day);
        let all = of(PeriodKind::All);
        let entry = Entry {
            member: "a".into(),
            rank: Some(1),
            score: 30.into(),
            reached_at: now(),
            metadata: None,
        };
        let effect = Effect {
            applied: true,
            reason: Reason::Added,
            entry: Some(entry),
            version: 7,
            previous_score: None,
            previous_rank: None,
        };
        let cents = Decimals::new(2).expect("two decimals");
        let effects = vec![(day, Some(effect)), (all, None)];
        let answer = json!(SubmissionAnswer::new("e", false, now(), effects, cents));
        assert_eq!(answer["pending"], json!(["all"]));
        assert_eq!(answer["entries"]["day"]["period"], "2026-10-14");
        assert_eq!(answer["entries"]["day"]["entry"]["score"], "0.30");
        assert_eq!(answer["entries"]["day"]["version"], "7");
        assert_eq!(answer["entries"]["day"]["previous"], Value::Null);
        assert_eq!(answer["stamp"], "2026-10-14T16:00:00.000Z");
    }

    #[test]
    fn a_board_shows_the_bounds_of_its_periods() {
        let rules: Rules = serde_json::from_str(r#"{"periods":["day","all"]}"#).expect("rules");
        let status = Status { total: 3, version: 5 };
        let calendars = rules.calendars(&Zones::default()).expect("no zone");
        let periods: Vec<_> = calendars.of(now()).map(|period| (period, status)).collect();
        let board = json!(BoardAnswer::new("g1", &rules, periods));
        assert_eq!(board["periods"]["day"]["endsAt"], "2026-10-15T00:00:00.000Z");
        assert_eq!(board["periods"]["day"]["acceptsUntil"], "2026-10-15T00:01:00.000Z");
        assert_eq!(board["periods"]["all"]["startsAt"], Value::Null);
        assert_eq!(board["rules"]["order"], "desc");
        assert_eq!(board["rules"]["min"], Value::Null);
        assert_eq!(board["rules"]["graceSeconds"], 60);
    }
}
