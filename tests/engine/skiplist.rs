//! The list alone, with an owner whose ties are in the order of the handles.

use std::cmp::Ordering;

use edgeboard::rank::Rank;
use edgeboard::skiplist::{BlockId, Directory, Handle, SkipList};
use proptest::prelude::*;

use crate::model::{cases, numbers};

#[derive(Default)]
struct ByHandle(Vec<BlockId>);

impl ByHandle {
    fn with_room(handles: usize) -> Self {
        ByHandle(vec![BlockId::NONE; handles])
    }
}

impl Directory for ByHandle {
    fn tie(&self, a: Handle, b: Handle) -> Ordering {
        a.cmp(&b)
    }

    fn block(&self, handle: Handle) -> BlockId {
        self.0[handle.0 as usize]
    }

    fn place(&mut self, handle: Handle, block: BlockId) {
        self.0[handle.0 as usize] = block;
    }
}

/// A list, its owner, and what it should hold.
struct Trial {
    list: SkipList<i64>,
    owner: ByHandle,
    expected: Vec<(i64, Handle)>,
}

impl Trial {
    fn new(seed: u64, handles: usize) -> Self {
        Trial {
            list: SkipList::with_seed(seed),
            owner: ByHandle::with_room(handles),
            expected: Vec::new(),
        }
    }

    fn forget(&mut self, handle: Handle) -> Option<i64> {
        let at = self.expected.iter().position(|&(_, other)| other == handle)?;
        Some(self.expected.remove(at).0)
    }

    fn expect(&mut self, key: i64, handle: Handle) {
        let at = self.expected.partition_point(|&entry| entry < (key, handle));
        self.expected.insert(at, (key, handle));
    }

    /// Inserts an entry, or updates it if it is there.
    fn put(&mut self, key: i64, handle: Handle) {
        let old = self.forget(handle);
        self.expect(key, handle);
        assert_eq!(self.list.update(handle, key, &mut self.owner), old);
        if old.is_none() {
            self.list.insert(key, handle, &mut self.owner);
        }
    }

    fn remove(&mut self, handle: Handle) {
        let old = self.forget(handle);
        assert_eq!(self.list.remove(handle, &mut self.owner), old);
    }

    fn validate(&self) {
        self.list.internal_validate(&self.owner).unwrap();
    }

    /// Compares everything that can be asked.
    fn compare(&self) {
        self.validate();
        let (list, expected) = (&self.list, &self.expected);
        assert_eq!(list.len(), expected.len());
        assert!(list.iter().eq(expected.iter().copied()));
        assert!(list.iter().rev().eq(expected.iter().rev().copied()));
        assert_eq!(list.first(), expected.first().copied());
        assert_eq!(list.last(), expected.last().copied());
        for (at, &(key, handle)) in expected.iter().enumerate() {
            let rank = Rank(at as u32);
            assert_eq!(list.rank(handle, &self.owner), Some(rank));
            assert_eq!(list.key(handle, &self.owner), Some(key));
            assert_eq!(list.select(rank), Some((key, handle)));
        }
        assert_eq!(list.select(Rank(expected.len() as u32)), None);
    }
}

#[derive(Clone, Debug)]
enum Op {
    Put(i64, u32),
    Remove(u32),
    Count(i64),
    Range(usize, usize),
}

/// Runs of writes, so that blocks fill and empty: near a key, at the ends, on equal keys.
fn ops(handles: u32, keys: i64) -> impl Strategy<Value = Vec<Op>> {
    let handle = 0..handles;
    let key = prop_oneof![4 => 0..keys, 1 => Just(i64::MIN), 1 => Just(i64::MAX)];
    let op = prop_oneof![
        12 => (key, handle.clone()).prop_map(|(key, handle)| vec![Op::Put(key, handle)]),
        2 => (0..keys, handle.clone(), 1..200u32).prop_map(move |(key, from, count)| {
            let one = |i: u32| Op::Put(key + i64::from(i) % 3, (from + i) % handles);
            (0..count).map(one).collect()
        }),
        2 => (handle.clone(), 1..200u32).prop_map(move |(from, count)| {
            (0..count).map(|i| Op::Remove((from + i) % handles)).collect()
        }),
        6 => handle.prop_map(|handle| vec![Op::Remove(handle)]),
        2 => (-1..keys + 1).prop_map(|key| vec![Op::Count(key)]),
        2 => (0..handles as usize, 0..handles as usize + 9)
            .prop_map(|(start, end)| vec![Op::Range(start, end)]),
    ];
    proptest::collection::vec(op, 1..60).prop_map(|runs| runs.concat())
}

fn play(trial: &mut Trial, ops: &[Op]) {
    for op in ops {
        match *op {
            Op::Put(key, handle) => trial.put(key, Handle(handle)),
            Op::Remove(handle) => trial.remove(Handle(handle)),
            Op::Count(key) => {
                let below = trial.expected.partition_point(|&(other, _)| other < key);
                assert_eq!(trial.list.count_before(|&other, _| other < key), below);
            }
            Op::Range(start, end) => {
                let len = trial.expected.len();
                let inside = &trial.expected[start.min(end).min(len)..end.min(len)];
                let range = trial.list.range(start..end);
                assert!(range.clone().eq(inside.iter().copied()));
                assert!(range.rev().eq(inside.iter().rev().copied()));
            }
        }
        trial.validate();
    }
    trial.compare();
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_list_of_few_keys_behaves_as_a_sorted_vector(ops in ops(500, 4)) {
        play(&mut Trial::new(1, 500), &ops);
    }

    #[test]
    fn a_list_of_many_keys_behaves_as_a_sorted_vector(ops in ops(700, 10_000)) {
        play(&mut Trial::new(2, 700), &ops);
    }

    #[test]
    fn a_range_may_be_read_from_both_ends(
        len in 0..300usize,
        ends in proptest::collection::vec(any::<bool>(), 0..400),
    ) {
        let mut trial = Trial::new(3, len);
        (0..len).for_each(|i| trial.put(i as i64, Handle(i as u32)));
        let (mut range, mut expected) = (trial.list.iter(), trial.expected.iter().copied());
        for from_front in ends {
            let pair = if from_front {
                (range.next(), expected.next())
            } else {
                (range.next_back(), expected.next_back())
            };
            prop_assert_eq!(pair.0, pair.1);
            prop_assert_eq!(range.len(), expected.len());
        }
    }
}

/// Inserts keys in an order, removes them in another, and validates on the way.
fn fill_and_drain(keys: impl Iterator<Item = i64>, drain: impl Fn(&mut Vec<u32>)) {
    let keys: Vec<i64> = keys.collect();
    let mut trial = Trial::new(5, keys.len());
    for (i, &key) in keys.iter().enumerate() {
        trial.list.insert(key, Handle(i as u32), &mut trial.owner);
        if i.is_multiple_of(keys.len() / 20) {
            trial.validate();
        }
    }
    trial.expected = keys.iter().zip(0..).map(|(&key, i)| (key, Handle(i))).collect();
    trial.expected.sort_unstable();
    trial.compare();
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    drain(&mut order);
    for (i, &handle) in order.iter().enumerate() {
        let removed = trial.list.remove(Handle(handle), &mut trial.owner);
        assert_eq!(removed, Some(keys[handle as usize]));
        if i.is_multiple_of(keys.len() / 20) || order.len() - i < 200 {
            trial.validate();
        }
    }
    assert_eq!((trial.list.len(), trial.list.allocated_bytes()), (0, 0));
}

#[test]
fn ascending_keys_fill_and_drain() {
    fill_and_drain(0..20_000, |_| {});
    fill_and_drain(0..20_000, |order| order.reverse());
}

#[test]
fn descending_keys_fill_and_drain() {
    fill_and_drain((0..20_000).rev(), |_| {});
    fill_and_drain((0..20_000).rev(), |order| order.reverse());
}

#[test]
fn equal_keys_fill_and_drain() {
    fill_and_drain((0..20_000).map(|_| 7), |order| order.reverse());
}

#[test]
fn random_keys_fill_and_drain_in_random_order() {
    let mut below = numbers(11);
    fill_and_drain((0..30_000).map(|_| below(1 << 40) as i64), |order| {
        let mut below = numbers(12);
        (1..order.len()).rev().for_each(|i| order.swap(i, below(i as u64 + 1) as usize));
    });
}

#[test]
fn lists_of_several_levels_fill_and_drain() {
    let mut below = numbers(37);
    fill_and_drain((0..250_000).map(|_| below(100_000) as i64), |order| {
        let mut below = numbers(41);
        (1..order.len()).rev().for_each(|i| order.swap(i, below(i as u64 + 1) as usize));
    });
}

#[test]
fn every_seed_keeps_every_invariant() {
    for seed in 0..100 {
        let (mut below, mut trial) = (numbers(seed), Trial::new(seed, 4_000));
        for i in 0..6_000 {
            let handle = Handle(below(4_000) as u32);
            // More come than go at first, then more go than come.
            if below(6_000) > i {
                trial.put(below(1 << 20) as i64, handle);
            } else {
                trial.remove(handle);
            }
        }
        trial.compare();
    }
}

#[test]
fn keys_from_both_ends_inwards_fill_and_drain() {
    fill_and_drain((0..20_000).map(|i| if i % 2 == 0 { i } else { 40_000 - i }), |_| {});
}

#[test]
fn updates_over_any_distance_keep_every_invariant() {
    let (mut below, mut trial) = (numbers(13), Trial::new(6, 5_000));
    (0..5_000).for_each(|i| trial.put(below(100_000) as i64, Handle(i)));
    for i in 0..30_000 {
        let handle = Handle(below(5_000) as u32);
        let old = trial.list.key(handle, &trial.owner).unwrap();
        let reach = [1, 10, 1_000, 200_000][below(4) as usize];
        let key = old + below(2 * reach + 1) as i64 - reach as i64;
        assert_eq!(trial.list.update(handle, key, &mut trial.owner), Some(old));
        if i % 500 == 0 {
            trial.validate();
        }
    }
    let owner = &trial.owner;
    let mut expected: Vec<_> =
        (0..5_000).map(|i| (trial.list.key(Handle(i), owner).unwrap(), Handle(i))).collect();
    expected.sort_unstable();
    trial.expected = expected;
    trial.compare();
}

#[test]
fn sorted_input_fills_the_blocks() {
    let mut owner = ByHandle::with_room(500_000);
    let mut list = SkipList::new();
    list.extend_sorted((0..500_000).map(|i| (i64::from(i), Handle(i))), &mut owner);
    list.internal_validate(&owner).unwrap();
    assert!(list.iter().map(|(key, _)| key).eq(0..500_000));
    let bytes = list.allocated_bytes() as f64 / 500_000.0;
    assert!(bytes < 14.0, "{bytes} bytes an entry of 12");
}

#[test]
fn sorted_input_may_come_in_parts() {
    let (mut below, mut trial) = (numbers(43), Trial::new(7, 5_000));
    let mut next = 0;
    while next < 5_000 {
        let count = (below(200) as u32 + 1).min(5_000 - next);
        let entries: Vec<_> = (next..next + count).map(|i| (i64::from(i / 3), Handle(i))).collect();
        trial.list.extend_sorted(entries.iter().copied(), &mut trial.owner);
        trial.expected.extend(entries);
        trial.validate();
        next += count;
    }
    trial.compare();
}

#[test]
fn input_that_is_out_of_order_is_still_sorted() {
    let mut owner = ByHandle::with_room(1_000);
    let mut list = SkipList::new();
    let keys = |i: u32| i64::from(i * 7_919 % 1_000);
    list.insert(500, Handle(0), &mut owner);
    list.extend_sorted((1..1_000).map(|i| (keys(i), Handle(i))), &mut owner);
    list.internal_validate(&owner).unwrap();
    assert_eq!(list.len(), 1_000);
}

#[test]
fn the_same_seed_and_operations_give_the_same_shape() {
    let shape = |seed| {
        let (mut below, mut trial) = (numbers(17), Trial::new(seed, 3_000));
        for _ in 0..10_000 {
            let handle = Handle(below(3_000) as u32);
            match below(4) {
                0 => trial.remove(handle),
                _ => trial.put(below(1_000) as i64, handle),
            }
        }
        trial.compare();
        format!("{:?}", trial.list)
    };
    assert_eq!(shape(1), shape(1));
    assert_ne!(shape(1), shape(2));
}

#[test]
fn an_entry_that_is_in_no_list_has_no_key_and_no_rank() {
    let mut owner = ByHandle::with_room(1);
    let mut list: SkipList<i64> = SkipList::new();
    assert_eq!(list.key(Handle(0), &owner), None);
    assert_eq!(list.rank(Handle(0), &owner), None);
    assert_eq!(list.remove(Handle(0), &mut owner), None);
    assert_eq!(list.update(Handle(0), 1, &mut owner), None);
}

#[test]
fn memory_stays_within_bounds_over_many_inserts_and_removals() {
    let (mut below, mut owner) = (numbers(19), ByHandle::with_room(40_000));
    let mut list = SkipList::new();
    (0..20_000).for_each(|i| list.insert(below(1 << 40), Handle(i), &mut owner));
    let before = list.allocated_bytes();
    let mut present: Vec<u32> = (0..20_000).collect();
    let mut absent: Vec<u32> = (20_000..40_000).collect();
    for _ in 0..400_000 {
        let (out, back) = (below(20_000) as usize, below(20_000) as usize);
        list.remove(Handle(present[out]), &mut owner);
        list.insert(below(1 << 40), Handle(absent[back]), &mut owner);
        std::mem::swap(&mut present[out], &mut absent[back]);
    }
    list.internal_validate(&owner).unwrap();
    let after = list.allocated_bytes();
    assert!(after < before * 125 / 100, "{before} bytes before, {after} after");
}
