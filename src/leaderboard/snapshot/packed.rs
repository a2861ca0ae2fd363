//! The numbers of a group in as few bits as the largest of them needs.
//!
//! ```text
//! least   varint  the smallest of the numbers
//! width   1       bits of each number, 0 to 64
//! bits            each number less the smallest, in so many bits, the lowest bit first; zeros up
//!                 to a whole byte
//! ```

use alloc::vec::Vec;

use crate::snapshot::{Reader, SnapshotError, Writer};

const MALFORMED: SnapshotError = SnapshotError::invalid("has malformed numbers in a group");

/// Writes the numbers of a group.
#[inline(never)]
pub(super) fn write(numbers: &[u64], writer: &mut Writer<'_>) {
    let least = numbers.iter().copied().min().unwrap_or(0);
    let most = numbers.iter().copied().max().unwrap_or(0);
    let width = u64::BITS - (most - least).leading_zeros();
    writer.varint(least);
    writer.byte(width as u8);
    let (mut word, mut bits) = (0u128, 0);
    for &number in numbers {
        word |= u128::from(number - least) << bits;
        bits += width;
        while bits >= u8::BITS {
            writer.byte(word as u8);
            (word, bits) = (word >> u8::BITS, bits - u8::BITS);
        }
    }
    if bits > 0 {
        writer.byte(word as u8);
    }
}

/// Reads so many numbers in place of those that are in `numbers`.
#[inline(never)]
pub(super) fn read(
    count: usize,
    reader: &mut Reader<'_>,
    numbers: &mut Vec<u64>,
) -> Result<(), SnapshotError> {
    numbers.clear();
    let least = reader.varint()?;
    let width = u32::from(reader.byte()?);
    if width > u64::BITS {
        return Err(MALFORMED);
    }
    let mut bytes = reader.bytes((count * width as usize).div_ceil(8))?.iter();
    let mask = u64::MAX.checked_shr(u64::BITS - width).unwrap_or(0);
    let (mut word, mut bits) = (0u128, 0);
    for _ in 0..count {
        while bits < width {
            let byte = bytes.next().copied().ok_or(MALFORMED)?;
            word |= u128::from(byte) << bits;
            bits += u8::BITS;
        }
        numbers.push(least.checked_add(word as u64 & mask).ok_or(MALFORMED)?);
        (word, bits) = (word >> width, bits - width);
    }
    if word == 0 { Ok(()) } else { Err(MALFORMED) }
}
