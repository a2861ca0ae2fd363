//! From JavaScript values to what a board is told.

use alloc::boxed::Box;
use alloc::string::String;

use js_sys::{Array, Object};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use super::seen::SeenForm;
use crate::leaderboard::{Amount, Given, Seen, SeenEvent};
use crate::time::Timestamp;
use crate::wasm::error::Refusal;
use crate::wasm::time::timestamp;

/// Reads a value of a known form.
pub(super) fn read<T: DeserializeOwned>(value: JsValue, what: &str) -> Result<T, Refusal> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| Refusal::new("invalid_request", alloc::format!("{what}: {error}")))
}

/// Reads a number or a text.
pub(super) fn amount(value: JsValue) -> Result<Amount, Refusal> {
    serde_wasm_bindgen::from_value(value).map_err(|error| Refusal::new("invalid_score", error))
}

/// Reads a score, or a score for each column by name.
pub(super) fn score(value: JsValue) -> Result<Given, Refusal> {
    if !value.is_object() {
        return amount(value).map(Given::One);
    }
    let pairs = Object::entries(value.unchecked_ref());
    let columns = pairs.iter().map(|pair| {
        let pair: Array = pair.unchecked_into();
        Ok((pair.get(0).as_string().unwrap_or_default(), amount(pair.get(1))?))
    });
    columns.collect::<Result<_, Refusal>>().map(Given::Many)
}

/// What goes with a submission.
#[derive(Debug, Default)]
pub(super) struct Options {
    pub(super) at: Option<Timestamp>,
    pub(super) metadata: Option<Option<Box<str>>>,
    pub(super) event_id: Option<String>,
    pub(super) known: Option<SeenEvent>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OptionsForm {
    at: Option<f64>,
    /// JSON; empty to take them away.
    metadata: Option<String>,
    event_id: Option<String>,
    known: Option<SeenForm>,
}

/// Reads what goes with a submission; `undefined` if nothing does.
pub(super) fn options(value: JsValue) -> Result<Options, Refusal> {
    if value.is_undefined() {
        return Ok(Options::default());
    }
    let form: OptionsForm = read(value, "options")?;
    let metadata = |text: String| (!text.is_empty()).then(|| text.into_boxed_str());
    Ok(Options {
        at: form.at.map(timestamp).transpose()?,
        metadata: form.metadata.map(metadata),
        event_id: form.event_id,
        known: form.known.map(SeenForm::event).transpose()?,
    })
}

/// What page is asked for.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PageForm {
    pub(super) limit: Option<u32>,
    pub(super) cursor: Option<String>,
    pub(super) from: Option<u32>,
    #[serde(default)]
    pub(super) pin: bool,
    pub(super) min_score: Option<Amount>,
    pub(super) max_score: Option<Amount>,
    pub(super) kind: Option<String>,
}

/// Reads what page is asked for.
pub(super) fn page(value: JsValue) -> Result<PageForm, Refusal> {
    read(value, "page")
}

/// The event id of one submission: what is kept under it, and what is to be kept.
#[derive(Debug)]
pub(super) struct OneSeen {
    known: Option<SeenEvent>,
    kept: Option<SeenEvent>,
}

impl OneSeen {
    pub(super) fn new(known: Option<SeenEvent>) -> Self {
        Self { known, kept: None }
    }

    pub(super) fn has_kept(&self) -> bool {
        self.kept.is_some()
    }

    pub(super) fn kept(self) -> Option<SeenForm> {
        self.kept.map(SeenForm::from)
    }
}

impl Seen for OneSeen {
    fn get(&self, _: &str) -> Option<SeenEvent> {
        self.known.clone()
    }

    fn put(&mut self, _: &str, event: SeenEvent) {
        self.kept = Some(event);
    }
}
