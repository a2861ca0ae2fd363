//! From what happened to the JSON of answers.

use edgeboard::leaderboard::{Decimals, Entry, Outcome, Percentile, Reason, Rules};
use edgeboard::period::Period;
use edgeboard::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::message::Status;

/// Returns an instant as answers show it: ISO 8601 in UTC, `null` where there is none.
fn instant(instant: Option<Timestamp>) -> Value {
    instant.map_or(Value::Null, |instant| Value::String(instant.to_string()))
}

/// Returns an entry.
pub fn entry(entry: &Entry, decimals: Decimals) -> Value {
    json!({
        "member": entry.member,
        "rank": entry.rank,
        "score": decimals.format(entry.score),
        "reachedAt": instant(Some(entry.reached_at)),
    })
}

/// Returns one member's answer: his entry, and how he stands among all.
pub fn member(
    found: &Entry,
    share: Percentile,
    decimals: Decimals,
    period: &str,
    status: Status,
) -> Value {
    let mut answer = entry(found, decimals);
    answer["percentile"] = json!(share.percentile);
    answer["top"] = json!(share.top);
    answer["period"] = json!(period);
    answer["total"] = json!(status.total);
    answer["version"] = json!(status.version.to_string());
    answer
}

/// Returns the head of a board.
pub fn top(entries: Vec<Value>, period: &str, limit: u32, status: Status) -> Value {
    json!({
        "period": period,
        "entries": entries,
        "total": status.total,
        "version": status.version.to_string(),
        "limit": limit,
    })
}

/// What an event did in one period, in the form that a ledger keeps until it answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// Whether the score or its time changed.
    pub applied: bool,
    /// Why.
    pub reason: Reason,
    /// The member after the event, at `version`.
    pub entry: Entry,
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
            previous_score: outcome.previous.map(|standing| standing.score),
            previous_rank: outcome.previous.map(|standing| standing.rank),
        }
    }
}

/// Returns what an event did in one period.
pub fn effect(effect: &Effect, decimals: Decimals, period: &str) -> Value {
    let previous = effect.previous_score.map_or(Value::Null, |score| {
        json!({ "rank": effect.previous_rank, "score": decimals.format(score) })
    });
    json!({
        "period": period,
        "applied": effect.applied,
        "reason": effect.reason,
        "entry": entry(&effect.entry, decimals),
        "previous": previous,
        "version": effect.version.to_string(),
    })
}

/// Returns the answer to a submission: the effects by kind of period, and the periods that could
/// not be reached yet.
pub fn submission(
    event_id: &str,
    replayed: bool,
    stamp: Timestamp,
    effects: &[(Period, Option<Effect>)],
    decimals: Decimals,
) -> Value {
    let mut entries = Map::new();
    let mut pending = Vec::new();
    for (period, found) in effects {
        let kind = period.kind.name().to_owned();
        match found {
            Some(found) => {
                entries.insert(kind, effect(found, decimals, &period.id));
            }
            None => pending.push(period.id.clone()),
        }
    }
    json!({
        "eventId": event_id,
        "replayed": replayed,
        "stamp": instant(Some(stamp)),
        "pending": pending,
        "entries": entries,
    })
}

/// Returns a board with its rules and its current periods.
pub fn board(name: &str, rules: &Rules, periods: &[(Period, Status)]) -> Value {
    let shown = periods.iter().map(|(period, status)| {
        let ends_at = period.bounds.map(|bounds| bounds.end);
        let value = json!({
            "id": period.id,
            "startsAt": instant(period.bounds.map(|bounds| bounds.start)),
            "endsAt": instant(ends_at),
            "acceptsUntil": instant(rules.accepts_until(period)),
            "total": status.total,
            "version": status.version.to_string(),
        });
        (period.kind.name().to_owned(), value)
    });
    let periods: Map<String, Value> = shown.collect();
    json!({ "name": name, "rules": rules, "periods": periods })
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgeboard::period::PeriodKind;

    fn now() -> Timestamp {
        Timestamp::from_ms(1_791_993_600_000).expect("before the year 9999")
    }

    #[test]
    fn a_submission_names_what_is_pending_and_shows_the_rest() {
        let day = PeriodKind::Day.of(now()).expect("a day");
        let all = PeriodKind::All.of(now()).expect("all time");
        let entry = Entry { member: "a".into(), rank: 1, score: 30, reached_at: now() };
        let effect = Effect {
            applied: true,
            reason: Reason::Added,
            entry,
            version: 7,
            previous_score: None,
            previous_rank: None,
        };
        let cents = Decimals::new(2).expect("two decimals");
        let answer = submission("e", false, now(), &[(day, Some(effect)), (all, None)], cents);
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
        let periods: Vec<_> = rules.periods_of(now()).map(|period| (period, status)).collect();
        let board = board("g1", &rules, &periods);
        assert_eq!(board["periods"]["day"]["endsAt"], "2026-10-15T00:00:00.000Z");
        assert_eq!(board["periods"]["day"]["acceptsUntil"], "2026-10-15T00:01:00.000Z");
        assert_eq!(board["periods"]["all"]["startsAt"], Value::Null);
        assert_eq!(board["rules"]["order"], "desc");
        assert_eq!(board["rules"]["min"], Value::Null);
        assert_eq!(board["rules"]["graceSeconds"], 60);
    }
}
