//! A hybrid board in a snapshot.
//!
//! ```text
//! exact head  varint  how many of the best are to be known exactly
//! head                the head, as a board (src/leaderboard/snapshot/mod.rs)
//! tail                the state of the tree:
//!   version   varint  counts updates and answers
//!   crowded   1       whether it asks because memory is full
//!   blocks    varint  how many, and for each:
//!     length  varint  its segments
//!   for each segment, in their order:
//!     upper   varint  what its end is more than the end before; of the first, more than -2^63
//!     at      varint  members who have that score
//!     rest    varint  members before it
//!     slack   varint  members who may be before it
//! ```
//!
//! What the board asks follows from this, and so it asks the same when it is loaded.

use alloc::vec::Vec;

use super::{HybridBoard, PARTS, check, place_of};
use crate::estimator::{AdaptiveState, AdaptiveTree, Order};
use crate::leaderboard::snapshot::{Last, read_board};
use crate::snapshot::{Kind, Reader, Sink, SnapshotError, Source, Writer};

/// More blocks and segments in one of them than a tree has.
const MAX_BLOCKS: u64 = 1 << 10;

const MALFORMED: SnapshotError = SnapshotError::invalid("has a tail that no board can have");

impl HybridBoard {
    /// Returns the whole board as bytes; members behind the head are only counted in it.
    ///
    /// Computes in **O(N + segments)** time. The Redis counterpart is `DUMP`.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{HybridBoard, SortOrder};
    ///
    /// let board = HybridBoard::new(SortOrder::Desc, 10_000)?;
    /// let loaded = HybridBoard::load(&board.snapshot())?;
    /// assert_eq!(loaded.hash(), board.hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.snapshot_to(&mut bytes);
        bytes
    }

    /// Sends the whole board as bytes, a frame at a time. Computes in **O(N + segments)** time.
    pub fn snapshot_to(&self, sink: &mut dyn Sink) {
        let mut writer = Writer::new(Kind::HybridBoard, sink);
        writer.varint(u64::from(self.rows));
        self.head.write_to(&mut writer);
        let state = self.tail.state();
        writer.varint(state.version);
        writer.byte(u8::from(state.is_crowded));
        writer.varint(state.blocks.len() as u64);
        state.blocks.iter().for_each(|&length| writer.varint(u64::from(length)));
        let mut last = i64::MIN;
        for (at, &upper) in state.upper.iter().enumerate() {
            writer.varint(upper.abs_diff(last));
            let columns = [&state.at, &state.rest, &state.slack];
            columns.into_iter().for_each(|column| writer.varint(u64::from(column[at])));
            last = upper;
        }
        writer.finish();
    }

    /// Returns a number that stands for the board: the last checksum of
    /// [`snapshot`](Self::snapshot). The same records and answers give the same one on every host;
    /// what the tree knows depends on both.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut last = Last::default();
        self.snapshot_to(&mut last);
        last.value()
    }

    /// Returns the board that [`snapshot`](Self::snapshot) was called on.
    ///
    /// Computes in expected **O(N + segments)** time. The Redis counterpart is `RESTORE`.
    ///
    /// # Errors
    /// [`SnapshotError`] for bytes that are not a whole snapshot of a hybrid board, or of a later
    /// version.
    pub fn load(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let mut source = bytes;
        let board = Self::load_from(&mut source)?;
        if source.is_empty() {
            Ok(board)
        } else {
            Err(SnapshotError::invalid("has more behind its end"))
        }
    }

    /// Returns the board of a snapshot that comes in pieces.
    ///
    /// # Errors
    /// [`SnapshotError`], also that of the source.
    pub fn load_from(source: &mut dyn Source) -> Result<Self, SnapshotError> {
        const RULES: SnapshotError = SnapshotError::invalid("has rules that exclude an exact head");
        let mut reader = Reader::new(Kind::HybridBoard, source)?;
        let rows = u32::try_from(reader.varint()?).map_err(|_| RULES)?;
        let head = read_board(&mut reader)?;
        let terms = head.terms();
        check(rows, terms.rank_kind, terms.max_members, terms.on_full).map_err(|_| RULES)?;
        let tail = AdaptiveTree::from_state(&state(&mut reader)?).map_err(|_| MALFORMED)?;
        reader.finish()?;
        let board = Self { head, rows, tail };
        board.check_loaded()?;
        Ok(board)
    }

    /// Checks what head and tail have to do with each other.
    fn check_loaded(&self) -> Result<(), SnapshotError> {
        let head = &self.head;
        let is_plain = head.times.is_empty() && head.metadata.is_empty();
        if head.roster.kept() != head.len() || head.len() > self.capacity() || !is_plain {
            return Err(SnapshotError::invalid("has a head that no board can have"));
        }
        let ahead = self.last().and_then(|last| place_of(last.key).checked_sub(1));
        if ahead.is_some_and(|ahead| *self.tail.count(i64::MIN..=ahead).start() > 0) {
            return Err(MALFORMED);
        }
        Ok(())
    }
}

fn state(reader: &mut Reader<'_>) -> Result<AdaptiveState, SnapshotError> {
    // It goes on counting.
    let version = reader.varint()?;
    if version > u64::MAX / 2 {
        return Err(MALFORMED);
    }
    let is_crowded = match reader.byte()? {
        crowded @ 0..=1 => crowded == 1,
        _ => return Err(MALFORMED),
    };
    let number = |reader: &mut Reader<'_>| {
        reader.varint().and_then(|number| u32::try_from(number).map_err(|_| MALFORMED))
    };
    let count = reader.varint()?;
    if count > MAX_BLOCKS {
        return Err(MALFORMED);
    }
    let mut state = AdaptiveState {
        order: Order::Asc,
        parts: PARTS,
        version,
        is_crowded,
        ..Default::default()
    };
    for _ in 0..count {
        state.blocks.push(number(reader)?);
    }
    if state.blocks.iter().any(|&length| u64::from(length) > MAX_BLOCKS) {
        return Err(MALFORMED);
    }
    let mut last = i64::MIN;
    for _ in 0..state.blocks.iter().map(|&length| u64::from(length)).sum::<u64>() {
        last = last.checked_add_unsigned(reader.varint()?).ok_or(MALFORMED)?;
        state.upper.push(last);
        state.at.push(number(reader)?);
        state.rest.push(number(reader)?);
        state.slack.push(number(reader)?);
    }
    Ok(state)
}
