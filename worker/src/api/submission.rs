//! From the body of a submission to an event.

use edgeboard::leaderboard::{Amount, MAX_MEMBER_BYTES, Rules};
use edgeboard::ledger::{Body, MAX_EVENT_ID_BYTES};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::api::json;
use crate::api::member::check_member;
use crate::error::ApiError;

/// The form of a submission; a field that is `null` is as good as absent.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Form {
    member: Option<Value>,
    score: Option<Value>,
    scores: Option<Value>,
    event_id: Option<Value>,
    at: Option<Value>,
    period: Option<Value>,
    metadata: Option<Value>,
}

/// A submission that is well formed; whether the score fits is for the board's rules to say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Submission {
    /// The id under which it counts once.
    pub event_id: String,
    /// Whom it is about.
    pub member: String,
    /// The score as it was sent.
    pub score: Amount,
}

impl Submission {
    /// Reads the body of a request; `key` is its header `Idempotency-Key`.
    pub fn parse(body: &[u8], key: Option<&str>) -> Result<Self, ApiError> {
        let form: Form = json::object(body, "submission")?;
        let not_built = [("scores", form.scores), ("at", form.at), ("period", form.period)];
        let others = not_built.into_iter().chain([("metadata", form.metadata)]);
        if let Some((name, _)) = others.into_iter().find(|(_, value)| value.is_some()) {
            let message = format!("'{name}' is not supported in this version");
            return Err(ApiError::invalid(message));
        }
        Ok(Self {
            event_id: event_id(form.event_id, key)?,
            member: member(form.member)?,
            score: score(form.score)?,
        })
    }

    /// Returns what the submission says on a board with these rules.
    pub fn body(&self, rules: &Rules) -> Result<Body, ApiError> {
        check_member(&self.member, rules.max_member_bytes)?;
        let delta = self.score.units(rules.decimals())?;
        Ok(Body { member: self.member.clone(), delta })
    }
}

fn member(value: Option<Value>) -> Result<String, ApiError> {
    let invalid = |message: String| Err(ApiError::new("invalid_member", message));
    match value {
        Some(Value::String(member)) => {
            check_member(&member, MAX_MEMBER_BYTES)?;
            Ok(member)
        }
        Some(other) => invalid(format!("the member is a JSON {}, not a string", kind(&other))),
        None => invalid("the member is missing".to_owned()),
    }
}

fn score(value: Option<Value>) -> Result<Amount, ApiError> {
    let invalid = |message: String| Err(ApiError::new("invalid_score", message));
    match value {
        Some(Value::String(text)) => Ok(Amount::Text(text)),
        // An integer past 2^53 becomes a double past 2^53, which is refused as inexact.
        Some(Value::Number(number)) => Ok(Amount::Number(number.as_f64().unwrap_or(f64::INFINITY))),
        Some(other) => {
            invalid(format!("the score is a JSON {}, not a string or a number", kind(&other)))
        }
        None => invalid("the score is missing".to_owned()),
    }
}

fn event_id(value: Option<Value>, key: Option<&str>) -> Result<String, ApiError> {
    let id = match (value, key) {
        (Some(Value::String(id)), None) => id,
        (Some(Value::String(id)), Some(key)) if id == key => id,
        (Some(Value::String(_)), Some(_)) => {
            return Err(ApiError::invalid("eventId and Idempotency-Key differ"));
        }
        (Some(other), _) => {
            let message = format!("eventId is a JSON {}, not a string", kind(&other));
            return Err(ApiError::invalid(message));
        }
        (None, Some(key)) => key.to_owned(),
        (None, None) => {
            return Err(ApiError::invalid("'sum' needs an eventId, so that a retry counts once"));
        }
    };
    match id.len() {
        1..=MAX_EVENT_ID_BYTES => Ok(id),
        n => Err(ApiError::invalid(format!(
            "the eventId has {n} bytes; it has 1 to {MAX_EVENT_ID_BYTES}"
        ))),
    }
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(body: &str) -> Result<Submission, String> {
        Submission::parse(body.as_bytes(), None).map_err(|error| error.code)
    }

    fn units(score: &str, rules: &Rules) -> Result<i64, String> {
        let body = format!(r#"{{"member":"a","score":{score},"eventId":"e"}}"#);
        let submission = Submission::parse(body.as_bytes(), None);
        let body = submission.and_then(|submission| submission.body(rules));
        body.map(|Body { delta, .. }| delta).map_err(|error| error.code)
    }

    #[test]
    fn a_submission_is_read() {
        let submission = parse(r#"{"member":"a","score":"15","eventId":"e1","at":null}"#);
        let score = Amount::Text("15".into());
        assert_eq!(submission, Ok(Submission { event_id: "e1".into(), member: "a".into(), score }));
    }

    #[test]
    fn a_wrong_field_is_refused_by_its_code() {
        let code = |body| parse(body).unwrap_err();
        assert_eq!(code(r#"{"member":7,"score":1,"eventId":"e"}"#), "invalid_member");
        assert_eq!(code(r#"{"member":"","score":1,"eventId":"e"}"#), "invalid_member");
        assert_eq!(code(r#"{"score":1,"eventId":"e"}"#), "invalid_member");
        assert_eq!(code(r#"{"member":"a","eventId":"e"}"#), "invalid_score");
        assert_eq!(code(r#"{"member":"a","score":true,"eventId":"e"}"#), "invalid_score");
        assert_eq!(code(r#"{"member":"a","score":1}"#), "invalid_request");
        assert_eq!(code(r#"{"member":"a","score":1,"eventId":""}"#), "invalid_request");
        assert_eq!(code(r#"{"member":"a","score":1,"eventId":"e","x":1}"#), "invalid_request");
        assert_eq!(code(r#"{"member":"a","score":1,"eventId":"e","at":1}"#), "invalid_request");
        assert_eq!(code(r#"{"member":"\ud800","score":1,"eventId":"e"}"#), "invalid_request");
        assert_eq!(code("[[[["), "invalid_request");
        assert_eq!(code(&"[".repeat(100_000)), "invalid_request");
    }

    #[test]
    fn the_header_is_an_event_id_and_must_not_contradict_the_body() {
        let body = br#"{"member":"a","score":1}"#;
        assert_eq!(Submission::parse(body, Some("h")).map(|s| s.event_id).as_deref(), Ok("h"));
        let both = br#"{"member":"a","score":1,"eventId":"b"}"#;
        assert!(Submission::parse(both, Some("h")).is_err());
        assert!(Submission::parse(both, Some("b")).is_ok());
    }

    #[test]
    fn scores_are_exact_or_refused() {
        let whole = Rules::default();
        let cents: Rules = serde_json::from_str(r#"{"decimals":2}"#).expect("rules");
        assert_eq!(units("\"9223372036854775807\"", &whole), Ok(i64::MAX));
        assert_eq!(units("\"9223372036854775808\"", &whole), Err("score_overflow".into()));
        assert_eq!(units("9007199254740991", &whole), Ok((1 << 53) - 1));
        assert_eq!(units("9007199254740992", &whole), Err("invalid_score".into()));
        assert_eq!(units("9007199254740993", &whole), Err("invalid_score".into()));
        assert_eq!(units("0.1", &cents), Ok(10));
        assert_eq!(units("1e3", &whole), Ok(1000));
        assert_eq!(units("0.105", &cents), Err("too_many_decimals".into()));
        assert_eq!(units("\"1.0\"", &whole), Ok(1));
        assert_eq!(units("\"1e3\"", &whole), Err("invalid_score".into()));
        assert_eq!(units("-0", &whole), Ok(0));
    }
}
