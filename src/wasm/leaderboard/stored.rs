//! What is kept of a board: snapshots, the stream of its records, and unions.

use alloc::string::String;
use alloc::vec::Vec;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::Leaderboard;
use crate::leaderboard::{self, Record};
use crate::snapshot::{Kind, Writer};
use crate::wasm::error::Refusal;
use crate::wasm::snapshot::{Pieces, Rest};

#[wasm_bindgen]
impl Leaderboard {
    /// The board as bytes, in pieces.
    #[must_use]
    pub fn snapshot(&self) -> Array {
        let mut pieces = Pieces::new();
        let mut writer = Writer::new(Kind::Leaderboard, &mut pieces);
        self.board.write_to(&mut writer);
        writer.finish();
        pieces.into_array()
    }

    /// The board of a snapshot.
    ///
    /// # Errors
    /// `snapshot_invalid`, `snapshot_newer`.
    pub fn load(bytes: &Uint8Array, keeps_records: bool) -> Result<Leaderboard, JsValue> {
        let load = |rest: &mut Rest<'_>| leaderboard::Leaderboard::load_from(rest);
        Ok(Self::of(Rest::load_whole(bytes, load)?, keeps_records))
    }

    /// A text that is equal for boards with the same content.
    #[must_use]
    pub fn hash(&self) -> String {
        self.board.hash_text()
    }

    /// The records behind a version, as values to be read.
    ///
    /// # Errors
    /// `cursor_expired` for a version whose next record is kept no longer.
    pub fn events(&self, after: f64) -> Result<JsValue, JsValue> {
        let records = self.board.events(after as u64).map_err(Refusal::from)?;
        self.answers(None).records(records)
    }

    /// The records behind a version, as bytes to be kept.
    ///
    /// # Errors
    /// `cursor_expired` for a version whose next record is kept no longer.
    #[wasm_bindgen(js_name = eventBytes)]
    pub fn event_bytes(&self, after: f64) -> Result<Vec<u8>, JsValue> {
        let records: Vec<_> = self.board.events(after as u64).map_err(Refusal::from)?.collect();
        Ok(Record::encode(&records).map_err(Refusal::from)?)
    }

    /// Takes records in that `event_bytes` gave and that follow on the board's version.
    ///
    /// # Errors
    /// `invalid_request` for bytes that are none, and for a gap.
    pub fn replay(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        let records = Record::decode(bytes).map_err(Refusal::from)?;
        Ok(self.board.replay(&records).map_err(Refusal::from)?)
    }

    /// Forgets the records before a version.
    pub fn compact(&mut self, before: f64) {
        self.board.compact(before as u64);
    }

    /// The union of this board alone.
    ///
    /// # Errors
    /// `invalid_request` for a board of which there is no union.
    #[wasm_bindgen(js_name = unionOfOne)]
    pub fn union_of_one(&self, keeps_records: bool) -> Result<Leaderboard, JsValue> {
        let union = leaderboard::Leaderboard::union(&[&self.board]).map_err(Refusal::from)?;
        Ok(Self::of(union, keeps_records))
    }

    /// The union of this board and another.
    ///
    /// # Errors
    /// `invalid_request` for boards of which there is no union, `score_overflow`.
    #[wasm_bindgen(js_name = unionWith)]
    pub fn union_with(
        &self,
        other: &Leaderboard,
        keeps_records: bool,
    ) -> Result<Leaderboard, JsValue> {
        let parts = [&self.board, &other.board];
        let union = leaderboard::Leaderboard::union(&parts).map_err(Refusal::from)?;
        Ok(Self::of(union, keeps_records))
    }
}

impl Leaderboard {
    pub(super) fn of(board: leaderboard::Leaderboard, keeps_records: bool) -> Self {
        Self { board: if keeps_records { board.keeping_records() } else { board } }
    }
}
