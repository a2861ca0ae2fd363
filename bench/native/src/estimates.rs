//! Estimated ranks: the two trees of the engine, and counts that are added up for each rank.

use edgeboard::estimator::{AdaptiveTree, Order, SegmentTree, Standing};

use crate::workload::Splitmix;
use crate::{AnyError, Session, meter};

const SEGMENTS: u64 = 1 << 16;
const SCORES_PER_SEGMENT: u64 = 1_000;
const PARTS: u32 = 1_000;

/// What estimates ranks. A refused call would make the sums of the answers differ.
pub trait Estimates {
    fn add(&mut self, score: i64);
    fn relocate(&mut self, from: i64, to: i64);
    fn rank(&self, score: i64) -> u64;
}

impl Estimates for SegmentTree {
    fn add(&mut self, score: i64) {
        let _ = SegmentTree::add(self, score);
    }

    fn relocate(&mut self, from: i64, to: i64) {
        let _ = self.move_score(from, to);
    }

    fn rank(&self, score: i64) -> u64 {
        SegmentTree::rank(self, score, Standing::Member).rank
    }
}

impl Estimates for AdaptiveTree {
    fn add(&mut self, score: i64) {
        let _ = AdaptiveTree::add(self, score);
    }

    fn relocate(&mut self, from: i64, to: i64) {
        let _ = self.move_score(from, to);
    }

    fn rank(&self, score: i64) -> u64 {
        AdaptiveTree::rank(self, score, Standing::Member).rank
    }
}

/// The counts of the segments in a list, and the formula on top.
pub struct Scan(Vec<u64>);

impl Scan {
    fn segment(score: i64) -> usize {
        (score as u64 / SCORES_PER_SEGMENT) as usize
    }
}

impl Estimates for Scan {
    fn add(&mut self, score: i64) {
        self.0[Self::segment(score)] += 1;
    }

    fn relocate(&mut self, from: i64, to: i64) {
        self.0[Self::segment(from)] -= 1;
        self.0[Self::segment(to)] += 1;
    }

    fn rank(&self, score: i64) -> u64 {
        let segment = Self::segment(score);
        let above: u64 = self.0[segment + 1..].iter().sum();
        let upper = (segment as u64 + 1) * SCORES_PER_SEGMENT - 1;
        let others = self.0[segment].saturating_sub(1);
        above + 1 + (upper - score as u64) * others / SCORES_PER_SEGMENT
    }
}

/// `add`, `move` and `rank`, each so many times.
pub struct Run {
    estimates: Box<dyn Estimates>,
    scores: Vec<i64>,
}

/// The contender of a name, if there is one.
pub fn session(name: &str) -> Option<Run> {
    let last = (SEGMENTS * SCORES_PER_SEGMENT) as i64 - 1;
    let estimates: Box<dyn Estimates> = match name {
        "tree" => Box::new(SegmentTree::new(Order::Desc, 0..=last, SEGMENTS).ok()?),
        "adaptive" => Box::new(AdaptiveTree::new(Order::Desc, PARTS).ok()?),
        "scan" => Box::new(Scan(vec![0; SEGMENTS as usize])),
        _ => return None,
    };
    Some(Run { estimates, scores: Vec::new() })
}

impl Session for Run {
    fn answer(&mut self, line: &str) -> Result<String, AnyError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [what, count, seed] = words[..] else {
            return Err(format!("this is no command: {line:?}").into());
        };
        let mut random = Splitmix(seed.parse()?);
        let mut score = || (random.next() % (SEGMENTS * SCORES_PER_SEGMENT)) as i64;
        let new: Vec<i64> = (0..count.parse()?).map(|_| score()).collect();
        let (mut sum, start) = (0.0, meter::cpu_ns());
        match what {
            "add" => new.iter().for_each(|&score| self.estimates.add(score)),
            "move" => {
                for (from, &to) in self.scores.iter_mut().zip(&new) {
                    self.estimates.relocate(*from, to);
                    *from = to;
                }
            }
            "rank" => {
                for &score in self.scores.iter().take(new.len()) {
                    sum += self.estimates.rank(score) as f64;
                }
            }
            _ => return Err(format!("there is no command {what:?}").into()),
        }
        let ns = (meter::cpu_ns() - start) as f64 / new.len() as f64;
        if what == "add" {
            self.scores.extend(new);
        }
        Ok(format!("{{\"ns\":{ns},\"sum\":{sum}}}"))
    }
}
