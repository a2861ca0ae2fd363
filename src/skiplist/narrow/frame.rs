//! How the words of a block become offsets of 32 bits.

/// How the words of a block are stored, in twelve bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The low and the high half of the base; of a wide block, the row of high halves first.
    base: [u32; 2],
    /// The shift, or `WIDE`.
    shift: u32,
}

impl Frame {
    const WIDE: u32 = u32::MAX;
    pub(super) const UNUSED: Self = Frame { base: [0; 2], shift: 0 };

    fn narrow(base: u64, shift: u32) -> Self {
        Frame { base: [base as u32, (base >> 32) as u32], shift }
    }

    pub(super) fn wide(row: usize) -> Self {
        Frame { base: [row as u32, 0], shift: Self::WIDE }
    }

    #[inline]
    pub(super) fn base(&self) -> u64 {
        u64::from(self.base[1]) << 32 | u64::from(self.base[0])
    }

    /// The row of high halves.
    #[inline]
    pub(super) fn high(&self) -> Option<usize> {
        (self.shift == Self::WIDE).then_some(self.base[0] as usize)
    }

    /// Returns a frame for some words, or `None` if they are too far apart or too odd.
    pub(super) fn of(words: &[u64]) -> Option<Self> {
        let (Some(&low), Some(&high)) = (words.iter().min(), words.iter().max()) else {
            return Some(Self::UNUSED);
        };
        let odd = words.iter().fold(0, |odd, &word| odd | (word - low));
        // Words that are all the same tell by themselves what others near them may look like.
        let coarsest = if odd == 0 { low } else { odd }.trailing_zeros().min(63);
        let finest = 32u32.saturating_sub((high - low).leading_zeros());
        if finest > coarsest {
            return None;
        }
        // In the middle, words may come that are farther away, and such that are odder.
        let shift = finest.midpoint(coarsest);
        let room = u64::from(u32::MAX) - ((high - low) >> shift);
        let below = (room / 2).min(low >> shift);
        Some(Self::narrow(low - (below << shift), shift))
    }

    /// Returns the word of an offset in this narrow frame.
    #[inline]
    pub(super) fn word(&self, offset: u32) -> u64 {
        self.base() + (u64::from(offset) << self.shift)
    }

    /// Returns a word as an offset, if it has one in this narrow frame.
    #[inline]
    pub(super) fn offset(&self, word: u64) -> Option<u32> {
        let distance = word.checked_sub(self.base())?;
        let offset = u32::try_from(distance >> self.shift).ok()?;
        (self.word(offset) == word).then_some(offset)
    }

    /// Returns the largest offset whose word is not above this one, in this narrow frame.
    #[inline]
    pub(super) fn offset_at_most(&self, word: u64) -> Option<u32> {
        let distance = word.checked_sub(self.base())?;
        Some((distance >> self.shift).min(u64::from(u32::MAX)) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    fn words(scores: &[f64]) -> alloc::vec::Vec<u64> {
        scores.iter().map(|&score| Score::new(score).unwrap().to_word()).collect()
    }

    /// Asserts that words have a frame, in which each of them, and no word beside them, lies.
    fn assert_narrow(words: &[u64]) -> Frame {
        let frame = Frame::of(words).expect("a frame");
        assert_eq!(frame.high(), None);
        for &word in words {
            let offset = frame.offset(word).expect("an offset");
            assert_eq!((frame.word(offset), frame.offset_at_most(word)), (word, Some(offset)));
            if frame.shift > 0 {
                assert_eq!(frame.offset(word + 1), None);
                assert_eq!(frame.offset_at_most(word + 1), Some(offset));
                assert_ne!(frame.offset_at_most(word - 1), Some(offset));
            }
        }
        frame
    }

    #[test]
    fn scores_that_are_neighbours_have_a_frame() {
        assert_narrow(&words(&[4000.0, 4001.0, 4001.0, 4117.0]));
        assert_narrow(&words(&[-3.0, -2.0, -1.0]));
        assert_narrow(&words(&[0.1]));
        assert_narrow(&words(&[0.1, 0.1 + f64::EPSILON]));
        assert_narrow(&words(&[5e-324, 1e-323]));
        assert_narrow(&words(&[f64::INFINITY; 3]));
        assert_narrow(&words(&[f64::NEG_INFINITY]));
        assert_narrow(&words(&[-0.0, 0.0, 0.0, 5e-324]));
        assert_narrow(&[]);
    }

    #[test]
    fn scores_that_are_far_apart_and_odd_have_none() {
        assert_narrow(&words(&[0.0, 1.0, f64::INFINITY]));
        for scores in [[-1.0, 1.0], [-0.0, 1.0], [5e-324, 1.0], [0.1, 1000.0], [-1e300, 1e300]] {
            assert!(Frame::of(&words(&scores)).is_none(), "{scores:?}");
        }
    }

    #[test]
    fn the_widest_frame_is_32_bits() {
        let base = 1 << 40;
        assert_narrow(&[base, base + 1, base + u64::from(u32::MAX)]);
        assert!(Frame::of(&[base, base + 1, base + u64::from(u32::MAX) + 1]).is_none());
        assert_narrow(&[base, base + 2, base + 2 * u64::from(u32::MAX)]);
        assert_narrow(&[1, (u64::from(u32::MAX) << 32) + 1]);
        assert!(Frame::of(&[0, 1, u64::MAX]).is_none());
    }

    #[test]
    fn a_frame_has_room_for_words_near_its_own() {
        let frame = assert_narrow(&words(&[1000.0, 1010.0]));
        let near = words(&[900.0, 1000.5, 1005.0, 1020.25, 2000.0]);
        assert!(near.into_iter().all(|word| frame.offset(word).is_some()));
    }

    #[test]
    fn bounds_outside_a_frame_are_before_or_behind_everything() {
        let frame = assert_narrow(&words(&[1000.0, 1010.0]));
        assert_eq!(frame.offset_at_most(0), None);
        assert_eq!(frame.offset_at_most(u64::MAX), Some(u32::MAX));
    }
}
