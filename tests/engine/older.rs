//! The older forms against their scripts' own arithmetic: decoding gives back what was put in as
//! far as the form says, and right behind that two neighbouring times are one double.

use edgeboard::codec::{CodecError, OlderLayout, OlderScore, ScoreField, ScoreLayout, TimeUnit};

use crate::model::numbers;

/// A form, its script in plain doubles, and its times.
struct Script {
    form: OlderLayout,
    score: Box<dyn Fn(u64, u64) -> f64>,
    first: u64,
    last: u64,
}

impl Script {
    fn fraction(future: u64) -> Self {
        let unit = TimeUnit::Second;
        let form = OlderLayout::fraction_of_future(future as i64, unit).unwrap();
        let score = move |points, time| points as f64 + (1.0 - time as f64 / future as f64);
        Script { form, score: Box::new(score), first: 1, last: future - 1 }
    }

    /// The digits as the script joins them to text, with the zeros that it would need.
    fn digits(digits: u32, until: u64) -> Self {
        let unit = TimeUnit::Second;
        let form = OlderLayout::remaining_digits(digits, until as i64, unit).unwrap();
        let score = move |points, time| {
            let text = format!("0.{:0width$}", until - time, width = digits as usize);
            points as f64 + text.parse::<f64>().unwrap()
        };
        let first = (until + 1).saturating_sub(10_u64.pow(digits));
        Script { form, score: Box::new(score), first, last: until }
    }

    fn million() -> Self {
        let score = |points, time| points as f64 * 1e6 + (999_999.0 - time as f64);
        let form = OlderLayout::million(TimeUnit::Second);
        Script { form, score: Box::new(score), first: 0, last: 999_999 }
    }

    fn max(&self) -> u64 {
        self.form.max_points() as u64
    }

    /// Times at both ends, in the middle (where roundings change), and drawn ones.
    fn times(&self, count: u64) -> Vec<u64> {
        let span = self.last - self.first;
        let mut below = numbers(span);
        let edges = (0..count)
            .flat_map(|i| [i, span.saturating_sub(i), (span / 2).saturating_sub(count / 2) + i]);
        let mut times: Vec<u64> = edges.map(|at| self.first + at.min(span)).collect();
        times.extend((0..count * 4).map(|_| self.first + below(span + 1)));
        times
    }

    /// Whether some two of the times next to each other are one score.
    fn merges(&self, points: u64) -> bool {
        let times = self.times(2_000).into_iter().filter(|&time| time < self.last);
        let same = |time: u64| (self.score)(points, time) == (self.score)(points, time + 1);
        times.into_iter().any(same)
    }

    fn check_sound(&self, points: u64) {
        for time in self.times(500) {
            let score = (self.score)(points, time);
            let expected = (points as i64, time as i64);
            assert_eq!(self.form.decode(score).map(pair), Ok(expected), "{:?}", self.form);
            // As Redis writes it, with 17 digits, and as we do.
            assert_eq!(self.form.decode_text(&format!("{score:.16e}")).map(pair), Ok(expected));
            assert!(self.form.is_sound(score));
        }
        assert!(!self.merges(points), "{points} points, {:?}", self.form);
    }
}

fn pair(score: OlderScore) -> (i64, i64) {
    (score.points, score.time)
}

fn scripts() -> Vec<Script> {
    let futures = [
        4_102_444_800,
        4_102_444_800_000,
        9_999_999_999,
        9_999_999_999_999,
        2_147_483_647,
        2_147_483_648,
        2_524_579_200,
        (1 << 32) - 1,
        1_000_003,
        10,
    ];
    let fractions = futures.into_iter().map(Script::fraction);
    let digits = (1..=15).map(|digits| Script::digits(digits, 2_524_579_200_000_000));
    fractions.chain(digits).chain([Script::million()]).collect()
}

#[test]
fn the_limits_are_those_at_which_the_scripts_were_seen_to_fail() {
    let limit = |script: Script| script.max() + 1;
    assert_eq!(limit(Script::fraction(4_102_444_800)), 1 << 21);
    assert_eq!(limit(Script::fraction(4_102_444_800_000)), 1 << 11);
    assert_eq!(limit(Script::fraction(9_999_999_999)), 1 << 19);
    assert_eq!(limit(Script::fraction(9_999_999_999_999)), 1 << 9);
    for (digits, points) in [(9, 1 << 23), (10, 1 << 19), (12, 1 << 13), (13, 1 << 9)] {
        assert_eq!(limit(Script::digits(digits, 2_524_579_200_000)), points);
    }
    // All scores have to be below 2^53, that of time 0 as well.
    assert_eq!(Script::million().max(), 9_007_199_253);
    // Nothing is rounded here, so all 53 bits are of use.
    assert_eq!(limit(Script::fraction(1 << 31)), 1 << 22);
    assert_eq!(limit(Script::fraction(2)), 1 << 52);
}

#[test]
fn decoding_gives_back_the_points_and_the_time_up_to_the_limit() {
    for script in scripts() {
        let max = script.max();
        for points in [0, 1, 2, 3, 100, max / 2, max / 2 + 1, max - 1, max] {
            script.check_sound(points.min(max));
        }
    }
}

#[test]
fn at_the_first_points_beyond_the_limit_two_neighbouring_times_are_one_score() {
    for script in scripts() {
        assert!(script.merges(script.max() + 1), "{:?}", script.form);
    }
}

#[test]
fn beyond_the_limit_scores_are_refused_with_the_limit() {
    for script in scripts() {
        let max = script.max();
        let middle = script.first + (script.last - script.first) / 2;
        for points in [max + 1, max + 2, 2 * max + 1] {
            let score = (script.score)(points, middle);
            assert!(!script.form.is_sound(score));
            let error = script.form.decode(score).unwrap_err();
            assert_eq!(error.code(), "column_out_of_range");
            assert!(error.to_string().ends_with(&format!("outside 0..={max}")), "{error}");
        }
    }
}

#[test]
fn the_largest_futures_and_the_smallest_leave_what_they_leave() {
    let most = ((1_i64 << 53) - 1) / 3;
    let unit = TimeUnit::Millisecond;
    assert_eq!(OlderLayout::fraction_of_future(most, unit).unwrap().max_points(), 0);
    Script::fraction(most as u64).check_sound(0);
    Script::fraction(3).check_sound(Script::fraction(3).max());
    assert_eq!(
        pair(OlderLayout::fraction_of_future(2, unit).unwrap().decode(7.5).unwrap()),
        (7, 1)
    );
}

#[test]
fn parameters_that_leave_nothing_to_read_are_refused() {
    let unit = TimeUnit::Second;
    let most = ((1_i64 << 53) - 1) / 3;
    for future in [i64::MIN, -1, 0, 1, most + 1, i64::MAX] {
        let error = OlderLayout::fraction_of_future(future, unit).unwrap_err();
        assert_eq!(error.code(), "invalid_request");
        assert_eq!(error.to_string(), format!("future is {future}, outside 2..={most}"));
    }
    for digits in [0, 16, u32::MAX] {
        let error = OlderLayout::remaining_digits(digits, 0, unit).unwrap_err();
        assert_eq!(error.to_string(), format!("digits is {digits}, outside 1..=15"));
    }
    for until in [-1, 1 << 53] {
        assert!(OlderLayout::remaining_digits(9, until, unit).is_err());
    }
}

fn code(result: Result<OlderScore, CodecError>) -> &'static str {
    result.unwrap_err().code()
}

#[test]
fn what_the_form_does_not_make_is_refused() {
    for script in scripts() {
        for score in [f64::NAN, 1.0 + f64::EPSILON] {
            assert_eq!(code(script.form.decode(score)), "invalid_score", "{:?}", script.form);
        }
        assert!(!script.form.is_sound(f64::NAN));
        for score in [f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300] {
            assert_eq!(code(script.form.decode(score)), "score_out_of_bounds");
            assert!(!script.form.is_sound(score));
        }
        for score in [-0.5, -5.0, -4.429_012_475_682_793] {
            assert_eq!(code(script.form.decode(score)), "column_out_of_range", "{score}");
            assert!(!script.form.is_sound(score));
        }
        for text in ["", "abc", "nan", " 5", "1,5"] {
            assert_eq!(code(script.form.decode_text(text)), "invalid_score");
        }
    }
    // A text that lost its last digits, and a score of another form.
    let form = Script::fraction(4_102_444_800).form;
    assert_eq!(code(form.decode_text("100.57098752431")), "invalid_score");
    assert_eq!(code(form.decode_text("20.764564799999999")), "invalid_score");
}

#[test]
fn times_at_the_ends_of_a_fraction_are_refused_because_two_read_alike() {
    let script = Script::fraction(4_102_444_800);
    assert_eq!((script.score)(100, 0), (script.score)(101, 4_102_444_800));
    let error = script.form.decode((script.score)(100, 0)).unwrap_err();
    assert_eq!(error.to_string(), "time is 4102444800, outside 1..=4102444799");
}

#[test]
fn a_remaining_time_longer_than_the_clock_is_refused() {
    let form = OlderLayout::remaining_digits(3, 500, TimeUnit::Second).unwrap();
    assert_eq!(form.decode(7.5).map(pair), Ok((7, 0)));
    assert_eq!(form.decode(7.0).map(pair), Ok((7, 500)));
    assert_eq!(form.decode(7.501).unwrap_err().to_string(), "time is -1, outside 0..=500");
}

#[test]
fn a_score_is_carried_over_in_the_unit_of_the_layout() {
    let layout = ScoreLayout::new([
        ScoreField::desc("level", 5).in_unit(TimeUnit::Minute),
        ScoreField::desc("points", 20),
        ScoreField::desc("streak", 4),
    ])
    .unwrap();
    let form = OlderLayout::fraction_of_future(4_102_444_800, TimeUnit::Second).unwrap();
    let score = 100.0 + (1.0 - 1_760_000_000.0 / 4_102_444_800.0);
    let convert = |start_ms| form.convert(score, start_ms, &layout);
    let values = |start_ms| layout.decode(convert(start_ms).unwrap()).unwrap().iter().collect();
    let at: Vec<i128> = values(1_760_000_000_000);
    assert_eq!(at, [0, 100, 0]);
    // 31 minutes and 59.999 seconds, and one millisecond more.
    let at: Vec<i128> = values(1_759_998_080_001);
    assert_eq!(at, [31, 100, 0]);
    let error = convert(1_759_998_080_000).unwrap_err();
    assert_eq!(error.to_string(), "level is 32, outside 0..=31");
    let error = convert(1_760_000_000_001).unwrap_err();
    assert_eq!(error.to_string(), "level is -1, outside 0..=31");
    let plain = ScoreLayout::new([ScoreField::desc("points", 20)]).unwrap();
    assert_eq!(form.convert(score, 0, &plain).unwrap_err().code(), "invalid_request");
}

#[test]
fn what_is_carried_over_keeps_its_order() {
    let layout = ScoreLayout::new([
        ScoreField::desc("points", 50),
        ScoreField::asc("time", 70).in_unit(TimeUnit::Millisecond),
    ])
    .unwrap();
    for script in scripts() {
        let mut below = numbers(script.max());
        let mut scores: Vec<f64> = Vec::new();
        for time in script.times(20) {
            scores.push((script.score)(below((script.max() + 1).min(1 << 40)), time));
        }
        scores.sort_by(f64::total_cmp);
        let codes: Result<Vec<u128>, _> =
            scores.iter().map(|&score| script.form.convert(score, 0, &layout)).collect();
        assert!(codes.unwrap().is_sorted(), "{:?}", script.form);
    }
}
