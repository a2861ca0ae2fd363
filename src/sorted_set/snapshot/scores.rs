//! The scores of a group, in the shortest of three forms.

use alloc::vec::Vec;

use crate::score::Score;
use crate::snapshot::{Reader, SnapshotError, Writer};

/// The largest integer up to which doubles hold each one.
const MAX_INTEGER: i64 = 1 << 53;

const INTEGERS: u8 = 0;
const ORDERED: u8 = 1;
const PLAIN: u8 = 2;

const OUT_OF_RANGE: SnapshotError = SnapshotError::invalid("has a score that is out of range");

/// Writes the scores of a group, which ascend.
#[inline(never)]
pub(super) fn write(scores: &[Score], writer: &mut Writer<'_>) {
    let is_minus_zero = |score: &Score| *score == Score::ZERO && score.get().is_sign_negative();
    if scores.iter().any(is_minus_zero) {
        writer.byte(PLAIN);
        scores.iter().for_each(|score| writer.bytes(&score.get().to_le_bytes()));
    } else if scores.iter().all(|&score| integer(score).is_some()) {
        writer.byte(INTEGERS);
        let mut last = None;
        for number in scores.iter().filter_map(|&score| integer(score)) {
            writer.varint(last.map_or_else(|| zigzag(number), |last| (number - last) as u64));
            last = Some(number);
        }
    } else {
        writer.byte(ORDERED);
        let mut last = 0;
        for word in scores.iter().map(|&score| to_ordered(score)) {
            writer.varint(word - last);
            last = word;
        }
    }
}

/// Reads the scores of a group, whose order the caller checks.
#[inline(never)]
pub(super) fn read(
    count: usize,
    reader: &mut Reader<'_>,
    scores: &mut Vec<Score>,
) -> Result<(), SnapshotError> {
    scores.clear();
    match reader.byte()? {
        INTEGERS => {
            let mut number = unzigzag(reader.varint()?);
            for i in 0..count {
                if i > 0 {
                    number = number.checked_add_unsigned(reader.varint()?).ok_or(OUT_OF_RANGE)?;
                }
                if !(-MAX_INTEGER..=MAX_INTEGER).contains(&number) {
                    return Err(OUT_OF_RANGE);
                }
                scores.push(score(number as f64)?);
            }
        }
        ORDERED => {
            let mut word = 0u64;
            for _ in 0..count {
                word = word.checked_add(reader.varint()?).ok_or(OUT_OF_RANGE)?;
                scores.push(score(from_ordered(word))?);
            }
        }
        PLAIN => {
            let (values, _) = reader.bytes(8 * count)?.as_chunks();
            for &value in values {
                scores.push(score(f64::from_le_bytes(value))?);
            }
        }
        _ => return Err(SnapshotError::invalid("has scores in an unknown form")),
    }
    Ok(())
}

fn score(value: f64) -> Result<Score, SnapshotError> {
    Score::new(value).map_err(|_| OUT_OF_RANGE)
}

/// The score as an integer, if it is one that an integer can stand for.
fn integer(score: Score) -> Option<i64> {
    let number = score.get() as i64;
    let is_same = (number as f64).to_bits() == score.get().to_bits();
    (is_same && number.abs() <= MAX_INTEGER).then_some(number)
}

/// Small numbers of either sign as small numbers.
fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

fn unzigzag(word: u64) -> i64 {
    (word >> 1) as i64 ^ -((word & 1) as i64)
}

/// The bits of a double, flipped so that their order is that of the doubles.
fn to_ordered(score: Score) -> u64 {
    let bits = score.get().to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn from_ordered(word: u64) -> f64 {
    f64::from_bits(if word >> 63 == 1 { word & !(1 << 63) } else { !word })
}
