//! The composite score: known values, every edge, and the properties that make it a tie-break.

use edgeboard::codec::{CodecError, CompositeScore, Decoded, decode, decode_text, encode};
use proptest::prelude::*;

const MAX_POINTS: i64 = CompositeScore::MAX_POINTS;
const MAX_SECONDS: i64 = CompositeScore::MAX_SECONDS;
const MAX_SCORE: i64 = CompositeScore::MAX_SCORE;

/// Points and seconds in range, with the edges far more often than chance would bring them.
fn in_range(max: i64) -> impl Strategy<Value = i64> {
    prop_oneof![0..=max, 0..=2i64, max - 2..=max]
}

fn outside(max: i64) -> impl Strategy<Value = i64> {
    prop_oneof![i64::MIN..0, max + 1..=i64::MAX, -3..0i64, max + 1..max + 3]
}

fn pair(decoded: Decoded) -> (i64, i64) {
    (decoded.points, decoded.seconds)
}

fn field_of(error: CodecError) -> String {
    match error {
        CodecError::FieldOutOfRange { field, .. } => field.into_owned(),
        other => format!("{other:?} names no field"),
    }
}

#[test]
fn the_limits_are_those_of_the_documented_layout() {
    assert_eq!(MAX_POINTS, 33_554_431);
    assert_eq!(MAX_SECONDS, 268_435_455);
    assert_eq!(MAX_SCORE, 9_007_199_254_740_991);
}

#[test]
fn known_values_encode_and_decode() {
    let known = [
        (0, MAX_SECONDS, 0),
        (0, 0, 268_435_455),
        (1, MAX_SECONDS, 268_435_456),
        (100, 10, 27_111_981_045),
        (30_000, 1_000, 8_053_332_114_455),
        (MAX_POINTS, MAX_SECONDS, 9_007_198_986_305_536),
        (MAX_POINTS, 0, MAX_SCORE),
    ];
    for (points, seconds, score) in known {
        assert_eq!(encode(points, seconds), Ok(score));
        assert_eq!(decode(score).map(pair), Ok((points, seconds)));
    }
}

#[test]
fn an_error_names_the_field_the_value_and_the_limit() {
    let error = encode(33_554_432, 3).unwrap_err();
    assert_eq!(error.to_string(), "points is 33554432, outside 0..=33554431");
    assert_eq!(error.code(), "column_out_of_range");

    let error = encode(100, 1 << 28).unwrap_err();
    assert_eq!(error.to_string(), "seconds is 268435456, outside 0..=268435455");
    assert_eq!(error.code(), "column_out_of_range");

    let error = decode(-268_435_477).unwrap_err();
    assert_eq!(error.to_string(), "score is -268435477, outside 0..=9007199254740991");
    assert_eq!(error.code(), "score_out_of_bounds");
}

#[test]
fn points_past_25_bits_are_refused_before_seconds_can_merge() {
    for points in [1 << 25, 1 << 26, i64::MAX] {
        assert_eq!(encode(points, 2).map_err(field_of), Err("points".into()));
        assert_eq!(encode(points, 3).map_err(field_of), Err("points".into()));
    }
}

#[test]
fn a_clock_before_the_start_is_refused_and_gains_no_point() {
    assert_eq!(encode(100, -1).map_err(field_of), Err("seconds".into()));
    assert_eq!(encode(100, i64::MIN).map_err(field_of), Err("seconds".into()));
}

#[test]
fn a_clock_after_the_last_second_is_refused_and_loses_no_point() {
    assert!(encode(100, (1 << 28) - 1).is_ok());
    assert_eq!(encode(100, 1 << 28).map_err(field_of), Err("seconds".into()));
}

#[test]
fn points_deducted_below_zero_are_refused_on_both_sides() {
    assert_eq!(encode(3 - 5, 20).map_err(field_of), Err("points".into()));
    assert_eq!(decode(-268_435_477).map_err(|e| e.code()), Err("score_out_of_bounds"));
}

#[test]
fn a_score_of_2_to_the_53_or_more_is_refused() {
    for score in [MAX_SCORE + 1, MAX_SCORE + 2, i64::MAX] {
        assert_eq!(decode(score).map_err(|e| e.code()), Err("score_out_of_bounds"));
    }
}

#[test]
fn the_text_of_a_redis_reply_decodes() {
    assert_eq!(decode_text("8053332114455").map(pair), Ok((30_000, 1_000)));
    assert_eq!(decode_text("0").map(pair), Ok((0, MAX_SECONDS)));
    assert_eq!(decode_text("-0").map(pair), Ok((0, MAX_SECONDS)));
    assert_eq!(decode_text("9007199254740991").map(pair), Ok((MAX_POINTS, 0)));
}

#[test]
fn a_text_that_is_no_plain_integer_is_refused() {
    let texts = [
        "",
        "-",
        "+1",
        "--1",
        "1.0",
        "1.5",
        "1e3",
        "8.0533321144550e+12",
        " 1",
        "1 ",
        "1_0",
        "0x10",
        "inf",
        "nan",
        "1\0",
        "\u{661}",
    ];
    for text in texts {
        assert_eq!(decode_text(text).map_err(|e| e.code()), Err("invalid_score"), "{text:?}");
    }
}

#[test]
fn a_text_outside_the_layout_is_refused_with_its_value() {
    for text in ["-1", "9007199254740992", "18446744073709551616"] {
        let error = decode_text(text).unwrap_err();
        assert_eq!(error.code(), "score_out_of_bounds");
        assert!(error.to_string().contains(text), "{error}");
    }
    assert_eq!(decode_text(&"9".repeat(400)).map_err(|e| e.code()), Err("invalid_score"));
}

#[test]
fn an_error_quotes_only_the_beginning_of_a_long_text() {
    let message = decode_text(&"x".repeat(100_000)).unwrap_err().to_string();
    assert!(message.len() < 120, "{message}");
}

proptest! {
    #[test]
    fn decode_is_the_inverse_of_encode(
        points in in_range(MAX_POINTS),
        seconds in in_range(MAX_SECONDS),
    ) {
        let score = encode(points, seconds)?;
        prop_assert_eq!(pair(decode(score)?), (points, seconds));
        prop_assert_eq!(decode_text(&score.to_string())?, decode(score)?);
    }

    #[test]
    fn encode_is_the_inverse_of_decode(score in in_range(MAX_SCORE)) {
        let decoded = decode(score)?;
        prop_assert_eq!(encode(decoded.points, decoded.seconds)?, score);
    }

    #[test]
    fn the_order_is_more_points_first_then_fewer_seconds(
        a in (in_range(MAX_POINTS), in_range(MAX_SECONDS)),
        b in (in_range(MAX_POINTS), in_range(MAX_SECONDS)),
    ) {
        let by_tuple = a.0.cmp(&b.0).then(b.1.cmp(&a.1));
        prop_assert_eq!(encode(a.0, a.1)?.cmp(&encode(b.0, b.1)?), by_tuple);
    }

    #[test]
    fn of_equal_points_the_earlier_second_is_larger(
        points in in_range(MAX_POINTS),
        seconds in 0..MAX_SECONDS,
    ) {
        prop_assert!(encode(points, seconds)? > encode(points, seconds + 1)?);
    }

    #[test]
    fn every_score_is_exact_as_a_double(
        points in in_range(MAX_POINTS),
        seconds in in_range(MAX_SECONDS),
    ) {
        let score = encode(points, seconds)?;
        prop_assert_eq!(score as f64 as i64, score);
        prop_assert!((score as f64) < 9_007_199_254_740_992.0);
    }

    #[test]
    fn points_outside_are_refused(
        points in outside(MAX_POINTS),
        seconds in in_range(MAX_SECONDS),
    ) {
        prop_assert_eq!(encode(points, seconds).map_err(field_of), Err("points".into()));
    }

    #[test]
    fn seconds_outside_are_refused(
        points in in_range(MAX_POINTS),
        seconds in outside(MAX_SECONDS),
    ) {
        prop_assert_eq!(encode(points, seconds).map_err(field_of), Err("seconds".into()));
    }

    #[test]
    fn scores_outside_are_refused(score in outside(MAX_SCORE)) {
        prop_assert_eq!(decode(score).map_err(|e| e.code()), Err("score_out_of_bounds"));
        let as_text = decode_text(&score.to_string());
        prop_assert_eq!(as_text.map_err(|e| e.code()), Err("score_out_of_bounds"));
    }
}
