use alloc::vec::Vec;
use core::fmt;

use super::checksum::Checksum;
use super::{
    CHECKSUM_BYTES, HEADER_BYTES, Kind, LENGTH_BYTES, MAGIC, MAX_PAYLOAD_BYTES, MAX_VARINT_BYTES,
    SnapshotError, VERSION, header,
};

/// Where a snapshot comes from.
///
/// # Examples
///
/// Rows of a store, which were cut anywhere:
///
/// ```
/// use edgeboard::snapshot::{SnapshotError, Source};
/// use edgeboard::sorted_set::SortedSet;
///
/// struct Rows<'a> {
///     row: &'a [u8],
///     rows: std::slice::Iter<'a, Vec<u8>>,
/// }
///
/// impl Source for Rows<'_> {
///     fn read(&mut self, into: &mut [u8]) -> Result<(), SnapshotError> {
///         for byte in into {
///             while self.row.is_empty() {
///                 let ends = SnapshotError::invalid("ends too early");
///                 self.row = self.rows.next().ok_or(ends)?;
///             }
///             *byte = self.row[0];
///             self.row = &self.row[1..];
///         }
///         Ok(())
///     }
/// }
///
/// let rows: Vec<Vec<u8>> = SortedSet::new().snapshot().chunks(5).map(<[u8]>::to_vec).collect();
/// let mut source = Rows { row: &[], rows: rows.iter() };
/// assert!(SortedSet::load_from(&mut source)?.is_empty());
/// # Ok::<(), SnapshotError>(())
/// ```
pub trait Source {
    /// Fills all of `into` with the next bytes.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::Invalid`] where there are not so many bytes left.
    fn read(&mut self, into: &mut [u8]) -> Result<(), SnapshotError>;
}

impl Source for &[u8] {
    fn read(&mut self, into: &mut [u8]) -> Result<(), SnapshotError> {
        let Some((now, later)) = self.split_at_checked(into.len()) else {
            return Err(ENDS_EARLY);
        };
        into.copy_from_slice(now);
        *self = later;
        Ok(())
    }
}

const ENDS_EARLY: SnapshotError = SnapshotError::invalid("ends too early");

/// Reads a snapshot, from which structures take themselves one after the other; see the
/// [module](crate::snapshot).
///
/// # Examples
///
/// ```
/// use edgeboard::snapshot::{Kind, Reader, SnapshotError, Writer};
///
/// let mut bytes = Vec::new();
/// let mut writer = Writer::new(Kind::SortedSet, &mut bytes);
/// writer.byte(7);
/// writer.finish();
///
/// let mut source = bytes.as_slice();
/// let mut reader = Reader::new(Kind::SortedSet, &mut source)?;
/// assert_eq!(reader.byte(), Ok(7));
/// assert_eq!(reader.byte(), Err(SnapshotError::invalid("ends too early")));
/// # Ok::<(), SnapshotError>(())
/// ```
pub struct Reader<'a> {
    source: &'a mut dyn Source,
    checksum: Checksum,
    /// The payload of the present frame.
    frame: Vec<u8>,
    /// How many bytes of the frame were handed out.
    at: usize,
    /// Whether the present frame is the empty one at the end.
    is_at_end: bool,
    /// Bytes that lie in more than one frame.
    gathered: Vec<u8>,
}

impl<'a> Reader<'a> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::Newer`] for a version of the format above [`VERSION`],
    /// [`SnapshotError::Invalid`] for what is no snapshot, or one of another kind.
    pub fn new(kind: Kind, source: &'a mut dyn Source) -> Result<Self, SnapshotError> {
        let mut bytes = [0; HEADER_BYTES];
        source.read(&mut bytes)?;
        if !bytes.starts_with(&MAGIC) {
            return Err(SnapshotError::invalid("does not start as one"));
        }
        let version = bytes[MAGIC.len()];
        if version > VERSION {
            return Err(SnapshotError::Newer { version });
        }
        if bytes != header(kind) {
            return Err(SnapshotError::invalid("is one of something else"));
        }
        let mut checksum = Checksum::new();
        checksum.update(&bytes);
        let (frame, gathered) = (Vec::new(), Vec::new());
        Ok(Reader { source, checksum, frame, at: 0, is_at_end: false, gathered })
    }

    /// Reads one byte.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::Invalid`] at the end, and for a damaged frame.
    #[inline]
    pub fn byte(&mut self) -> Result<u8, SnapshotError> {
        while self.at == self.frame.len() {
            self.next_frame()?;
        }
        self.at += 1;
        Ok(self.frame[self.at - 1])
    }

    /// Reads a number.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::Invalid`] for a number beyond 64 bits or in more bytes than it needs, at
    /// the end, and for a damaged frame.
    #[inline]
    pub fn varint(&mut self) -> Result<u64, SnapshotError> {
        match self.frame.get(self.at) {
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(u64::from(byte))
            }
            _ => self.long_varint(),
        }
    }

    /// Reads a number of several bytes, or the first of a frame.
    #[inline(never)]
    fn long_varint(&mut self) -> Result<u64, SnapshotError> {
        let mut number = 0;
        for i in 0..MAX_VARINT_BYTES {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            let is_last = byte < 0x80;
            if bits << (7 * i) >> (7 * i) != bits || (is_last && bits == 0 && i > 0) {
                break;
            }
            number |= bits << (7 * i);
            if is_last {
                return Ok(number);
            }
        }
        Err(SnapshotError::invalid("has a malformed number"))
    }

    /// Reads so many bytes.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::Invalid`] where there are fewer, and for a damaged frame.
    #[inline]
    pub fn bytes(&mut self, len: usize) -> Result<&[u8], SnapshotError> {
        if len > self.frame.len() - self.at {
            return self.gather(len);
        }
        self.at += len;
        Ok(&self.frame[self.at - len..self.at])
    }

    /// Reads bytes that do not lie in one frame.
    #[cold]
    fn gather(&mut self, len: usize) -> Result<&[u8], SnapshotError> {
        self.gathered.clear();
        while self.gathered.len() < len {
            if self.at == self.frame.len() {
                self.next_frame()?;
            }
            let count = (len - self.gathered.len()).min(self.frame.len() - self.at);
            self.gathered.extend_from_slice(&self.frame[self.at..self.at + count]);
            self.at += count;
        }
        Ok(&self.gathered)
    }

    /// Checks that the snapshot ends here.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::Invalid`] where it does not.
    pub fn finish(mut self) -> Result<(), SnapshotError> {
        if self.at < self.frame.len() || self.read_frame()? > 0 {
            return Err(SnapshotError::invalid("has more in it than it should"));
        }
        Ok(())
    }

    /// Goes on to the next frame, which has something in it.
    #[cold]
    fn next_frame(&mut self) -> Result<(), SnapshotError> {
        if self.is_at_end || self.read_frame()? == 0 {
            return Err(ENDS_EARLY);
        }
        Ok(())
    }

    /// Reads and checks the next frame and returns its length.
    fn read_frame(&mut self) -> Result<usize, SnapshotError> {
        let mut length = [0; LENGTH_BYTES];
        self.source.read(&mut length)?;
        let len = u32::from_le_bytes(length) as usize;
        if len > MAX_PAYLOAD_BYTES {
            return Err(SnapshotError::invalid("has a frame that is too long"));
        }
        // The length is part of what is checked, so the frame is read behind it.
        self.frame.clear();
        self.frame.extend_from_slice(&length);
        self.frame.resize(LENGTH_BYTES + len, 0);
        self.source.read(&mut self.frame[LENGTH_BYTES..])?;
        self.checksum.update(&self.frame);
        let mut checksum = [0; CHECKSUM_BYTES];
        self.source.read(&mut checksum)?;
        if u64::from_le_bytes(checksum) != self.checksum.value() {
            return Err(SnapshotError::invalid("is damaged: a checksum is wrong"));
        }
        self.at = LENGTH_BYTES;
        self.is_at_end = len == 0;
        Ok(len)
    }
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("left", &(self.frame.len() - self.at))
            .finish_non_exhaustive()
    }
}
