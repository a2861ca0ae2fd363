//! Snapshots of the class `SortedSet`. They cross a frame at a time, so that the module's memory,
//! which never shrinks, does not grow by the size of a whole one.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::error::Refusal;
use super::integer_set::IntegerSet;
use super::sorted_set::SortedSet;
use crate::snapshot::{Kind, Sink, SnapshotError, Source, Writer};
use crate::{snapshot, sorted_set};

#[wasm_bindgen]
impl SortedSet {
    /// The set as bytes, in pieces.
    #[must_use]
    pub fn snapshot(&self) -> Array {
        let mut pieces = Pieces::new();
        let mut writer = Writer::new(Kind::SortedSet, &mut pieces);
        self.entries.write_to(&mut writer);
        writer.finish();
        pieces.into_array()
    }

    /// The set of a snapshot.
    ///
    /// # Errors
    ///
    /// `snapshot_invalid`, `snapshot_newer`.
    pub fn load(bytes: &Uint8Array) -> Result<SortedSet, JsValue> {
        let entries = Rest::load_whole(bytes, |rest| sorted_set::SortedSet::load_from(rest))?;
        Ok(SortedSet::of(entries))
    }
}

#[wasm_bindgen]
impl IntegerSet {
    /// The set as bytes, in pieces.
    #[must_use]
    pub fn snapshot(&self) -> Array {
        let mut pieces = Pieces::new();
        let mut writer = Writer::new(Kind::IntegerSet, &mut pieces);
        self.entries.write_to(&mut writer);
        writer.finish();
        pieces.into_array()
    }

    /// The set of a snapshot.
    ///
    /// # Errors
    ///
    /// `snapshot_invalid`, `snapshot_newer`.
    pub fn load(bytes: &Uint8Array) -> Result<IntegerSet, JsValue> {
        let entries = Rest::load_whole(bytes, |rest| sorted_set::IntegerSet::restore(rest))?;
        Ok(IntegerSet::of(entries))
    }
}

/// Whether a snapshot is one of an `IntegerSet`, as far as its first bytes tell.
#[must_use]
#[wasm_bindgen(js_name = holdsIntegers)]
pub fn holds_integers(bytes: &Uint8Array) -> bool {
    let start = bytes.subarray(0, snapshot::HEADER_BYTES as u32).to_vec();
    Kind::of(&start) == Some(Kind::IntegerSet)
}

/// A copy of each frame.
pub(super) struct Pieces(Array);

impl Pieces {
    pub(super) fn new() -> Self {
        Pieces(Array::new())
    }

    pub(super) fn into_array(self) -> Array {
        self.0
    }
}

impl Sink for Pieces {
    fn write(&mut self, frame: &[u8]) {
        self.0.push(&Uint8Array::from(frame));
    }
}

/// The bytes from a position on.
pub(super) struct Rest<'a> {
    bytes: &'a Uint8Array,
    at: u32,
}

impl<'a> Rest<'a> {
    /// Loads what takes all of the bytes.
    pub(super) fn load_whole<T>(
        bytes: &'a Uint8Array,
        load: impl FnOnce(&mut Self) -> Result<T, SnapshotError>,
    ) -> Result<T, Refusal> {
        let mut rest = Rest { bytes, at: 0 };
        let loaded = load(&mut rest)?;
        if rest.at < bytes.length() {
            return Err(SnapshotError::invalid("has more behind its end").into());
        }
        Ok(loaded)
    }
}

impl Source for Rest<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<(), SnapshotError> {
        let end = self.at.checked_add(into.len() as u32).filter(|&end| end <= self.bytes.length());
        let Some(end) = end else {
            return Err(SnapshotError::invalid("ends too early"));
        };
        self.bytes.subarray(self.at, end).copy_to(into);
        self.at = end;
        Ok(())
    }
}
