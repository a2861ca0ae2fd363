//! The exact key of a board: its order is that of tuples, for all values, in both directions.

use edgeboard::leaderboard::{BoardKey, Column, Columns, Decimals, Points, SortOrder};
use edgeboard::time::Timestamp;
use proptest::prelude::*;

use crate::model::cases;

/// The words of an instant, a shard and a number in it: what decides between equal scores.
type Tie = (u64, u16, u64);

fn key(order: SortOrder, score: i64, (ms, shard, sequence): Tie) -> BoardKey {
    BoardKey::new(order, score, Timestamp::from_ms(ms).unwrap(), shard, sequence)
}

fn order() -> impl Strategy<Value = SortOrder> {
    prop_oneof![Just(SortOrder::Desc), Just(SortOrder::Asc)]
}

/// Scores with the edges far more often than chance would bring them.
fn scores() -> impl Strategy<Value = i64> {
    prop_oneof![
        any::<i64>(),
        -2..3i64,
        i64::MAX - 2..=i64::MAX,
        i64::MIN..=i64::MIN + 2,
        (1 << 53) - 2..(1i64 << 53) + 3,
        -(1i64 << 53) - 2..-(1i64 << 53) + 3,
    ]
}

fn ties() -> impl Strategy<Value = Tie> {
    let max = Timestamp::MAX.ms();
    let ms = prop_oneof![0..=max, 0..3u64, max - 2..=max];
    let shard = prop_oneof![any::<u16>(), 0..2u16, u16::MAX - 1..=u16::MAX];
    let sequence = prop_oneof![any::<u64>(), 0..3u64, u64::MAX - 2..=u64::MAX];
    (ms, shard, sequence)
}

fn tuple(order: SortOrder, score: i64, tie: Tie) -> (i128, Tie) {
    let score = i128::from(score);
    (if order == SortOrder::Desc { -score } else { score }, tie)
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn keys_sort_as_their_tuples_do_and_so_do_their_bytes(
        order in order(),
        a in (scores(), ties()),
        b in (scores(), ties()),
        same in 0..4u8,
    ) {
        // Equal parts from the left, so that every word gets to decide.
        let b = match same {
            0 => b,
            1 => (a.0, b.1),
            2 => (a.0, (a.1.0, b.1.1, b.1.2)),
            _ => (a.0, (a.1.0, a.1.1, b.1.2)),
        };
        let expected = tuple(order, a.0, a.1).cmp(&tuple(order, b.0, b.1));
        let (a, b) = (key(order, a.0, a.1), key(order, b.0, b.1));
        prop_assert_eq!(a.cmp(&b), expected);
        prop_assert_eq!(a.to_bytes().cmp(&b.to_bytes()), expected);
        prop_assert_eq!(a.columns().cmp(&b.columns()), expected_column(order, a, b));
    }

    #[test]
    fn a_key_comes_back_from_its_bytes_with_all_that_it_says(
        order in order(),
        score in scores(),
        tie in ties(),
    ) {
        let key = key(order, score, tie);
        prop_assert_eq!(BoardKey::from_bytes(&key.to_bytes()), Some(key));
        prop_assert_eq!((key.score(order), key.stamp().ms()), (score, tie.0));
        prop_assert_eq!(key.columns(), BoardKey::columns_of(order, score));
    }

    #[test]
    fn bytes_of_a_key_are_read_whatever_they_are(bytes in any::<[u8; 32]>(), cut in 0..32usize) {
        let key = BoardKey::from_bytes(&bytes).unwrap();
        prop_assert_eq!(key.to_bytes(), bytes);
        prop_assert!(key.stamp() <= Timestamp::MAX);
        prop_assert_eq!(BoardKey::from_bytes(&bytes[..cut]), None);
    }
}

fn expected_column(order: SortOrder, a: BoardKey, b: BoardKey) -> std::cmp::Ordering {
    let (a, b) = (a.score(order), b.score(order));
    if order == SortOrder::Desc { b.cmp(&a) } else { a.cmp(&b) }
}

#[test]
fn every_word_of_the_key_lies_where_the_format_says() {
    let key = key(SortOrder::Asc, -2, (0x0102_0304_0506, 0x0708, 0x1112_1314_1516_1718));
    let words = [0x7fff_ffff_ffff_fffe_u64, 0, 0x0102_0304_0506_0708, 0x1112_1314_1516_1718];
    assert_eq!(key.to_bytes().to_vec(), words.map(u64::to_be_bytes).concat());
    let best = BoardKey::new(SortOrder::Desc, i64::MAX, Timestamp::EPOCH, 0, 0);
    assert_eq!(best.to_bytes(), [0; BoardKey::BYTES]);
    assert_eq!(BoardKey::from_bytes(&[0; 33]), None);
}

/// A column and two of its values, with the ends of its range far more often than by chance.
fn column() -> impl Strategy<Value = (Column, i64, i64)> {
    let ends = (scores(), scores()).prop_map(|(a, b)| (a.min(b), a.max(b)));
    let small = (-5..5i64, 0..40u32).prop_map(|(min, bits)| (min, min + ((1 << bits) - 1)));
    (prop_oneof![ends, small], order()).prop_flat_map(|((min, max), order)| {
        let span = i128::from(max) - i128::from(min) + 1;
        let inside = move |drawn: u64| (i128::from(min) + i128::from(drawn) % span) as i64;
        let value =
            move || prop_oneof![2 => any::<u64>().prop_map(inside), 1 => Just(min), 1 => Just(max)];
        let column = Column { name: "".into(), order, decimals: Decimals::default(), min, max };
        (Just(column), value(), value())
    })
}

/// Up to four columns of at most 128 bits, and two scores in them.
fn columns() -> impl Strategy<Value = (Columns, Points, Points)> {
    prop::collection::vec(column(), 1..=4).prop_map(|mut drawn| {
        while drawn.iter().map(|(column, ..)| column.bits()).sum::<u32>() > 128 {
            drawn.pop();
        }
        for (at, (column, ..)) in drawn.iter_mut().enumerate() {
            column.name = format!("c{at}").into();
        }
        let points = |values: Vec<i64>| Points::new(&values).unwrap();
        let a = points(drawn.iter().map(|&(_, a, _)| a).collect());
        let b = points(drawn.iter().map(|&(_, _, b)| b).collect());
        let columns = drawn.into_iter().map(|(column, ..)| column).collect();
        (Columns::new(columns).unwrap(), a, b)
    })
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn packed_columns_sort_as_their_tuples_do_and_come_back(
        (columns, a, b) in columns(),
        same in 0..4usize,
    ) {
        // Equal values from the left, so that every column gets to decide.
        let mut units = b.units().to_vec();
        let equal = same.min(units.len());
        units[..equal].copy_from_slice(&a.units()[..equal]);
        let b = Points::new(&units).unwrap();
        let tuple = |points: &Points| -> Vec<i128> {
            let both = columns.all().iter().zip(points.units());
            let directed = both.map(|(column, &units)| match column.order {
                SortOrder::Asc => i128::from(units),
                SortOrder::Desc => -i128::from(units),
            });
            directed.collect()
        };
        let (packed_a, packed_b) = (columns.encode(&a).unwrap(), columns.encode(&b).unwrap());
        prop_assert_eq!(packed_a.cmp(&packed_b), tuple(&a).cmp(&tuple(&b)));
        prop_assert_eq!(columns.decode(packed_a), a);
        prop_assert_eq!(columns.decode(packed_b), b);
    }

    #[test]
    fn a_value_out_of_its_range_is_refused_by_name((columns, a, _) in columns(), at in 0..4usize) {
        let at = at % columns.count();
        let column = &columns.all()[at];
        for outside in [column.min.checked_sub(1), column.max.checked_add(1)].into_iter().flatten() {
            let mut units = a.units().to_vec();
            units[at] = outside;
            let error = columns.encode(&Points::new(&units).unwrap()).unwrap_err();
            prop_assert_eq!(error.code(), "column_out_of_range");
            let text = error.to_string();
            prop_assert!(text.contains(&*column.name) && text.contains(&outside.to_string()));
        }
    }
}

#[test]
fn columns_of_128_bits_are_one_key_and_of_129_are_refused() {
    let column = |name: &str, max| Column {
        name: name.into(),
        order: SortOrder::Asc,
        decimals: Decimals::default(),
        min: 0,
        max,
    };
    let whole = i64::MAX; // 63 bits
    let columns = |last| Columns::new(vec![column("a", whole), column("b", whole), last]);
    assert!(columns(column("c", 3)).is_ok(), "63 + 63 + 2 bits");
    let error = columns(column("c", 4)).unwrap_err();
    assert!(error.to_string().contains("129 bits, more than 128"), "{error}");
}
