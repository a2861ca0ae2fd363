//! Boards whose head is exact and whose tail is estimated, against a table of all members.

mod million;
mod refusals;

use edgeboard::leaderboard::{
    Change, Column, Columns, Decimals, HybridBoard, NewTerms, OnFull, Operator, Points, RankKind,
    Rules, SortOrder, Submission, Terms, Tie,
};
use edgeboard::snapshot::Kind;
use edgeboard::time::Timestamp;
use proptest::prelude::*;

use crate::hybrid_owner::{KINDS, Owner};
use crate::model::numbers;

/// A board of `count` members, where `m<i>` has i points; `m<count>` is the best.
fn ladder(exact_head: u32, count: i64) -> Owner {
    let mut owner = Owner::new(SortOrder::Desc, exact_head);
    for points in 1..=count {
        owner.submit(&format!("m{points}"), points);
        owner.answer_all();
    }
    owner
}

fn top(owner: &Owner, count: usize) -> Vec<String> {
    owner.board.head().top(count).map(|entry| entry.member).collect()
}

#[test]
fn s9_who_falls_out_of_the_buffer_is_followed_by_those_who_were_never_in_it() {
    // Three are exact, and sixty-four more are kept: 67 of 100 are in the buffer.
    let mut owner = ladder(3, 100);
    assert_eq!(owner.board.head().len(), 67);
    assert_eq!(top(&owner, 3), ["m100", "m99", "m98"]);
    for (fallen, best) in (3..=100).rev().map(|best| (format!("m{best}"), best)) {
        // Each of the best falls far behind, until none of the first buffer is left in it.
        owner.submit(&fallen, -1_000);
        owner.answer_all();
        let next: Vec<_> = (best - 3..best).rev().filter(|&at| at > 0).collect();
        let next: Vec<_> = next.iter().map(|at| format!("m{at}")).collect();
        assert_eq!(top(&owner, 3)[..next.len()], next);
    }
    assert!(owner.refills.0 > 0);
    owner.check();
}

#[test]
fn s9_a_ban_and_a_removal_at_the_top_pull_the_next_ones_in_by_effect() {
    for change in [Change::Ban, Change::Remove] {
        let mut owner = ladder(3, 100);
        let mut asked = 0;
        for best in (4..=100).rev() {
            owner.tell(&format!("m{best}"), change.clone());
            // Until somebody answers, the head is short, and right.
            owner.check();
            asked += usize::from(owner.board.effect().is_some());
            owner.answer_all();
            owner.check();
            let next = [best - 1, best - 2, best - 3].map(|at| format!("m{at}"));
            assert_eq!(top(&owner, 3), next, "{change:?}");
        }
        // 33 were behind the buffer, and came in together when fewer than three were left.
        assert_eq!((owner.refills, asked), ((1, 33), 1), "{change:?}");
    }
}

#[test]
fn s10_a_member_behind_the_head_is_never_told_a_rank_within_it() {
    let mut owner = Owner::new(SortOrder::Desc, 100);
    let mut below = numbers(5);
    for i in 0..3_000 {
        owner.submit(&format!("m{i}"), below(400) as i64);
        owner.answer_all();
    }
    // Ranks inside the head, their order, and that they are true.
    owner.check();
    assert!(owner.board.total() > owner.board.head().len() as u64 * 10);
}

#[test]
fn s10_more_points_never_worsen_the_rank_that_is_told() {
    let mut owner = ladder(50, 2_000);
    for member in ["m1", "m700", "m1850"] {
        let mut last = owner.board.rank(member, owner.key(member), RankKind::Ordinal).unwrap();
        while last.rank > 1 {
            let outcome = owner.submit(member, 17);
            assert_eq!(outcome.previous.map(|rank| rank.rank), Some(last.rank));
            let now = outcome.rank.unwrap();
            assert!(now.rank <= last.rank, "{member}: {now:?} after {last:?}");
            owner.answer_all();
            last = owner.board.rank(member, owner.key(member), RankKind::Ordinal).unwrap();
        }
        owner.check();
    }
}

#[test]
fn who_falls_out_and_comes_back_is_right_again() {
    let mut owner = ladder(10, 500);
    let reached = owner.key("m499");
    for _ in 0..100 {
        let fallen = owner.submit("m499", -400);
        assert!(fallen.rank.unwrap().lo > owner.board.head().len() as u64);
        assert_eq!(owner.board.head().get("m499"), None, "he is in nothing that the board has");
        owner.answer_all();
        let back = owner.submit("m499", 400).rank.unwrap();
        assert_eq!((back.rank, back.exact), (2, true));
        owner.answer_all();
    }
    assert!(owner.key("m499") > reached, "he reached his score anew");
    owner.tell("m499", Change::Ban);
    assert!(owner.submit("m499", -400).hidden);
    owner.submit("m499", 401);
    let back = owner.tell("m499", Change::Unban).rank.unwrap();
    // 500 points, as m500 has, who was there first.
    assert_eq!((back.rank, back.exact), (2, true));
    owner.check();
}

#[test]
fn of_a_board_no_larger_than_its_head_everything_is_exact() {
    let mut owner = Owner::new(SortOrder::Asc, 100);
    let mut below = numbers(3);
    for _ in 0..2_000 {
        owner.submit(&format!("m{}", below(112)), below(50) as i64 - 25);
        assert_eq!(owner.board.effect(), None);
    }
    owner.check();
    assert_eq!(owner.board.head().len() as u64, owner.board.total());
}

#[test]
fn a_competition_rank_is_shared_across_the_seam() {
    let mut owner = Owner::new(SortOrder::Desc, 5);
    for i in 0..200 {
        owner.submit(&format!("m{i}"), i64::from(i == 7));
    }
    owner.answer_all();
    let ranks = |member: &str| {
        let key = owner.key(member);
        KINDS.map(|kind| owner.board.rank(member, key, kind).unwrap())
    };
    // 69 are in the head, and all but one of the 200 have the same score.
    let [ordinal, competition, modified] = ranks("m199");
    assert_eq!((ordinal.lo, ordinal.hi), (70, 200));
    assert_eq!((competition.rank, competition.exact), (2, true));
    assert_eq!((modified.rank, modified.exact), (200, true));
    let [ordinal, competition, modified] = ranks("m10");
    assert_eq!((ordinal.rank, competition.rank, modified.rank), (11, 2, 200));
}

fn wide() -> Columns {
    let column = |name: &str, order, min, max| Column {
        name: name.into(),
        order,
        decimals: Decimals::default(),
        min,
        max,
    };
    let points = column("points", SortOrder::Desc, i64::MIN, i64::MAX);
    Columns::new(vec![points, column("ms", SortOrder::Asc, 0, 9)]).unwrap()
}

/// Draws a board, and records for it; effects are answered always, now and then, or never.
fn play(seed: u64, steps: u64) -> Owner {
    let mut below = numbers(seed);
    let op = [Operator::Sum, Operator::Best, Operator::Latest][below(3) as usize];
    let order = [SortOrder::Desc, SortOrder::Asc][below(2) as usize];
    let is_wide = below(3) == 0;
    let mut terms = Terms::new(order, op);
    terms.tie = [Tie::Earliest, Tie::Member][below(2) as usize];
    terms.rank_kind = KINDS[below(3) as usize];
    if is_wide {
        terms.columns = wide();
    }
    let (silence, spread) =
        ([1, 3, 40, u64::MAX][below(4) as usize], [3, 30, 100_000][below(3) as usize]);
    let mut owner = Owner::new(terms, [1, 4, 30][below(3) as usize]);
    for step in 0..steps {
        let member = format!("m{}", below(160));
        let change = match below(20) {
            0 => Change::Ban,
            1..=2 => Change::Unban,
            3 if below(2) == 0 => Change::Remove,
            4 => Change::Metadata(Some("{}".into())),
            _ => {
                let first = below(spread) as i64 - (spread / 2) as i64;
                let units = [first, below(10) as i64];
                let points = if is_wide { Points::new(&units).unwrap() } else { first.into() };
                let at = (op == Operator::Latest && below(3) == 0)
                    .then(|| Timestamp::from_ms(below(1 + step)).unwrap());
                Change::Submit(Submission { points, at, metadata: None })
            }
        };
        owner.tell(&member, change);
        if step % silence == 0 {
            owner.answer_all();
        }
        if step % 64 == 0 {
            owner.check();
        }
    }
    owner.check();
    owner
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_rank_is_what_a_table_of_all_members_says(seed in any::<u64>()) {
        let mut owner = play(seed, 800);
        owner.answer_all();
        owner.check();
        let bytes = owner.board.snapshot();
        prop_assert_eq!(Kind::of(&bytes), Some(Kind::HybridBoard));
        let loaded = HybridBoard::load(&bytes).unwrap();
        prop_assert_eq!(loaded.hash(), owner.board.hash());
        owner.board = loaded;
        owner.check();
    }

    #[test]
    fn a_loaded_board_asks_the_same_and_goes_on_in_the_same_way(seed in any::<u64>()) {
        let mut owner = play(seed, 400);
        let mut other = owner.clone();
        other.board = HybridBoard::load(&owner.board.snapshot()).unwrap();
        prop_assert_eq!(other.board.effect(), owner.board.effect());
        for each in [&mut owner, &mut other] {
            each.tell("m1", Change::Remove);
            each.tell("m2", Change::Ban);
            each.answer_all();
        }
        prop_assert_eq!(other.board.snapshot(), owner.board.snapshot());
    }
}

#[test]
fn a_board_that_is_built_from_the_table_has_the_same_head_and_total() {
    let owner = play(11, 800);
    let mut built = owner.clone();
    built.board = HybridBoard::new(owner.board.terms().clone(), owner.board.exact_head()).unwrap();
    owner.rows().iter().for_each(|row| built.board.put(&row.member, row.key).unwrap());
    built.board = built.board.at_version(owner.board.version());
    built.check();
    assert_eq!(built.board.version(), owner.board.version());
    let again = built.board.put(&owner.rows()[0].member, owner.rows()[0].key);
    assert_eq!(again.unwrap_err().code(), "invalid_request");
}

#[test]
fn rules_that_leave_the_order_are_taken_and_others_are_not() {
    let mut owner = ladder(3, 100);
    let mut change = |terms: Terms| {
        let new = NewTerms { terms, migrate: true };
        owner.tell("", Change::Rules(Box::new(new))).applied
    };
    let plain = Terms::from(SortOrder::Desc);
    assert!(change(Terms { op: Operator::Best, ..plain.clone() }));
    assert!(!change(SortOrder::Asc.into()));
    assert!(!change(Terms { tie: Tie::Member, ..plain.clone() }));
    assert!(!change(Terms { rank_kind: RankKind::Dense, ..plain.clone() }));
    assert!(!change(Terms { max_members: Some(9), on_full: OnFull::Trim, ..plain }));
    assert_eq!((owner.board.terms().op, owner.board.version()), (Operator::Best, 105));
    owner.check();
}

#[test]
fn an_exact_head_excludes_dense_ranks_trimming_and_boards_without_a_table() {
    let rule = |change: fn(&mut Rules)| {
        let mut rules = Rules::default();
        rules.exact_head = Some(10);
        change(&mut rules);
        rules.hybrid().err().map(|error| (error.rule(), error.code()))
    };
    let refused = Some(("exactHead", "invalid_request"));
    assert_eq!(rule(|_| ()), None);
    assert_eq!(rule(|rules| rules.rank_kind = RankKind::Dense), refused);
    assert_eq!(rule(|rules| rules.exact_head = Some(0)), refused);
    assert_eq!(rule(|rules| rules.exact_head = Some(1_000_001)), refused);
    assert_eq!(rule(|rules| rules.exact_head = None), refused);
    assert_eq!(rule(|rules| rules.max_members = Some(5)), None);
    let trim: fn(&mut Rules) = |rules| (rules.max_members, rules.on_full) = (Some(5), OnFull::Trim);
    assert_eq!(rule(trim), refused);
    let mut rules = Rules::default();
    rules.exact_head = Some(10);
    let error = rules.terms().unwrap_err();
    assert!(error.to_string().contains("store of all members"), "{error}");
    let owner = ladder(3, 100);
    let dense = owner.board.rank("m5", owner.key("m5"), RankKind::Dense).unwrap_err();
    assert_eq!(dense.code(), "invalid_request");
}
