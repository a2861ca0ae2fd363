//! Lists that count groups: entries with equal keys that their owner puts together.

use std::cmp::Ordering;

use edgeboard::leaderboard::{Command, Leaderboard, RankKind, SortOrder};
use edgeboard::skiplist::{BlockId, Directory, Groups, Handle, Key, PlainRows, SkipList};
use edgeboard::time::Timestamp;
use proptest::prelude::*;

use crate::model::{cases, numbers};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Grouped(u8);

impl Key for Grouped {
    type Rows = PlainRows<Self>;
    type Summary = Groups;
}

/// An owner for whom handles of one dozen are a group, among entries with equal keys.
struct Dozens(Vec<BlockId>);

impl Directory for Dozens {
    fn tie(&self, a: Handle, b: Handle) -> Ordering {
        a.cmp(&b)
    }

    fn is_group(&self, a: Handle, b: Handle) -> bool {
        a.0 / 12 == b.0 / 12
    }

    fn block(&self, handle: Handle) -> BlockId {
        self.0[handle.0 as usize]
    }

    fn place(&mut self, handle: Handle, block: BlockId) {
        self.0[handle.0 as usize] = block;
    }
}

/// A list and the sorted vector of what should be in it.
struct Trial {
    list: SkipList<Grouped>,
    owner: Dozens,
    expected: Vec<(u8, u32)>,
}

impl Trial {
    fn new(seed: u64, handles: usize) -> Self {
        let owner = Dozens(vec![BlockId::NONE; handles]);
        Trial { list: SkipList::with_seed(seed), owner, expected: Vec::new() }
    }

    fn put(&mut self, key: u8, handle: u32) {
        self.expected.retain(|&(_, other)| other != handle);
        let at = self.expected.partition_point(|&entry| entry < (key, handle));
        self.expected.insert(at, (key, handle));
        if self.list.update(Handle(handle), Grouped(key), &mut self.owner).is_none() {
            self.list.insert(Grouped(key), Handle(handle), &mut self.owner);
        }
    }

    fn remove(&mut self, handle: u32) {
        self.expected.retain(|&(_, other)| other != handle);
        self.list.remove(Handle(handle), &mut self.owner);
    }

    /// Compares the groups before an entry, which need not be there, and all of them.
    fn check(&self, key: u8, handle: u32) {
        self.list.internal_validate(&self.owner).unwrap();
        let groups = |entries: &[(u8, u32)]| {
            let mut groups: Vec<_> =
                entries.iter().map(|&(key, handle)| (key, handle / 12)).collect();
            groups.dedup();
            groups.len()
        };
        let before = self.expected.partition_point(|&entry| entry < (key, handle));
        let is_before = |&Grouped(other): &Grouped, at: Handle| (other, at.0) < (key, handle);
        let counted = self.list.groups_before(&self.owner, is_before);
        assert_eq!(counted, groups(&self.expected[..before]));
        let all = self.list.groups_before(&self.owner, |_, _| true);
        assert_eq!(all, groups(&self.expected));
        assert_eq!(self.list.count_before(is_before), before);
    }
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn groups_before_an_entry_are_those_of_a_sorted_vector(
        // The handle, the key, how many handles from there on, and whether they go.
        runs in proptest::collection::vec((0..600_u32, 0..6_u8, 1..90_u32, any::<bool>()), 1..25),
    ) {
        let mut trial = Trial::new(runs.len() as u64, 600);
        for &(from, key, count, is_removal) in &runs {
            for i in 0..count {
                let handle = (from + i * 7) % 600;
                if is_removal {
                    trial.remove(handle);
                } else {
                    trial.put(key + (i % 2) as u8, handle);
                }
                trial.check(key, handle / 5);
            }
        }
    }
}

#[test]
fn groups_are_counted_over_several_levels() {
    let (mut below, mut trial) = (numbers(71), Trial::new(9, 30_000));
    for i in 0..60_000 {
        let handle = below(30_000) as u32;
        if below(60_000) > i {
            trial.put(below(5) as u8, handle);
        } else {
            trial.remove(handle);
        }
        if i % 1_000 == 0 {
            trial.check(below(5) as u8, below(30_000) as u32);
        }
    }
}

#[test]
fn twelve_thousand_equal_scores_are_ranked_after_each_of_twelve_thousand_updates() {
    const MEMBERS: u64 = 12_000;
    let mut board = Leaderboard::new(SortOrder::Desc);
    let mut below = numbers(68);
    let mut scores = vec![100_i64; MEMBERS as usize];
    for i in 0..MEMBERS {
        let stamp = Timestamp::from_ms(i).unwrap();
        board.apply(Command::submit(format!("m{i}"), 100), stamp).unwrap();
    }
    // How many have each score, for a count that is not quadratic.
    let mut counts = std::collections::BTreeMap::from([(100_i64, MEMBERS)]);
    for i in 0..MEMBERS {
        let (at, delta) = (below(MEMBERS) as usize, below(7) as i64 - 3);
        let (member, stamp) = (format!("m{at}"), Timestamp::from_ms(MEMBERS + i).unwrap());
        board.apply(Command::submit(member.as_str(), delta), stamp).unwrap();
        let old = scores[at];
        scores[at] += delta;
        *counts.get_mut(&old).unwrap() -= 1;
        counts.retain(|_, count| *count > 0);
        *counts.entry(scores[at]).or_default() += 1;
        let better = || counts.range(scores[at] + 1..);
        let competition = 1 + better().map(|(_, count)| count).sum::<u64>();
        let dense = 1 + better().count() as u64;
        let rank = |kind| board.rank(&member, kind).map(u64::from);
        assert_eq!(rank(RankKind::Competition), Some(competition), "{i}");
        assert_eq!(rank(RankKind::Dense), Some(dense), "{i}");
        assert_eq!(rank(RankKind::Modified), Some(competition - 1 + counts[&scores[at]]), "{i}");
    }
    board.internal_validate().unwrap();
}
