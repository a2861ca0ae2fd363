//! Batches against the single operations.

use edgeboard::rank::Rank;
use edgeboard::score::{NanError, Score};
use edgeboard::sorted_set::{AddOutcome, BatchError, SortedSet};
use proptest::prelude::*;

use crate::model::{SCORES, cases, member, numbers};

type Batch = Vec<(Vec<u8>, Score)>;

/// Batches in which members repeat, some of them new and some not.
fn batches() -> impl Strategy<Value = Vec<Batch>> {
    let score = proptest::sample::select(SCORES.as_slice());
    let element =
        (0..60usize, score).prop_map(|(n, score)| (member(n), Score::new(score).unwrap()));
    proptest::collection::vec(proptest::collection::vec(element, 0..70), 1..8)
}

fn entries(set: &SortedSet) -> Vec<(Vec<u8>, u64)> {
    set.iter().map(|entry| (entry.member.to_vec(), entry.score.get().to_bits())).collect()
}

fn bits(scores: &[Score]) -> Vec<u64> {
    scores.iter().map(|score| score.get().to_bits()).collect()
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_batch_of_scores_does_what_the_single_ones_do(batches in batches()) {
        let (mut set, mut singly) = (SortedSet::new(), SortedSet::new());
        for batch in batches {
            let added = batch.iter().filter(|(name, score)| {
                singly.add(name, *score) == AddOutcome::Added
            });
            prop_assert_eq!(added.count(), set.add_many(batch.iter().cloned()));
            prop_assert_eq!(entries(&set), entries(&singly));
            set.internal_validate().unwrap();
        }
    }

    #[test]
    fn a_batch_of_deltas_does_what_the_single_ones_do_or_nothing(batches in batches()) {
        let mut set = SortedSet::new();
        for batch in batches {
            let mut singly = set.clone();
            let sums: Vec<Result<Score, NanError>> =
                batch.iter().map(|(name, by)| singly.increment(name, *by)).collect();
            let before = entries(&set);
            match set.increment_many(batch.iter().cloned()) {
                Ok(found) => {
                    let sums: Result<Vec<Score>, NanError> = sums.into_iter().collect();
                    prop_assert_eq!(bits(&found), bits(&sums.unwrap()));
                    prop_assert_eq!(entries(&set), entries(&singly));
                }
                Err(BatchError { index, error }) => {
                    prop_assert_eq!(sums.iter().position(Result::is_err), Some(index));
                    prop_assert_eq!(error, NanError);
                    prop_assert_eq!(entries(&set), before);
                }
            }
            set.internal_validate().unwrap();
        }
    }
}

#[test]
fn many_members_are_found_in_the_order_in_which_they_are_asked_for() {
    let (mut set, mut below) = (SortedSet::new(), numbers(3));
    let count = 100_000;
    let batch = (0..count).map(|i| (member(i), Score::from(below(500) as i32)));
    assert_eq!(set.add_many(batch), count);
    let asked: Vec<Vec<u8>> =
        (0..5_000).map(|_| member(below(count as u64 + 2_000) as usize)).collect();
    for asked in [&asked[..], &asked[..16], &asked[..17], &asked[..1], &[]] {
        let scores = asked.iter().map(|name| set.score(name));
        assert!(set.scores_of(asked).eq(scores));
        let ranks: Vec<Option<Rank>> = asked.iter().map(|name| set.rank(name)).collect();
        assert!(set.ranks_of(asked).eq(ranks));
    }
    let deltas: Batch = asked.into_iter().map(|name| (name, Score::from(1))).collect();
    let mut singly = set.clone();
    let sums: Vec<Score> =
        deltas.iter().map(|(name, by)| singly.increment(name, *by).unwrap()).collect();
    assert_eq!(set.increment_many(deltas), Ok(sums));
    assert!(entries(&set) == entries(&singly));
    set.internal_validate().unwrap();
}
