//! The tree whose segments follow the data: what it asks, what it keeps, what it refuses.

use edgeboard::estimator::{AdaptiveTree, EstimatorError, Order, Question, Standing};
use proptest::prelude::*;
use proptest::sample::Index;

use super::naive::Naive;
use crate::model::{cases, numbers};

fn tree(parts: u32) -> AdaptiveTree {
    AdaptiveTree::new(Order::Desc, parts).unwrap()
}

fn count(scores: &[i64], question: Question) -> u64 {
    scores.iter().filter(|score| question.scores().contains(score)).count() as u64
}

/// Answers until nothing is asked any more; returns how often it was.
fn settle(tree: &mut AdaptiveTree, scores: &[i64]) -> usize {
    let mut questions = 0;
    while let Some(question) = tree.question() {
        tree.answer(question, count(scores, question)).unwrap();
        questions += 1;
    }
    questions
}

fn assert_holds(tree: &AdaptiveTree, naive: &Naive, score: i64) {
    let (ahead, equal, behind) = naive.around(score);
    let standings: &[Standing] = &[Standing::Member, Standing::Absent];
    for &standing in &standings[usize::from(equal == 0)..] {
        let estimate = tree.rank(score, standing);
        let holds = estimate.lo <= ahead + 1 && ahead < estimate.hi;
        assert!(holds, "{score}: {ahead} ahead, {estimate:?}");
        assert!((estimate.lo..=estimate.hi).contains(&estimate.rank), "{estimate:?}");
        assert_eq!(estimate.above, estimate.lo - 1);
        if tree.question().is_none() {
            assert!(estimate.hi - estimate.lo <= tree.bound(), "{score}: {estimate:?}");
        }
    }
    let percent = u64::from(tree.ahead_of(score));
    assert!(percent * tree.total() <= behind * 100, "{score}: {percent} %, {behind} behind");
}

/// A tree that had 40,000 members and has the lowest 3,000 of them.
fn drained() -> (AdaptiveTree, Vec<i64>) {
    let mut tree = tree(1_000);
    let mut below = numbers(1);
    let mut scores: Vec<i64> = (0..40_000).map(|_| below(1 << 40) as i64).collect();
    scores.iter().for_each(|&score| tree.add(score).unwrap());
    assert!(tree.question().is_none());
    scores.sort_unstable();
    scores.drain(3_000..).for_each(|score| tree.remove(score).unwrap());
    (tree, scores)
}

#[test]
fn up_to_some_thousand_scores_every_rank_is_exact_and_nothing_is_asked() {
    let mut tree = tree(1_000);
    let mut naive = Naive::new(Order::Desc);
    let mut below = numbers(2);
    for i in 0..4_000 {
        let score = below(1 << 50) as i64 - (1 << 49);
        tree.add(score).unwrap();
        naive.scores.push(score);
        if i % 3 == 0 {
            let from = naive.scores[below(naive.scores.len() as u64) as usize];
            let to = below(1 << 30) as i64;
            tree.move_score(from, to).unwrap();
            naive.remove(from);
            naive.scores.push(to);
        }
        assert!(tree.question().is_none());
    }
    for &score in naive.scores.iter().step_by(10) {
        assert_holds(&tree, &naive, score);
        assert!(tree.rank(score, Standing::Member).exact);
    }
}

#[test]
fn equal_scores_are_no_uncertainty_however_many() {
    let mut tree = tree(1_000);
    for _ in 0..100_000 {
        [-5, 7, i64::MIN, i64::MAX].into_iter().for_each(|score| tree.add(score).unwrap());
    }
    assert!(tree.question().is_none());
    for (score, rank) in [(i64::MAX, 1), (7, 100_001), (-5, 200_001), (i64::MIN, 300_001)] {
        let estimate = tree.rank(score, Standing::Member);
        assert_eq!((estimate.rank, estimate.exact), (rank, true));
    }
    assert_eq!(tree.rank(0, Standing::Absent).rank, 200_001);
    assert_eq!((tree.ahead_of(7), tree.ahead_of(i64::MIN)), (50, 0));
    assert_eq!(tree.count(-5..=7), 200_000..=200_000);
}

#[test]
fn answers_bring_the_bound_back_and_each_tells_something() {
    let (mut tree, scores) = drained();
    let naive = Naive { order: Order::Desc, scores: scores.clone() };
    assert!(tree.question().is_some());
    // Estimates are true also while it waits.
    scores.iter().step_by(50).for_each(|&score| assert_holds(&tree, &naive, score));
    let questions = settle(&mut tree, &scores);
    assert!((1..4_000).contains(&questions), "{questions}");
    tree.internal_validate().unwrap();
    scores.iter().step_by(5).for_each(|&score| assert_holds(&tree, &naive, score));
}

#[test]
fn an_answer_to_a_question_that_was_taken_back_is_refused() {
    let (mut tree, mut scores) = drained();
    let question = tree.question().unwrap();
    tree.add(5).unwrap();
    scores.push(5);
    let error = tree.answer(question, count(&scores, question)).unwrap_err();
    assert_eq!((error.code(), error), ("invalid_request", EstimatorError::StaleAnswer));
    let asked_anew = tree.question().unwrap();
    assert_ne!(asked_anew, question);
    tree.answer(asked_anew, count(&scores, asked_anew)).unwrap();
    assert_eq!(tree.answer(asked_anew, 1).unwrap_err(), EstimatorError::StaleAnswer);
}

#[test]
fn an_answer_that_cannot_be_is_refused_and_changes_nothing() {
    let (mut tree, scores) = drained();
    let question = tree.question().unwrap();
    let (least, most) = tree.internal_limits(question);
    let before = tree.state();
    for wrong in [least.wrapping_sub(1), most + 1, u64::MAX] {
        let error = tree.answer(question, wrong).unwrap_err();
        assert!(error.to_string().ends_with(&format!("outside {least}..={most}")), "{error}");
    }
    assert_eq!((tree.state(), tree.question()), (before, Some(question)));
    settle(&mut tree, &scores);
}

#[test]
fn it_goes_on_in_the_same_memory_though_nobody_answers() {
    let mut tree = AdaptiveTree::new(Order::Asc, 10).unwrap();
    let mut naive = Naive::new(Order::Asc);
    let mut below = numbers(4);
    for i in 0..20_000u64 {
        let score = below(1 << 40) as i64;
        if i > 2_000 && i % 4 != 0 {
            let from = naive.scores[below(naive.scores.len() as u64) as usize];
            naive.remove(from);
            tree.remove(from).unwrap();
        } else {
            naive.scores.push(score);
            tree.add(score).unwrap();
        }
        if i % 100 == 0 {
            tree.internal_validate().unwrap();
            (0..20).for_each(|_| assert_holds(&tree, &naive, below(1 << 40) as i64));
        }
        if naive.scores.len() < 100 {
            break;
        }
    }
    settle(&mut tree, &naive.scores);
    tree.internal_validate().unwrap();
}

#[test]
fn whoever_is_not_there_cannot_go() {
    let mut tree = tree(1_000);
    tree.add(30).unwrap();
    let before = tree.state();
    for score in [29, 31, i64::MIN, i64::MAX] {
        let error = tree.remove(score).unwrap_err();
        assert_eq!(error.code(), "member_not_ranked");
        assert!(tree.move_score(score, 5).is_err());
    }
    assert_eq!(tree.state(), before);
    tree.move_score(30, 31).unwrap();
    tree.remove(31).unwrap();
    assert_eq!((tree.total(), tree.rank(0, Standing::Absent).rank), (0, 1));
}

#[test]
fn the_parts_have_limits_and_memory_follows_them() {
    for parts in [0, 9, 1_001, u32::MAX] {
        let error = AdaptiveTree::new(Order::Desc, parts).unwrap_err();
        assert_eq!(error.to_string(), format!("parts is {parts}, outside 10..=1000"));
    }
    let mut below = numbers(8);
    let mut most = Vec::new();
    for parts in [10, 100, 1_000] {
        let mut tree = tree(parts);
        for _ in 0..50_000 {
            tree.add(below(1 << 40) as i64).unwrap();
        }
        assert_eq!((tree.bound(), tree.question()), (50_000 / u64::from(parts), None));
        most.push(tree.segments());
    }
    assert!(most[0] <= 4 * 64 && most[1] <= 14 * 64 && most[2] <= 142 * 64, "{most:?}");
}

#[test]
fn the_same_calls_give_the_same_state_and_a_state_goes_on_as_its_tree() {
    let (mut tree, mut scores) = drained();
    let (again, _) = drained();
    assert_eq!(tree.state(), again.state());
    for _ in 0..700 {
        let question = tree.question().unwrap();
        tree.answer(question, count(&scores, question)).unwrap();
    }
    let mut restored = AdaptiveTree::from_state(&tree.state()).unwrap();
    restored.internal_validate().unwrap();
    let mut below = numbers(6);
    for _ in 0..30_000 {
        let score = below(1 << 41) as i64;
        tree.add(score).unwrap();
        restored.add(score).unwrap();
        scores.push(score);
        assert_eq!(tree.question(), restored.question());
    }
    settle(&mut tree, &scores);
    settle(&mut restored, &scores);
    assert_eq!(tree.state(), restored.state());
}

#[test]
fn a_state_that_no_tree_has_is_refused() {
    let (tree, _) = drained();
    let state = tree.state();
    type Damage = fn(&mut edgeboard::estimator::AdaptiveState);
    let damages: [(Damage, &str); 12] = [
        (|state| state.upper.clear(), "the arrays have different lengths"),
        (|state| state.slack.push(0), "the arrays have different lengths"),
        (|state| state.upper.swap(3, 4), "the ends do not ascend"),
        (|state| state.upper[4] = state.upper[3], "the ends do not ascend"),
        (|state| *state.upper.last_mut().unwrap() -= 1, "the last segment is not the end"),
        (|state| *state.slack.last_mut().unwrap() += 1, "the last segment is not the end"),
        (|state| state.at[0] = u32::MAX, "there are more members than there can be"),
        (|state| state.slack[2] = u32::MAX, "an end can have more members below it"),
        (|state| state.blocks[0] += 1, "the blocks have another number of segments"),
        (|state| state.blocks[0] = 0, "blocks are too many, empty or too long"),
        (|state| state.blocks.clear(), "the blocks have another number of segments"),
        (|state| state.blocks[1] = 65, "blocks are too many, empty or too long"),
    ];
    for (damage, problem) in damages {
        let mut damaged = state.clone();
        damage(&mut damaged);
        let error = AdaptiveTree::from_state(&damaged).unwrap_err();
        assert_eq!(error.code(), "snapshot_invalid");
        assert!(error.to_string().contains(problem), "{problem}: {error}");
    }
    let mut damaged = state;
    damaged.parts = 5;
    assert_eq!(AdaptiveTree::from_state(&damaged).unwrap_err().code(), "invalid_request");
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn estimates_hold_and_never_put_a_better_score_behind(
        steps in prop::collection::vec((0..4u8, -300..300i64, any::<Index>()), 1..600),
        wide in any::<bool>(),
        is_desc in any::<bool>(),
        answers in any::<bool>(),
    ) {
        let order = if is_desc { Order::Desc } else { Order::Asc };
        let mut tree = AdaptiveTree::new(order, 10).unwrap();
        let mut naive = Naive::new(order);
        for (kind, score, who) in steps {
            let score = if wide { score << 50 } else { score };
            let somebody = (!naive.scores.is_empty()).then(|| *who.get(&naive.scores));
            match (kind, somebody) {
                (0, Some(from)) => {
                    tree.remove(from).unwrap();
                    naive.remove(from);
                }
                (1, Some(from)) => {
                    tree.move_score(from, score).unwrap();
                    naive.remove(from);
                    naive.scores.push(score);
                }
                _ => {
                    tree.add(score).unwrap();
                    naive.scores.push(score);
                }
            }
            if answers {
                settle(&mut tree, &naive.scores);
            }
            tree.internal_validate().unwrap();
        }
        let mut ranks = Vec::new();
        for score in -310..310 {
            let score = if wide { score << 50 } else { score };
            assert_holds(&tree, &naive, score);
            ranks.push(tree.rank(score, Standing::Absent).rank);
        }
        if is_desc {
            ranks.reverse();
        }
        prop_assert!(ranks.is_sorted(), "{:?}", ranks);
    }
}
