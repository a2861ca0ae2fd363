//! What the scripts of the usual designs answered on Redis 7.0.15, and what the operations that
//! replace them make of the same inputs. The tables are the recording: inputs, and beside them the
//! replies. Each test says where the script was wrong.

use std::collections::BTreeMap;

use edgeboard::codec::{OlderLayout, OlderScore, ScoreField, ScoreLayout, TimeUnit};

use crate::redis::Client;

/// One call: member, points to add, time, the points that the script answered, and ours or the
/// code of our refusal.
type Call<'a> = (&'a str, i128, i128, &'a str, Result<i128, &'static str>);

const OUTSIDE: Result<i128, &str> = Err("column_out_of_range");

/// Members with their codes, as a sorted set has them.
struct Board {
    layout: ScoreLayout,
    codes: BTreeMap<String, u128>,
}

impl Board {
    fn new(layout: ScoreLayout) -> Self {
        Board { layout, codes: BTreeMap::new() }
    }

    /// The composite of the documents, which the script packs as we do.
    fn composite() -> Self {
        Board::new(ScoreLayout::DOCUMENTED)
    }

    /// Wider than a double: where the script has fractions, there is no need to save bits.
    fn wide() -> Self {
        let time = ScoreField::asc("time", 42).in_unit(TimeUnit::Millisecond);
        Board::new(ScoreLayout::new([ScoreField::desc("points", 63), time]).unwrap())
    }

    /// Adds, and answers the points afterwards.
    fn update(&mut self, member: &str, delta: i128, time: i128) -> Result<i128, &'static str> {
        let old = self.codes.get(member).copied();
        let code = self.layout.add(old, delta, time).map_err(|error| error.code())?;
        self.codes.insert(member.to_owned(), code);
        Ok(self.points(member).unwrap())
    }

    fn points(&self, member: &str) -> Option<i128> {
        self.layout.decode(*self.codes.get(member)?).unwrap().get("points")
    }

    #[track_caller]
    fn play(&mut self, calls: &[Call<'_>]) {
        for &(member, delta, time, _, ours) in calls {
            assert_eq!(self.update(member, delta, time), ours, "{member} {delta} at {time}");
        }
    }

    /// Calls in which the script was right.
    #[track_caller]
    fn agree(&mut self, calls: &[Call<'_>]) {
        self.play(calls);
        for (_, _, _, theirs, ours) in calls {
            assert_eq!(ours.map(|points| points.to_string()), Ok((*theirs).to_owned()));
        }
    }

    /// Members and scores, best first, those of one score in the reverse order of their names.
    fn reverse(&self) -> Vec<(&str, String)> {
        let mut rows: Vec<_> = self.codes.iter().map(|(name, code)| (*code, &**name)).collect();
        rows.sort_by(|a, b| b.cmp(a));
        rows.into_iter().map(|(code, name)| (name, code.to_string())).collect()
    }

    fn names(&self) -> Vec<&str> {
        self.reverse().into_iter().map(|(name, _)| name).collect()
    }
}

fn rows<'a>(rows: &[(&'a str, &str)]) -> Vec<(&'a str, String)> {
    rows.iter().map(|(name, score)| (*name, (*score).to_owned())).collect()
}

fn pair(score: OlderScore) -> (i64, i64) {
    (score.points, score.time)
}

#[test]
fn s0_basic_the_numbers_of_the_script_are_ours() {
    let mut board = Board::composite();
    board.agree(&[("a", 100, 10, "100", Ok(100)), ("b", 100, 20, "100", Ok(100))]);
    assert_eq!(board.reverse(), rows(&[("a", "27111981045"), ("b", "27111981035")]));
    board.agree(&[("a", 1, 30, "101", Ok(101)), ("b", 1, 25, "101", Ok(101))]);
    assert_eq!(board.reverse(), rows(&[("b", "27380416486"), ("a", "27380416481")]));
    board.agree(&[("c", 30_000, 1_000, "30000", Ok(30_000))]);
    assert_eq!(board.reverse()[0], ("c", "8053332114455".to_owned()));
}

#[test]
fn s0_maximum_is_exact_for_the_script_and_for_us() {
    let mut board = Board::composite();
    let most = 33_554_431;
    board.agree(&[("a", most, 0, "33554431", Ok(most)), ("b", most, 1, "33554431", Ok(most))]);
    assert_eq!(board.reverse(), rows(&[("a", "9007199254740991"), ("b", "9007199254740990")]));
}

/// The script stores seconds 2 and 3 as 9007199523176444, and a point more for second 0.
#[test]
fn s0_points_past_25_bits_are_refused_where_the_script_loses_seconds() {
    let mut board = Board::composite();
    board.play(&[
        ("a", 33_554_432, 2, "33554432", OUTSIDE),
        ("b", 33_554_432, 3, "33554432", OUTSIDE),
        ("c", 33_554_432, 0, "33554432", OUTSIDE),
        ("c", 0, 0, "33554433", Ok(0)),
    ]);
    // A layout of one's own has the points and the seconds.
    let mut wide = Board::wide();
    wide.play(&[
        ("a", 33_554_432, 2, "33554432", Ok(33_554_432)),
        ("b", 33_554_432, 3, "33554432", Ok(33_554_432)),
    ]);
    assert_eq!(wide.names(), ["a", "b"]);
}

/// Every call of the script after the first gains a point out of nothing.
#[test]
fn s0_points_past_26_bits_are_refused_where_the_script_gains_one() {
    let mut wide = Board::wide();
    wide.play(&[
        ("a", 67_108_864, 0, "67108864", Ok(67_108_864)),
        ("a", 0, 0, "67108865", Ok(67_108_864)),
        ("a", 0, 0, "67108866", Ok(67_108_864)),
    ]);
    Board::composite().play(&[("a", 67_108_864, 0, "67108864", OUTSIDE)]);
}

#[test]
fn s0_a_clock_before_the_start_is_refused_where_the_script_adds_a_point() {
    let mut board = Board::composite();
    board.play(&[
        ("a", 100, -1, "100", OUTSIDE),
        // Nothing had changed, so a retry with the clock set right counts.
        ("a", 100, 3, "-", Ok(100)),
        ("a", 0, 5, "101", Ok(100)),
    ]);
}

#[test]
fn s0_a_clock_after_the_last_second_is_refused_where_the_script_loses_points() {
    let mut board = Board::composite();
    board.play(&[
        ("a", 100, 5, "-", Ok(100)),
        ("a", 0, 1 << 28, "99", OUTSIDE),
        ("a", 0, 1 << 28, "98", OUTSIDE),
    ]);
    assert_eq!(board.points("a"), Some(100));
}

#[test]
fn s0_a_deduction_below_zero_is_refused_where_the_script_ranks_minus_two_points() {
    let mut board = Board::composite();
    board.play(&[
        ("a", 3, 10, "3", Ok(3)),
        ("a", -5, 20, "-2", OUTSIDE),
        ("a", 0, 30, "-2", Ok(3)),
        ("a", -3, 40, "-", Ok(0)),
    ]);
    // What the script stored is no score of the layout.
    assert!(board.layout.decode_text("-268435477").is_err());
}

/// The script takes half points and stores 402653183, then 671088639, which read as 1 and as 2.
/// Here points are whole by their type; the scores are those of 1 and of 2 points all the same.
#[test]
fn s0_half_points_cannot_be_said() {
    for (score, points) in [("402653183", 1), ("671088639", 2)] {
        assert_eq!(ScoreLayout::DOCUMENTED.decode_text(score).unwrap().get("points"), Some(points));
    }
    assert!(ScoreLayout::DOCUMENTED.decode_score(0.5).is_err());
}

/// The script's reply is right; its list has bob first, who came second in that second.
#[test]
fn s0_who_was_first_within_a_second_takes_a_layout_of_milliseconds() {
    let mut board = Board::composite();
    board.agree(&[("alice", 100, 10, "100", Ok(100)), ("bob", 100, 10, "100", Ok(100))]);
    assert_eq!(board.names(), ["bob", "alice"]);
    let mut wide = Board::wide();
    wide.agree(&[("alice", 100, 10_001, "100", Ok(100)), ("bob", 100, 10_002, "100", Ok(100))]);
    assert_eq!(wide.names(), ["alice", "bob"]);
}

/// The union adds the times into the points: the script reads 151 and, of seven days, 161.
#[test]
fn s0_a_week_of_days_is_added_by_points_where_the_union_carries() {
    let days = [(100, 10), (50, 86_410)]
        .into_iter()
        .chain((2..7).map(|day| (1, 86_400 * day + 10)))
        .map(|(points, time)| ScoreLayout::DOCUMENTED.encode(&[points, time]).unwrap());
    let days: Vec<u128> = days.collect();
    assert_eq!(days[0] + days[1], 40_802_102_890);
    let points = |code| ScoreLayout::DOCUMENTED.decode(code).unwrap().get("points").unwrap();
    assert_eq!(points(days[0] + days[1]), 151);
    assert_eq!(points(days.iter().sum()), 161);

    let mut week = Board::composite();
    for (day, code) in days.iter().enumerate() {
        week.update("u", points(*code), 86_410 * day as i128).unwrap();
    }
    assert_eq!(week.points("u"), Some(155));
}

/// `ZINCRBY` by ten points, which are 2684354560, keeps a's first time; he is ahead of b with it.
#[test]
fn s0_adding_sets_the_time_where_zincrby_keeps_the_old_one() {
    let mut board = Board::composite();
    board.agree(&[("a", 100, 10, "100", Ok(100)), ("b", 110, 500, "110", Ok(110))]);
    let by_zincrby = board.codes["a"] + 2_684_354_560;
    assert_eq!(by_zincrby.to_string(), "29796335605");
    assert!(by_zincrby > board.codes["b"]);
    board.update("a", 10, 900).unwrap();
    assert_eq!(board.names(), ["b", "a"]);
}

/// The recorded board, and the same one with the time instead of what remains of it.
#[test]
fn s3_frac_basic_orders_as_we_do() {
    let form = OlderLayout::remaining_digits(9, 2_524_579_200, TimeUnit::Second).unwrap();
    let mut board = Board::wide();
    board.update("1111", 20, 2_524_579_200 - 764_579_200).unwrap();
    board.update("2222", 20, 2_524_579_200 - 764_564_800).unwrap();
    assert_eq!(board.names(), ["1111", "2222"]);
    board.update("1111", 5, 2_524_579_200 - 764_000_000).unwrap();
    let recorded = [("1111", "25.763999999999999"), ("2222", "20.764564799999999")];
    for (member, score) in recorded {
        let ours = board.layout.decode(board.codes[member]).unwrap();
        let (points, time) = pair(form.decode_text(score).unwrap());
        assert_eq!(
            (ours.get("points"), ours.get("time")),
            (Some(points.into()), Some(time.into()))
        );
    }
}

/// Scripts that have the later player first: with a raw timestamp, and where the remaining time
/// loses a digit.
#[test]
fn s3_frac_the_earlier_one_is_first_where_the_script_has_the_later_one() {
    let raw = [("early", 1_700_000_000), ("late", 1_700_000_001)];
    let fewer_digits =
        [("early", 2_524_579_200 - 100_000_000), ("late", 2_524_579_200 - 99_999_999)];
    for inputs in [raw, fewer_digits] {
        let mut board = Board::wide();
        for (member, time) in inputs {
            board.update(member, 20, time).unwrap();
        }
        assert_eq!(board.names(), ["early", "late"]);
    }
    // The recorded scores of the second pair, which are ordered the wrong way.
    let [early, late] = ["20.100000000000001", "20.999999989999999"];
    assert!(early.parse::<f64>().unwrap() < late.parse::<f64>().unwrap());
}

/// 5, 50 and 500 remaining are all stored as 20.5.
#[test]
fn s3_frac_times_of_any_length_stay_apart() {
    let mut board = Board::wide();
    for (member, remaining) in [("a", 5), ("b", 50), ("c", 500)] {
        board.update(member, 20, 2_524_579_200 - remaining).unwrap();
    }
    assert_eq!(board.names(), ["c", "b", "a"]);
}

/// Points, the two times, and the one score that the script stored for both.
#[test]
fn s3_frac_and_s2_neighbouring_times_stay_apart_where_the_scripts_merge_them() {
    let seconds = TimeUnit::Second;
    let digits = |count| OlderLayout::remaining_digits(count, 9_999_999_999_999, seconds).unwrap();
    let fraction = |future| OlderLayout::fraction_of_future(future, seconds).unwrap();
    let recorded = [
        (8_388_608, [764_579_200, 764_579_199], "8388608.7645791993", digits(9)),
        (524_288, [1_760_000_004, 1_760_000_005], "524288.17600000044", digits(10)),
        (8_192, [764_579_199_999, 764_579_199_998], "8192.7645791999985", digits(12)),
        (512, [1_760_000_000_000, 1_760_000_000_001], "512.17600000000004", digits(13)),
        (2_097_152, [1_760_000_001, 1_760_000_002], "2097152.570987524", fraction(4_102_444_800)),
        (
            2_048,
            [1_760_000_000_001, 1_760_000_000_002],
            "2048.5709875243169",
            fraction(4_102_444_800_000),
        ),
        (524_288, [1_760_000_005, 1_760_000_006], "524288.82399999944", fraction(9_999_999_999)),
        (
            512,
            [1_760_000_000_002, 1_760_000_000_003],
            "512.82399999999973",
            fraction(9_999_999_999_999),
        ),
    ];
    for (points, times, score, form) in recorded {
        let mut board = Board::wide();
        board.update("b, who is first", points, times[0].min(times[1])).unwrap();
        board.update("c, who is second", points, times[0].max(times[1])).unwrap();
        assert_eq!(board.names(), ["b, who is first", "c, who is second"]);
        let error = form.decode_text(score).unwrap_err().to_string();
        assert_eq!(error, format!("points is {points}, outside 0..={}", points - 1));
    }
    // One point less was still told apart.
    let form = OlderLayout::remaining_digits(9, 2_524_579_200, seconds).unwrap();
    for (score, remaining) in
        [("8388607.7645792002", 764_579_200), ("8388607.7645791993", 764_579_199)]
    {
        assert_eq!(form.decode_text(score).map(pair), Ok((8_388_607, 2_524_579_200 - remaining)));
    }
}

/// The script stores 16777217, and the next update of nothing keeps the point.
#[test]
fn s3_frac_a_late_time_gives_no_point() {
    let mut board = Board::wide();
    assert_eq!(board.update("u", 16_777_216, 2_524_579_200 - 999_999_999), Ok(16_777_216));
    assert_eq!(board.update("u", 0, 2_524_579_200 - 999_999_998), Ok(16_777_216));
    let form = OlderLayout::remaining_digits(9, 2_524_579_200, TimeUnit::Second).unwrap();
    assert!(!form.is_sound(16_777_217.0));
}

/// After the date that it counts down to, the script fails behind the mark of the request, so that
/// the retry is taken for a repeat.
#[test]
fn s3_frac_a_refused_time_changes_nothing_and_the_retry_counts() {
    let mut board = Board::wide();
    assert_eq!(board.update("u", 20, 1 << 42), Err("column_out_of_range"));
    assert_eq!(board.points("u"), None);
    assert_eq!(board.update("u", 20, 2_524_579_200 - 764_579_200), Ok(20));
}

/// -5 points are stored as -4.2354208, which one program of the document reads as -5, another as
/// -4; and an increment past 2^53 loses its last unit.
#[test]
fn s3_frac_negative_points_are_refused_and_large_ones_are_exact() {
    let mut board = Board::wide();
    assert_eq!(board.update("u", -5, 1_760_000_000), Err("column_out_of_range"));
    let form = OlderLayout::remaining_digits(9, 2_524_579_200, TimeUnit::Second).unwrap();
    let error = form.decode_text("-4.2354208").unwrap_err();
    assert_eq!(error.to_string(), "points is -5, outside 0..=8388607");

    let odd = 9_007_199_254_740_993;
    assert_eq!(board.update("u", odd, 1_760_000_000), Ok(odd));
    assert!(!form.is_sound(9_007_199_254_740_992.0));
}

/// `ZINCRBY` by 10 points leaves the fraction, and so the first time, where ours sets the present.
#[test]
fn s3_frac_adding_sets_the_time_where_zincrby_keeps_the_old_one() {
    let form = OlderLayout::remaining_digits(9, 2_524_579_200, TimeUnit::Second).unwrap();
    assert_eq!(form.decode_text("30.7645792").map(pair), Ok((30, 1_760_000_000)));
    let mut board = Board::wide();
    board.update("u", 20, 1_760_000_000).unwrap();
    board.update("u", 10, 1_760_000_500).unwrap();
    let values = board.layout.decode(board.codes["u"]).unwrap();
    assert_eq!((values.get("points"), values.get("time")), (Some(30), Some(1_760_000_500)));
}

/// The union of the two boards reads as 31 points.
#[test]
fn s3_frac_boards_are_added_by_points_where_the_union_carries() {
    let form = OlderLayout::remaining_digits(9, 2_524_579_200, TimeUnit::Second).unwrap();
    let days = ["10.7645792", "20.7644928"].map(|score| pair(form.decode_text(score).unwrap()));
    assert_eq!(pair(form.decode_text("31.529071999999999").unwrap()).0, 31);
    let mut board = Board::wide();
    for (points, time) in days {
        board.update("u", points.into(), time.into()).unwrap();
    }
    assert_eq!(board.points("u"), Some(30));
}

/// Points and seconds since 1970, and what the script stored: time outweighs the points. Most such
/// scores are negative and refused; the third reads as no points, and nothing in it can tell.
#[test]
fn s1_formula_times_since_1970_are_refused_on_the_way_in() {
    let form = OlderLayout::million(TimeUnit::Second);
    let recorded = [
        (100, 1_735_689_600, "-1634689601"),
        (0, 1_735_689_600, "-1734689601"),
        (101, 1_736_689_601, "-1634689602"),
    ];
    for (points, time, score) in recorded {
        assert_eq!(Board::composite().update("k", points, time), Err("column_out_of_range"));
        assert_eq!(form.decode_text(score).unwrap_err().code(), "column_out_of_range");
    }
    assert_eq!(form.decode_text("310399").map(pair), Ok((0, 689_600)));
    // As times since 1970 they need 31 bits, and then more points are ahead.
    let mut board = Board::wide();
    board.update("p100", 100, 1_735_689_600).unwrap();
    board.update("p101", 101, 1_736_689_601).unwrap();
    assert_eq!(board.names(), ["p101", "p100"]);
}

/// Both are 100999999 in the script, and one second later the 101 points are behind.
#[test]
fn s1_formula_a_point_outweighs_any_time() {
    let mut board = Board::composite();
    board.update("p100", 100, 0).unwrap();
    for time in [1_000_000, 1_000_001] {
        board.update("p101", 101, time).unwrap();
        assert_eq!(board.names(), ["p101", "p100"]);
        board.codes.remove("p101");
    }
}

/// Seconds 2 and 3 are both 9007199255999996.
#[test]
fn s1_formula_scores_past_2_to_the_53_are_refused() {
    let form = OlderLayout::million(TimeUnit::Second);
    let error = form.decode_text("9007199255999996").unwrap_err();
    assert_eq!(error.to_string(), "points is 9007199255, outside 0..=9007199253");
    for time in [2, 3] {
        assert_eq!(Board::composite().update("k", 9_007_199_255, time), OUTSIDE);
    }
}

#[test]
fn s2_formula_basic_is_read_and_carried_over_in_its_order() {
    let form = OlderLayout::fraction_of_future(4_102_444_800, TimeUnit::Second).unwrap();
    let recorded = [("early", "100.5709875243172"), ("late", "100.57098752407344")];
    let times = recorded.map(|(_, score)| pair(form.decode_text(score).unwrap()));
    assert_eq!(times, [(100, 1_760_000_000), (100, 1_760_000_001)]);
    let codes = recorded.map(|(_, score)| {
        let score = score.parse().unwrap();
        form.convert(score, 1_760_000_000_000, &ScoreLayout::DOCUMENTED).unwrap()
    });
    assert_eq!(codes[0], ScoreLayout::DOCUMENTED.encode(&[100, 0]).unwrap());
    assert_eq!(codes[1], codes[0] - 1);
}

/// Where the time is 0, past the future, or the points are negative. The second one reads as 99
/// points at the first second of 1970: a conversion finds it to be before the start.
#[test]
fn s2_formula_edges_are_refused_where_the_script_shows_other_points() {
    let form = OlderLayout::fraction_of_future(4_102_444_800, TimeUnit::Second).unwrap();
    assert_eq!(form.decode_text("101").unwrap_err().code(), "column_out_of_range");
    assert_eq!(form.decode_text("-4.4290124756827929").unwrap_err().code(), "column_out_of_range");
    let past = form.decode_text("99.999999999756241").map(pair);
    assert_eq!(past, Ok((99, 1)));
    let error = form.convert(99.999_999_999_756_24, 1_760_000_000_000, &ScoreLayout::DOCUMENTED);
    assert_eq!(error.unwrap_err().code(), "column_out_of_range");
}

/// The script answers nil whatever it does, and never adds a new player.
#[test]
fn s1_only_if_greater_is_zadd_gt_which_adds_whoever_is_new() {
    let mut client = Client::new();
    client.expect(&[
        ("ZADD k GT 100 a", "1"),
        ("EXISTS k", "1"),
        ("ZADD k 50 a", "0"),
        ("ZADD k GT CH 100 a", "1"),
        ("ZSCORE k a", "\"100\""),
        ("ZADD k GT CH 90 a", "0"),
        ("ZADD k GT CH 100 a", "0"),
        ("ZSCORE k a", "\"100\""),
        ("ZADD k GT 70 b", "1"),
        ("ZCARD k", "2"),
        ("ZADD k GT 60 b", "0"),
        ("ZSCORE k b", "\"70\""),
    ]);
}

/// With the script `abc` is silent for who is absent and an error of Lua for who is there; blanks
/// and `1e400` pass its comparison. Here a score is judged before anything else.
#[test]
fn s1_only_if_greater_refuses_bad_numbers_whoever_they_are_for() {
    let mut client = Client::new();
    let refused = "{\"error\":\"ERR value is not a valid float\"}";
    let refuse_all = |client: &mut Client| {
        for score in [b"abc".as_slice(), b" 5 ", b"1e400", b"nan"] {
            let reply = client.call(&[b"ZADD", b"k", b"GT", score, b"a"]);
            assert_eq!(String::from_utf8(reply.to_json()).unwrap(), refused);
        }
    };
    refuse_all(&mut client);
    client.expect(&[("EXISTS k", "0"), ("ZADD k 1 a", "1")]);
    refuse_all(&mut client);
    client.expect(&[
        ("ZSCORE k a", "\"1\""),
        ("ZADD k GT CH 0x10 a", "1"),
        ("ZSCORE k a", "\"16\""),
    ]);
}
