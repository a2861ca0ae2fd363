//! Bodies of requests: a JSON object, or a clear error.

use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// The most characters of a parser's message that are passed on; it quotes what it was given.
const MAX_REASON_CHARS: usize = 200;

/// Reads a JSON object.
///
/// An array would do for the parser too, which takes its elements for the fields in their order.
/// Nobody means that, and it would silently change its sense with the next field.
pub fn object<T: DeserializeOwned>(body: &[u8], what: &str) -> Result<T, ApiError> {
    let invalid = |reason: &str| ApiError::invalid(format!("the body is no {what}: {reason}"));
    if body.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err(invalid("it is not a JSON object"));
    }
    serde_json::from_slice(body).map_err(|error| invalid(&shorten(&error.to_string())))
}

/// Cuts a message in its middle: its end says where the error is.
fn shorten(message: &str) -> String {
    let chars = message.chars().count();
    if chars <= MAX_REASON_CHARS {
        return message.to_owned();
    }
    let half = MAX_REASON_CHARS / 2;
    let head: String = message.chars().take(half).collect();
    let tail: String = message.chars().skip(chars - half).collect();
    format!("{head} … {tail}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use edgeboard::leaderboard::Rules;

    #[test]
    fn only_an_object_is_read() {
        let read = |text: &str| object::<Rules>(text.as_bytes(), "set of rules").map(|_| ());
        assert_eq!(read(" {\"order\": \"asc\"}"), Ok(()));
        for bad in ["", "[]", "[\"desc\"]", "null", "7", "\"{}\"", "{", "{}}"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_error_quotes_no_more_than_helps() {
        let huge = format!("{{\"order\": \"{}\"}}", "é".repeat(100_000));
        let error = object::<Rules>(huge.as_bytes(), "set of rules").map(|_| ()).unwrap_err();
        assert!(error.message.len() < 1_000, "{} bytes", error.message.len());
        assert!(error.message.contains("unknown variant") && error.message.contains("column"));
    }
}
