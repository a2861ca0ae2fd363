//! The hash of a name: folded multiplication, as in wyhash (Wang Yi, public domain) and foldhash,
//! with 32-bit halves so that it is cheap on wasm32 too.

// Digits of pi.
const K0: u64 = 0x243F_6A88_85A3_08D3;
const K1: u64 = 0x1319_8A2E_0370_7344;
const K2: u64 = 0xA409_3822_299F_31D1;

/// Returns the hash of a short name or a UUID, given as two numbers.
#[inline]
pub(super) fn short(len: usize, leading: (u64, u64), seed: u64) -> u64 {
    let state = fold(start(len, seed) ^ leading.0, K0);
    finish(fold(state ^ leading.1, K1))
}

/// Returns the hash of any longer name.
pub(super) fn long(name: &[u8], seed: u64) -> u64 {
    let mut state = start(name.len(), seed);
    let (words, rest) = name.as_chunks::<8>();
    for word in words {
        state = fold(state ^ u64::from_be_bytes(*word), K0);
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    finish(fold(state ^ u64::from_be_bytes(last), K1))
}

#[inline]
fn start(len: usize, seed: u64) -> u64 {
    seed ^ (len as u64).wrapping_mul(K1)
}

#[inline]
fn finish(state: u64) -> u64 {
    let mixed = (state ^ (state >> 32)).wrapping_mul(K2);
    mixed ^ (mixed >> 29)
}

/// Multiplies crosswise and folds the halves, so that each bit of the result depends on both.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let (a_low, a_high) = (a & 0xFFFF_FFFF, a >> 32);
    let (b_low, b_high) = (b & 0xFFFF_FFFF, b >> 32);
    (a_low * b_high) ^ (a_high * b_low).rotate_right(32) ^ a.wrapping_mul(b).rotate_left(23)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The counts of sixteen equal shares must not be further from equal than chance allows.
    fn assert_spread(hashes: &[u64]) {
        for shift in 0..61 {
            let mut counts = [0i64; 16];
            hashes.iter().for_each(|hash| counts[(hash >> shift & 15) as usize] += 1);
            let expected = hashes.len() as i64 / 16;
            let chi: f64 = counts.iter().map(|c| (c - expected).pow(2) as f64).sum();
            assert!(chi / (expected as f64) < 60.0, "bits from {shift}: {counts:?}");
        }
        let mut distinct = hashes.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), hashes.len());
    }

    #[test]
    fn short_names_that_count_up_spread_over_all_bits() {
        let digits = |i: u64| u64::from_be_bytes(*b"user:000") + i / 1000;
        let rest = |i: u64| 0x3030_3030 + i % 1000;
        for seed in [0, 1, u64::MAX] {
            let hashes: Vec<u64> =
                (0..1 << 16).map(|i| short(12, (digits(i), rest(i)), seed)).collect();
            assert_spread(&hashes);
        }
    }

    #[test]
    fn long_names_that_count_up_spread_over_all_bits() {
        let name = |i: u64| alloc::format!("season:2026:player:{i:07}:eu");
        let hashes: Vec<u64> = (0..1 << 16).map(|i| long(name(i).as_bytes(), 1)).collect();
        assert_spread(&hashes);
    }
}
