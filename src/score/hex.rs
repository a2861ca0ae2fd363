//! Hexadecimal numbers as C's `strtod` reads them, rounded to the nearest double, ties to even.

/// Reads what follows `0x`: digits with or without a point, and perhaps a power of two. Returns
/// the value, and whether it is zero as written.
pub(super) fn read(text: &[u8]) -> Option<(f64, bool)> {
    let end = text.iter().position(|byte| matches!(byte, b'p' | b'P'));
    let (digits, exponent) = match end {
        Some(at) => (&text[..at], exponent(&text[at + 1..])?),
        None => (text, 0),
    };
    let mantissa = Mantissa::read(digits)?;
    if mantissa.bits == 0 {
        return Some((0.0, true));
    }
    Some((round(&mantissa, mantissa.exponent.saturating_add(exponent)), false))
}

/// Reads a signed decimal number; one that is too long is as good as the largest.
fn exponent(text: &[u8]) -> Option<i64> {
    let (sign, digits) = match text {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        rest => (1, rest),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    // Far beyond every exponent, and far from the ends of the type.
    const ENOUGH: i64 = 1 << 40;
    let add = |sum: i64, digit: &u8| (sum * 10 + i64::from(digit - b'0')).min(ENOUGH);
    Some(sign * digits.iter().fold(0, add))
}

/// The leading bits of a number: `bits * 2^exponent`, and a little more if `has_more`.
struct Mantissa {
    bits: u64,
    exponent: i64,
    has_more: bool,
}

impl Mantissa {
    fn read(digits: &[u8]) -> Option<Mantissa> {
        let mut mantissa = Mantissa { bits: 0, exponent: 0, has_more: false };
        let (mut digit_count, mut is_fraction) = (0, false);
        for &byte in digits {
            if byte == b'.' && !is_fraction {
                is_fraction = true;
                continue;
            }
            let digit = char::from(byte).to_digit(16)?;
            digit_count += 1;
            if mantissa.bits >> 60 == 0 {
                mantissa.bits = mantissa.bits << 4 | u64::from(digit);
                mantissa.exponent -= if is_fraction { 4 } else { 0 };
            } else {
                mantissa.has_more |= digit != 0;
                mantissa.exponent += if is_fraction { 0 } else { 4 };
            }
        }
        (digit_count > 0).then_some(mantissa)
    }
}

/// Returns the double nearest to `bits * 2^exponent`, given that the bits are not all zero.
fn round(mantissa: &Mantissa, exponent: i64) -> f64 {
    const BIAS: i64 = 1023;
    const FRACTION_BITS: i64 = 52;
    let leading = i64::from(mantissa.bits.leading_zeros());
    let bits = mantissa.bits << leading;
    // The number is 1.xxx * 2^power.
    let power = exponent.saturating_add(63 - leading);
    if power > BIAS {
        return f64::INFINITY;
    }
    // Bits that do not fit: 11, and more the further the number lies among the denormals.
    let excess = 63 - FRACTION_BITS + (1 - BIAS).saturating_sub(power).max(0);
    if excess > 64 {
        return 0.0;
    }
    let kept = bits.checked_shr(excess as u32).unwrap_or(0);
    let half = 1 << (excess - 1);
    let rest = bits & (half | (half - 1));
    let is_above_half = rest > half || (rest == half && mantissa.has_more);
    let rounds_up = is_above_half || (rest == half && kept & 1 == 1);
    let kept = kept + u64::from(rounds_up);
    // The leading bit of a normal number adds one to the exponent field, and so does a carry.
    let field = (power + BIAS - 1).max(0) as u64;
    f64::from_bits((field << FRACTION_BITS) + kept)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn hexadecimal_numbers_round_to_the_nearest_double() {
        let numbers = [
            ("1", 1.0),
            ("ff.8", 255.5),
            ("1p1023", 2f64.powi(1023)),
            ("1.fffffffffffffp1023", f64::MAX),
            ("1.fffffffffffff8p1023", f64::INFINITY),
            ("1p-1074", 5e-324),
            ("1p-1075", 0.0),
            ("1.8p-1075", 5e-324),
            ("1.0000000000001p-1075", 5e-324),
            ("3p-1075", 1e-323),
            ("1p-99999999999999999999", 0.0),
            ("1p99999999999999999999", f64::INFINITY),
            // Halves go to the even neighbour, a little more goes up.
            ("1.00000000000008", 1.0),
            ("1.00000000000018", 1.0 + 2.0 * f64::EPSILON),
            ("1.000000000000080000000000000001", 1.0 + f64::EPSILON),
            ("0.ffffffffffffffffffff", 1.0),
        ];
        for (text, value) in numbers {
            assert_eq!(read(text.as_bytes()), Some((value, false)), "{text}");
        }
        assert_eq!(read(b"0.00p5"), Some((0.0, true)));
    }
}
