//! From what a board answers to JavaScript values.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Serialize, Serializer};
use wasm_bindgen::prelude::*;

use super::seen::SeenForm;
use crate::leaderboard::{
    BoardError, Bucket, Change, Entry, Leaderboard, Lookup, Outcome, Page, Points, Preview,
    RankKind, Record, Standing, Stats,
};

/// Texts by name: an object.
struct Texts(Vec<(String, String)>);

impl Serialize for Texts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, text)| (name, text)))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EntryAnswer {
    member: String,
    rank: Option<u32>,
    score: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Texts>,
    reached_at: f64,
    /// JSON, which `pkg/entry` reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Box<str>>,
}

#[derive(Serialize)]
struct StandingAnswer {
    rank: Option<u32>,
    score: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Texts>,
}

#[derive(Serialize)]
struct OutcomeAnswer {
    applied: bool,
    reason: &'static str,
    replayed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<bool>,
    entry: Option<EntryAnswer>,
    previous: Option<StandingAnswer>,
    version: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    keep: Option<SeenForm>,
}

#[derive(Serialize)]
struct RefusalAnswer {
    error: ErrorAnswer,
    keep: Option<SeenForm>,
}

#[derive(Serialize)]
struct ErrorAnswer {
    code: &'static str,
    message: String,
}

#[derive(Serialize)]
struct PageAnswer {
    entries: Vec<EntryAnswer>,
    total: usize,
    version: f64,
    limit: u32,
    next: Option<String>,
    prev: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedAnswer {
    #[serde(flatten)]
    entry: EntryAnswer,
    list_rank: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LookupAnswer {
    entries: Vec<ListedAnswer>,
    not_found: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RecordAnswer {
    version: f64,
    stamp: f64,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    member: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Texts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<f64>,
    /// JSON; empty where they were taken away.
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Box<str>>,
}

#[derive(Serialize)]
struct PreviewAnswer {
    competition: u32,
    ordinal: u32,
}

#[derive(Serialize)]
struct BucketAnswer {
    from: String,
    to: String,
    count: usize,
}

#[derive(Serialize)]
struct StatsAnswer {
    total: usize,
    min: Option<String>,
    max: Option<String>,
    quantiles: Texts,
    histogram: Vec<BucketAnswer>,
}

/// A refusal that has to be kept under its event id.
pub(super) fn refusal(error: &BoardError, keep: Option<SeenForm>) -> Result<JsValue, JsValue> {
    let error = ErrorAnswer { code: error.code(), message: error.to_string() };
    to_value(&RefusalAnswer { error, keep })
}

pub(super) fn preview(Preview { competition, ordinal }: Preview) -> Result<JsValue, JsValue> {
    to_value(&PreviewAnswer { competition, ordinal })
}

/// The answers of a board, with ranks of a kind.
pub(super) struct Answers<'a> {
    board: &'a Leaderboard,
    kind: RankKind,
}

impl<'a> Answers<'a> {
    pub(super) fn new(board: &'a Leaderboard, kind: Option<RankKind>) -> Self {
        Self { board, kind: kind.unwrap_or(board.terms().rank_kind) }
    }

    pub(super) fn outcome(
        &self,
        outcome: Outcome,
        replayed: bool,
        keep: Option<SeenForm>,
    ) -> Result<JsValue, JsValue> {
        to_value(&OutcomeAnswer {
            applied: outcome.applied,
            reason: outcome.reason.name(),
            replayed,
            hidden: outcome.hidden.then_some(true),
            entry: outcome.entry.map(|entry| self.of(entry)),
            previous: outcome.previous.map(|standing| self.standing(standing)),
            version: outcome.version as f64,
            keep,
        })
    }

    pub(super) fn entry(&self, entry: Entry) -> Result<JsValue, JsValue> {
        to_value(&self.of(entry))
    }

    pub(super) fn entries(
        &self,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<JsValue, JsValue> {
        let entries: Vec<_> = entries.into_iter().map(|entry| self.of(entry)).collect();
        to_value(&entries)
    }

    pub(super) fn lookup(&self, lookup: Lookup) -> Result<JsValue, JsValue> {
        let listed = |(entry, list_rank)| ListedAnswer { entry: self.of(entry), list_rank };
        to_value(&LookupAnswer {
            entries: lookup.entries.into_iter().zip(1..).map(listed).collect(),
            not_found: lookup.not_found,
        })
    }

    pub(super) fn page(&self, page: Page) -> Result<JsValue, JsValue> {
        to_value(&PageAnswer {
            entries: page.entries.into_iter().map(|entry| self.of(entry)).collect(),
            total: page.total,
            version: page.version as f64,
            limit: page.limit,
            next: page.next,
            prev: page.prev,
        })
    }

    pub(super) fn records(
        &self,
        records: impl Iterator<Item = Record>,
    ) -> Result<JsValue, JsValue> {
        to_value(&records.map(|record| self.record(record)).collect::<Vec<_>>())
    }

    fn record(&self, record: Record) -> RecordAnswer {
        let (kind, submission, metadata) = match record.change {
            Change::Submit(submission) => {
                let metadata = submission.metadata.clone();
                ("submit", Some(submission), metadata)
            }
            Change::Metadata(metadata) => ("metadata", None, Some(metadata)),
            Change::Ban => ("ban", None, None),
            Change::Unban => ("unban", None, None),
            Change::Remove => ("remove", None, None),
            Change::Rules(_) => ("rules", None, None),
        };
        let points = submission.as_ref().map(|submission| submission.points);
        RecordAnswer {
            version: record.version as f64,
            stamp: record.stamp.ms() as f64,
            kind,
            member: Some(record.member).filter(|member| !member.is_empty()),
            score: points.as_ref().map(|points| self.text(points)),
            scores: points.as_ref().and_then(|points| self.texts(points)),
            at: submission.and_then(|submission| submission.at).map(|at| at.ms() as f64),
            metadata: metadata.map(Option::unwrap_or_default),
        }
    }

    pub(super) fn score(&self, points: &Points) -> Result<JsValue, JsValue> {
        to_value(&self.text(points))
    }

    pub(super) fn histogram(&self, buckets: Vec<Bucket>) -> Result<JsValue, JsValue> {
        to_value(&self.bars(buckets))
    }

    pub(super) fn stats(&self, stats: Stats) -> Result<JsValue, JsValue> {
        let text = |units| self.first(units);
        let quantile = |(percentile, units): (u8, i64)| (percentile.to_string(), text(units));
        to_value(&StatsAnswer {
            total: stats.total,
            min: stats.range.map(|(min, _)| text(min)),
            max: stats.range.map(|(_, max)| text(max)),
            quantiles: Texts(stats.quantiles.into_iter().map(quantile).collect()),
            histogram: self.bars(stats.histogram),
        })
    }

    fn bars(&self, buckets: Vec<Bucket>) -> Vec<BucketAnswer> {
        let bar = |Bucket { from, to, count }| BucketAnswer {
            from: self.first(from),
            to: self.first(to),
            count,
        };
        buckets.into_iter().map(bar).collect()
    }

    fn of(&self, entry: Entry) -> EntryAnswer {
        let entry = self.board.ranked_as(self.kind, entry);
        EntryAnswer {
            score: self.text(&entry.score),
            scores: self.texts(&entry.score),
            member: entry.member,
            rank: entry.rank,
            reached_at: entry.reached_at.ms() as f64,
            metadata: entry.metadata,
        }
    }

    fn standing(&self, Standing { rank, score }: Standing) -> StandingAnswer {
        StandingAnswer { rank, score: self.text(&score), scores: self.texts(&score) }
    }

    /// A value of the first column.
    fn first(&self, units: i64) -> String {
        self.board.terms().columns.all()[0].decimals.format(units)
    }

    fn text(&self, points: &Points) -> String {
        self.first(points.first())
    }

    /// The values of all columns by name, if they have names.
    fn texts(&self, points: &Points) -> Option<Texts> {
        let columns = self.board.terms().columns.all();
        if columns[0].name.is_empty() {
            return None;
        }
        let text = |(column, &units): (&crate::leaderboard::Column, &i64)| {
            (column.name.to_string(), column.decimals.format(units))
        };
        Some(Texts(columns.iter().zip(points.units()).map(text).collect()))
    }
}

fn to_value(answer: &impl Serialize) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::new()
        .serialize_maps_as_objects(true)
        .serialize_missing_as_null(true);
    Ok(answer.serialize(&serializer)?)
}
