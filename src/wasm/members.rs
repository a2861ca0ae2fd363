//! Many members as they cross from JavaScript.

use alloc::format;

use super::error::Refusal;
use crate::members::{MAX_MEMBERS, MAX_NAME_BYTES};
use crate::score::Score;
use crate::sorted_set::SortedSet;

/// The most digits of a `u32`.
const MAX_DIGITS: usize = 10;

/// Members in order: names, one behind the other in a text and with their lengths in bytes, or
/// integers that stand for their decimal digits.
#[derive(Clone, Debug)]
pub(super) struct Members<'a> {
    text: Option<&'a [u8]>,
    numbers: &'a [u32],
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Member<'a> {
    Name(&'a [u8]),
    Digits([u8; MAX_DIGITS], usize),
}

impl<'a> Members<'a> {
    /// Takes a text and lengths, or integers without a text.
    ///
    /// # Errors
    ///
    /// `invalid_member` for a name that is too long, and for lengths that are not those of the
    /// text.
    pub(super) fn new(text: Option<&'a [u8]>, numbers: &'a [u32]) -> Result<Self, Refusal> {
        if let Some(text) = text {
            let is_too_long = |&len: &u32| len as usize > MAX_NAME_BYTES;
            if let Some(index) = numbers.iter().position(is_too_long) {
                let bytes = numbers[index];
                let message = format!("members[{index}] has {bytes} bytes, over {MAX_NAME_BYTES}");
                return Err(Refusal::new("invalid_member", message));
            }
            let total: u64 = numbers.iter().copied().map(u64::from).sum();
            if total != text.len() as u64 {
                return Err(Refusal::new(
                    "invalid_member",
                    "the lengths are not those of the names",
                ));
            }
        }
        Ok(Members { text, numbers })
    }

    /// Checks that a set has room for those that are new.
    pub(super) fn check_room(&self, set: &SortedSet) -> Result<(), Refusal> {
        if set.len() + self.numbers.len() <= MAX_MEMBERS {
            return Ok(());
        }
        let mut new = SortedSet::new();
        for (index, member) in self.clone().enumerate() {
            if set.score(member.as_ref()).is_none() {
                new.add(member.as_ref(), Score::ZERO);
            }
            if set.len() + new.len() > MAX_MEMBERS {
                let message = format!("the set is full with {MAX_MEMBERS}, at members[{index}]");
                return Err(Refusal::new("board_full", message));
            }
        }
        Ok(())
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = Member<'a>;

    #[inline]
    fn next(&mut self) -> Option<Member<'a>> {
        let (&number, rest) = self.numbers.split_first()?;
        self.numbers = rest;
        let Some(text) = self.text else {
            return Some(Member::digits(number));
        };
        let (name, rest) = text.split_at_checked(number as usize)?;
        self.text = Some(rest);
        Some(Member::Name(name))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.numbers.len(), Some(self.numbers.len()))
    }
}

impl Member<'_> {
    #[inline]
    fn digits(mut number: u32) -> Self {
        let mut digits = [0; MAX_DIGITS];
        let mut start = MAX_DIGITS;
        loop {
            start -= 1;
            digits[start] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return Member::Digits(digits, start);
            }
        }
    }
}

impl AsRef<[u8]> for Member<'_> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match self {
            Member::Name(name) => name,
            Member::Digits(digits, start) => &digits[*start..],
        }
    }
}
