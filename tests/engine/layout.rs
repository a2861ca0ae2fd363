//! Score layouts: what makes one, every edge of values and codes, and the operation that adds.

use edgeboard::codec::{
    CodecError, FieldOrder, LayoutError, ScoreField, ScoreLayout, TimeUnit, decode, encode,
};
use proptest::prelude::*;

const DOCUMENTED: ScoreLayout = ScoreLayout::DOCUMENTED;

fn refused<T: std::fmt::Debug>(result: Result<T, CodecError>) -> (&'static str, String) {
    let error = result.unwrap_err();
    (error.code(), error.to_string())
}

fn values(layout: &ScoreLayout, code: u128) -> Vec<i128> {
    layout.decode(code).unwrap().iter().collect()
}

/// Points, of equal points the level, of equal levels the time.
fn three() -> ScoreLayout {
    ScoreLayout::new([
        ScoreField::desc("points", 20),
        ScoreField::desc("level", 5),
        ScoreField::asc("seconds", 28).in_unit(TimeUnit::Second),
    ])
    .unwrap()
}

#[test]
fn a_layout_needs_fields_with_names_of_their_own_and_bits() {
    let message = |fields: &[ScoreField]| ScoreLayout::new(fields).unwrap_err().to_string();
    assert_eq!(message(&[]), "a layout needs at least one field");
    assert_eq!(message(&[ScoreField::desc("", 1)]), "field 0 has an empty name");
    let twice = [ScoreField::desc("a", 1), ScoreField::asc("a", 2)];
    assert_eq!(message(&twice), "two fields are called \"a\"");
    assert_eq!(message(&[ScoreField::desc("a", 0)]), "field \"a\" has 0 bits, outside 1..=127");
    for bits in [128, u32::MAX] {
        let expected = format!("field \"a\" has {bits} bits, outside 1..=127");
        assert_eq!(message(&[ScoreField::desc("a", bits)]), expected);
    }
}

#[test]
fn the_bits_of_a_layout_have_a_limit_that_its_error_names() {
    let fields = |last| [ScoreField::desc("a", 127), ScoreField::asc("b", last)];
    assert_eq!(ScoreLayout::new(fields(1)).map(|layout| layout.bits()), Ok(128));
    let error = ScoreLayout::new(fields(2)).unwrap_err();
    assert!(matches!(error, LayoutError::TooManyBits { bits: 129, max: 128, .. }));
    assert_eq!(error.code(), "invalid_request");
    let field = |i: i32| ScoreField { name: i.to_string().into(), ..ScoreField::desc("", 1) };
    let many: Vec<_> = (0..129).map(field).collect();
    assert!(ScoreLayout::new(&many[..128]).is_ok());
    assert!(ScoreLayout::new(many).is_err());
}

#[test]
fn names_of_orders_and_units_are_those_of_the_interface() {
    assert_eq!(FieldOrder::from_name("desc"), Some(FieldOrder::Desc));
    assert_eq!(FieldOrder::from_name("Asc"), None);
    let units = ["ms", "s", "min", "h", "d"].map(|name| TimeUnit::from_name(name).unwrap().ms());
    assert_eq!(units, [1, 1_000, 60_000, 3_600_000, 86_400_000]);
    assert_eq!(TimeUnit::from_name(""), None);
}

#[test]
fn the_edges_of_every_field_are_kept_and_what_is_beyond_is_refused() {
    let layout = three();
    for points in [0, 1, (1 << 20) - 1] {
        for level in [0, 1, 31] {
            for seconds in [0, 1, (1 << 28) - 1] {
                let code = layout.encode(&[points, level, seconds]).unwrap();
                assert_eq!(values(&layout, code), [points, level, seconds]);
            }
        }
    }
    let cases: [([i128; 3], &str); 5] = [
        ([1 << 20, 0, 0], "points is 1048576, outside 0..=1048575"),
        ([-1, 0, 0], "points is -1, outside 0..=1048575"),
        ([0, 32, 0], "level is 32, outside 0..=31"),
        ([0, 0, 1 << 28], "seconds is 268435456, outside 0..=268435455"),
        ([0, 0, i128::MIN], &format!("seconds is {}, outside 0..=268435455", i128::MIN)),
    ];
    for (given, message) in cases {
        assert_eq!(refused(layout.encode(&given)), ("column_out_of_range", message.into()));
    }
}

#[test]
fn values_without_a_field_and_fields_without_a_value_are_refused() {
    for given in [&[][..], &[1], &[1, 2], &[1, 2, 3, 4]] {
        let (code, message) = refused(three().encode(given));
        assert_eq!(code, "invalid_request");
        assert_eq!(message, format!("{} values were given to a layout of 3 fields", given.len()));
    }
}

#[test]
fn all_128_bits_are_used_and_nothing_beyond_a_narrower_layout_is_read() {
    let wide = ScoreLayout::new([ScoreField::desc("a", 127), ScoreField::asc("b", 1)]).unwrap();
    assert_eq!(wide.max_code(), u128::MAX);
    assert_eq!(wide.encode(&[i128::MAX, 0]), Ok(u128::MAX));
    assert_eq!(wide.encode(&[0, 1]), Ok(0));
    assert_eq!(values(&wide, u128::MAX), [i128::MAX, 0]);
    assert_eq!(wide.decode_text(&u128::MAX.to_string()).unwrap().code(), u128::MAX);
    assert_eq!(refused(wide.decode_text(&format!("{}0", u128::MAX))).0, "invalid_score");

    let layout = three();
    assert!(layout.decode(layout.max_code()).is_ok());
    for code in [1 << 53, 1 << 64, u128::MAX] {
        let message = format!("score is {code}, outside 0..=9007199254740991");
        assert_eq!(refused(layout.decode(code)), ("score_out_of_bounds", message.clone()));
        assert_eq!(refused(layout.decode_text(&code.to_string())).1, message);
    }
}

#[test]
fn a_score_is_read_where_it_is_a_whole_number_that_no_rounding_could_have_made() {
    let wide = ScoreLayout::new([ScoreField::desc("points", 60)]).unwrap();
    let narrow = ScoreLayout::new([ScoreField::desc("points", 10)]).unwrap();
    let last = (1_u64 << 53) as f64 - 1.0;
    for layout in [&DOCUMENTED, &wide] {
        for score in [0.0, -0.0, 1.0, last] {
            assert_eq!(layout.decode_score(score).unwrap().code(), score as u128);
        }
        for score in [f64::NAN, 0.5, -0.5, 1e-300, 4_503_599_627_370_495.5] {
            assert_eq!(refused(layout.decode_score(score)).0, "invalid_score", "{score}");
        }
        for score in [-1.0, last + 1.0, 1e300, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(refused(layout.decode_score(score)).0, "score_out_of_bounds", "{score}");
        }
    }
    assert_eq!(
        refused(DOCUMENTED.decode_score(1e300)).1,
        "score is 1e+300, outside 0..=9007199254740991"
    );
    assert_eq!(narrow.decode_score(1023.0).unwrap().code(), 1023);
    assert_eq!(refused(narrow.decode_score(1024.0)).1, "score is 1024, outside 0..=1023");
}

#[test]
fn a_layout_wider_than_a_double_gives_codes_and_no_scores() {
    let layout = ScoreLayout::new([ScoreField::desc("points", 54)]).unwrap();
    assert_eq!(layout.encode(&[(1 << 53) + 1]), Ok((1 << 53) + 1));
    let message = "the layout has 54 bits, and a score holds 53".to_owned();
    assert_eq!(refused(layout.encode_score(&[1])), ("invalid_request", message));
}

#[test]
fn a_text_is_read_only_if_it_is_plain_digits() {
    assert_eq!(DOCUMENTED.decode_text("-0").unwrap().code(), 0);
    for text in ["", "-", "+1", "1.0", "1e3", " 1", "0x10", "inf", "nan", "\u{661}"] {
        assert_eq!(refused(DOCUMENTED.decode_text(text)).0, "invalid_score", "{text:?}");
    }
    for text in ["-1", "-268435477", "9007199254740992"] {
        let (code, message) = refused(DOCUMENTED.decode_text(text));
        assert_eq!(code, "score_out_of_bounds");
        assert!(message.contains(text), "{message}");
    }
}

#[test]
fn adding_starts_from_nothing_and_leaves_the_other_fields_alone() {
    let layout = three();
    let first = layout.add(None, 100, 10).unwrap();
    assert_eq!(values(&layout, first), [100, 0, 10]);
    let promoted = layout.encode(&[100, 7, 10]).unwrap();
    assert_eq!(values(&layout, layout.add(Some(promoted), -40, 99).unwrap()), [60, 7, 99]);
    // An absent member with nothing to add is there afterwards, with the time.
    assert_eq!(values(&layout, layout.add(None, 0, 99).unwrap()), [0, 0, 99]);
}

#[test]
fn adding_nothing_keeps_the_earlier_time() {
    let code = DOCUMENTED.encode(&[100, 10]).unwrap();
    for time in [0, 9, 10, 11, (1 << 28) - 1] {
        assert_eq!(DOCUMENTED.add(Some(code), 0, time), Ok(code));
    }
}

#[test]
fn a_sum_or_a_time_outside_its_field_is_refused() {
    let code = DOCUMENTED.encode(&[100, 10]).unwrap();
    let max = 33_554_431;
    let cases: [(i128, i128, &str); 7] = [
        (-101, 20, "points is -1, outside 0..=33554431"),
        (max - 99, 20, "points is 33554432, outside 0..=33554431"),
        (i128::MAX, 20, &format!("points is {}, outside 0..=33554431", i128::MAX)),
        (1, -1, "seconds is -1, outside 0..=268435455"),
        (1, 1 << 28, "seconds is 268435456, outside 0..=268435455"),
        (0, -1, "seconds is -1, outside 0..=268435455"),
        (i128::MIN, 20, &format!("points is {}, outside 0..=33554431", i128::MIN + 100)),
    ];
    for (delta, time, message) in cases {
        let answer = refused(DOCUMENTED.add(Some(code), delta, time));
        assert_eq!(answer, ("column_out_of_range", message.into()));
    }
    assert_eq!(refused(DOCUMENTED.add(None, -1, 20)).0, "column_out_of_range");
    assert_eq!(refused(DOCUMENTED.add(Some(1 << 53), 0, 20)).0, "score_out_of_bounds");
    assert!(DOCUMENTED.add(Some(code), max - 100, 20).is_ok());
    assert!(DOCUMENTED.add(Some(code), -100, 20).is_ok());
}

#[test]
fn a_sum_past_all_integers_is_refused_where_the_field_would_hold_the_largest() {
    let layout = ScoreLayout::new([
        ScoreField::desc("points", 127),
        ScoreField::asc("t", 1).in_unit(TimeUnit::Day),
    ])
    .unwrap();
    let most = layout.add(None, i128::MAX, 0).unwrap();
    assert_eq!(refused(layout.add(Some(most), 1, 0)).0, "column_out_of_range");
}

#[test]
fn adding_takes_a_plain_field_and_exactly_one_time() {
    let time = |name| ScoreField::asc(name, 10).in_unit(TimeUnit::Minute);
    let cases = [
        (vec![ScoreField::desc("a", 10)], "1 and 0"),
        (vec![time("a")], "0 and 1"),
        (vec![time("a"), ScoreField::desc("b", 10), time("c")], "1 and 2"),
    ];
    for (fields, counts) in cases {
        let (code, message) = refused(ScoreLayout::new(fields).unwrap().add(None, 1, 1));
        assert_eq!(code, "invalid_request");
        assert!(message.ends_with(&format!("this layout has {counts}")), "{message}");
    }
    // Wherever the two stand, and whichever way they are ordered.
    let layout = ScoreLayout::new([time("first"), ScoreField::asc("strokes", 10)]).unwrap();
    let code = layout.add(None, 70, 5).unwrap();
    assert_eq!(values(&layout, code), [5, 70]);
    assert!(layout.add(Some(code), 2, 4).unwrap() > code);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn the_documented_layout_gives_the_numbers_of_the_two_functions(
        points in prop_oneof![0..1_i64 << 25, -2..2_i64, (1 << 25) - 2..(1 << 25) + 2_i64],
        seconds in prop_oneof![0..1_i64 << 28, -2..2_i64, (1 << 28) - 2..(1 << 28) + 2_i64],
    ) {
        let ours = DOCUMENTED.encode(&[points.into(), seconds.into()]);
        let score = encode(points, seconds);
        prop_assert_eq!(ours.clone().map_err(|e| e.to_string()),
            score.clone().map(|score| score as u128).map_err(|e| e.to_string()));
        if let Ok(score) = score {
            let decoded = decode(score)?;
            let fields = DOCUMENTED.decode_score(score as f64)?;
            prop_assert_eq!(fields.get("points"), Some(decoded.points.into()));
            prop_assert_eq!(fields.get("seconds"), Some(decoded.seconds.into()));
            prop_assert_eq!(fields.get("minutes"), None);
            let texts = [DOCUMENTED.decode_text(&score.to_string())?, fields];
            prop_assert_eq!(texts[0], texts[1]);
        }
    }

    #[test]
    fn adding_is_decoding_adding_and_encoding(
        points in 0..1_i128 << 25,
        delta in -(1_i128 << 25)..1 << 25,
        times in (0..1_i128 << 28, 0..1_i128 << 28),
    ) {
        let code = DOCUMENTED.encode(&[points, times.0])?;
        let time = if delta == 0 { times.0 } else { times.1 };
        let by_hand = DOCUMENTED.encode(&[points + delta, time]);
        prop_assert_eq!(DOCUMENTED.add(Some(code), delta, times.1), by_hand);
    }
}
