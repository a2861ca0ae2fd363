use alloc::vec::Vec;
use core::fmt;

use super::checksum::Checksum;
use super::{CHECKSUM_BYTES, HEADER_BYTES, Kind, LENGTH_BYTES, MAX_PAYLOAD_BYTES, header};

/// Where a snapshot goes to.
///
/// A sink cannot fail: one that writes to what can keeps the error, and tells its owner after.
///
/// # Examples
///
/// A store that keeps pieces of a size that it can hold:
///
/// ```
/// use edgeboard::snapshot::{Kind, Sink, Writer};
///
/// #[derive(Default)]
/// struct Rows(Vec<Vec<u8>>);
///
/// impl Sink for Rows {
///     fn write(&mut self, frame: &[u8]) {
///         match self.0.last_mut() {
///             Some(row) if row.len() + frame.len() <= 1_000_000 => row.extend_from_slice(frame),
///             _ => self.0.push(frame.to_vec()),
///         }
///     }
/// }
///
/// let mut rows = Rows::default();
/// let mut writer = Writer::new(Kind::SortedSet, &mut rows);
/// (0..3_000_000).for_each(|_| writer.byte(7));
/// writer.finish();
/// assert_eq!(rows.0.len(), 4);
/// ```
pub trait Sink {
    /// Takes the next bytes: a whole frame, the first one with the header before it.
    fn write(&mut self, frame: &[u8]);
}

impl Sink for Vec<u8> {
    fn write(&mut self, frame: &[u8]) {
        self.extend_from_slice(frame);
    }
}

/// Writes a snapshot, to which structures add themselves one after the other; see the
/// [module](crate::snapshot).
///
/// # Examples
///
/// ```
/// use edgeboard::snapshot::{Kind, Reader, Writer};
///
/// let mut bytes = Vec::new();
/// let mut writer = Writer::new(Kind::SortedSet, &mut bytes);
/// writer.varint(300);
/// writer.bytes(b"ann");
/// writer.finish();
///
/// let mut source = bytes.as_slice();
/// let mut reader = Reader::new(Kind::SortedSet, &mut source)?;
/// assert_eq!(reader.varint()?, 300);
/// assert_eq!(reader.bytes(3)?, b"ann");
/// reader.finish()?;
/// # Ok::<(), edgeboard::snapshot::SnapshotError>(())
/// ```
pub struct Writer<'a> {
    sink: &'a mut dyn Sink,
    checksum: Checksum,
    /// The frame that is being filled, with the header before it if it is the first.
    frame: Vec<u8>,
    /// Where in `frame` the payload starts.
    start: usize,
}

impl<'a> Writer<'a> {
    /// Starts a snapshot.
    #[must_use]
    pub fn new(kind: Kind, sink: &'a mut dyn Sink) -> Self {
        let header = header(kind);
        let mut checksum = Checksum::new();
        checksum.update(&header);
        let mut frame = header.to_vec();
        frame.extend_from_slice(&[0; LENGTH_BYTES]);
        Writer { sink, checksum, frame, start: HEADER_BYTES + LENGTH_BYTES }
    }

    /// Writes one byte.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        if self.frame.len() - self.start == MAX_PAYLOAD_BYTES {
            self.end_frame();
        }
        self.frame.push(byte);
    }

    /// Writes a number, in one byte if it is below 128 and in ten at most.
    #[inline]
    pub fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    /// Writes bytes as they are; how many they are is for the caller to write, or to know.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        loop {
            let room = MAX_PAYLOAD_BYTES - (self.frame.len() - self.start);
            if rest.len() <= room {
                self.frame.extend_from_slice(rest);
                return;
            }
            let (now, later) = rest.split_at(room);
            self.frame.extend_from_slice(now);
            self.end_frame();
            rest = later;
        }
    }

    /// Writes the end; without it, no reader takes the snapshot for whole.
    pub fn finish(mut self) {
        if self.frame.len() > self.start {
            self.end_frame();
        }
        self.end_frame();
    }

    /// Sends the frame off, and starts the next one.
    fn end_frame(&mut self) {
        let length = ((self.frame.len() - self.start) as u32).to_le_bytes();
        self.frame[self.start - LENGTH_BYTES..self.start].copy_from_slice(&length);
        self.checksum.update(&self.frame[self.start - LENGTH_BYTES..]);
        let checksum: [u8; CHECKSUM_BYTES] = self.checksum.value().to_le_bytes();
        self.frame.extend_from_slice(&checksum);
        self.sink.write(&self.frame);
        self.frame.clear();
        self.frame.extend_from_slice(&[0; LENGTH_BYTES]);
        self.start = LENGTH_BYTES;
    }
}

impl fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("frame", &self.frame.len()).finish_non_exhaustive()
    }
}
