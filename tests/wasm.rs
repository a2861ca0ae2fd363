//! The JavaScript bindings from inside the module: values in, values out, errors with their codes.

#![cfg(target_arch = "wasm32")]

use edgeboard::wasm::{SortedSet, decode_score, encode_score};
use js_sys::{Array, Error, JSON, JsString, RangeError, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

// As an ES module, because the error class is one.
wasm_bindgen_test_configure!(run_in_node_experimental);

fn text(value: &str) -> JsValue {
    JsValue::from_str(value)
}

fn number(value: f64) -> JsValue {
    JsValue::from_f64(value)
}

fn json(value: &JsValue) -> String {
    JSON::stringify(value).map(String::from).unwrap_or_default()
}

fn lone_surrogate() -> JsValue {
    JsString::from_char_code1(0xd83d).into()
}

fn code(error: &JsValue) -> String {
    Reflect::get(error, &text("code")).ok().and_then(|code| code.as_string()).unwrap_or_default()
}

/// The code of an error that has to be an `EdgeboardError`.
fn refused<T>(result: Result<T, JsValue>) -> String {
    let error = result.err().expect("refused");
    assert_eq!(error.unchecked_ref::<Error>().name(), "EdgeboardError");
    assert!(error.is_instance_of::<Error>());
    code(&error)
}

/// The code of an error that has to be a `RangeError`.
fn out_of_domain<T>(result: Result<T, JsValue>) -> String {
    let error = result.err().expect("refused");
    assert!(error.is_instance_of::<RangeError>());
    code(&error)
}

fn alice_and_bob() -> SortedSet {
    let mut set = SortedSet::new();
    assert_eq!(set.zadd(&text("alice"), &number(30.0)), Ok(1));
    assert_eq!(set.zadd(&text("bob"), &number(20.0)), Ok(1));
    set
}

#[wasm_bindgen_test]
fn zadd_answers_the_number_of_new_members() {
    let mut set = alice_and_bob();
    assert_eq!(set.zadd(&text("alice"), &number(31.0)), Ok(0));
    assert_eq!(set.zcard(), 2);
    assert_eq!(set.size(), 2);
}

#[wasm_bindgen_test]
fn zincrby_answers_the_new_score() {
    let mut set = alice_and_bob();
    assert_eq!(set.zincrby(&text("alice"), &number(5.0)), Ok(35.0));
    assert_eq!(set.zincrby(&text("carol"), &number(-1.5)), Ok(-1.5));
}

#[wasm_bindgen_test]
fn what_is_absent_is_null() {
    let set = alice_and_bob();
    assert_eq!(set.zscore(&text("nobody")), Ok(JsValue::NULL));
    assert_eq!(set.zrank(&text("nobody")), Ok(JsValue::NULL));
    assert_eq!(set.zrevrank(&text("nobody")), Ok(JsValue::NULL));
    assert_eq!(set.zscore(&text("bob")), Ok(number(20.0)));
    assert_eq!(set.zrank(&text("bob")), Ok(number(0.0)));
    assert_eq!(set.zrevrank(&text("bob")), Ok(number(1.0)));
}

#[wasm_bindgen_test]
fn ranges_are_arrays_of_pairs() {
    let set = alice_and_bob();
    let up = set.zrange(&number(0.0), &number(-1.0)).expect("a range");
    assert_eq!(json(&up), r#"[["bob",20],["alice",30]]"#);
    let down = set.zrevrange(&number(0.0), &number(0.0)).expect("a range");
    assert_eq!(json(&down), r#"[["alice",30]]"#);
}

#[wasm_bindgen_test]
fn zcount_takes_numbers_and_redis_bounds() {
    let set = alice_and_bob();
    assert_eq!(set.zcount(&number(20.0), &number(30.0)), Ok(2));
    assert_eq!(set.zcount(&text("(20"), &text("+inf")), Ok(1));
    assert_eq!(set.zcount(&text("-inf"), &text("(20")), Ok(0));
    assert_eq!(refused(set.zcount(&number(f64::NAN), &number(1.0))), "invalid_score");
    assert_eq!(refused(set.zcount(&text("((1"), &number(1.0))), "invalid_score");
}

#[wasm_bindgen_test]
fn zrem_takes_several_members_and_none_if_one_is_refused() {
    let mut set = alice_and_bob();
    let bad = Array::of2(&text("alice"), &number(7.0));
    assert_eq!(refused(set.zrem(&bad)), "invalid_member");
    assert_eq!(set.zcard(), 2);
    let good = Array::of3(&text("alice"), &text("nobody"), &text("alice"));
    assert_eq!(set.zrem(&good), Ok(1));
    assert_eq!(set.zcard(), 1);
}

#[wasm_bindgen_test]
fn a_member_is_well_formed_or_refused() {
    let mut set = SortedSet::new();
    assert_eq!(refused(set.zadd(&lone_surrogate(), &number(1.0))), "invalid_member");
    assert_eq!(refused(set.zadd(&number(1.0), &number(1.0))), "invalid_member");
    assert_eq!(refused(set.zadd(&JsValue::NULL, &number(1.0))), "invalid_member");
    // U+FFFD itself is a character like any other, and so is one beyond the first plane.
    assert_eq!(set.zadd(&text("\u{fffd}"), &number(1.0)), Ok(1));
    assert_eq!(set.zadd(&text("\u{1f600}"), &number(1.0)), Ok(1));
    assert_eq!(set.zadd(&text(""), &number(1.0)), Ok(1));
}

#[wasm_bindgen_test]
fn a_score_is_a_number_or_refused() {
    let mut set = SortedSet::new();
    let member = text("alice");
    for value in [number(f64::NAN), text("7"), JsValue::NULL, JsValue::UNDEFINED, JsValue::TRUE] {
        assert_eq!(refused(set.zadd(&member, &value)), "invalid_score");
        assert_eq!(refused(set.zincrby(&member, &value)), "invalid_score");
    }
    assert_eq!(set.zcard(), 0);
    assert_eq!(set.zadd(&member, &number(f64::INFINITY)), Ok(1));
    assert_eq!(refused(set.zincrby(&member, &number(f64::NEG_INFINITY))), "invalid_score");
    assert_eq!(set.zscore(&member), Ok(number(f64::INFINITY)));
}

#[wasm_bindgen_test]
fn a_position_is_an_integer_or_refused() {
    let set = alice_and_bob();
    for value in [number(0.5), number(f64::NAN), text("0"), JsValue::UNDEFINED] {
        assert_eq!(refused(set.zrange(&value, &number(1.0))), "invalid_request");
        assert_eq!(refused(set.zrevrange(&number(0.0), &value)), "invalid_request");
    }
}

#[wasm_bindgen_test]
fn the_codec_takes_numbers_text_and_bigints() {
    assert_eq!(encode_score(&number(30_000.0), &number(1_000.0)), Ok(8_053_332_114_455.0));
    let bigint = JsValue::from(8_053_332_114_455_u64);
    for score in [number(8_053_332_114_455.0), text("8053332114455"), bigint] {
        let decoded = decode_score(&score).expect("in range");
        assert_eq!(json(&decoded), r#"{"points":30000,"seconds":1000}"#);
    }
}

#[wasm_bindgen_test]
fn the_codec_throws_range_errors_with_the_code_of_the_engine() {
    let cases = [
        (number(33_554_432.0), number(0.0), "column_out_of_range"),
        (number(0.0), number(268_435_456.0), "column_out_of_range"),
        (number(-1.0), number(0.0), "column_out_of_range"),
        (number(0.5), number(0.0), "invalid_score"),
        (number(0.0), number(f64::NAN), "invalid_score"),
        (text("1"), number(0.0), "invalid_score"),
    ];
    for (points, seconds, expected) in cases {
        assert_eq!(out_of_domain(encode_score(&points, &seconds)), expected);
    }
    assert_eq!(out_of_domain(decode_score(&number(-1.0))), "score_out_of_bounds");
    assert_eq!(out_of_domain(decode_score(&text("1e3"))), "invalid_score");
    assert_eq!(out_of_domain(decode_score(&JsValue::UNDEFINED)), "invalid_score");
}
