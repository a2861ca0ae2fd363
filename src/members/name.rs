//! A name as it is read: bytes of the table, or bytes that were unpacked.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use super::uuid;

/// The bytes of a member's name. It derefs to them, and compares as they do.
///
/// # Examples
///
/// ```
/// use edgeboard::members::Members;
///
/// let mut members = Members::new();
/// let alice = members.insert(b"alice");
/// let name = members.name(alice);
/// assert_eq!(name, b"alice");
/// assert_eq!((name.len(), &name[..2]), (5, b"al".as_slice()));
/// ```
#[derive(Clone, Copy)]
pub struct Name<'a>(Bytes<'a>);

#[derive(Clone, Copy)]
enum Bytes<'a> {
    Stored(&'a [u8]),
    /// As many of the bytes as the number says.
    Unpacked([u8; uuid::TEXT_BYTES], u8),
}

impl<'a> Name<'a> {
    pub(super) const NONE: Self = Name(Bytes::Stored(&[]));

    pub(super) fn stored(bytes: &'a [u8]) -> Self {
        Name(Bytes::Stored(bytes))
    }

    pub(super) fn decimal(number: u32) -> Self {
        let (mut digits, mut rest) = (number.checked_ilog10().unwrap_or(0) + 1, number);
        let (mut bytes, len) = ([0; uuid::TEXT_BYTES], digits as u8);
        while digits > 0 {
            digits -= 1;
            bytes[digits as usize] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        Name(Bytes::Unpacked(bytes, len))
    }

    pub(super) fn uuid(text: [u8; uuid::TEXT_BYTES]) -> Self {
        Name(Bytes::Unpacked(text, uuid::TEXT_BYTES as u8))
    }
}

impl Deref for Name<'_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Bytes::Stored(bytes) => bytes,
            Bytes::Unpacked(bytes, len) => &bytes[..usize::from(*len)],
        }
    }
}

impl AsRef<[u8]> for Name<'_> {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl<T: AsRef<[u8]> + ?Sized> PartialEq<T> for Name<'_> {
    fn eq(&self, other: &T) -> bool {
        **self == *other.as_ref()
    }
}

impl Eq for Name<'_> {}

impl PartialOrd for Name<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl Hash for Name<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
