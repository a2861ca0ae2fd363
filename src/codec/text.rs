//! Scores as text, which is how Redis answers them.

use super::CodecError;

/// Reads an integer in plain digits that lies in `0..=max`. Minus zero is zero.
///
/// Redis writes an integer below 2^53 that way. A text with an exponent was printed by something
/// that rounds (`tostring` of Lua keeps 14 digits), and could be read as another second or point.
pub(super) fn read_code(text: &str, max: u128) -> Result<u128, CodecError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    // `parse` alone would also take a plus sign, which Redis never writes.
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CodecError::invalid_text(text));
    }
    match digits.parse::<u128>() {
        Ok(0) => Ok(0),
        Ok(code) if code <= max && digits.len() == text.len() => Ok(code),
        Ok(_) => Err(CodecError::score_out_of_range(text, max)),
        Err(_) => Err(CodecError::invalid_text(text)),
    }
}
