//! The faults of the usual tie-break formulas, each of them impossible here. The letters and
//! numbers are those of a list of faults with their numeric witnesses.

use edgeboard::codec::{CodecError, OlderLayout, ScoreField, ScoreLayout, TimeUnit, encode};

use crate::model::numbers;

const DOCUMENTED: ScoreLayout = ScoreLayout::DOCUMENTED;
const OUTSIDE: &str = "column_out_of_range";

/// More points than the documented layout, and minutes for nearly two years.
fn minutes() -> ScoreLayout {
    ScoreLayout::new([
        ScoreField::desc("points", 33),
        ScoreField::asc("minutes", 20).in_unit(TimeUnit::Minute),
    ])
    .unwrap()
}

fn points(layout: &ScoreLayout, code: u128) -> i128 {
    layout.decode(code).unwrap().get("points").unwrap()
}

#[track_caller]
fn assert_outside(result: Result<u128, CodecError>, field: &str) {
    let message = result.unwrap_err().to_string();
    assert!(message.starts_with(&format!("{field} is ")), "{message}");
}

/// A1, A2, A3: the time outweighs the points as soon as it is larger than was planned.
#[test]
fn a1_to_a3_more_points_are_ahead_whatever_the_times() {
    for layout in [DOCUMENTED, minutes()] {
        let mut below = numbers(3);
        let max = i128::from((1_u64 << layout.fields()[1].bits) - 1);
        let mut time = || i128::from(below(max as u64 + 1));
        for fewer in [0, 1, 99, 100, 33_554_430] {
            let last = layout.encode(&[fewer + 1, max]).unwrap();
            assert!(last > layout.encode(&[fewer, 0]).unwrap());
            for _ in 0..1_000 {
                let (more, less) = (time(), time());
                let more = layout.encode(&[fewer + 1, more]).unwrap();
                assert!(more > layout.encode(&[fewer, less]).unwrap());
            }
        }
    }
    // Seconds since 1970 where seconds since the start belong.
    assert_outside(DOCUMENTED.encode(&[100, 1_735_689_600]), "seconds");
}

/// A4, A5, A10, A16: neighbouring times merge where the points are many.
#[test]
fn a4_a5_a10_a16_neighbouring_times_are_two_codes_for_all_points() {
    let wide = ScoreLayout::new([
        ScoreField::desc("points", 60),
        ScoreField::asc("time", 45).in_unit(TimeUnit::Millisecond),
    ])
    .unwrap();
    let many = [512, 2_048, 8_192, 524_288, 2_097_152, 8_388_608, 33_554_432, 9_007_199_255];
    for layout in [&DOCUMENTED, &minutes(), &wide] {
        for points in many {
            for time in [0, 2, 1_000_000] {
                match (layout.encode(&[points, time]), layout.encode(&[points, time + 1])) {
                    (Ok(earlier), Ok(later)) => assert_eq!(earlier, later + 1),
                    (earlier, later) => {
                        // Too many for the bits, and refused for it.
                        assert_outside(earlier, "points");
                        assert_outside(later, "points");
                    }
                }
            }
        }
    }
}

/// A4, A5, A10: boards that have such scores are read only as far as times are told apart.
#[test]
fn a4_a5_a10_an_older_score_is_read_only_below_the_points_where_times_merge() {
    let forms = [
        (OlderLayout::million(TimeUnit::Second), 9_007_199_253),
        (OlderLayout::fraction_of_future(4_102_444_800, TimeUnit::Second).unwrap(), 2_097_151),
        (OlderLayout::fraction_of_future(4_102_444_800_000, TimeUnit::Second).unwrap(), 2_047),
        (OlderLayout::remaining_digits(9, 2_524_579_200, TimeUnit::Second).unwrap(), 8_388_607),
        (OlderLayout::remaining_digits(13, 2_524_579_200_000, TimeUnit::Second).unwrap(), 511),
    ];
    for (form, most) in forms {
        assert_eq!(form.max_points(), most);
        let factor = if most == 9_007_199_253 { 1e6 } else { 1.0 };
        assert!(form.is_sound(most as f64 * factor));
        assert!(!form.is_sound((most + 1) as f64 * factor));
    }
}

/// A6, A11, A17, A18: a time at an end of its range becomes a point more, or less.
#[test]
fn a6_a11_a17_a18_no_time_changes_the_points() {
    for layout in [DOCUMENTED, minutes()] {
        let max = i128::from((1_u64 << layout.fields()[1].bits) - 1);
        for time in [0, 1, max - 1, max] {
            for given in [0, 1, 100, 33_554_431] {
                let code = layout.add(None, given, time).unwrap();
                assert_eq!(points(&layout, code), given);
                assert_eq!(layout.add(Some(code), 0, time), Ok(code));
            }
        }
        let present = layout.add(None, 100, 5).unwrap();
        for time in [-1, max + 1, i128::MAX, i128::MIN] {
            assert!(layout.add(None, 100, time).is_err());
            assert!(layout.add(Some(present), 0, time).is_err());
        }
    }
}

/// A7, A8, A9: the text of a time orders by its first digits, and a raw time backwards.
#[test]
fn a7_to_a9_the_earlier_of_two_times_is_ahead_whatever_their_digits() {
    let times = [0, 5, 9, 10, 50, 99, 100, 500, 99_999_999, 100_000_000, 268_435_455];
    let codes = times.map(|time| DOCUMENTED.encode(&[20, time]).unwrap());
    assert!(codes.is_sorted_by(|earlier, later| earlier > later));
}

/// A12: a failure behind the first write. The operation writes nothing itself, so there is nothing
/// to take back.
#[test]
fn a12_a_refusal_leaves_the_code_that_was_there() {
    let kept = DOCUMENTED.add(None, 20, 10).unwrap();
    for (delta, time) in [(1, -5), (-21, 11), (1 << 25, 11), (0, 1 << 28)] {
        assert_eq!(DOCUMENTED.add(Some(kept), delta, time).unwrap_err().code(), OUTSIDE);
    }
    assert_eq!(points(&DOCUMENTED, DOCUMENTED.add(Some(kept), 1, 11).unwrap()), 21);
}

/// A13, A19: half points become whole ones. Values are integers by their type, and a score that is
/// none is not read; what JavaScript hands over is tested there.
#[test]
fn a13_a19_a_fraction_is_no_score_of_a_layout() {
    for score in [0.5, 1.2, 2.2, 402_653_182.5, f64::NAN] {
        assert_eq!(DOCUMENTED.decode_score(score).unwrap_err().code(), "invalid_score");
    }
}

/// A14, A20: negative points, which two readers round two ways, or which stay ranked.
#[test]
fn a14_a20_points_never_fall_below_zero() {
    let code = DOCUMENTED.add(None, 3, 10).unwrap();
    assert_outside(DOCUMENTED.add(Some(code), -5, 20), "points");
    assert_outside(DOCUMENTED.add(None, -5, 20), "points");
    assert_outside(DOCUMENTED.encode(&[-5, 20]), "points");
    assert_eq!(points(&DOCUMENTED, DOCUMENTED.add(Some(code), -3, 20).unwrap()), 0);
    for score in [-268_435_477.0, -4.235_420_8, -4.429_012_475_682_793] {
        assert!(DOCUMENTED.decode_score(score).is_err());
        let form = OlderLayout::remaining_digits(9, 2_524_579_200, TimeUnit::Second).unwrap();
        assert!(form.decode(score).unwrap_err().to_string().starts_with("points is -"));
    }
}

/// A15: an increment that passes through a double.
#[test]
fn a15_an_increment_past_2_to_the_53_is_exact_or_refused() {
    let layout = ScoreLayout::new([
        ScoreField::desc("points", 64),
        ScoreField::asc("time", 42).in_unit(TimeUnit::Millisecond),
    ])
    .unwrap();
    let odd = 9_007_199_254_740_993;
    let code = layout.add(None, odd, 7).unwrap();
    assert_eq!(points(&layout, layout.add(Some(code), odd, 8).unwrap()), 2 * odd);
    assert_outside(DOCUMENTED.add(None, odd, 7), "points");
}

/// A16: a limit that only one of the callers knows.
#[test]
fn a16_every_way_to_a_code_knows_the_limit() {
    let most = DOCUMENTED.encode(&[33_554_431, 0]).unwrap();
    assert_eq!(most, (1 << 53) - 1);
    assert!(encode(33_554_432, 0).is_err());
    assert_outside(DOCUMENTED.encode(&[33_554_432, 0]), "points");
    assert_outside(DOCUMENTED.add(None, 33_554_432, 0), "points");
    assert_outside(DOCUMENTED.add(Some(most), 1, 0), "points");
    for text in ["9007199523176444", "9007199523176448", "18014398777917440"] {
        assert_eq!(DOCUMENTED.decode_text(text).unwrap_err().code(), "score_out_of_bounds");
    }
}

/// A21: sums of codes. They are not points, and are added by decoding them.
#[test]
fn a21_a_week_is_the_sum_of_the_points_of_its_days() {
    let mut below = numbers(21);
    for _ in 0..200 {
        let days: Vec<i128> = (0..7).map(|_| i128::from(below(1_000))).collect();
        let mut week = None;
        for (day, earned) in (0..).zip(&days) {
            let code = DOCUMENTED.encode(&[*earned, 86_400 * day + 10]).unwrap();
            let earned = points(&DOCUMENTED, code);
            week = Some(DOCUMENTED.add(week, earned, 86_400 * day + 10).unwrap());
        }
        assert_eq!(points(&DOCUMENTED, week.unwrap()), days.iter().sum::<i128>());
    }
}

/// A22: in one second the name decides. A layout that has room for milliseconds tells them apart;
/// that nothing falls back to the name is the business of the board key.
#[test]
fn a22_a_second_has_a_thousand_places_in_a_layout_of_milliseconds() {
    let layout = ScoreLayout::new([
        ScoreField::desc("points", 20),
        ScoreField::asc("ms", 33).in_unit(TimeUnit::Millisecond),
    ])
    .unwrap();
    assert_eq!(layout.bits(), ScoreLayout::SCORE_BITS);
    let alice = layout.encode(&[100, 10_000]).unwrap();
    let bob = layout.encode(&[100, 10_999]).unwrap();
    assert!(alice > bob);
    assert_eq!(alice - bob, 999);
}
