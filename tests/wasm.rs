//! The bindings under the JavaScript package, as the module offers them: plain strings and numbers
//! in, NaN for what has no number, errors with their codes.
//!
//! The same tests run in Node and in a browser. Which of them it is, is told to the test runner by
//! a variable of the environment (scripts/lib/checks.mjs); nothing here names a host.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used, reason = "in a test, an error that is missing is a failure")]

use core::fmt::Debug;

use edgeboard::wasm::{
    NameBuffer, OlderLayout, ScoreLayout, SortedSet, decode_score, encode_score,
};
use js_sys::{Error, JSON, RangeError, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

fn json(value: Result<JsValue, JsValue>) -> String {
    JSON::stringify(&value.expect("a value")).map(String::from).unwrap_or_default()
}

fn code(error: &JsValue) -> String {
    Reflect::get(error, &"code".into()).ok().and_then(|code| code.as_string()).unwrap_or_default()
}

/// The code of an error that has to be an `EdgeboardError`.
fn refused(error: &JsValue) -> String {
    assert!(error.is_instance_of::<Error>());
    assert_eq!(error.unchecked_ref::<Error>().name(), "EdgeboardError");
    code(error)
}

/// The code of an error that has to be a `RangeError`.
fn out_of_domain<T: Debug>(result: Result<T, JsValue>) -> String {
    let error = result.expect_err("refused");
    assert!(error.is_instance_of::<RangeError>());
    code(&error)
}

fn alice_and_bob() -> SortedSet {
    let mut set = SortedSet::new();
    assert_eq!(set.zadd(&NameBuffer::of("alice"), usize::MAX, 30.0), 1.0);
    assert_eq!(set.zadd(&NameBuffer::of("bob"), usize::MAX, 20.0), 1.0);
    set
}

#[wasm_bindgen_test]
fn zadd_answers_the_number_of_new_members() {
    let mut set = alice_and_bob();
    assert_eq!(set.zadd(&NameBuffer::of("alice"), usize::MAX, 31.0), 0.0);
    assert_eq!(set.zcard(), 2);
}

#[wasm_bindgen_test]
fn zincrby_answers_the_new_score() {
    let mut set = alice_and_bob();
    assert_eq!(set.zincrby(&NameBuffer::of("alice"), usize::MAX, 5.0), 35.0);
    assert_eq!(set.zincrby(&NameBuffer::of("carol"), usize::MAX, -1.5), -1.5);
}

#[wasm_bindgen_test]
fn zrem_answers_whether_the_member_was_there() {
    let mut set = alice_and_bob();
    assert!(set.zrem(&NameBuffer::of("alice"), usize::MAX));
    assert!(!set.zrem(&NameBuffer::of("alice"), usize::MAX));
    assert_eq!(set.zcard(), 1);
}

#[wasm_bindgen_test]
fn reads_answer_scores_and_positions() {
    let set = alice_and_bob();
    assert_eq!(set.zscore(&NameBuffer::of("bob"), usize::MAX), 20.0);
    assert_eq!(set.zrank(&NameBuffer::of("bob"), usize::MAX), Some(0));
    assert_eq!(set.zrevrank(&NameBuffer::of("bob"), usize::MAX), Some(1));
    assert!(set.zscore(&NameBuffer::of("nobody"), usize::MAX).is_nan());
    assert_eq!(set.zrank(&NameBuffer::of("nobody"), usize::MAX), None);
    assert_eq!(set.zrevrank(&NameBuffer::of("nobody"), usize::MAX), None);
}

#[wasm_bindgen_test]
fn a_refused_call_answers_nan_and_hands_out_its_error_once() {
    let mut set = alice_and_bob();
    assert!(set.zadd(&NameBuffer::of("alice"), usize::MAX, f64::NAN).is_nan());
    assert_eq!(refused(&set.refusal()), "invalid_score");
    assert_eq!(set.refusal(), JsValue::NULL);

    assert_eq!(set.zadd(&NameBuffer::of("alice"), usize::MAX, f64::INFINITY), 0.0);
    assert!(set.zincrby(&NameBuffer::of("alice"), usize::MAX, f64::NEG_INFINITY).is_nan());
    assert_eq!(refused(&set.refusal()), "invalid_score");
    assert_eq!(set.zscore(&NameBuffer::of("alice"), usize::MAX), f64::INFINITY);
}

#[wasm_bindgen_test]
fn ranges_are_arrays_of_pairs() {
    let set = alice_and_bob();
    assert_eq!(json(Ok(set.zrange(0.0, -1.0).into())), r#"[["bob",20],["alice",30]]"#);
    assert_eq!(json(Ok(set.zrevrange(0.0, 0.0).into())), r#"[["alice",30]]"#);
    assert_eq!(json(Ok(set.zrange(2.0, 9.0).into())), "[]");
}

#[wasm_bindgen_test]
fn zcount_reads_the_bounds_of_redis_and_of_javascript() {
    let set = alice_and_bob();
    assert_eq!(set.zcount("20", "30"), Ok(2));
    assert_eq!(set.zcount("(20", "+inf"), Ok(1));
    assert_eq!(set.zcount("-Infinity", "2e1"), Ok(1));
    for bound in ["nan", "NaN", "((1", "[1", "", "(", " 1", "1,5"] {
        let error = set.zcount(bound, "1").expect_err("refused");
        assert_eq!(refused(&error), "invalid_score", "{bound:?}");
    }
}

#[wasm_bindgen_test]
fn the_codec_packs_and_unpacks() {
    assert_eq!(encode_score(30_000.0, 1_000.0), Ok(8_053_332_114_455.0));
    assert_eq!(json(decode_score("8053332114455")), r#"{"points":30000,"seconds":1000}"#);
}

#[wasm_bindgen_test]
fn the_codec_throws_range_errors_with_the_code_of_the_engine() {
    assert_eq!(out_of_domain(encode_score(33_554_432.0, 0.0)), "column_out_of_range");
    assert_eq!(out_of_domain(encode_score(0.0, 268_435_456.0)), "column_out_of_range");
    assert_eq!(out_of_domain(encode_score(-1.0, 0.0)), "column_out_of_range");
    assert_eq!(out_of_domain(decode_score("-1")), "score_out_of_bounds");
    assert_eq!(out_of_domain(decode_score("1e3")), "invalid_score");
}

/// Points of 25 bits and 28 bits of seconds, as their words cross.
fn documented() -> ScoreLayout {
    ScoreLayout::new(b"points25descseconds28ascs", &[6, 2, 4, 0, 7, 2, 3, 1]).expect("a layout")
}

#[wasm_bindgen_test]
fn a_layout_packs_unpacks_and_adds() {
    let layout = documented();
    assert_eq!(layout.bits(), 53);
    assert_eq!(layout.encode("30000 1000"), Ok("8053332114455".into()));
    assert_eq!(layout.decode("8053332114455"), Ok("30000 1000 ".into()));
    let sum = layout.add(Some("8053332114455".into()), "-30000", "7").expect("a sum");
    assert_eq!(layout.decode(&sum), Ok("0 7 ".into()));
    assert_eq!(layout.add(None, "1", "7"), layout.encode("1 7"));
}

#[wasm_bindgen_test]
fn a_layout_throws_errors_of_two_kinds() {
    let layout = documented();
    assert_eq!(out_of_domain(layout.encode("33554432 0")), "column_out_of_range");
    assert_eq!(out_of_domain(layout.encode("1")), "invalid_request");
    assert_eq!(out_of_domain(layout.decode("9007199254740992")), "score_out_of_bounds");
    assert_eq!(out_of_domain(layout.add(None, "-1", "0")), "column_out_of_range");
    let error = ScoreLayout::new(b"a128desc", &[1, 3, 4, 0]).expect_err("too wide");
    assert_eq!(refused(&error), "invalid_request");
    let error = ScoreLayout::new(b"a8up", &[1, 1, 2, 0]).expect_err("no order");
    assert_eq!(refused(&error), "invalid_request");
}

#[wasm_bindgen_test]
fn an_older_form_is_read_and_carried_over() {
    let form = OlderLayout::new("fraction", "s", 4_102_444_800.0, 0).expect("a form");
    let score = "100.5709875243172";
    assert_eq!(form.decode(score), Ok(vec![100.0, 1_760_000_000.0]));
    assert_eq!(form.max_points(), 2_097_151.0);
    assert!(form.is_sound(score) && !form.is_sound("2097152.57") && !form.is_sound("abc"));
    let code = form.convert(score, 1_759_999_000_000.0, &documented());
    assert_eq!(code, documented().encode("100 1000"));
    assert_eq!(out_of_domain(form.decode("101")), "column_out_of_range");
    let error = OlderLayout::new("digits", "s", 0.0, 16).expect_err("too many");
    assert_eq!(refused(&error), "invalid_request");
}
