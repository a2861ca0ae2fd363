//! The bindings under the JavaScript package, as the module offers them: plain strings and numbers
//! in, NaN for what has no number, errors with their codes.
//!
//! The same tests run in Node and in a browser. Which of them it is, is told to the test runner by
//! a variable of the environment (scripts/lib/checks.mjs); nothing here names a host.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used, reason = "in a test, an error that is missing is a failure")]

use core::fmt::Debug;

use edgeboard::wasm::{NameBuffer, SortedSet, decode_score, encode_score};
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
