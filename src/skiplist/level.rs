//! The heights of towers: seeded, so that the same operations give the same shape.

/// The highest tower. Five levels of chunks already span more entries than a handle can name, so
/// the bound only keeps a generator with an unlucky seed in check.
pub(super) const MAX_LEVEL: u32 = 8;

/// A tower reaches one level higher with probability 1 / 2^`LEVEL_BITS`. Measured: 1/16 and 1/32
/// take more memory, and no less time.
const LEVEL_BITS: u32 = 6;

/// Draws tower heights.
#[derive(Clone, Debug)]
pub(super) struct LevelGenerator {
    state: u64,
}

impl LevelGenerator {
    pub(super) const fn new(seed: u64) -> Self {
        LevelGenerator { state: seed }
    }

    /// Returns the height of the next tower: 1 for most, `MAX_LEVEL` at most.
    pub(super) fn draw(&mut self) -> u32 {
        (1 + self.next().trailing_zeros() / LEVEL_BITS).min(MAX_LEVEL)
    }

    /// splitmix64 (Sebastiano Vigna 2015, public domain, prng.di.unimi.it/splitmix64.c).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_splitmix64() {
        let mut levels = LevelGenerator::new(1_234_567);
        // The first outputs of the reference implementation for this seed.
        let known = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!([levels.next(), levels.next()], known);
    }

    #[test]
    fn each_level_is_reached_by_its_share_of_towers() {
        let mut levels = LevelGenerator::new(7);
        let mut reached = [0u32; MAX_LEVEL as usize + 1];
        for _ in 0..100_000 {
            (1..=levels.draw()).for_each(|level| reached[level as usize] += 1);
        }
        let share = 100_000 >> LEVEL_BITS;
        assert_eq!(reached[1], 100_000);
        assert!(reached[2].abs_diff(share) < share / 5, "{reached:?}");
    }
}
