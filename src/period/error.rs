//! What a rule of periods is refused for.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

/// A rule that makes no sense, a zone that there is not, or data of zones that is not whole.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PeriodError {
    /// A field of a rule has a value that cannot be, or has one where its kind takes none.
    #[non_exhaustive]
    Field {
        /// The name of the field, as users write it.
        field: &'static str,
        /// The value and what is wrong with it.
        reason: String,
    },
    /// The data of zones has no zone of this name.
    #[non_exhaustive]
    UnknownZone {
        /// The name that was given.
        name: String,
        /// The version of the data.
        version: String,
    },
    /// A zone with a name was asked for, and no data of zones was given.
    #[non_exhaustive]
    ZonesNotLoaded {
        /// The name that was given.
        name: String,
    },
    /// Bytes are not the data of zones, or are damaged.
    #[non_exhaustive]
    InvalidZones {
        /// What is wrong.
        reason: &'static str,
    },
}

impl PeriodError {
    /// Returns the stable code of this kind of error, as JavaScript and HTTP clients see it.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::ZonesNotLoaded { .. } => "zones_not_loaded",
            _ => "invalid_request",
        }
    }

    #[cold]
    pub(super) fn field(field: &'static str, reason: impl ToString) -> Self {
        Self::Field { field, reason: reason.to_string() }
    }

    /// The error of a text that a field does not take.
    #[cold]
    pub(super) fn text(field: &'static str, text: &str, wanted: &str) -> Self {
        let shown: String = text.chars().take(40).collect();
        Self::field(field, format!("{shown:?} is not {wanted}"))
    }
}

impl fmt::Display for PeriodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field { field, reason } => write!(f, "{field}: {reason}"),
            Self::UnknownZone { name, version } => {
                write!(f, "zone: there is no {name:?} in version {version} of the IANA database")
            }
            Self::ZonesNotLoaded { name } => write!(
                f,
                "zone: {name:?} needs the data of zones, and none is loaded; UTC and offsets such \
                 as \"+09:00\" need none"
            ),
            Self::InvalidZones { reason } => write!(f, "the data of zones {reason}"),
        }
    }
}

impl core::error::Error for PeriodError {}
