//! The checksum of snapshots, against damage and not against forgery.

/// Odd, so that multiplying by it loses nothing. The digits are those of the golden ratio.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A checksum that grows with the bytes.
///
/// Each step takes eight bytes, and maps states to states one to one. So damage within eight
/// bytes always changes the result, and any other damage does but for one time in 2^64. One
/// multiplication for eight bytes makes it as fast on wasm32, which has no instruction for a CRC.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checksum(u64);

impl Checksum {
    pub(super) const fn new() -> Self {
        // Not 0, which zeros would leave as it is.
        Checksum(FACTOR)
    }

    /// Takes bytes in, and how many they are: the same bytes in two pieces are something else.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.step(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.step(u64::from_le_bytes(last));
        self.step(bytes.len() as u64);
    }

    #[inline]
    fn step(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(FACTOR).rotate_left(29);
    }

    /// The checksum of what was taken in so far.
    pub(super) fn value(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(FACTOR);
        mixed ^ (mixed >> 29)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pieces: &[&[u8]]) -> u64 {
        let mut checksum = Checksum::new();
        pieces.iter().for_each(|piece| checksum.update(piece));
        checksum.value()
    }

    #[test]
    fn the_checksum_is_this_one_for_ever() {
        assert_eq!(of(&[]), 0xAB16_9EBD_5D0C_32DC);
        assert_eq!(of(&[b"edgeboard"]), 0x2980_3CAF_74CE_73A7);
    }

    #[test]
    fn every_flipped_bit_and_every_cut_changes_the_checksum() {
        let bytes: [u8; 40] = core::array::from_fn(|i| (i * 7) as u8);
        let whole = of(&[&bytes]);
        for bit in 0..320 {
            let mut flipped = bytes;
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(of(&[&flipped]), whole, "bit {bit}");
        }
        for cut in 0..40 {
            assert_ne!(of(&[&bytes[..cut]]), whole, "{cut} bytes");
            assert_ne!(of(&[&bytes[..cut], &bytes[cut..]]), whole, "cut at {cut}");
        }
        assert_ne!(of(&[&[0]]), of(&[&[0, 0]]));
        assert_ne!(of(&[&bytes[..8], &bytes[8..16]]), of(&[&bytes[8..16], &bytes[..8]]));
    }
}
