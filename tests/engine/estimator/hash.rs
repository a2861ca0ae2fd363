//! The counts as a Redis Hash.

use edgeboard::estimator::{HashForm, Order, SegmentTree, Standing};
use proptest::prelude::*;

use super::segment_tree::desc;
use crate::model::{cases, numbers};
use crate::redis::live::server::{Form, Server};
use crate::wire::Wire;

const FORMS: [HashForm; 2] = [HashForm::Tree, HashForm::Flat];

fn updates(tree: &SegmentTree, from: Option<i64>, to: Option<i64>, form: HashForm) -> String {
    let fields = tree.fields_to_update(from, to, form);
    fields.iter().map(|(field, by)| format!("{field} {by:+}")).collect::<Vec<_>>().join(", ")
}

fn from_hash(fields: &[(&str, &str)]) -> Result<SegmentTree, String> {
    let fields = fields.iter().copied();
    SegmentTree::from_hash(Order::Desc, 1..=800, 8, fields).map_err(|error| error.to_string())
}

#[test]
fn the_documented_fields_are_read_and_updated() {
    let tree = desc(1..=800, 8);
    assert_eq!(tree.fields_to_read(220, HashForm::Tree), ["201-300", "301-400", "401-800"]);
    assert_eq!(tree.fields_to_read(800, HashForm::Tree), ["701-800"]);
    assert_eq!(
        updates(&tree, Some(220), Some(750), HashForm::Tree),
        "1-800 -1, 1-400 -1, 201-400 -1, 201-300 -1, 1-800 +1, 401-800 +1, 601-800 +1, 701-800 +1"
    );
    assert_eq!(updates(&tree, Some(220), None, HashForm::Flat), "201-300 -1");
    assert_eq!(updates(&tree, None, None, HashForm::Tree), "");
    let flat = tree.fields_to_read(520, HashForm::Flat);
    assert_eq!(flat, ["501-600", "601-700", "701-800"]);
    let asc = SegmentTree::new(Order::Asc, 1..=800, 8).unwrap();
    assert_eq!(asc.fields_to_read(220, HashForm::Tree), ["201-300", "1-200"]);
    assert_eq!(asc.fields_to_read(220, HashForm::Flat), ["201-300", "101-200", "1-100"]);
}

#[test]
fn nodes_pair_from_the_left_and_an_odd_one_is_carried_up() {
    let names = |tree: &SegmentTree| -> Vec<String> {
        tree.to_hash(HashForm::Tree).into_iter().map(|(field, _)| field).collect()
    };
    let five = names(&desc(1..=500, 5));
    let expected =
        ["1-500", "1-400", "1-200", "201-400", "1-100", "101-200", "201-300", "301-400", "401-500"];
    assert_eq!(five, expected);
    let tree = desc(1..=500, 5);
    assert_eq!(updates(&tree, None, Some(450), HashForm::Tree), "1-500 +1, 401-500 +1");
    assert_eq!(tree.fields_to_read(50, HashForm::Tree), ["1-100", "101-200", "201-400", "401-500"]);
    assert_eq!(names(&desc(1..=30, 3)), ["1-30", "1-20", "1-10", "11-20", "21-30"]);
    assert_eq!(names(&desc(7..=7, 3)), ["7-7"]);
}

#[test]
fn negative_scores_have_fields_too() {
    let mut tree = desc(-20..=19, 4);
    tree.add(-1).unwrap();
    tree.add(-11).unwrap();
    let fields = tree.to_hash(HashForm::Tree);
    let names: Vec<&str> = fields.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(names, ["-20-19", "-20--1", "0-19", "-20--11", "-10--1", "0-9", "10-19"]);
    let fields: Vec<_> = fields.iter().map(|(f, count)| (f.as_str(), count.to_string())).collect();
    let fields = fields.iter().map(|(field, count)| (*field, count.as_str()));
    assert_eq!(SegmentTree::from_hash(Order::Desc, -20..=19, 4, fields).unwrap(), tree);
    let ends = desc(i64::MIN..=i64::MAX, 2).to_hash(HashForm::Flat);
    let field = "-9223372036854775808--1".to_string();
    assert_eq!(ends[0], (field, 0));
}

#[test]
fn a_hash_that_no_tree_has_is_refused() {
    let cases: [(&[(&str, &str)], &str); 13] = [
        (&[("1-99", "1")], "field \"1-99\" is not one of this tree's"),
        (&[("1-300", "1")], "field \"1-300\" is not one of this tree's"),
        (&[("101-400", "1")], "field \"101-400\" is not one of this tree's"),
        (&[("+1-100", "1")], "field \"+1-100\" is not one of this tree's"),
        (&[("01-100", "1")], "field \"01-100\" is not one of this tree's"),
        (&[("", "1")], "field \"\" is not one of this tree's"),
        (&[("é-1", "1")], "field \"é-1\" is not one of this tree's"),
        (&[("1-100", "1"), ("1-100", "1")], "field \"1-100\" is there twice"),
        (
            &[("1-100", "-1")],
            "field \"1-100\" holds \"-1\", not an integer in 0..=9007199254740991",
        ),
        (&[("1-100", "x")], "field \"1-100\" holds \"x\", not an integer in 0..=9007199254740991"),
        (
            &[("1-100", "1.0")],
            "field \"1-100\" holds \"1.0\", not an integer in 0..=9007199254740991",
        ),
        (
            &[("1-100", "9007199254740991"), ("101-200", "1")],
            "field \"101-200\" holds \"1\", not an integer in 0..=9007199254740991",
        ),
        (&[("1-800", "2"), ("1-100", "1")], "field \"1-800\" holds 2, and its segments 1 together"),
    ];
    for (fields, message) in cases {
        assert_eq!(from_hash(fields).map(|_| ()), Err(message.to_string()), "{fields:?}");
    }
}

#[test]
fn what_is_not_there_counts_nobody() {
    assert_eq!(from_hash(&[]).unwrap(), desc(1..=800, 8));
    let tree = from_hash(&[("201-300", "31"), ("801", "0")][..1]).unwrap();
    assert_eq!((tree.total(), tree.count_around(220)), (31, 31));
    // Sums are there, and those that are not would have to be 0.
    let path = [("1-800", "1"), ("1-400", "1"), ("201-400", "1"), ("201-300", "1")];
    assert_eq!(from_hash(&path).unwrap().total(), 1);
    assert!(from_hash(&path[..3]).is_err());
    assert!(from_hash(&[path[0], path[1], path[3]]).is_err());
}

#[test]
fn a_rank_is_estimated_from_the_values_of_its_fields() {
    let tree = desc(1..=800, 8);
    let rank = |values: &[Option<&str>]| {
        tree.rank_from(220, Standing::Member, HashForm::Tree, values).map_err(|e| e.to_string())
    };
    assert_eq!(rank(&[Some("31"), Some("49"), Some("177")]).unwrap().rank, 251);
    assert_eq!(rank(&[None, None, None]).unwrap().rank, 1);
    assert_eq!(rank(&[None, Some("49"), None]).unwrap().rank, 50);
    assert_eq!(rank(&[None]).unwrap_err(), "there are 1 values for 3 fields");
    assert!(rank(&[Some("1"), Some("-1"), None]).unwrap_err().starts_with("field \"301-400\""));
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn a_tree_comes_back_from_its_hash(
        scores in prop::collection::vec(-70..70i64, 0..60),
        min in -50..0i64,
        width in 0..100i64,
        segments in 1..30u64,
    ) {
        let range = min..=min + width;
        let mut tree = SegmentTree::new(Order::Asc, range.clone(), segments).unwrap();
        scores.iter().for_each(|&score| tree.add(score).unwrap());
        for form in FORMS {
            let hash = tree.to_hash(form).into_iter();
            let hash: Vec<_> = hash.map(|(field, count)| (field, count.to_string())).collect();
            let fields = || hash.iter().map(|(field, count)| (field.as_str(), count.as_str()));
            let read = |fields: Vec<(&str, &str)>| {
                SegmentTree::from_hash(Order::Asc, range.clone(), segments, fields).unwrap()
            };
            prop_assert_eq!(&read(fields().collect()), &tree);
            // Zeros need not be there.
            let without = fields().filter(|(_, count)| *count != "0");
            prop_assert_eq!(&read(without.collect()), &tree);
            for score in [-70, min, -3, min + width, 70] {
                let names = tree.fields_to_read(score, form);
                let value = |name| fields().find(|(field, _)| field == name).map(|pair| pair.1);
                let values: Vec<_> = names.iter().map(value).collect();
                let from_hash = tree.rank_from(score, Standing::Absent, form, &values).unwrap();
                prop_assert_eq!(from_hash, tree.rank(score, Standing::Absent));
            }
        }
    }
}

fn texts(reply: Wire) -> Vec<Option<String>> {
    let Wire::Array(values) = reply else { panic!("no array: {reply:?}") };
    let text = |value| match value {
        Wire::Bulk(bytes) => Some(String::from_utf8(bytes).unwrap()),
        Wire::Nil => None,
        other => panic!("no text: {other:?}"),
    };
    values.into_iter().map(text).collect()
}

#[test]
fn a_real_redis_that_gets_the_fields_gives_the_same_ranks() {
    let mut server = Server::start(Form::Default);
    let mut below = numbers(3);
    for (range, segments, order) in [
        (1..=800, 8, Order::Desc),
        (1..=1_000, 64, Order::Asc),
        (-37..=61, 13, Order::Desc),
        (-5..=5, 1, Order::Asc),
    ] {
        for form in FORMS {
            server.call("FLUSHALL");
            let mut tree = SegmentTree::new(order, range.clone(), segments).unwrap();
            let mut scores: Vec<i64> = Vec::new();
            for _ in 0..150 {
                let to = range.start() - 3 + below(range.end().abs_diff(*range.start()) + 7) as i64;
                let from = (below(3) == 0 && !scores.is_empty())
                    .then(|| scores.swap_remove(below(scores.len() as u64) as usize));
                match from {
                    Some(from) => tree.move_score(from, to).unwrap(),
                    None => tree.add(to).unwrap(),
                }
                scores.push(to);
                for (field, by) in tree.fields_to_update(from, Some(to), form) {
                    server.call(&format!("HINCRBY ranks {field} {by}"));
                }
                let asked = scores[below(scores.len() as u64) as usize];
                let fields = tree.fields_to_read(asked, form).join(" ");
                let values = texts(server.call(&format!("HMGET ranks {fields}")));
                let values: Vec<_> = values.iter().map(Option::as_deref).collect();
                let theirs = tree.rank_from(asked, Standing::Member, form, &values).unwrap();
                assert_eq!(theirs, tree.rank(asked, Standing::Member));
            }
            let all = texts(server.call("HGETALL ranks"));
            let all: Vec<&str> = all.iter().flatten().map(String::as_str).collect();
            let fields = all.chunks(2).map(|pair| (pair[0], pair[1]));
            let theirs = SegmentTree::from_hash(order, range.clone(), segments, fields.clone());
            assert_eq!(theirs.unwrap(), tree);
            let ours = tree.to_hash(form);
            assert!(fields.clone().count() > 0);
            for (field, value) in fields {
                assert!(ours.contains(&(field.to_string(), value.parse().unwrap())), "{field}");
            }
        }
    }
}
