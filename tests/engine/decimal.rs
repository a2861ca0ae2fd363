//! Decimal scores: text to units and back without losing a digit.

use edgeboard::leaderboard::{Decimals, MAX_NUMBER_BYTES, ScoreError};
use proptest::prelude::*;

use crate::model::cases;

const MAX_SAFE: i64 = (1 << 53) - 1;

fn decimals(count: u8) -> Decimals {
    Decimals::new(count).unwrap()
}

fn every() -> impl Iterator<Item = Decimals> {
    (0..=Decimals::MAX).map(decimals)
}

fn parse(count: u8, text: &str) -> Result<i64, &'static str> {
    decimals(count).parse(text).map_err(|error| error.code())
}

fn number(count: u8, number: f64) -> Result<i64, &'static str> {
    decimals(count).from_number(number).map_err(|error| error.code())
}

/// Units with the edges far more often than chance would bring them.
fn units() -> impl Strategy<Value = i64> {
    prop_oneof![
        any::<i64>(),
        -1_000..1_000i64,
        i64::MAX - 2..=i64::MAX,
        i64::MIN..=i64::MIN + 2,
        MAX_SAFE - 2..MAX_SAFE + 3,
        (0..19u32, -1..2i64).prop_map(|(power, off)| 10i64.pow(power.min(18)) + off),
    ]
}

#[test]
fn a_board_has_zero_to_nine_decimals() {
    assert_eq!(every().map(Decimals::get).collect::<Vec<_>>(), (0..=9).collect::<Vec<_>>());
    for count in [10, 11, 64, u8::MAX] {
        let error = Decimals::new(count).unwrap_err();
        assert_eq!((error.code(), error), ("invalid_request", ScoreError::Decimals(count)));
    }
    assert_eq!(Decimals::default().get(), 0);
}

#[test]
fn three_times_a_tenth_is_exactly_three_tenths() {
    let cents = decimals(2);
    let sum = ["0.10"; 3].iter().map(|text| cents.parse(text).unwrap()).sum();
    assert_eq!(cents.parse("0.30"), Ok(sum));
    assert_eq!(cents.format(sum), "0.30");
    assert_eq!(cents.from_number(0.1).map(|tenth| 3 * tenth), Ok(sum));
    assert_eq!(number(2, 0.1 + 0.2), Err("too_many_decimals"), "never rounded, not even drift");
}

#[test]
fn large_scores_are_neither_wrapped_nor_cut() {
    assert_eq!(parse(0, "3000000000"), Ok(3_000_000_000));
    assert_eq!(parse(0, "9223372036854775807"), Ok(i64::MAX));
    assert_eq!(parse(0, "-9223372036854775808"), Ok(i64::MIN));
    assert_eq!(parse(0, "9223372036854775808"), Err("score_overflow"));
    assert_eq!(parse(0, "-9223372036854775809"), Err("score_overflow"));
    for text in ["18446744073709551615", "18446744073709551616", "-18446744073709551616"] {
        assert_eq!(parse(0, text), Err("score_overflow"), "{text}");
    }
}

#[test]
fn digits_past_the_doubles_survive() {
    assert_eq!(parse(0, "9007199254740993"), Ok(9_007_199_254_740_993));
    assert_eq!(decimals(0).format(9_007_199_254_740_993), "9007199254740993");
}

#[test]
fn milliseconds_of_a_time_are_kept_and_finer_ones_refused() {
    let scores = ["83.456", "83.4560", "83.455", "-0"].map(|text| parse(3, text));
    assert_eq!(scores, [Ok(83_456), Ok(83_456), Ok(83_455), Ok(0)]);
    assert_eq!(decimals(3).format(83_456), "83.456");
    let error = decimals(3).parse("83.4565").unwrap_err();
    assert_eq!(error.code(), "too_many_decimals");
    assert!(error.to_string().contains("'83.4565'") && error.to_string().contains('3'), "{error}");
}

#[test]
fn zero_has_no_sign_however_it_is_written() {
    for decimals in every() {
        for text in ["0", "-0", "0.0", "-0.000", "000", "-00.0000000000000000"] {
            assert_eq!(decimals.parse(text), Ok(0), "{text}");
        }
        assert_eq!(decimals.from_number(-0.0), Ok(0));
        assert!(!decimals.format(0).contains('-'));
    }
}

#[test]
fn anything_but_digits_with_one_point_and_one_minus_is_no_score() {
    let texts = [
        "", "-", ".", "-.", "1.", ".5", "-.5", "+5", "--5", "5-", "1.2.3", "1..2", "1,5", "1e5",
        "1E5", "0x10", " 1", "1 ", "1 000", "1_000", "\t1", "1\n", "\0", "inf", "-inf", "Infinity",
        "nan", "NaN", "null", "true", "½", "٣", "１", "−5", "1.-5", "-1.-5", "1.+5", "1n",
    ];
    for text in texts {
        for count in [0, 2, 9] {
            assert_eq!(parse(count, text), Err("invalid_score"), "{text:?}");
        }
    }
}

#[test]
fn a_text_may_be_as_long_as_the_limit_and_no_longer() {
    let padded = |length: usize| format!("{:0>length$}", "7");
    assert_eq!(parse(0, &padded(MAX_NUMBER_BYTES)), Ok(7));
    assert_eq!(parse(0, &padded(MAX_NUMBER_BYTES + 1)), Err("invalid_score"));
    assert_eq!(parse(1, &format!("7.5{}", "0".repeat(MAX_NUMBER_BYTES - 3))), Ok(75));
    assert_eq!(parse(0, &"9".repeat(MAX_NUMBER_BYTES)), Err("score_overflow"));
}

#[test]
fn an_error_quotes_no_more_than_the_head_of_a_huge_input() {
    for text in ["9".repeat(1_000_000), "é".repeat(500_000)] {
        let message = decimals(0).parse(&text).unwrap_err().to_string();
        assert!(message.len() < 400, "{} bytes", message.len());
        assert!(message.contains('…'));
    }
}

#[test]
fn too_many_digits_are_told_from_too_large_a_number() {
    assert_eq!(parse(0, "0.5"), Err("too_many_decimals"));
    assert_eq!(parse(0, "99999999999999999999.5"), Err("too_many_decimals"));
    assert_eq!(parse(9, "9223372036.854775807"), Ok(i64::MAX));
    assert_eq!(parse(9, "9223372036.854775808"), Err("score_overflow"));
    assert_eq!(parse(9, "-9223372036.854775808"), Ok(i64::MIN));
    assert_eq!(parse(9, "9223372036.8547758070"), Ok(i64::MAX), "trailing zeros are free");
    assert_eq!(parse(9, "1.0000000001"), Err("too_many_decimals"));
}

#[test]
fn a_number_is_taken_up_to_the_last_unit_that_doubles_hold_exactly() {
    let max = MAX_SAFE as f64;
    assert_eq!(number(0, max), Ok(MAX_SAFE));
    assert_eq!(number(0, -max), Ok(-MAX_SAFE));
    assert_eq!(number(0, max + 1.0), Err("invalid_score"));
    assert_eq!(number(0, -max - 1.0), Err("invalid_score"));
    assert_eq!(number(2, 90_071_992_547_409.92), Err("invalid_score"));
}

#[test]
fn a_number_that_two_scores_of_the_board_share_is_refused() {
    let nine = 90_071_992_547_409.9;
    let shared: f64 = "90071992547409.91".parse().unwrap();
    assert_eq!(nine, shared, "one double, of which nobody knows which score was meant");
    for value in [shared, -shared] {
        let error = decimals(2).from_number(value).unwrap_err();
        assert_eq!(error.code(), "invalid_score");
        assert!(error.to_string().contains("send a string"), "{error}");
    }
    assert_eq!(number(1, nine), Ok(900_719_925_474_099), "with one decimal it is plain");
    assert_eq!(parse(2, "90071992547409.91"), Ok(MAX_SAFE));
}

#[test]
fn a_number_past_that_is_to_be_sent_as_text_however_far_past() {
    let units = [9_007_199.254_740_992, 1e7, 9_223_372_036.0, 9_223_372_037.0, 1e15, 1e16, 1e300];
    for value in units.into_iter().chain([f64::MAX]) {
        for value in [value, -value] {
            let error = decimals(9).from_number(value).unwrap_err();
            assert_eq!(error.code(), "invalid_score", "{value}");
            assert!(error.to_string().contains("send a string"), "{error}");
            assert!(error.to_string().len() < 300);
        }
    }
}

#[test]
fn a_number_with_too_many_decimals_is_called_that_however_small_it_is() {
    for value in [0.5, 1e-7, 1e-10, 1e-60, 1e-300, f64::MIN_POSITIVE, 5e-324] {
        for value in [value, -value] {
            let error = decimals(0).from_number(value).unwrap_err();
            assert_eq!(error.code(), "too_many_decimals", "{value:e}");
            assert!(error.to_string().len() < 300);
        }
    }
    assert_eq!(number(9, 1e-9), Ok(1));
    assert_eq!(number(9, 1e-10), Err("too_many_decimals"));
}

#[test]
fn what_is_not_finite_is_no_score() {
    for value in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(number(0, value), Err("invalid_score"));
        assert_eq!(number(9, value), Err("invalid_score"));
    }
}

#[test]
fn units_near_zero_come_back_at_every_number_of_decimals() {
    for decimals in every() {
        for units in -20_000..=20_000 {
            assert_eq!(decimals.parse(&decimals.format(units)), Ok(units));
        }
    }
}

#[test]
fn the_ends_of_the_range_come_back_at_every_number_of_decimals() {
    for decimals in every() {
        for units in (0..100).flat_map(|off| [i64::MAX - off, i64::MIN + off]) {
            assert_eq!(decimals.parse(&decimals.format(units)), Ok(units));
        }
        let past = i128::from(i64::MAX) + 1;
        let text = written(decimals, past);
        assert_eq!(decimals.parse(&text).map_err(|error| error.code()), Err("score_overflow"));
        assert_eq!(decimals.parse(&format!("-{text}")), Ok(i64::MIN));
    }
}

/// Writes units with the plainest of arithmetic.
fn written(decimals: Decimals, units: i128) -> String {
    let (sign, all) = (if units < 0 { "-" } else { "" }, units.unsigned_abs());
    let one = 10u128.pow(decimals.get().into());
    match usize::from(decimals.get()) {
        0 => format!("{sign}{all}"),
        width => format!("{sign}{}.{:0width$}", all / one, all % one),
    }
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn format_writes_all_decimals_and_parse_reads_them_back(
        units in units(),
        count in 0..=Decimals::MAX,
    ) {
        let decimals = decimals(count);
        let text = decimals.format(units);
        prop_assert_eq!(&text, &written(decimals, units.into()));
        prop_assert_eq!(decimals.parse(&text), Ok(units));
    }

    #[test]
    fn zeros_in_front_and_behind_change_nothing(
        units in units(),
        count in 0..=Decimals::MAX,
        front in 0..20usize,
        behind in 0..20usize,
    ) {
        let text = decimals(count).format(units);
        let (sign, number) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
        let point = if count == 0 { "." } else { "" };
        let (front, behind) = ("0".repeat(front), "0".repeat(behind + 1));
        let text = format!("{sign}{front}{number}{point}{behind}");
        prop_assert_eq!(decimals(count).parse(&text), Ok(units));
    }

    #[test]
    fn a_digit_too_many_is_refused_unless_it_is_a_zero(
        units in units(),
        count in 0..=Decimals::MAX,
        digit in 1..10u8,
    ) {
        let point = if count == 0 { "." } else { "" };
        let text = format!("{}{point}{digit}", decimals(count).format(units));
        prop_assert_eq!(parse(count, &text), Err("too_many_decimals"));
    }

    #[test]
    fn the_same_value_on_a_finer_board_has_ten_times_the_units(
        units in -(1i64 << 40)..1 << 40,
        count in 0..Decimals::MAX,
    ) {
        let text = decimals(count).format(units);
        prop_assert_eq!(decimals(count + 1).parse(&text), Ok(units * 10));
    }

    #[test]
    fn any_text_is_read_as_an_exact_reader_reads_it(
        text in "-{0,2}[0-9]{0,22}(\\.[0-9]{0,12})?|[-0-9.e+ ]{0,12}|\\PC{0,80}",
        count in 0..=Decimals::MAX,
    ) {
        prop_assert_eq!(parse(count, &text), read(&text, count), "{:?}", text);
    }

    #[test]
    fn a_number_is_worth_what_was_written_or_refused_where_doubles_merge(
        units in prop_oneof![
            -MAX_SAFE..=MAX_SAFE,
            MAX_SAFE / 2..=MAX_SAFE,
            -999_999_999_999_999..=999_999_999_999_999i64,
        ],
        count in 0..=Decimals::MAX,
    ) {
        let value = |units: i64| decimals(count).format(units).parse::<f64>().unwrap();
        let own = value(units);
        let merged = own == value(units - 1) || own == value(units + 1);
        let expected = if merged { Err("invalid_score") } else { Ok(units) };
        prop_assert_eq!(number(count, own), expected, "{}", own);
        prop_assert!(!merged || units.abs() > 999_999_999_999_999 && count > 0);
    }

    #[test]
    fn a_number_that_is_taken_is_one_that_text_gives_too(value in any::<f64>(), count in 0..10u8) {
        if let Ok(units) = decimals(count).from_number(value) {
            prop_assert_eq!(decimals(count).parse(&value.to_string()), Ok(units));
            prop_assert!(units.abs() <= MAX_SAFE);
        }
    }
}

/// Reads a score through a grammar and 256 digits of arithmetic instead of one pass.
fn read(text: &str, count: u8) -> Result<i64, &'static str> {
    let number = text.strip_prefix('-').unwrap_or(text);
    let parts: Vec<_> = number.split('.').collect();
    let digits = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if text.len() > 64 || parts.len() > 2 || !parts.iter().all(digits) {
        return Err("invalid_score");
    }
    let fraction = parts.get(1).map_or("", |part| part.trim_end_matches('0'));
    if fraction.len() > count.into() {
        return Err("too_many_decimals");
    }
    let all = format!("{}{fraction:0<width$}", parts[0], width = count.into());
    let significant = all.trim_start_matches('0');
    // Nineteen digits hold every signed 64-bit number.
    let value = match significant.len() {
        0 => 0,
        1..=19 => significant.parse::<i128>().map_err(|_| "invalid_score")?,
        _ => return Err("score_overflow"),
    };
    let value = if text.starts_with('-') { -value } else { value };
    i64::try_from(value).map_err(|_| "score_overflow")
}
