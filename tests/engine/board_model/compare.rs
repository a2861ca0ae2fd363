//! A board beside its model: the same commands, and everything that can be asked.

use std::cmp::Ordering;

use edgeboard::leaderboard::{BoardError, Leaderboard, Points, Terms};

use super::{BoardModel, BoardOp, KINDS, NAMES, instant, units};

/// A board and its model, side by side.
pub(crate) struct Pair {
    pub(crate) board: Leaderboard,
    pub(crate) model: BoardModel,
}

impl Pair {
    pub(crate) fn new(terms: &Terms) -> Self {
        let board = Leaderboard::new(terms.clone()).keeping_records();
        Self { board, model: BoardModel::new(terms.clone()) }
    }

    /// Plays an operation on both and compares what they answer. Returns the word for why it did
    /// what it did, or the code for why not.
    pub(crate) fn play(&mut self, op: &BoardOp) -> &'static str {
        let answer = self.model.apply(op);
        let outcome = self.board.apply(op.command.clone(), instant(self.model.now));
        let outcome = outcome.map_err(|error| BoardError::code(&error)).map(|outcome| {
            let entry = outcome.entry.map(|entry| {
                let metadata = entry.metadata.map(String::from);
                (entry.rank, entry.score.units().to_vec(), entry.reached_at.ms(), metadata)
            });
            let previous =
                outcome.previous.map(|standing| (standing.rank, standing.score.units().to_vec()));
            assert_eq!(outcome.version, self.model.version);
            (outcome.applied, outcome.reason.name(), outcome.hidden, entry, previous)
        });
        assert_eq!(outcome, answer, "{op:?}");
        assert_eq!(self.board.version(), self.model.version);
        self.board.internal_validate().unwrap_or_else(|broken| panic!("{broken}, after {op:?}"));
        answer.map_or_else(|code| code, |(_, reason, ..)| reason)
    }

    /// Compares everything that can be asked.
    pub(crate) fn compare(&self, below: &mut impl FnMut(u64) -> u64) {
        compare(&self.board, &self.model, below);
    }
}

/// Compares everything that can be asked of a board with what its model says.
pub(crate) fn compare(board: &Leaderboard, model: &BoardModel, below: &mut impl FnMut(u64) -> u64) {
    let (ranked, scores) = (model.ranked(), model.scores());
    let names: Vec<&str> = ranked.iter().map(|row| row.member.as_str()).collect();
    let top: Vec<String> = board.top(usize::MAX).map(|entry| entry.member).collect();
    assert_eq!((board.len(), top), (names.len(), names.iter().map(|&n| n.into()).collect()));
    for member in NAMES {
        compare_member(board, model, member, &scores);
    }
    for at in 0..=names.len() {
        let entry = board.at(at as u32 + 1);
        assert_eq!(entry.map(|entry| entry.member), names.get(at).map(|&name| name.into()));
    }
    assert_eq!(board.at(0), None);
    compare_around(board, &names, below);
    let lookup = board.lookup(NAMES.iter().chain(&NAMES[..3]).copied()).unwrap();
    assert!(lookup.entries.iter().map(|entry| &entry.member).eq(&names));
    let missing: Vec<_> = NAMES.iter().filter(|name| !names.contains(name)).collect();
    assert!(lookup.not_found.iter().eq(missing));
    compare_scores(board, model, &scores, below);
}

fn compare_member(board: &Leaderboard, model: &BoardModel, member: &str, scores: &[Vec<i64>]) {
    let seen = model.seen(member).filter(|(rank, ..)| rank.is_some());
    let entry = board.get(member);
    let got = entry.clone().map(|entry| {
        let metadata = entry.metadata.map(String::from);
        (entry.rank, entry.score.units().to_vec(), entry.reached_at.ms(), metadata)
    });
    assert_eq!(got, seen, "{member}");
    let Some((Some(ordinal), score, ..)) = seen else {
        assert_eq!(KINDS.map(|kind| board.rank(member, kind)), [None; 4]);
        assert_eq!(board.percentile(member), None);
        return;
    };
    let expected = KINDS.map(|kind| Some(model.rank_of(&score, kind, ordinal as usize) as u32));
    assert_eq!(KINDS.map(|kind| board.rank(member, kind)), expected, "{member}");
    let entry = entry.unwrap();
    assert_eq!(KINDS.map(|kind| board.ranked_as(kind, entry.clone()).rank), expected);
    let count = |holds: fn(Ordering) -> bool| {
        scores.iter().filter(|other| holds(model.by_score(other, &score))).count() as f64
    };
    let percentile = board.percentile(member).unwrap();
    let all = scores.len() as f64;
    assert_eq!(percentile.percentile, 100.0 * count(Ordering::is_gt) / all);
    assert_eq!(percentile.top, 100.0 * (count(Ordering::is_lt) + 1.0) / all);
}

fn compare_around(board: &Leaderboard, names: &[&str], below: &mut impl FnMut(u64) -> u64) {
    let (before, after) = (below(4) as usize, below(4) as usize);
    for (at, name) in names.iter().enumerate() {
        let size = (before + after + 1).min(names.len());
        let start = at.saturating_sub(before).min(names.len() - size);
        let around = board.around(name, before, after).unwrap();
        assert!(around.iter().map(|entry| &entry.member).eq(&names[start..start + size]));
        assert!(
            around.iter().zip(start as u32 + 1..).all(|(entry, rank)| entry.rank == Some(rank))
        );
    }
}

fn compare_scores(
    board: &Leaderboard,
    model: &BoardModel,
    scores: &[Vec<i64>],
    below: &mut impl FnMut(u64) -> u64,
) {
    for _ in 0..3 {
        let columns = model.terms.columns.all();
        let drawn: Vec<i64> = columns.iter().map(|column| units(below, column)).collect();
        let inside: Vec<i64> =
            columns.iter().zip(&drawn).map(|(c, units)| (*units).clamp(c.min, c.max)).collect();
        let count = |holds: fn(Ordering) -> bool| {
            scores.iter().filter(|other| holds(model.by_score(other, &inside))).count() as u32
        };
        let preview = board.preview(&Points::new(&drawn).unwrap());
        assert_eq!(preview.competition, count(Ordering::is_lt) + 1, "{drawn:?}");
        assert_eq!(preview.ordinal, count(Ordering::is_le) + 1, "{drawn:?}");

        let (min, max) = (units(below, &columns[0]), units(below, &columns[0]));
        let between = scores.iter().filter(|score| (min..=max).contains(&score[0])).count();
        assert_eq!(board.count_between(min, max), between, "{min} to {max}");

        let percentile = [0.0, 0.1, 25.0, 50.0, 66.6, 99.9, 100.0][below(7) as usize];
        let worse = (percentile / 100.0 * scores.len() as f64).ceil() as usize;
        let expected = scores.iter().rev().nth(worse.max(1) - 1);
        let score = board.score_at_percentile(percentile);
        assert_eq!(score.map(|points| points.units().to_vec()), expected.cloned());
    }
    assert_eq!(board.score_at_percentile(100.1), None);
}
