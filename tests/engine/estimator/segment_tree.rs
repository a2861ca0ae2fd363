//! The tree of equal segments: known values, and brute force.

use std::ops::RangeInclusive;

use edgeboard::estimator::{
    Change, EstimatorError, MAX_COUNT, MAX_SEGMENTS, Order, SegmentTree, Standing,
};
use proptest::prelude::*;

use super::naive::Naive;
use crate::model::{cases, numbers};

pub(super) fn desc(range: RangeInclusive<i64>, segments: u64) -> SegmentTree {
    SegmentTree::new(Order::Desc, range, segments).unwrap()
}

/// A tree of segments of a hundred, with so many members in each.
fn filled(order: Order, counts: &[u64]) -> SegmentTree {
    let fields: Vec<(String, String)> = (0..counts.len())
        .map(|at| (format!("{}-{}", at * 100 + 1, at * 100 + 100), counts[at].to_string()))
        .collect();
    let fields = fields.iter().map(|(field, count)| (field.as_str(), count.as_str()));
    let max = counts.len() as i64 * 100;
    SegmentTree::from_hash(order, 1..=max, counts.len() as u64, fields).unwrap()
}

#[test]
fn known_values_are_estimated_by_the_formula() {
    let tree = filled(Order::Desc, &[500, 38, 100, 96]);
    let estimate = tree.rank(150, Standing::Member);
    assert_eq!((estimate.rank, estimate.lo, estimate.hi, estimate.above), (215, 197, 234, 196));
    let estimate = tree.rank(150, Standing::Absent);
    assert_eq!((estimate.rank, estimate.lo, estimate.hi, estimate.above), (216, 197, 235, 196));

    let tree = filled(Order::Desc, &[43, 0, 31, 49, 0, 0, 60, 117]);
    let estimate = tree.rank(220, Standing::Member);
    assert_eq!((estimate.rank, estimate.lo, estimate.hi, estimate.above), (251, 227, 257, 226));
}

#[test]
fn ascending_boards_are_mirrored() {
    let desc = filled(Order::Desc, &[7, 38, 100, 96]);
    let asc = filled(Order::Asc, &[96, 100, 38, 7]);
    for score in -3..=404 {
        for standing in [Standing::Member, Standing::Absent] {
            assert_eq!(desc.rank(score, standing), asc.rank(401 - score, standing));
        }
        let ahead = asc.ahead_of(401 - score, Standing::Member);
        assert_eq!(desc.ahead_of(score, Standing::Member), ahead);
    }
}

#[test]
fn an_empty_segment_uses_the_second_rule() {
    let tree = filled(Order::Desc, &[5, 0, 3]);
    for standing in [Standing::Member, Standing::Absent] {
        let estimate = tree.rank(150, standing);
        assert_eq!((estimate.rank, estimate.lo, estimate.hi, estimate.exact), (4, 4, 4, true));
        assert_eq!(tree.ahead_of(150, standing), 62);
    }
}

#[test]
fn the_size_of_segments_is_rounded_up_and_the_last_one_is_shorter() {
    let cases: [(RangeInclusive<i64>, u64, usize, RangeInclusive<i64>); 9] = [
        (1..=800, 8, 8, 701..=800),
        (1..=1_000, 64, 63, 993..=1_000),
        (1..=500, 5, 5, 401..=500),
        (1..=5, 4, 3, 5..=5),
        (1..=1, 4, 1, 1..=1),
        (-10..=9, 3, 3, 4..=9),
        (0..=9, 100, 10, 9..=9),
        (i64::MIN..=i64::MAX, 1, 1, i64::MIN..=i64::MAX),
        (i64::MIN..=i64::MAX, 3, 3, 3_074_457_345_618_258_604..=i64::MAX),
    ];
    for (range, asked, count, last) in cases {
        let tree = desc(range.clone(), asked);
        let segments: Vec<_> = tree.segments().map(|(scores, _)| scores).collect();
        assert_eq!((segments.len(), segments.last()), (count, Some(&last)), "{range:?} {asked}");
        assert_eq!((segments[0].start(), last.end()), (range.start(), range.end()));
        let is_tiled = |pair: &[RangeInclusive<i64>]| pair[0].end() + 1 == *pair[1].start();
        assert!(segments.windows(2).all(is_tiled), "{segments:?}");
    }
}

#[test]
fn limits_are_errors_that_name_the_value() {
    #[allow(clippy::reversed_empty_ranges, reason = "that is what is refused")]
    let error = SegmentTree::new(Order::Desc, 5..=4, 1).unwrap_err();
    assert_eq!(error.to_string(), "min is 5 and max is 4: min must not be above max");
    let error = SegmentTree::new(Order::Desc, 1..=5, 0).unwrap_err();
    assert_eq!(error.to_string(), "there would be 0 segments, outside 1..=1048576");
    assert!(SegmentTree::new(Order::Desc, 1..=1 << 40, MAX_SEGMENTS as u64).is_ok());
    let error = SegmentTree::new(Order::Desc, 1..=1 << 40, 2 * MAX_SEGMENTS as u64).unwrap_err();
    assert_eq!(error.code(), "invalid_request");
    let error = SegmentTree::new(Order::Desc, i64::MIN..=i64::MAX, u64::MAX).unwrap_err();
    let message = "there would be 9223372036854775808 segments, outside 1..=1048576";
    assert_eq!(error.to_string(), message);

    let fields = [("1-5", MAX_COUNT.to_string())];
    let fields = fields.iter().map(|(field, count)| (*field, count.as_str()));
    let mut tree = SegmentTree::from_hash(Order::Desc, 1..=5, 1, fields).unwrap();
    let estimate = tree.rank(1, Standing::Absent);
    assert_eq!((estimate.hi, tree.ahead_of(6, Standing::Member)), (MAX_COUNT + 1, 0));
    assert_eq!(tree.add(3).unwrap_err().code(), "board_full");
    tree.remove(3).unwrap();
    tree.add(3).unwrap();
}

#[test]
fn counts_never_become_negative_and_a_refused_move_changes_nothing() {
    let mut tree = desc(1..=800, 8);
    tree.add(220).unwrap();
    let before = tree.clone();
    let error = tree.move_score(500, 220).unwrap_err();
    assert_eq!(error.to_string(), "nobody is counted who could have the score 500");
    assert_eq!(error.code(), "member_not_ranked");
    assert!(tree.remove(700).is_err());
    assert_eq!(tree, before);
}

#[test]
fn a_batch_is_made_as_a_whole_or_not_at_all() {
    let mut tree = desc(1..=800, 8);
    tree.batch(&[Change::Add(5), Change::Move { from: 5, to: 790 }, Change::Add(300)]).unwrap();
    assert_eq!((tree.count_around(790), tree.count_around(300), tree.total()), (1, 1, 2));
    let before = tree.clone();
    let refused = [
        Change::Remove(300),
        Change::Move { from: 790, to: 1 },
        Change::Add(2),
        Change::Remove(300),
        Change::Add(3),
    ];
    let error = tree.batch(&refused).unwrap_err();
    assert!(matches!(error, EstimatorError::Batch { at: 3, .. }), "{error:?}");
    assert_eq!(tree, before);
}

#[test]
fn a_numbered_batch_counts_once() {
    let mut tree = desc(1..=800, 8);
    assert!(tree.batch_once(7, &[Change::Add(220)]).unwrap());
    for number in [7, 6, 0] {
        assert!(!tree.batch_once(number, &[Change::Add(220)]).unwrap());
    }
    // A refused one is free to come again.
    assert!(tree.batch_once(8, &[Change::Remove(500)]).is_err());
    assert!(tree.batch_once(8, &[Change::Add(500)]).unwrap());
    assert_eq!(tree.total(), 2);
}

#[test]
fn nobody_is_ahead_of_anybody_on_an_empty_board() {
    let tree = desc(1..=800, 8);
    for standing in [Standing::Member, Standing::Absent] {
        let estimate = tree.rank(220, standing);
        assert_eq!((estimate.rank, estimate.exact), (1, true));
        assert_eq!(tree.ahead_of(220, standing), 0);
    }
    assert_eq!(tree.scores_at(1), None);
}

#[test]
fn whoever_is_alone_is_first_and_ahead_of_nobody() {
    let mut tree = desc(1..=800, 8);
    tree.add(220).unwrap();
    let estimate = tree.rank(220, Standing::Member);
    assert_eq!((estimate.rank, estimate.exact, estimate.above), (1, true, 0));
    assert_eq!(tree.ahead_of(220, Standing::Member), 0);
    assert_eq!(tree.ahead_of(701, Standing::Absent), 100);
}

/// Trees of all shapes, and scores in and around them.
fn shape(below: &mut impl FnMut(u64) -> u64) -> (RangeInclusive<i64>, u64) {
    let width = [1, 2, 5, 64, 100, 1_000, u64::MAX >> 1][below(7) as usize];
    let min = [i64::MIN, -500, -1, 0, 1, i64::MAX - 2_000][below(6) as usize];
    let max = min.saturating_add_unsigned(below(width));
    (min..=max, [1, 2, 3, 5, 8, 17, 64, 100][below(8) as usize])
}

fn score(range: &RangeInclusive<i64>, below: &mut impl FnMut(u64) -> u64) -> i64 {
    let (min, max) = (*range.start(), *range.end());
    match below(12) {
        0 => [i64::MIN, i64::MAX][below(2) as usize],
        1 => min.saturating_sub_unsigned(below(5)),
        2 => max.saturating_add_unsigned(below(5)),
        // Near the ends, and crowded.
        3..6 => min.saturating_add_unsigned(below(4)).min(max),
        _ => min.saturating_add_unsigned(below(max.abs_diff(min).saturating_add(1))),
    }
}

#[test]
fn a_million_estimates_hold_against_brute_force() {
    let mut below = numbers(11);
    let mut estimates = 0;
    while estimates < 1_000_000 {
        let (range, segments) = shape(&mut below);
        let order = [Order::Desc, Order::Asc][below(2) as usize];
        let mut tree = SegmentTree::new(order, range.clone(), segments).unwrap();
        let mut naive = Naive::new(order);
        let most = 1 + below(60) as usize;
        for _ in 0..300 {
            let score = score(&range, &mut below);
            if naive.scores.len() >= most {
                let from = naive.scores[below(naive.scores.len() as u64) as usize];
                tree.move_score(from, score).unwrap();
                naive.remove(from);
            } else {
                tree.add(score).unwrap();
            }
            naive.scores.push(score);
            for asked in [score, self::score(&range, &mut below)] {
                naive.assert_holds(&tree, asked);
                estimates += 1;
            }
        }
        tree.internal_validate().unwrap();
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_better_score_never_has_a_worse_rank(
        scores in prop::collection::vec(-60..60i64, 0..80),
        segments in 1..40u64,
        is_desc in any::<bool>(),
    ) {
        let order = if is_desc { Order::Desc } else { Order::Asc };
        let mut tree = SegmentTree::new(order, -50..=50, segments).unwrap();
        scores.iter().for_each(|&score| tree.add(score).unwrap());
        let mut ranks: Vec<u64> =
            (-65..65).map(|score| tree.rank(score, Standing::Absent).rank).collect();
        if is_desc {
            ranks.reverse();
        }
        prop_assert!(ranks.is_sorted(), "{ranks:?}");
    }

    #[test]
    fn the_scores_at_a_rank_hold_the_member_who_has_it(
        mut scores in prop::collection::vec(-60..60i64, 1..80),
        segments in 1..40u64,
        is_desc in any::<bool>(),
    ) {
        let order = if is_desc { Order::Desc } else { Order::Asc };
        let mut tree = SegmentTree::new(order, -50..=50, segments).unwrap();
        scores.iter().for_each(|&score| tree.add(score).unwrap());
        scores.sort_unstable();
        if is_desc {
            scores.reverse();
        }
        for (at, score) in scores.iter().enumerate() {
            prop_assert!(tree.scores_at(at as u64 + 1).unwrap().contains(score));
        }
    }

    #[test]
    fn a_refused_batch_leaves_the_tree_as_it_was(
        changes in prop::collection::vec((0..3u8, 0..30i64, 0..30i64), 1..40),
    ) {
        let mut tree = desc(5..=24, 7);
        let mut single = tree.clone();
        let changes: Vec<Change> = changes
            .into_iter()
            .map(|(kind, from, to)| match kind {
                0 => Change::Add(to),
                1 => Change::Remove(from),
                _ => Change::Move { from, to },
            })
            .collect();
        let before = tree.clone();
        let one_by_one = changes.iter().try_for_each(|change| match *change {
            Change::Add(score) => single.add(score),
            Change::Remove(score) => single.remove(score),
            Change::Move { from, to } => single.move_score(from, to),
        });
        let all = tree.batch(&changes);
        prop_assert_eq!(all.is_ok(), one_by_one.is_ok());
        prop_assert_eq!(&tree, if all.is_ok() { &single } else { &before });
        tree.internal_validate().unwrap();
    }
}

/// Scores as a board has them: spread evenly, around a middle, and mostly low.
fn drawn(kind: usize, below: &mut impl FnMut(u64) -> u64) -> i64 {
    let score = match kind {
        0 => below(100_000),
        1 => (0..8).map(|_| below(12_500)).sum(),
        _ => 100_000 / (below(100_000) + 1),
    };
    score as i64
}

#[test]
fn an_estimate_is_off_by_less_than_its_segment_holds() {
    for (kind, name) in ["uniform", "normal", "zipf"].into_iter().enumerate() {
        let mut below = numbers(kind as u64);
        let mut tree = desc(0..=99_999, 1_000);
        let mut at_or_below = vec![0u64; 100_002];
        for _ in 0..100_000 {
            let score = drawn(kind, &mut below);
            tree.add(score).unwrap();
            at_or_below[score as usize] += 1;
        }
        for score in 1..at_or_below.len() {
            at_or_below[score] += at_or_below[score - 1];
        }
        let mut errors = Vec::new();
        for _ in 0..100_000 {
            let score = drawn(kind, &mut below);
            let rank = tree.total() - at_or_below[score as usize] + 1;
            let estimate = tree.rank(score, Standing::Absent);
            let error = estimate.rank.abs_diff(rank);
            assert!(error <= tree.count_around(score), "{name} {score}: {rank}, {estimate:?}");
            errors.push(error);
        }
        errors.sort_unstable();
        println!("{name}: median error {}, most {}", errors[50_000], errors[99_999]);
    }
}
