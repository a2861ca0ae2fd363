//! The names of the objects. They are kept for ever: data lives under them.

/// Returns the name of the ledger of a board.
pub fn ledger(board: &str, shard: u16) -> String {
    format!("L/{board}/{shard}")
}

/// Returns the name of the object of a period.
pub fn period(board: &str, generation: u64, period: &str, shard: u16) -> String {
    format!("P/{board}/{generation}/{period}/{shard}")
}

/// The name of the registry.
pub const REGISTRY: &str = "R";

#[cfg(test)]
mod tests {
    #[test]
    fn object_names_never_change() {
        assert_eq!(super::ledger("g1", 0), "L/g1/0");
        assert_eq!(super::period("g1", 1, "2026-10-11", 0), "P/g1/1/2026-10-11/0");
        assert_eq!(super::REGISTRY, "R");
    }
}
