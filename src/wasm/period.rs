//! Under the class `Period`: calendars, and the data of zones.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use super::error::Refusal;
use super::time::timestamp;
use crate::period::{self, Bounds, Period, PeriodError, PeriodKind, PeriodRule, ZoneName};
use crate::time::Timestamp;

/// `{ id, startsAt, endsAt }`, with null where time has no end.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PeriodSpan<'a> {
    id: &'a str,
    starts_at: Option<f64>,
    ends_at: Option<f64>,
}

/// The data of zones, or none.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Zones {
    zones: period::Zones,
}

#[wasm_bindgen]
impl Zones {
    /// Knows UTC and offsets alone.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the data.
    ///
    /// # Errors
    ///
    /// `invalid_request` for other bytes.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, JsValue> {
        let zones = period::Zones::parse(bytes).map_err(Refusal::from)?;
        Ok(Self { zones })
    }

    /// The version of the IANA database, or an empty text.
    #[must_use]
    pub fn version(&self) -> String {
        self.zones.version()
    }
}

/// A rule on its way in, field by field.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RuleOfPeriods {
    rule: PeriodRule,
}

#[wasm_bindgen]
impl RuleOfPeriods {
    /// A rule of a kind, and of nothing else.
    ///
    /// # Errors
    ///
    /// `invalid_request` for a word that is no kind.
    #[wasm_bindgen(constructor)]
    pub fn new(kind: &str) -> Result<Self, JsValue> {
        let found = PeriodKind::parse(kind).ok_or_else(|| {
            let message = format!("kind: {kind:.40?} is not one of {}", PeriodKind::NAMES);
            Refusal::new("invalid_request", message)
        })?;
        Ok(Self { rule: found.into() })
    }

    /// Gives a field a text.
    ///
    /// # Errors
    ///
    /// `invalid_request` for a text that it does not take, and for an unknown field.
    pub fn text(&mut self, field: &str, text: &str) -> Result<(), JsValue> {
        Ok(self.rule.set_text(field, text).map_err(Refusal::from)?)
    }

    /// Gives a field a number.
    ///
    /// # Errors
    ///
    /// `invalid_request` for a number that it does not take, and for an unknown field.
    pub fn number(&mut self, field: &str, number: f64) -> Result<(), JsValue> {
        Ok(self.rule.set_number(field, number).map_err(Refusal::from)?)
    }
}

/// The periods of one rule.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Calendar {
    calendar: period::Calendar,
}

#[wasm_bindgen]
impl Calendar {
    /// The periods of a rule, in UTC if it names no zone.
    ///
    /// # Errors
    ///
    /// `invalid_request` for a rule that makes no sense, `zones_not_loaded` for a zone with a name
    /// where there is no data.
    #[wasm_bindgen(constructor)]
    pub fn new(rule: &RuleOfPeriods, zones: &Zones) -> Result<Self, JsValue> {
        let calendar = rule.rule.calendar(&ZoneName::Utc, &zones.zones).map_err(Refusal::from)?;
        Ok(Self { calendar })
    }

    /// The period that holds an instant, or null.
    ///
    /// # Errors
    ///
    /// `invalid_request` for a time that is none.
    pub fn of(&self, at: f64) -> Result<JsValue, JsValue> {
        span(self.calendar.of(timestamp(at)?))
    }

    /// The period with an id, or null.
    ///
    /// # Errors
    ///
    /// None but those of JavaScript.
    pub fn parse(&self, id: &str) -> Result<JsValue, JsValue> {
        span(self.calendar.parse(id))
    }

    /// The period behind the one with an id, or null.
    ///
    /// # Errors
    ///
    /// None but those of JavaScript.
    pub fn next(&self, id: &str) -> Result<JsValue, JsValue> {
        let period = self.calendar.parse(id);
        span(period.and_then(|period| self.calendar.next(&period)))
    }

    /// The period before the one with an id, or null.
    ///
    /// # Errors
    ///
    /// None but those of JavaScript.
    pub fn previous(&self, id: &str) -> Result<JsValue, JsValue> {
        let period = self.calendar.parse(id);
        span(period.and_then(|period| self.calendar.previous(&period)))
    }

    /// The Redis key of the period with an id.
    #[must_use]
    pub fn key(&self, id: &str) -> Option<String> {
        self.calendar.parse(id).map(|period| period.key())
    }

    /// Until when the period with an id is kept.
    #[wasm_bindgen(js_name = keptUntil)]
    #[must_use]
    pub fn kept_until(&self, id: &str) -> Option<f64> {
        let period = self.calendar.parse(id)?;
        self.calendar.kept_until(&period).map(ms)
    }
}

impl From<PeriodError> for Refusal {
    fn from(error: PeriodError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

fn span(period: Option<Period>) -> Result<JsValue, JsValue> {
    let Some(Period { id, bounds, .. }) = &period else { return Ok(JsValue::NULL) };
    let (starts_at, ends_at) = match bounds {
        Some(Bounds { start, end }) => (Some(ms(*start)), Some(ms(*end))),
        None => (None, None),
    };
    let span = PeriodSpan { id, starts_at, ends_at };
    Ok(span.serialize(&Serializer::new().serialize_missing_as_null(true))?)
}

/// Instants have 48 bits, so the double is exact.
fn ms(at: Timestamp) -> f64 {
    at.ms() as f64
}
