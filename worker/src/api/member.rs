//! The names of members and boards.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use edgeboard::leaderboard::MAX_MEMBER_BYTES;
use percent_encoding::percent_decode_str;

use crate::error::ApiError;

/// The longest name of a board.
pub const MAX_BOARD_NAME_BYTES: usize = 64;

/// Checks the name of a board: `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`.
pub fn check_board_name(name: &str) -> Result<(), ApiError> {
    let ordinary = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    let starts_well = name.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric);
    if starts_well && name.len() <= MAX_BOARD_NAME_BYTES && name.bytes().all(ordinary) {
        return Ok(());
    }
    Err(ApiError::invalid(format!(
        "'{}' is no board name: it is written [A-Za-z0-9][A-Za-z0-9._-]{{0,{}}}",
        name.chars().take(MAX_BOARD_NAME_BYTES + 1).collect::<String>(),
        MAX_BOARD_NAME_BYTES - 1
    )))
}

/// Checks the name of a member against the longest that any board allows, or one board's rule.
pub fn check_member(member: &str, max_bytes: u16) -> Result<(), ApiError> {
    let invalid = |message| Err(ApiError::new("invalid_member", message));
    match member.len() {
        0 => invalid("the member is empty: it has 1 byte or more".to_owned()),
        n if n > usize::from(max_bytes) => {
            invalid(format!("the member has {n} bytes, the limit is {max_bytes}"))
        }
        _ => Ok(()),
    }
}

/// Reads a member from a segment of a path: `~<base64url>`, or percent-encoded UTF-8.
pub fn member_from_segment(segment: &str) -> Result<String, ApiError> {
    let invalid = |message: &str| ApiError::new("invalid_member", message);
    let bytes = match segment.strip_prefix('~') {
        Some(encoded) => URL_SAFE_NO_PAD
            .decode(encoded)
            .map_err(|_| invalid("the part behind '~' is not base64url without padding"))?,
        None => percent_decode_str(segment).collect(),
    };
    let member = String::from_utf8(bytes).map_err(|_| invalid("the member is not UTF-8"))?;
    check_member(&member, MAX_MEMBER_BYTES)?;
    Ok(member)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_names_follow_the_documented_form() {
        for good in ["g1", "0", "a.b_c-d", &"x".repeat(64)] {
            assert!(check_board_name(good).is_ok(), "{good}");
        }
        for bad in ["", ".", "..", "-a", "a b", "a/b", "é", &"x".repeat(65)] {
            assert!(check_board_name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_member_in_a_path_is_base64url_or_percent_encoded() {
        assert_eq!(member_from_segment("user:1001").as_deref(), Ok("user:1001"));
        assert_eq!(member_from_segment("~Li4").as_deref(), Ok(".."));
        assert_eq!(member_from_segment("%C3%A9%2F").as_deref(), Ok("é/"));
        assert_eq!(member_from_segment("__proto__").as_deref(), Ok("__proto__"));
        for bad in ["~", "~***", "%FF", ""] {
            let code = member_from_segment(bad).map_err(|error| error.code);
            assert_eq!(code, Err("invalid_member".to_owned()), "{bad}");
        }
    }

    #[test]
    fn a_member_is_1_to_512_bytes_long() {
        assert!(member_from_segment(&"a".repeat(512)).is_ok());
        assert!(member_from_segment(&"a".repeat(513)).is_err());
        assert!(check_member(&"a".repeat(64), 64).is_ok());
        assert!(check_member(&"a".repeat(65), 64).is_err());
    }
}
