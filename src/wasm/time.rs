//! Times as JavaScript has them.

use alloc::format;

use super::error::Refusal;
use crate::time::Timestamp;

/// Reads a time in milliseconds; the fraction that a clock may have is cut off.
pub(super) fn timestamp(ms: f64) -> Result<Timestamp, Refusal> {
    let refused = || {
        let last = Timestamp::MAX.ms();
        let message = format!("a time must be milliseconds since 1970, 0 to {last}, not {ms}");
        Refusal::new("invalid_request", message)
    };
    if ms.is_nan() || ms < 0.0 {
        return Err(refused());
    }
    Timestamp::from_ms(ms as u64).map_err(|_| refused())
}
