//! What the usual trees and scripts answer wrongly, each with the numbers of a witness. The replies
//! are those of a real server that was given the usual scripts.

use edgeboard::estimator::{Change, HashForm, Order, SegmentTree, Standing};

use super::segment_tree::desc;

fn fields(tree: &SegmentTree) -> Vec<String> {
    tree.to_hash(HashForm::Tree).into_iter().map(|(field, _)| field).collect()
}

fn from_hash(fields: &[(&str, &str)]) -> Result<SegmentTree, String> {
    let fields = fields.iter().copied();
    SegmentTree::from_hash(Order::Desc, 1..=800, 8, fields).map_err(|error| error.to_string())
}

/// The counts that the worked example starts with, and three more so that sums are sums.
const EXAMPLE: [(&str, &str); 15] = [
    ("1-800", "300"),
    ("1-400", "123"),
    ("401-800", "177"),
    ("1-200", "43"),
    ("201-400", "80"),
    ("401-600", "117"),
    ("601-800", "60"),
    ("1-100", "43"),
    ("101-200", "0"),
    ("201-300", "31"),
    ("301-400", "49"),
    ("401-500", "117"),
    ("501-600", "0"),
    ("601-700", "51"),
    ("701-800", "9"),
];

#[test]
fn c1_no_node_is_lost_when_the_segments_are_no_power_of_two() {
    // The usual builder makes 63 leaves of 64 here, loses all but the last one, and ranks every
    // score up to 992 at 0.
    let mut tree = desc(1..=1_000, 64);
    assert_eq!(tree.segments().count(), 63);
    assert_eq!(fields(&tree)[0], "1-1000");
    assert_eq!(fields(&tree).len(), 63 + 62);
    (1..=1_000).for_each(|score| tree.add(score).unwrap());
    for score in 1..=1_000 {
        let estimate = tree.rank(score, Standing::Member);
        let rank = 1_001 - score as u64;
        assert!(estimate.lo <= rank && rank <= estimate.hi, "{score}: {estimate:?}");
    }
    // Its first example has the root 401-500.
    assert_eq!(fields(&desc(1..=500, 5))[0], "1-500");
}

#[test]
fn c2_the_highest_score_has_a_segment_whatever_the_widths() {
    // Usually 5 is in no segment of 1..=5 in 4, and 1..=1 has none at all.
    let mut tree = desc(1..=5, 4);
    let segments: Vec<_> = tree.segments().map(|(scores, _)| scores).collect();
    assert_eq!(segments, [1..=2, 3..=4, 5..=5]);
    tree.add(5).unwrap();
    assert_eq!(tree.count_around(5), 1);
    let mut tree = desc(1..=1, 4);
    tree.add(1).unwrap();
    assert_eq!(tree.rank(1, Standing::Member).rank, 1);
}

#[test]
fn c3_scores_outside_the_range_belong_to_the_segments_at_its_ends() {
    // Usually 0 and 801 are nowhere and have the place of the best.
    let mut tree = desc(1..=800, 8);
    for score in [0, -50, i64::MIN, 801, i64::MAX, 400] {
        tree.add(score).unwrap();
    }
    assert_eq!((tree.count_around(1), tree.count_around(800), tree.total()), (3, 2, 6));
    let [worst, best] = [0, 801].map(|score| tree.rank(score, Standing::Member));
    assert_eq!((worst.lo, worst.rank, worst.hi), (4, 5, 6));
    assert_eq!((best.lo, best.rank, best.hi), (1, 1, 2));
    tree.remove(i64::MIN).unwrap();
    tree.remove(900).unwrap();
    assert_eq!((tree.count_around(1), tree.count_around(800)), (2, 1));
}

#[test]
fn c4_one_formula_answers_for_the_tree_and_for_its_hash() {
    // Two listings divide by the width and by one less: 250 and 251.
    let tree = from_hash(&EXAMPLE).unwrap();
    let local = tree.rank(220, Standing::Member);
    assert_eq!((local.above, tree.count_around(220), local.rank), (226, 31, 251));
    let values = [Some("31"), Some("49"), Some("177")];
    let read = tree.rank_from(220, Standing::Member, HashForm::Tree, &values).unwrap();
    assert_eq!(read, local);
}

#[test]
fn c5_ranks_count_from_1_at_both_ends_of_a_segment() {
    // Usually 226 at the top, which is nobody's place there, and 257 at the bottom.
    let tree = from_hash(&EXAMPLE).unwrap();
    let [top, bottom] = [300, 201].map(|score| tree.rank(score, Standing::Member));
    assert_eq!((top.rank, top.lo, top.hi), (227, 227, 257));
    assert_eq!((bottom.rank, bottom.lo, bottom.hi), (256, 227, 257));
}

#[test]
fn c6_a_segment_of_one_score_divides_nothing_by_zero() {
    // Usually 0 / 0, which becomes the lowest integer of 64 bits.
    for order in [Order::Desc, Order::Asc] {
        let mut tree = SegmentTree::new(order, 1..=5, 5).unwrap();
        [3, 3, 3, 1, 5].into_iter().for_each(|score| tree.add(score).unwrap());
        let estimate = tree.rank(3, Standing::Member);
        assert_eq!((estimate.rank, estimate.lo, estimate.hi), (2, 2, 4));
        assert_eq!(tree.rank(3, Standing::Absent).rank, 2);
    }
}

#[test]
fn c7_a_segment_that_nobody_entered_counts_nobody() {
    // `HMGET fuzzy_rank 201-300 301-400` answers nil twice, on which the usual code dies.
    let tree = desc(1..=400, 4);
    assert_eq!(tree.fields_to_read(220, HashForm::Tree), ["201-300", "301-400"]);
    let values = [None, None];
    let estimate = tree.rank_from(220, Standing::Member, HashForm::Tree, &values).unwrap();
    assert_eq!((estimate.rank, estimate.exact), (1, true));
}

/// Usually: `1-800 300, 1-400 122, 201-400 79, 201-300 30, 401-800 178, 601-800 61, 701-800 10`,
/// and so here.
#[test]
fn lua_tree_document_example_moves_the_same_counts() {
    let mut tree = from_hash(&EXAMPLE).unwrap();
    tree.move_score(220, 750).unwrap();
    let hash = tree.to_hash(HashForm::Tree);
    for (field, count) in [
        ("1-800", 300),
        ("1-400", 122),
        ("201-400", 79),
        ("201-300", 30),
        ("301-400", 49),
        ("401-800", 178),
        ("601-800", 61),
        ("701-800", 10),
    ] {
        assert!(hash.contains(&(field.to_string(), count)), "{field}");
    }
    // The example itself lacks fields that its sums need; it is no tree, and is not taken for one.
    let wrong = from_hash(&[EXAMPLE[0], EXAMPLE[1], EXAMPLE[4], EXAMPLE[9], EXAMPLE[10]]);
    assert_eq!(wrong.unwrap_err(), "field \"1-800\" holds 300, and its segments 80 together");
}

/// Usually a message that comes twice leaves `1-800 1, 401-800 -1, 701-800 -1, 201-300 2`.
#[test]
fn b13_lua_tree_not_idempotent_a_repeat_changes_nothing() {
    let mut tree = desc(1..=800, 8);
    tree.add(750).unwrap();
    let change = [Change::Move { from: 750, to: 220 }];
    assert!(tree.batch_once(1, &change).unwrap());
    assert!(!tree.batch_once(1, &change).unwrap());
    assert_eq!((tree.count_around(220), tree.count_around(750), tree.total()), (1, 0, 1));
    // Without a number, it is refused where a count would become negative.
    assert_eq!(tree.batch(&change).unwrap_err().code(), "member_not_ranked");
    assert_eq!((tree.count_around(220), tree.total()), (1, 1));
    // And a hash that it was done to is not taken for a tree.
    let hash = [("1-800", "1"), ("401-800", "-1"), ("701-800", "-1"), ("201-300", "2")];
    assert!(from_hash(&hash).unwrap_err().starts_with("field \"401-800\" holds \"-1\""));
}

/// Usually `ERR hash value is not an integer`, with `1-800 4, 1-400 x, 201-400 5` left behind.
#[test]
fn b13_lua_tree_no_rollback_a_refused_batch_leaves_nothing_behind() {
    let hash = [("1-800", "5"), ("1-400", "x"), ("201-400", "5")];
    let refused = from_hash(&hash).unwrap_err();
    assert_eq!(refused, "field \"1-400\" holds \"x\", not an integer in 0..=9007199254740991");
    let mut tree = desc(1..=800, 8);
    (0..5).for_each(|_| tree.add(220).unwrap());
    let before = tree.clone();
    let changes = [Change::Move { from: 220, to: 750 }, Change::Remove(500)];
    assert!(tree.batch(&changes).is_err());
    assert_eq!(tree, before);
}

/// Usually the lengths of the two lists come beside them: with `a b c` and 3 and 0 instead of 2 and
/// 1, `a -2, b -2, c 0`; with `a` and 1 and 1, an error after the first change.
#[test]
fn lua_tree_counts_disagree_with_keys_a_change_says_what_it_does_to_each_field() {
    let tree = desc(1..=800, 8);
    let fields = tree.fields_to_update(Some(220), Some(750), HashForm::Flat);
    assert_eq!(fields, [("201-300".to_string(), -1), ("701-800".to_string(), 1)]);
}

/// Usually nil for both fields; they count nobody here.
#[test]
fn lua_tree_missing_segment_is_an_empty_one() {
    let tree = from_hash(&[]).unwrap();
    assert_eq!(tree.rank(220, Standing::Member).rank, 1);
}

/// Members a, b, c with 100.12345 (cut to 100), 50 and 50. Usually `[0, 100]`, `[2, 50]`, `[1,
/// 50]`, and for somebody who is absent `[-1, 0]`, which becomes place 0.
#[test]
fn b14_lua_rank_basic_ranks_count_from_1_and_nobody_has_rank_0() {
    let mut tree = desc(0..=100, 101);
    [100, 50, 50].into_iter().for_each(|score| tree.add(score).unwrap());
    let [a, b] = [100, 50].map(|score| tree.rank(score, Standing::Member));
    assert_eq!((a.rank, a.exact), (1, true));
    // The scripted ranks 2 and 1, from 0, are those of two members with one score.
    assert_eq!((b.rank, b.lo, b.hi), (2, 2, 3));
    let zz = tree.rank(0, Standing::Absent);
    assert_eq!((zz.rank, zz.exact), (4, true));
    let none = desc(0..=100, 101).rank(100, Standing::Absent);
    assert_eq!((none.rank, none.lo), (1, 1));
}

/// Usually inf, -inf, 1e19 and 9.3e18 answer the score -9223372036854775808. Scores are whole
/// numbers of 64 bits here, and those at the ends stay what they are.
#[test]
fn b14_lua_rank_floor_and_limits_huge_scores_stay_what_they_are() {
    let mut tree = desc(-10..=9_007_199_254_740_993, 1_000);
    let scores = [-1, -5, i64::MAX, i64::MIN, 9_007_199_254_740_993, 0];
    scores.into_iter().for_each(|score| tree.add(score).unwrap());
    for (score, rank) in [(i64::MAX, 1), (9_007_199_254_740_993, 2), (0, 3), (i64::MIN, 6)] {
        let estimate = tree.rank(score, Standing::Member);
        assert!(estimate.lo <= rank && rank <= estimate.hi, "{score}: {estimate:?}");
    }
    let last = tree.segments().last().unwrap();
    assert_eq!((*last.0.end(), last.1), (9_007_199_254_740_993, 2));
}

/// Usually an error of the script with its hash and line. Here a value is named by its field.
#[test]
fn lua_rank_wrongtype_an_error_names_the_field_and_the_value() {
    let tree = desc(1..=800, 8);
    let values = [Some("v"), None, None];
    let error = tree.rank_from(220, Standing::Member, HashForm::Tree, &values).unwrap_err();
    assert_eq!(error.code(), "snapshot_invalid");
    assert!(error.to_string().starts_with("field \"201-300\" holds \"v\""), "{error}");
}
