//! Both trees, against a list of all scores; and what strangers may hand them.

use edgeboard::estimator::{
    AdaptiveState, AdaptiveTree, HashForm, Order, RankEstimate, SegmentTree, Standing,
};

use super::source::Source;

/// Draws a tree of each kind and changes to both, and compares every estimate.
pub(crate) fn estimator(input: &[u8]) {
    let mut source = Source::new(input);
    let order = [Order::Desc, Order::Asc][source.below(2) as usize];
    let step = [1, 1 << 20, 1 << 56][source.below(3) as usize];
    let (min, width) = (source.below(256) as i64 - 200, source.below(256) as i64);
    let segments = source.below(70) + 1;
    let range = i64::saturating_mul(min, step)..=(min + width).saturating_mul(step);
    let mut tree = SegmentTree::new(order, range.clone(), segments).unwrap();
    let mut adaptive = AdaptiveTree::new(order, 10 + source.below(4) as u32).unwrap();
    let answers = source.below(2) == 0;
    let mut scores: Vec<i64> = Vec::new();
    while !source.is_empty() {
        let score = (source.below(256) as i64 - 128).wrapping_mul(step);
        let who = source.below(256) as usize;
        match source.below(4) {
            0 if !scores.is_empty() => {
                let from = scores.swap_remove(who % scores.len());
                tree.remove(from).unwrap();
                adaptive.remove(from).unwrap();
            }
            1 if !scores.is_empty() => {
                let at = who % scores.len();
                tree.move_score(scores[at], score).unwrap();
                adaptive.move_score(scores[at], score).unwrap();
                scores[at] = score;
            }
            2 if source.below(16) == 0 => strange(&mut source, &tree, &adaptive),
            _ => {
                scores.push(score);
                tree.add(score).unwrap();
                adaptive.add(score).unwrap();
            }
        }
        while let (true, Some(question)) = (answers, adaptive.question()) {
            let up_to = *question.scores().end();
            adaptive.answer(question, count(&scores, |other| other <= up_to)).unwrap();
        }
        check(order, &scores, score, |standing| tree.rank(score, standing), true);
        check(order, &scores, score, |standing| adaptive.rank(score, standing), false);
        adaptive.internal_validate().unwrap();
    }
    tree.internal_validate().unwrap();
    for form in [HashForm::Tree, HashForm::Flat] {
        let hash = tree.to_hash(form);
        let hash: Vec<_> = hash.iter().map(|(f, count)| (f.as_str(), count.to_string())).collect();
        let fields = hash.iter().map(|(field, count)| (*field, count.as_str()));
        let read = SegmentTree::from_hash(order, range.clone(), segments, fields).unwrap();
        assert_eq!(read.to_hash(form), tree.to_hash(form));
    }
    let restored = AdaptiveTree::from_state(&adaptive.state()).unwrap();
    assert_eq!(restored.state(), adaptive.state());
}

fn count(scores: &[i64], is_counted: impl Fn(i64) -> bool) -> u64 {
    scores.iter().filter(|&&score| is_counted(score)).count() as u64
}

fn check(
    order: Order,
    scores: &[i64],
    score: i64,
    rank: impl Fn(Standing) -> RankEstimate,
    with_ties: bool,
) {
    let ahead = match order {
        Order::Desc => count(scores, |other| other > score),
        Order::Asc => count(scores, |other| other < score),
    };
    let equal = count(scores, |other| other == score);
    let ties = if with_ties { equal.max(1) - 1 } else { 0 };
    if equal > 0 {
        holds(rank(Standing::Member), ahead + 1, ahead + 1 + ties);
    }
    holds(rank(Standing::Absent), ahead + 1, ahead + 1 + ties);
}

fn holds(estimate: RankEstimate, first: u64, last: u64) {
    assert!(estimate.lo <= first && last <= estimate.hi, "{first}..={last}: {estimate:?}");
    assert!(estimate.lo <= estimate.rank && estimate.rank <= estimate.hi, "{estimate:?}");
}

/// Fields, values and states of any bytes: an error or a tree whose invariants hold.
fn strange(source: &mut Source<'_>, tree: &SegmentTree, adaptive: &AdaptiveTree) {
    let mut text = || {
        let length = source.below(12) as usize;
        String::from_utf8_lossy(source.bytes(length)).into_owned()
    };
    let fields: Vec<(String, String)> = (0..3).map(|_| (text(), text())).collect();
    let fields = || fields.iter().map(|(field, value)| (field.as_str(), value.as_str()));
    if let Ok(tree) = SegmentTree::from_hash(Order::Desc, -5..=5, 4, fields()) {
        tree.internal_validate().unwrap();
    }
    let values: Vec<_> = fields().map(|(_, value)| Some(value)).collect();
    let _ = tree.rank_from(5, Standing::Member, HashForm::Tree, &values);

    let mut state: AdaptiveState = adaptive.state();
    let at = source.below(state.upper.len() as u64) as usize;
    match source.below(5) {
        0 => state.upper[at] = source.below(u64::MAX) as i64,
        1 => state.at[at] = source.below(1 << 32) as u32,
        2 => state.rest[at] = source.below(1 << 32) as u32,
        3 => state.slack[at] = source.below(1 << 32) as u32,
        _ => state.blocks[0] = source.below(1 << 32) as u32,
    }
    if let Ok(mut tree) = AdaptiveTree::from_state(&state) {
        tree.internal_validate().unwrap();
        for score in [i64::MIN, -7, 0, 99, i64::MAX] {
            let _ = (tree.rank(score, Standing::Member), tree.ahead_of(score));
            let _ = (tree.scores_at(1), tree.count(-5..=score), tree.remove(score));
            let _ = tree.add(score);
        }
        if let Some(question) = tree.question() {
            let _ = tree.answer(question, source.below(1 << 20));
        }
        tree.internal_validate().unwrap();
    }
}
