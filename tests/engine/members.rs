//! Names to handles and back.

use std::collections::HashMap;

use edgeboard::members::Members;
use edgeboard::skiplist::{BlockId, Directory, Handle};
use proptest::prelude::*;

use crate::model::{MEMBERS, cases, member, numbers, uuid};

/// Plays insertions and removals of numbered members and compares with a map.
fn play(ops: impl IntoIterator<Item = (bool, usize)>, every: usize) {
    let mut members = Members::new();
    let mut handles: HashMap<usize, Handle> = HashMap::new();
    for (i, (insert, n)) in ops.into_iter().enumerate() {
        let name = member(n);
        assert_eq!(members.get(&name), handles.get(&n).copied());
        if insert {
            let handle = members.insert(&name);
            assert_eq!(*handles.entry(n).or_insert(handle), handle);
            assert_eq!(members.name(handle), name);
        } else if let Some(handle) = handles.remove(&n) {
            members.remove(handle);
            assert_eq!(members.name(handle), b"");
        }
        assert_eq!(members.len(), handles.len());
        if i % every == 0 {
            members.internal_validate().unwrap();
        }
    }
    members.internal_validate().unwrap();
    for (&n, &handle) in &handles {
        assert_eq!(members.name(handle), member(n));
        assert_eq!(members.get(&member(n)), Some(handle));
    }
    assert_eq!(members.iter().count(), handles.len());
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn names_lead_to_their_handles_and_back(
        ops in proptest::collection::vec((any::<bool>(), 0..60usize), 1..300),
    ) {
        play(ops, 1);
    }

    #[test]
    fn the_tie_rule_is_the_order_of_bytes(
        a in proptest::collection::vec(proptest::sample::select(&b"\0\x01a\xff"[..]), 0..16),
        b in proptest::collection::vec(proptest::sample::select(&b"\0\x01a\xff"[..]), 0..16),
    ) {
        let mut members = Members::new();
        let (first, second) = (members.insert(&a), members.insert(&b));
        prop_assert_eq!(members.tie(first, second), a.cmp(&b));
        prop_assert_eq!(members.tie(second, first), b.cmp(&a));
    }

    #[test]
    fn a_run_is_searched_as_one_by_one(
        names in proptest::collection::btree_set(
            proptest::collection::vec(proptest::sample::select(&b"\0ab\xff"[..]), 0..18), 1..150),
        picked in any::<proptest::sample::Index>(),
    ) {
        let mut members = Members::new();
        // Handles in another order than names.
        let mut shuffled: Vec<&Vec<u8>> = names.iter().collect();
        shuffled.sort_by_key(|name| (name.len(), name.iter().rev().copied().collect::<Vec<u8>>()));
        shuffled.iter().for_each(|name| { members.insert(name); });
        let sorted: Vec<Handle> = names.iter().map(|name| members.insert(name)).collect();
        let at = picked.index(sorted.len());
        let others: Vec<Handle> = sorted.iter().copied().filter(|&h| h != sorted[at]).collect();
        prop_assert_eq!(members.ties_before(others.len(), |i| others[i], sorted[at]), at);
    }
}

#[test]
fn many_names_come_and_go() {
    let mut members = Members::new();
    let handles: Vec<Handle> = (0..150_000).map(|n| members.insert(&member(n))).collect();
    members.internal_validate().unwrap();
    let full = members.allocated_bytes();
    for (n, &handle) in handles.iter().enumerate() {
        assert_eq!(members.get(&member(n)), Some(handle));
        if n % 10 != 0 {
            members.remove(handle);
        }
    }
    members.internal_validate().unwrap();
    assert_eq!(members.len(), 15_000);
    assert!(members.allocated_bytes() < full);
    assert!((0..150_000).all(|n| members.get(&member(n)).is_some() == (n % 10 == 0)));
}

#[test]
fn long_runs_lead_to_handles_and_back() {
    let mut below = numbers(23);
    play((0..100_000).map(|_| (below(2) == 1, below(8_000) as usize)), 5_000);
}

#[test]
fn odd_names_are_all_different_members() {
    let mut members = Members::new();
    let handles: Vec<Handle> = MEMBERS.iter().map(|name| members.insert(name)).collect();
    assert_eq!(members.len(), MEMBERS.len());
    assert!(MEMBERS.iter().zip(&handles).all(|(name, &handle)| members.name(handle) == **name));
}

#[test]
fn handles_are_dense_and_reused() {
    let mut members = Members::new();
    let handles: Vec<u32> = (0..1_000).map(|n| members.insert(&member(n)).0).collect();
    assert!(handles.iter().copied().eq(0..1_000));
    members.remove(Handle(500));
    members.remove(Handle(7));
    let reused = [members.insert(b"one more").0, members.insert(b"and one").0];
    assert_eq!(reused, [7, 500]);
    assert_eq!(members.insert(b"a third").0, 1_000);
}

#[test]
fn a_new_member_is_in_no_block_even_under_a_reused_handle() {
    let mut members = Members::new();
    members.insert(b"stays");
    let handle = members.insert(b"goes");
    assert_eq!(members.block(handle), BlockId::NONE);
    members.remove(handle);
    assert_eq!(members.block(handle), BlockId::NONE);
    assert_eq!(members.insert(b"comes"), handle);
    assert_eq!(members.block(handle), BlockId::NONE);
}

#[test]
fn names_of_any_length_are_kept() {
    let mut members = Members::new();
    let lengths = [0, 1, 11, 12, 13, 16, 63, 1_000, 16_000, 16_384, 65_532, 65_536, 1 << 20];
    let name = |length: usize| (0..length).map(|i| (i * 7 + length) as u8).collect::<Vec<u8>>();
    for &length in &lengths {
        members.insert(&name(length));
    }
    members.internal_validate().unwrap();
    for &length in &lengths {
        let handle = members.get(&name(length)).unwrap();
        assert_eq!(members.name(handle), name(length));
        members.remove(handle);
        members.internal_validate().unwrap();
    }
    assert_eq!(members.allocated_bytes(), 0);
}

#[test]
fn the_memory_of_removed_long_names_is_reused() {
    let name = |n: u64| format!("{n:032}-{}", "x".repeat((n % 90) as usize)).into_bytes();
    let mut members = Members::new();
    let mut present: Vec<u64> = (0..20_000).collect();
    present.iter().for_each(|&n| {
        members.insert(&name(n));
    });
    let before = members.allocated_bytes();
    let mut below = numbers(29);
    for n in 20_000..200_000 {
        let out = below(20_000) as usize;
        let handle = members.get(&name(present[out])).unwrap();
        members.remove(handle);
        members.insert(&name(n));
        present[out] = n;
    }
    members.internal_validate().unwrap();
    for &n in &present {
        assert!(members.get(&name(n)).is_some());
    }
    let after = members.allocated_bytes();
    assert!(after < before * 5 / 4, "{before} bytes before, {after} after");
}

#[test]
fn the_seed_changes_no_handle() {
    let handles = |seed| -> Vec<Handle> {
        let mut members = Members::with_seed(seed);
        (0..500).map(|n| members.insert(&member(n % 300))).collect()
    };
    assert_eq!(handles(1), handles(2));
}

#[test]
fn the_order_of_uuids_and_names_like_them_is_that_of_their_bytes() {
    let mut members = Members::new();
    let mut names: Vec<Vec<u8>> = (0..2_000).map(member).collect();
    // Neighbours that differ in the last digits only.
    names.extend((0..50).map(|n| format!("00112233-4455-6677-8899-aabbcc{n:06x}").into_bytes()));
    names.sort();
    names.dedup();
    names.iter().rev().for_each(|name| {
        members.insert(name);
    });
    for pair in names.windows(2) {
        let [a, b] = [&pair[0], &pair[1]].map(|name| members.get(name).unwrap());
        assert!(members.tie(a, b).is_lt() && members.tie(b, a).is_gt(), "{pair:?}");
        assert_eq!(members.name(a), pair[0]);
    }
    members.internal_validate().unwrap();
}

#[test]
fn a_uuid_takes_twenty_bytes_and_a_slot() {
    let bytes = |name: fn(u64) -> String| {
        let mut members = Members::new();
        (0..100_000).for_each(|n| {
            members.insert(name(n).as_bytes());
        });
        members.allocated_bytes() as f64 / 100_000.0
    };
    assert!(bytes(uuid) < 27.0);
    assert!(bytes(|n| uuid(n).to_uppercase()) < 27.0);
    assert!(bytes(|n| format!("{}-", uuid(n))) > 60.0);
}
