//! What is kept under an event id, as a plain object that survives JSON and IndexedDB.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::leaderboard::{Fate, Points, Reason, SeenEvent};
use crate::wasm::error::Refusal;
use crate::wasm::time::timestamp;

/// An event; scores are units in text, since a number would round them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SeenForm {
    body: String,
    stamp: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    taken: Option<TakenForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<RefusedForm>,
}

#[derive(Debug, Serialize, Deserialize)]
struct TakenForm {
    applied: bool,
    reason: String,
    score: Option<Vec<String>>,
    previous: Option<Vec<String>>,
}

#[derive(Debug, Serialize, Deserialize)]
struct RefusedForm {
    code: Box<str>,
    message: Box<str>,
}

impl SeenForm {
    /// Returns the event, if what was kept is one.
    pub(super) fn event(self) -> Result<SeenEvent, Refusal> {
        let refused = || Refusal::new("invalid_request", "seen answered what is no event of it");
        let points = |texts: Option<Vec<String>>| match texts {
            Some(texts) => units(&texts).and_then(|units| Points::new(&units)).map(Some),
            None => Some(None),
        };
        let fate = match (self.taken, self.refused) {
            (Some(taken), None) => Fate::Taken {
                applied: taken.applied,
                reason: Reason::parse(&taken.reason).ok_or_else(refused)?,
                score: points(taken.score).ok_or_else(refused)?,
                previous: points(taken.previous).ok_or_else(refused)?,
            },
            (None, Some(RefusedForm { code, message })) => Fate::Refused { code, message },
            _ => return Err(refused()),
        };
        Ok(SeenEvent { body: self.body, stamp: timestamp(self.stamp)?, fate })
    }
}

impl From<SeenEvent> for SeenForm {
    fn from(event: SeenEvent) -> Self {
        let texts = |points: Option<Points>| {
            points.map(|points| points.units().iter().map(i64::to_string).collect())
        };
        let (taken, refused) = match event.fate {
            Fate::Taken { applied, reason, score, previous } => {
                let reason = reason.name().to_string();
                let (score, previous) = (texts(score), texts(previous));
                (Some(TakenForm { applied, reason, score, previous }), None)
            }
            Fate::Refused { code, message } => (None, Some(RefusedForm { code, message })),
        };
        Self { body: event.body, stamp: event.stamp.ms() as f64, taken, refused }
    }
}

/// The units of a score in text.
fn units(texts: &[String]) -> Option<Vec<i64>> {
    texts.iter().map(|text| text.parse().ok()).collect()
}
