//! Rows that are narrow, wide, and on the way from one to the other.

use alloc::vec::Vec;

use super::*;
use crate::score::Score;
use crate::skiplist::Count;

const TAG_BITS: u32 = 6;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Pair(Score, u32);

impl Key for Pair {
    type Rows = NarrowRows<Self>;
    type Summary = Count;
}

impl NarrowKey for Pair {
    const TAG_BITS: u32 = TAG_BITS;
    fn word(self) -> u64 {
        self.0.to_word()
    }
    fn tag(self) -> u32 {
        self.1
    }
    fn join(word: u64, tag: u32) -> Self {
        Pair(Score::from_word(word), tag)
    }
    fn equal_words(self) -> RangeInclusive<u64> {
        self.0.equal_words()
    }
}

fn pair(score: f64, tag: u32) -> Pair {
    Pair(Score::new(score).unwrap(), tag)
}

/// One row, with what it should hold.
struct Trial {
    rows: NarrowRows<Pair>,
    expected: Vec<(Pair, Handle)>,
    handles: core::ops::RangeFrom<u32>,
}

impl Trial {
    fn new(keys: &[Pair]) -> Self {
        let mut trial = Trial { rows: NarrowRows::EMPTY, expected: Vec::new(), handles: 0.. };
        keys.iter().for_each(|&key| trial.insert(key));
        trial
    }

    fn insert(&mut self, key: Pair) {
        let entry = (key, Handle(self.handles.next().unwrap()));
        let at = self.expected.partition_point(|other| other.0 < key);
        self.rows.insert(0, self.expected.len(), at, entry);
        self.expected.insert(at, entry);
        self.check();
    }

    fn remove(&mut self, at: usize) {
        self.rows.remove(0, self.expected.len(), at);
        self.expected.remove(at);
        self.check();
    }

    fn move_within(&mut self, from: usize, to: usize, key: Pair) {
        self.rows.move_within(0, self.expected.len(), from, to, key);
        let (_, handle) = self.expected.remove(from);
        self.expected.insert(to, (key, handle));
        self.check();
    }

    fn check(&self) {
        let row = RowLen { row: 0, len: self.expected.len() };
        self.rows.validate([row].into_iter()).unwrap();
        let run = self.rows.run(0, row.len);
        for (at, &(key, handle)) in self.expected.iter().enumerate() {
            let bits = |key: Pair| (key.0.get().to_bits(), key.1);
            assert_eq!((bits(run.key(at)), run.handle(at)), (bits(key), handle));
            assert_eq!(self.rows.position(0, row.len, handle), Some(at));
            let start = self.expected.partition_point(|other| other.0 < key);
            let end = self.expected.partition_point(|other| other.0 <= key);
            assert_eq!(run.equal(&key), start..end);
        }
    }

    fn is_wide(&self) -> bool {
        self.rows.frames[0].high().is_some()
    }
}

#[test]
fn whole_numbers_make_a_narrow_row() {
    let mut trial = Trial::new(&[]);
    for i in (0..BLOCK_CAPACITY as u32).map(|i| i * 37 % 64) {
        trial.insert(pair(f64::from(1000 + i / 3), i % 3));
        assert!(!trial.is_wide());
    }
}

#[test]
fn a_far_score_makes_a_row_wide_until_it_leaves() {
    for far in [f64::NEG_INFINITY, -1e-300, -0.0, 5e-324, 999.1, 1e300] {
        let mut trial = Trial::new(&[pair(1000.5, 1), pair(1001.0, 0), pair(1001.0, 63)]);
        assert!(!trial.is_wide());
        trial.insert(pair(far, 7));
        if trial.is_wide() {
            trial.insert(pair(1000.5, 2));
            let at = trial.expected.iter().position(|entry| entry.0.0.get() == far).unwrap();
            trial.remove(at);
            assert!(!trial.is_wide(), "{far}");
            assert_eq!(trial.rows.highs_unused, 0);
        } else {
            assert_eq!(far, 1e300);
        }
        trial.insert(pair(1001.0, 0));
    }
}

#[test]
fn an_entry_that_moves_takes_its_row_along() {
    let mut trial = Trial::new(&[pair(1.0, 0), pair(2.0, 0), pair(3.0, 0)]);
    trial.move_within(0, 2, pair(3.1, 5));
    assert!(trial.is_wide());
    trial.move_within(2, 0, pair(0.0, 5));
    assert!(!trial.is_wide());
    trial.move_within(1, 1, pair(2.0, 9));
    assert!(!trial.is_wide());
}

#[test]
fn both_zeros_are_equal_and_keep_their_signs() {
    let mut trial = Trial::new(&[]);
    for (score, tag) in [(-0.0, 3), (0.0, 1), (-0.0, 0), (0.0, 2), (-1.0, 9), (1.0, 0)] {
        trial.insert(pair(score, tag));
    }
    let run = trial.rows.run(0, 6);
    assert_eq!(run.equal(&pair(0.0, 2)), 3..4);
    assert_eq!(run.equal(&pair(-0.0, 2)), 3..4);
    assert_eq!(run.equal(&pair(0.0, 9)), 5..5);
    assert_eq!(run.equal(&pair(-5e-324, 0)), 1..1);
}

#[test]
fn rows_that_become_narrow_give_their_high_halves_to_the_next() {
    let mut trial = Trial::new(&[pair(0.1, 0), pair(1000.0, 0)]);
    assert!(trial.is_wide());
    let (from, to) = (RowLen { row: 0, len: 2 }, RowLen { row: 1, len: 0 });
    trial.rows.move_back(from, to, 1);
    trial.rows.validate([RowLen { len: 1, ..from }, RowLen { len: 1, ..to }].into_iter()).unwrap();
    assert!(!trial.is_wide());
    trial.rows.move_front(RowLen { len: 1, ..from }, RowLen { len: 1, ..to }, 1);
    let both = [RowLen { len: 0, ..from }, RowLen { len: 2, ..to }];
    trial.rows.validate(both.into_iter()).unwrap();
    assert_eq!((trial.rows.highs_len, trial.rows.frames[1].high()), (1, Some(0)));
}
