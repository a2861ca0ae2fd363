//! UUIDs as sixteen bytes.
//!
//! Only the canonical text is packed, `00112233-4455-6677-8899-aabbccddeeff` with all its letters
//! in one case, because only that can be unpacked again. As the dashes stand where they stand and
//! digits come before letters, the text of two UUIDs in the same case has the order of their
//! bytes.

/// Bytes of the text.
pub(super) const TEXT_BYTES: usize = 36;

/// Bytes of a UUID.
pub(super) const BYTES: usize = 16;

const DIGITS: usize = 2 * BYTES;

/// The case of the letters among the digits. A UUID without letters counts as lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Upper,
}

/// Returns the bytes of a canonical UUID, or `None` for any other text.
pub(super) fn pack(text: &[u8]) -> Option<(Case, [u8; BYTES])> {
    let text: &[u8; TEXT_BYTES] = text.try_into().ok()?;
    if !DASHES.iter().all(|&at| text[at] == b'-') {
        return None;
    }
    let mut digits = [0; DIGITS];
    for (from, to) in GROUPS {
        digits[to..to + 4].copy_from_slice(&text[from..from + 4]);
    }
    let (mut bytes, mut seen) = ([0; BYTES], 0);
    let (pairs, _) = digits.as_chunks::<2>();
    for (byte, &[high, low]) in bytes.iter_mut().zip(pairs) {
        let (high, low) = (MEANING[usize::from(high)], MEANING[usize::from(low)]);
        seen |= high | low;
        *byte = high << 4 | low & 15;
    }
    match seen & !15 {
        0 | LOWER => Some((Case::Lower, bytes)),
        UPPER => Some((Case::Upper, bytes)),
        _ => None,
    }
}

/// Returns the text of a UUID.
pub(super) fn unpack(case: Case, bytes: [u8; BYTES]) -> [u8; TEXT_BYTES] {
    let digits = match case {
        Case::Lower => b"0123456789abcdef",
        Case::Upper => b"0123456789ABCDEF",
    };
    let digit = |bits: u8| digits[usize::from(bits & 15)];
    let mut text = [b'-'; TEXT_BYTES];
    let (pairs, _) = bytes.as_chunks::<2>();
    for ((at, _), &[a, b]) in GROUPS.into_iter().zip(pairs) {
        text[at..at + 4].copy_from_slice(&[a >> 4, a, b >> 4, b].map(digit));
    }
    text
}

const DASHES: [usize; 4] = [8, 13, 18, 23];

/// Where each four digits stand in the text, and where among the digits.
const GROUPS: [(usize, usize); DIGITS / 4] =
    [(0, 0), (4, 4), (9, 8), (14, 12), (19, 16), (24, 20), (28, 24), (32, 28)];

/// Flags beside the value of a digit.
const LOWER: u8 = 1 << 4;
const UPPER: u8 = 1 << 5;
const NO_DIGIT: u8 = 1 << 6;

/// What each byte means as a digit: its value, and flags.
const MEANING: [u8; 256] = {
    let (mut meaning, mut value) = ([NO_DIGIT; 256], 0);
    while value < 10 {
        meaning[b'0' as usize + value] = value as u8;
        value += 1;
    }
    while value < 16 {
        meaning[b'a' as usize + value - 10] = value as u8 | LOWER;
        meaning[b'A' as usize + value - 10] = value as u8 | UPPER;
        value += 1;
    }
    meaning
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canonical_text_is_packed_and_unpacked() {
        for (text, expected) in [
            (b"00112233-4455-6677-8899-aabbccddeeff", Case::Lower),
            (b"00112233-4455-6677-8899-AABBCCDDEEFF", Case::Upper),
            (b"00112233-4455-6677-8899-001122334455", Case::Lower),
        ] {
            let (case, bytes) = pack(text).unwrap();
            assert_eq!((case, &bytes[..4]), (expected, &[0, 0x11, 0x22, 0x33][..]));
            assert_eq!(unpack(case, bytes), *text);
        }
    }

    #[test]
    fn any_other_text_is_not_packed() {
        for text in [
            "",
            "00112233-4455-6677-8899-aabbccddeef",
            "00112233-4455-6677-8899-aabbccddeeff0",
            "00112233-4455-6677-8899-aabbccddeefg",
            "00112233-4455-6677-8899-aabbccddeefF",
            "001122334455-6677-8899-aabbccddeeff--",
            "0011223-34455-6677-8899-aabbccddeeff",
            "{0112233-4455-6677-8899-aabbccddeef}",
        ] {
            assert_eq!(pack(text.as_bytes()), None, "{text}");
        }
    }
}
