//! The periods of boards, with the data of zones that is part of the Worker.

use edgeboard::leaderboard::Rules;
use edgeboard::period::{Calendars, Zones};

use crate::error::ApiError;

thread_local! {
    /// Read when the first board with a named zone needs it. It is as the build wrote it; were it
    /// not, such boards would be refused.
    static ZONES: Zones = Zones::parse(edgeboard_zones::BYTES).unwrap_or_default();
}

/// Returns the periods of a board.
pub fn calendars(rules: &Rules) -> Result<Calendars, ApiError> {
    match rules.calendars(&Zones::default()) {
        Err(error) if error.code() == "zones_not_loaded" => {
            Ok(ZONES.with(|zones| rules.calendars(zones))?)
        }
        found => Ok(found?),
    }
}
