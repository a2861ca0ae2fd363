//! Random choices that follow from a seed.

use crate::snapshot::{Reader, SnapshotError, Writer};

/// Numbers that look random: splitmix64 (Sebastiano Vigna, 2015).
#[derive(Clone, Copy, Debug)]
pub(super) struct Random {
    state: u64,
}

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    pub(super) fn write_to(self, writer: &mut Writer<'_>) {
        writer.bytes(&self.state.to_le_bytes());
    }

    pub(super) fn read_from(&mut self, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let mut state = [0; 8];
        state.copy_from_slice(reader.bytes(size_of::<u64>())?);
        self.state = u64::from_le_bytes(state);
        Ok(())
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below a bound that is not 0 and fits in 32 bits; each about as often.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Returns different numbers below a bound, ascending: `count` of them, which is not more
    /// than there are.
    ///
    /// Robert Floyd's algorithm (Bentley, "Programming Pearls", 1987), with a bit for each number.
    pub(super) fn sample(&mut self, count: usize, bound: usize) -> impl Iterator<Item = usize> {
        let mut chosen = alloc::vec![0_u64; bound.div_ceil(64)];
        for last in bound - count..bound {
            let number = self.below(last + 1);
            let is_taken = chosen[number / 64] >> (number % 64) & 1 == 1;
            let number = if is_taken { last } else { number };
            chosen[number / 64] |= 1 << (number % 64);
        }
        (0..bound).filter(move |number| chosen[number / 64] >> (number % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Random;
    use alloc::vec::Vec;

    #[test]
    fn a_sample_has_as_many_different_numbers_as_asked_for() {
        let mut random = Random::new(7);
        for (count, bound) in [(0, 1), (1, 1), (3, 10), (10, 10), (64, 65), (100, 1000)] {
            let sample: Vec<usize> = random.sample(count, bound).collect();
            assert_eq!(sample.len(), count);
            assert!(sample.is_sorted_by(|a, b| a < b) && sample.iter().all(|&n| n < bound));
        }
    }

    #[test]
    fn every_number_is_chosen_about_as_often_as_any_other() {
        let mut random = Random::new(7);
        let mut counts = [0; 10];
        for _ in 0..10_000 {
            random.sample(3, 10).for_each(|number| counts[number] += 1);
        }
        assert!(counts.iter().all(|count| (2_800..3_200).contains(count)), "{counts:?}");
    }
}
