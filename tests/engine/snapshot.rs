//! Snapshots: nothing is lost over save and load, the bytes are these for ever, and no bytes do
//! harm.

use edgeboard::members::{MAX_MEMBERS, MAX_NAME_BYTES, Members};
use edgeboard::score::Score;
use edgeboard::snapshot::{Kind, MAX_PAYLOAD_BYTES, Reader, SnapshotError, VERSION, Writer};
use edgeboard::sorted_set::SortedSet;
use proptest::prelude::*;

use crate::model::{Model, Op, Reply, SCORES, apply, cases, member, numbers, ops};

const INVALID: &str = "snapshot_invalid";

fn everything(set: &mut SortedSet) -> Reply {
    apply(set, &Op::Range { start: 0, stop: -1 })
}

/// Saves and loads a set, checks all that must be the same, and returns the loaded one.
fn saved_and_loaded(set: &mut SortedSet) -> SortedSet {
    let bytes = set.snapshot();
    let mut loaded = SortedSet::load(&bytes).unwrap();
    loaded.internal_validate().unwrap();
    assert_eq!(everything(&mut loaded), everything(set));
    assert!(loaded.snapshot() == bytes, "the bytes of the loaded set are others");
    loaded
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_loaded_set_goes_on_as_the_model_does(
        before in ops(400, 600),
        after in ops(400, 200),
        seed in any::<u64>(),
    ) {
        let (mut set, mut model) = (SortedSet::with_seed(seed), Model::default());
        before.iter().for_each(|op| {
            apply(&mut set, op);
            model.apply(op);
        });
        let mut loaded = saved_and_loaded(&mut set);
        for op in &after {
            prop_assert_eq!(apply(&mut loaded, op), model.apply(op), "{:?}", op);
        }
        loaded.internal_validate().unwrap();
        saved_and_loaded(&mut loaded);
    }

    #[test]
    fn bytes_of_any_kind_are_refused_or_load_whole(
        mut bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let valid = SortedSet::new().snapshot();
        let known = bytes.len().min(6);
        bytes[..known].copy_from_slice(&valid[..known]);
        if let Ok(set) = SortedSet::load(&bytes) {
            set.internal_validate().unwrap();
        }
    }
}

/// A set of many blocks, frames and groups: names of all lengths, every odd score, holes.
fn large_set(members: usize, seed: u64) -> SortedSet {
    let (mut set, mut below) = (SortedSet::with_seed(seed), numbers(5));
    for i in 0..members {
        let score = match below(8) {
            0 => SCORES[below(SCORES.len() as u64) as usize],
            1 => below(1 << 40) as f64 / 1024.0,
            _ => below(20_000) as f64 - 500.0,
        };
        set.add(&member(i), Score::new(score).unwrap());
    }
    for i in (0..members).step_by(7) {
        set.remove(&member(i));
    }
    set
}

#[test]
fn a_large_set_is_the_same_after_loading_and_stays_right() {
    let mut set = large_set(60_000, 1);
    let mut loaded = saved_and_loaded(&mut set);
    let mut below = numbers(6);
    for i in 0..20_000 {
        let op = Op::draw(&mut below, 60_000);
        // Whole ranges of so many members would take all the time.
        if !matches!(op, Op::Range { .. } | Op::ReverseRange { .. }) {
            assert_eq!(apply(&mut loaded, &op), apply(&mut set, &op), "{i}: {op:?}");
        }
    }
    loaded.internal_validate().unwrap();
    assert_eq!(everything(&mut loaded), everything(&mut set));
}

#[test]
fn the_seed_and_the_shape_are_not_in_the_bytes() {
    assert!(large_set(3_000, 1).snapshot() == large_set(3_000, 2).snapshot());

    let names: Vec<Vec<u8>> = (0..3_000).map(member).collect();
    let (mut there, mut back) = (SortedSet::new(), SortedSet::new());
    names.iter().for_each(|name| {
        there.add(name, Score::from(1));
        back.add(name, Score::from(2));
    });
    for (i, name) in names.iter().enumerate() {
        there.add(name, Score::from(i as i32 % 50));
    }
    for (i, name) in names.iter().enumerate().rev() {
        back.add(name, Score::from(i as i32 % 50));
    }
    assert!(there.snapshot() == back.snapshot());
}

#[test]
fn the_seed_of_a_set_outlives_what_it_reads() {
    let bytes = large_set(100, 1).snapshot();
    let mut set = SortedSet::with_seed(77);
    set.add(b"gone", Score::ZERO);
    set.read_from(&mut Reader::new(Kind::SortedSet, &mut bytes.as_slice()).unwrap()).unwrap();
    assert_eq!(set.score(b"gone"), None);
    assert!(set.snapshot() == bytes);
    set.internal_validate().unwrap();
}

#[test]
fn members_keep_their_handles_and_the_lowest_free_one_is_next() {
    let mut members = Members::new();
    let handles: Vec<_> = (0..100).map(|i| members.insert(&member(i))).collect();
    for gone in [99, 98, 3, 50, 7] {
        members.remove(handles[gone]);
    }
    let mut bytes = Vec::new();
    let mut writer = Writer::new(Kind::SortedSet, &mut bytes);
    members.write_to(&mut writer);
    writer.finish();

    let mut loaded = Members::new();
    loaded.read_from(&mut Reader::new(Kind::SortedSet, &mut bytes.as_slice()).unwrap()).unwrap();
    loaded.internal_validate().unwrap();
    assert!(loaded.iter().eq(members.iter()));
    assert_eq!(loaded.handle_bound(), 98);
    let next: Vec<u32> = (0..5).map(|i| loaded.insert(format!("new {i}").as_bytes()).0).collect();
    assert_eq!(next, [3, 7, 50, 98, 99]);
}

#[test]
fn many_members_of_integer_scores_take_five_bytes_each_at_most() {
    let (mut set, mut below) = (SortedSet::new(), numbers(8));
    let (mut names, count) = (0, 200_000);
    for i in 0..count {
        let name = format!("user:{i:07}");
        names += name.len();
        set.add(name.as_bytes(), Score::from(below(14_000_000) as i32));
    }
    let bytes = set.snapshot().len();
    assert!(bytes - names <= 5 * count, "{} bytes beside the names", bytes - names);
}

#[test]
fn a_loaded_set_takes_no_more_memory_than_the_one_saved() {
    let mut set = SortedSet::new();
    for i in 0..50_000 {
        set.add(format!("user:{i:07}").as_bytes(), Score::from(i));
    }
    let loaded = SortedSet::load(&set.snapshot()).unwrap();
    assert!(loaded.allocated_bytes() <= set.allocated_bytes() * 105 / 100);
}

/// One set with all three forms of scores, a long name, an empty one and a hole.
fn golden_set() -> SortedSet {
    let mut set = SortedSet::new();
    let scores = (0..1_100).map(|i| match i {
        0 => -0.0,
        1..=500 => f64::from(i) - 100.0,
        501..=1_023 => f64::from(i) * 0.7,
        _ => f64::from(i) * 1_000.0,
    });
    for (i, score) in scores.enumerate() {
        set.add(format!("u{i}").as_bytes(), Score::new(score).unwrap());
    }
    set.add(b"", Score::NEG_INFINITY);
    set.add("a name of more than twelve bytes, \u{1f600}".as_bytes(), Score::INFINITY);
    set.add(&[0xff, 0, 0x80], Score::from(-7));
    set.remove(b"u9");
    set
}

#[test]
fn the_bytes_of_version_1_are_these_for_ever() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/sorted_set.v1.snapshot");
    let written = golden_set().snapshot();
    if std::env::var_os("EDGEBOARD_WRITE_FIXTURES").is_some() {
        std::fs::write(path, &written).unwrap();
    }
    let golden = std::fs::read(path).unwrap();
    assert!(written == golden, "the bytes have changed: that needs a new version");
    let mut loaded = SortedSet::load(&golden).unwrap();
    loaded.internal_validate().unwrap();
    assert_eq!(everything(&mut loaded), everything(&mut golden_set()));
}

#[test]
fn every_flipped_bit_and_every_cut_is_refused() {
    let bytes = golden_set().snapshot();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let error = SortedSet::load(&flipped).unwrap_err();
        let is_version = flipped[4] > VERSION;
        assert_eq!(error.code() == "snapshot_newer", is_version, "bit {bit}: {error}");
    }
    for len in 0..bytes.len() {
        assert_eq!(SortedSet::load(&bytes[..len]).unwrap_err().code(), INVALID, "{len} bytes");
    }
    let longer = [bytes, vec![0]].concat();
    assert_eq!(SortedSet::load(&longer).unwrap_err().code(), INVALID);
}

#[test]
fn frames_that_are_missing_double_or_swapped_are_refused() {
    struct Frames(Vec<Vec<u8>>);
    impl edgeboard::snapshot::Sink for Frames {
        fn write(&mut self, frame: &[u8]) {
            self.0.push(frame.to_vec());
        }
    }
    let mut frames = Frames(Vec::new());
    let mut writer = Writer::new(Kind::SortedSet, &mut frames);
    large_set(20_000, 1).write_to(&mut writer);
    writer.finish();
    let frames = frames.0;
    assert!(frames.len() >= 5 && SortedSet::load(&frames.concat()).is_ok());
    assert!(frames.iter().all(|frame| frame.len() <= MAX_PAYLOAD_BYTES + 64));
    let refused = |frames: Vec<Vec<u8>>| {
        assert_eq!(SortedSet::load(&frames.concat()).unwrap_err().code(), INVALID);
    };
    for at in 0..frames.len() {
        let mut others = frames.clone();
        others.remove(at);
        refused(others);
        let mut others = frames.clone();
        others.insert(at, frames[at].clone());
        refused(others);
    }
    for at in 1..frames.len() {
        let mut others = frames.clone();
        others.swap(at - 1, at);
        refused(others);
    }
}

#[test]
fn newer_versions_and_other_kinds_are_told_apart() {
    let mut bytes = SortedSet::new().snapshot();
    bytes[4] = VERSION + 1;
    let newer = SnapshotError::Newer { version: VERSION + 1 };
    assert_eq!(SortedSet::load(&bytes).unwrap_err(), newer);
    bytes[4] = 0;
    assert_eq!(SortedSet::load(&bytes).unwrap_err().code(), INVALID);
    bytes[4..6].copy_from_slice(&[VERSION, 200]);
    let error = SortedSet::load(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "the snapshot is one of something else");
}

/// A snapshot that somebody wrote by hand, with the right checksums.
fn forged(write: impl FnOnce(&mut Writer<'_>)) -> Result<SortedSet, SnapshotError> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(Kind::SortedSet, &mut bytes);
    write(&mut writer);
    writer.finish();
    SortedSet::load(&bytes)
}

#[test]
fn forged_members_are_refused() {
    let members = |numbers: &[u64]| {
        let error = forged(|writer| numbers.iter().for_each(|&number| writer.varint(number)));
        error.unwrap_err().to_string()
    };
    assert_eq!(members(&[MAX_MEMBERS as u64 + 1]), "the snapshot has too many members");
    // No memory is taken for what is only promised.
    assert_eq!(members(&[MAX_MEMBERS as u64]), "the snapshot ends too early");
    assert_eq!(members(&[1, MAX_NAME_BYTES as u64 + 1]), "the snapshot ends too early");
    assert_eq!(
        members(&[1, MAX_NAME_BYTES as u64 + 2]),
        "the snapshot has a member that is too long"
    );
    assert_eq!(members(&[1, u64::MAX]), "the snapshot has a member that is too long");
    let trailing = "the snapshot ends with handles that are not in use";
    assert_eq!(members(&[2, 1, 0]), trailing);
    assert_eq!(members(&[2, 1, 1]), "the snapshot has a member twice");
}

#[test]
fn forged_entries_are_refused() {
    // The members "a", a hole, and "b"; so two bits for each handle.
    let entries = |handles: u8, scores: &[u8]| {
        let error = forged(|writer| {
            writer.bytes(&[3, 2, b'a', 0, 2, b'b', handles]);
            writer.bytes(scores);
        });
        error.map(|set| set.len()).map_err(|error| error.to_string())
    };
    let refused = |reason: &str| Err(format!("the snapshot {reason}"));
    let not_one_each = refused("has entries that are not one for each member");
    assert_eq!(entries(0b1000, &[0, 2, 0]), Ok(2));
    assert_eq!(entries(0b1000, &[0, 2, 1]), Ok(2));
    assert_eq!(entries(0b0000, &[0, 2, 1]), not_one_each);
    assert_eq!(entries(0b0100, &[0, 2, 1]), not_one_each);
    assert_eq!(entries(0b1100, &[0, 2, 1]), not_one_each);
    assert_eq!(entries(0b1_1000, &[0, 2, 1]), refused("has bits that mean nothing"));
    assert_eq!(entries(0b0010, &[0, 2, 0]), refused("has entries out of order"));
    assert_eq!(entries(0b1000, &[3, 2, 0]), refused("has scores in an unknown form"));
    assert_eq!(entries(0b1000, &[0, 2]), refused("ends too early"));
    assert_eq!(entries(0b1000, &[0, 2, 0, 0]), refused("has more in it than it should"));
    assert_eq!(entries(0b1000, &[0, 2, 0x80, 0]), refused("has a malformed number"));
    let plain = |a: f64, b: f64| [&[2], &a.to_le_bytes()[..], &b.to_le_bytes()].concat();
    let out_of_range = refused("has a score that is out of range");
    assert_eq!(entries(0b1000, &plain(-0.0, 0.0)), Ok(2));
    assert_eq!(entries(0b1000, &plain(1.0, 0.5)), refused("has entries out of order"));
    assert_eq!(entries(0b1000, &plain(1.0, f64::NAN)), out_of_range);
    let number = |form: u8, first: &[u8]| [&[form], first, &[1]].concat();
    let all_bits = [[0xff; 9].as_slice(), &[1]].concat();
    assert_eq!(entries(0b1000, &number(0, &all_bits)), out_of_range);
    assert_eq!(entries(0b1000, &number(1, &all_bits)), out_of_range);
    let too_many_bits = [[0xff; 9].as_slice(), &[2]].concat();
    assert_eq!(entries(0b1000, &number(0, &too_many_bits)), refused("has a malformed number"));
}

#[test]
fn damage_behind_a_right_checksum_is_refused_or_loads_a_whole_set() {
    let payload = {
        let bytes = golden_set().snapshot();
        let end = bytes.len() - 12 - 8;
        bytes[10..end].to_vec()
    };
    assert!(forged(|writer| writer.bytes(&payload)).is_ok());
    let (mut below, mut refusals) = (numbers(11), 0);
    for _ in 0..3_000 {
        let mut damaged = payload.clone();
        for _ in 0..=below(2) {
            let at = below(damaged.len() as u64) as usize;
            damaged[at] = below(256) as u8;
        }
        match forged(|writer| writer.bytes(&damaged)) {
            Ok(mut set) => {
                set.internal_validate().unwrap();
                for _ in 0..20 {
                    apply(&mut set, &Op::draw(&mut below, 1_100));
                }
                set.internal_validate().unwrap();
            }
            Err(error) => {
                assert_eq!(error.code(), INVALID);
                refusals += 1;
            }
        }
    }
    assert!((300..3_000).contains(&refusals), "{refusals}");
}

#[test]
fn bytes_lie_across_frames_and_numbers_keep_their_values() {
    let name: Vec<u8> = (0..200_000).map(|i| (i % 251) as u8).collect();
    let edges = [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
    let mut bytes = Vec::new();
    let mut writer = Writer::new(Kind::SortedSet, &mut bytes);
    for i in 0..40 {
        writer.bytes(&name[..MAX_PAYLOAD_BYTES - 20 + i]);
        edges.iter().for_each(|&number| writer.varint(number));
    }
    writer.bytes(&name);
    writer.finish();
    let mut source = bytes.as_slice();
    let mut reader = Reader::new(Kind::SortedSet, &mut source).unwrap();
    for i in 0..40 {
        let len = MAX_PAYLOAD_BYTES - 20 + i;
        assert!(reader.bytes(len).unwrap() == &name[..len]);
        edges.iter().for_each(|&number| assert_eq!(reader.varint(), Ok(number)));
    }
    assert!(reader.bytes(name.len()).unwrap() == name);
    assert_eq!(reader.finish(), Ok(()));
}
