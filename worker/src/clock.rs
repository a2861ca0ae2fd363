//! The one clock of the service.

use edgeboard::time::Timestamp;

/// Returns the present time of the platform.
pub fn now() -> Timestamp {
    // Milliseconds since 1970, an integer far below 2^53; a clock before 1970 reads as 1970.
    Timestamp::from_ms(js_sys::Date::now() as u64).unwrap_or(Timestamp::MAX)
}
