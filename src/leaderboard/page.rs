//! Pages of a board.
//!
//! A *live* cursor resumes behind (or ahead of) a key, so nobody who stood still is skipped or
//! doubled, whatever happened between two pages; ranks are those of the answer's version. A
//! *pinned* one pages through rows that were kept for it, unchanged, for a minute.
//!
//! A cursor is the bytes below in hexadecimal digits.
//!
//! ```text
//! live     1 | 0 next, 1 previous | limit 2 | has range | min 8 | max 8 | key 32 | member
//! pinned   2 | limit 2 | number of the pin 4 | position of the first row 4
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::{BoardError, BoardKey, Entry, Leaderboard};
use crate::time::Timestamp;

/// The rows of a page if a request does not say it.
pub const DEFAULT_PAGE_ROWS: u32 = 25;

/// The most rows of a page; a request for more gets so many.
pub const MAX_PAGE_ROWS: u32 = 1_000;

/// The most rows that are kept for a pinned page.
pub const MAX_PINNED_ROWS: usize = 10_000;

/// How long rows are kept for a pinned page.
pub const PIN_MS: u64 = 60_000;

/// The most lists of rows that a board keeps; the oldest goes when there is one more.
pub const MAX_PINS: usize = 16;

/// Which rows are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageRequest {
    /// How many rows; [`DEFAULT_PAGE_ROWS`] if absent.
    pub limit: Option<u32>,
    /// Where the page starts.
    pub start: PageStart,
    /// The smallest and the largest score of the rows, both inside; of boards with more than one
    /// column, of the first.
    pub range: Option<(i64, i64)>,
    /// Whether the rows are kept, so that the pages behind this one show the same list.
    pub pin: bool,
}

/// Where a page starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PageStart {
    /// At the best.
    #[default]
    First,
    /// At a place, counted from 1.
    Rank(u32),
    /// Where another page ended.
    Cursor(String),
}

/// Rows of a board, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The rows.
    pub entries: Vec<Entry>,
    /// Members on the board.
    pub total: usize,
    /// The version at which all of this holds.
    pub version: u64,
    /// How many rows the page has at most.
    pub limit: u32,
    /// The cursor of the page behind this one, if there is one.
    pub next: Option<String>,
    /// The cursor of the page ahead of this one, if there is one.
    pub prev: Option<String>,
}

/// Lists of rows that are kept for pinned pages.
#[derive(Clone, Debug, Default)]
pub(super) struct Pins {
    pins: Vec<Pin>,
    last: u32,
}

#[derive(Clone, Debug)]
struct Pin {
    number: u32,
    until: Timestamp,
    version: u64,
    total: usize,
    entries: Vec<Entry>,
}

/// A cursor, read.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cursor {
    Live { back: bool, limit: u16, range: Option<(i64, i64)>, key: BoardKey, member: Vec<u8> },
    Pinned { limit: u16, number: u32, start: u32 },
}

impl Leaderboard {
    /// Returns a page of the board.
    ///
    /// Computes in **O(log n + m)** time for m rows. The Redis counterpart is `ZREVRANGE`, and
    /// `ZREVRANGEBYSCORE` with a range of scores; Redis has no cursors for either.
    ///
    /// # Errors
    /// [`BoardError::CursorInvalid`], and [`BoardError::CursorExpired`] for rows that are kept no
    /// longer.
    ///
    /// # Examples
    /// ```
    /// use edgeboard::leaderboard::{Command, Leaderboard, PageRequest, PageStart, SortOrder};
    /// use edgeboard::time::Timestamp;
    ///
    /// let mut board = Leaderboard::new(SortOrder::Desc);
    /// for points in 1..=9 {
    ///     board.apply(Command::submit(format!("m{points}"), points), Timestamp::EPOCH)?;
    /// }
    /// let request = PageRequest { limit: Some(4), ..PageRequest::default() };
    /// let first = board.page(&request, Timestamp::EPOCH)?;
    /// assert_eq!((first.entries.len(), first.prev), (4, None));
    /// let start = PageStart::Cursor(first.next.expect("there are five more"));
    /// let second = board.page(&PageRequest { start, ..request }, Timestamp::EPOCH)?;
    /// assert_eq!(second.entries[0].rank, Some(5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn page(&mut self, request: &PageRequest, now: Timestamp) -> Result<Page, BoardError> {
        self.pins.forget_before(now);
        let cursor = match &request.start {
            PageStart::Cursor(text) => Some(Cursor::read(text).ok_or(BoardError::CursorInvalid)?),
            PageStart::First | PageStart::Rank(_) => None,
        };
        if let Some(Cursor::Pinned { limit, number, start }) = cursor {
            let limit = request.limit.map_or(u32::from(limit), clamp_limit);
            return self.pins.page(number, start as usize, limit);
        }
        let (range, limit) = match &cursor {
            Some(Cursor::Live { range, limit, .. }) => (*range, Some(u32::from(*limit))),
            _ => (request.range, None),
        };
        let limit = clamp_limit(request.limit.or(limit).unwrap_or(DEFAULT_PAGE_ROWS));
        let window = self.window(range);
        let size = limit as usize;
        let ranks = match (&cursor, &request.start) {
            (Some(Cursor::Live { back, key, member, .. }), _) => {
                self.resumed(*key, member, *back, size, &window)
            }
            (_, PageStart::Rank(rank)) => {
                let start = (*rank as usize).saturating_sub(1).clamp(window.start, window.end);
                start..start.saturating_add(size).min(window.end)
            }
            _ => window.start..window.start.saturating_add(size).min(window.end),
        };
        if request.pin {
            return self.pin(ranks.start..window.end, limit, now);
        }
        Ok(self.live_page(ranks, &window, limit, range))
    }

    /// The positions of all rows with scores in a range.
    fn window(&self, range: Option<(i64, i64)>) -> Range<usize> {
        range.map_or(0..self.len(), |(min, max)| self.ranks_between(min, max))
    }

    /// The positions of a page behind or ahead of a key.
    fn resumed(
        &self,
        key: BoardKey,
        member: &[u8],
        back: bool,
        size: usize,
        window: &Range<usize>,
    ) -> Range<usize> {
        let before = self.roster.before(key, member);
        if back {
            let end = before.clamp(window.start, window.end);
            return end.saturating_sub(size).max(window.start)..end;
        }
        let here = self.roster.range(before..before + 1).next();
        let is_here = here
            .is_some_and(|(handle, other)| other == key && *self.roster.name(handle) == *member);
        let start = (before + usize::from(is_here)).clamp(window.start, window.end);
        start..start.saturating_add(size).min(window.end)
    }

    fn live_page(
        &self,
        ranks: Range<usize>,
        window: &Range<usize>,
        limit: u32,
        range: Option<(i64, i64)>,
    ) -> Page {
        let cursor = |back, at: usize| {
            let (handle, key) = self.roster.range(at..at + 1).next()?;
            let member = self.roster.name(handle).to_vec();
            Some(Cursor::Live { back, limit: limit as u16, range, key, member }.text())
        };
        // A page without rows has nobody behind whom to go on.
        let next = if ranks.end < window.end && !ranks.is_empty() {
            cursor(false, ranks.end - 1)
        } else {
            None
        };
        let prev = if ranks.start > window.start && !ranks.is_empty() {
            cursor(true, ranks.start)
        } else {
            None
        };
        let entries = self.slice(ranks).collect();
        Page { entries, total: self.len(), version: self.version, limit, next, prev }
    }

    /// Keeps rows, and returns the first page of them.
    fn pin(&mut self, rows: Range<usize>, limit: u32, now: Timestamp) -> Result<Page, BoardError> {
        let end = rows.end.min(rows.start.saturating_add(MAX_PINNED_ROWS));
        let entries = self.slice(rows.start..end).collect();
        let until = Timestamp::from_ms_or_max(now.ms().saturating_add(PIN_MS));
        let (version, total) = (self.version, self.len());
        let number = self.pins.keep(Pin { number: 0, until, version, total, entries });
        self.pins.page(number, 0, limit)
    }
}

fn clamp_limit(limit: u32) -> u32 {
    limit.clamp(1, MAX_PAGE_ROWS)
}

impl Pins {
    fn forget_before(&mut self, now: Timestamp) {
        self.pins.retain(|pin| now < pin.until);
    }

    fn keep(&mut self, pin: Pin) -> u32 {
        if self.pins.len() >= MAX_PINS {
            self.pins.remove(0);
        }
        self.last = self.last.wrapping_add(1);
        self.pins.push(Pin { number: self.last, ..pin });
        self.last
    }

    fn page(&self, number: u32, start: usize, limit: u32) -> Result<Page, BoardError> {
        let pin = self.pins.iter().find(|pin| pin.number == number);
        let pin = pin.ok_or(BoardError::CursorExpired)?;
        let start = start.min(pin.entries.len());
        let end = start.saturating_add(limit as usize).min(pin.entries.len());
        let cursor =
            |start: usize| Cursor::Pinned { limit: limit as u16, number, start: start as u32 };
        Ok(Page {
            entries: pin.entries[start..end].to_vec(),
            total: pin.total,
            version: pin.version,
            limit,
            next: (end < pin.entries.len()).then(|| cursor(end).text()),
            prev: (start > 0).then(|| cursor(start.saturating_sub(limit as usize)).text()),
        })
    }
}

impl Cursor {
    const LIVE: u8 = 1;
    const PINNED: u8 = 2;

    fn text(&self) -> String {
        let mut bytes = Vec::new();
        match self {
            Self::Live { back, limit, range, key, member } => {
                bytes.extend([Self::LIVE, u8::from(*back)]);
                bytes.extend(limit.to_be_bytes());
                bytes.push(u8::from(range.is_some()));
                let (min, max) = range.unwrap_or_default();
                bytes.extend(min.to_be_bytes());
                bytes.extend(max.to_be_bytes());
                bytes.extend(key.to_bytes());
                bytes.extend(member);
            }
            Self::Pinned { limit, number, start } => {
                bytes.push(Self::PINNED);
                bytes.extend(limit.to_be_bytes());
                bytes.extend(number.to_be_bytes());
                bytes.extend(start.to_be_bytes());
            }
        }
        let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
        bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect()
    }

    fn read(text: &str) -> Option<Self> {
        let half = |digit: &u8| char::from(*digit).to_digit(16).map(|half| half as u8);
        let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
        let byte = |[high, low]: &[u8; 2]| Some(half(high)? << 4 | half(low)?);
        let bytes: Vec<u8> = pairs.iter().map(byte).collect::<Option<_>>()?;
        let mut rest = bytes.as_slice();
        match take::<1>(&mut rest)? {
            [Self::LIVE] => {
                let back = flag(take(&mut rest)?)?;
                let limit = u16::from_be_bytes(take(&mut rest)?);
                let has_range = flag(take(&mut rest)?)?;
                let min = i64::from_be_bytes(take(&mut rest)?);
                let max = i64::from_be_bytes(take(&mut rest)?);
                let key = BoardKey::from_bytes(&take::<{ BoardKey::BYTES }>(&mut rest)?)?;
                let range = has_range.then_some((min, max));
                Some(Self::Live { back, limit, range, key, member: rest.to_vec() })
            }
            [Self::PINNED] => {
                let limit = u16::from_be_bytes(take(&mut rest)?);
                let number = u32::from_be_bytes(take(&mut rest)?);
                let start = u32::from_be_bytes(take(&mut rest)?);
                rest.is_empty().then_some(Self::Pinned { limit, number, start })
            }
            _ => None,
        }
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, behind) = rest.split_first_chunk::<N>()?;
    *rest = behind;
    Some(*taken)
}

const fn flag([byte]: [u8; 1]) -> Option<bool> {
    match byte {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}
