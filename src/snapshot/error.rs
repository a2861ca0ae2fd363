use core::error::Error;
use core::fmt;

/// Why bytes are no snapshot that can be read.
///
/// # Examples
///
/// ```
/// use edgeboard::snapshot::SnapshotError;
/// use edgeboard::sorted_set::SortedSet;
///
/// let error = SortedSet::load(b"edgb\xFF\x01").unwrap_err();
/// assert_eq!(error, SnapshotError::Newer { version: 255 });
/// assert_eq!(error.code(), "snapshot_newer");
/// assert_eq!(
///     error.to_string(),
///     "the snapshot has version 255 of the format, and this program reads up to 1",
/// );
/// assert_eq!(SortedSet::load(b"PK\x03\x04..").unwrap_err().code(), "snapshot_invalid");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes are not a snapshot, not all of one, or damaged.
    Invalid {
        /// What does not fit, as the rest of the sentence "the snapshot ...".
        reason: &'static str,
    },
    /// A later program wrote it.
    Newer {
        /// The version of its format.
        version: u8,
    },
}

impl SnapshotError {
    /// The error of a snapshot that has something wrong: "the snapshot `reason`".
    #[cold]
    #[must_use]
    pub const fn invalid(reason: &'static str) -> Self {
        SnapshotError::Invalid { reason }
    }

    /// Returns the stable code of this error.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            SnapshotError::Invalid { .. } => "snapshot_invalid",
            SnapshotError::Newer { .. } => "snapshot_newer",
        }
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SnapshotError::Invalid { reason } => write!(f, "the snapshot {reason}"),
            SnapshotError::Newer { version } => write!(
                f,
                "the snapshot has version {version} of the format, and this program reads up to {}",
                super::VERSION
            ),
        }
    }
}

impl Error for SnapshotError {}
