//! Snapshots of boards: the content alone makes the bytes, they are these for ever, and no bytes
//! do harm.

use edgeboard::leaderboard::{
    BoardKey, Bounds, Change, Column, Columns, Command, Decimals, Entry, Leaderboard, Operator,
    OutOfRange, Points, Record, SortOrder, Submission, Terms, Tie,
};
use edgeboard::period;
use edgeboard::snapshot::{Kind, SnapshotError, Source, VERSION, Writer};
use edgeboard::time::Timestamp;

use crate::board_model::{BoardOp, terms};
use crate::meter::largest_piece_in;
use crate::model::numbers;

const INVALID: &str = "snapshot_invalid";

fn instant(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms).unwrap()
}

fn record(version: u64, member: &str, change: Change) -> Record {
    let stamp = instant(1_791_993_600_000 + 10 * version);
    Record { version, shard: 0, sequence: version, stamp, member: member.into(), change }
}

/// A board of two columns with all parts, and more than one group.
fn golden_board() -> Leaderboard {
    let column = |name: &str, order, decimals, min, max| Column {
        name: name.into(),
        order,
        decimals: Decimals::new(decimals).unwrap(),
        min,
        max,
    };
    let columns = vec![
        column("points", SortOrder::Desc, 2, i64::MIN, i64::MAX),
        column("time", SortOrder::Asc, 0, -5, 99_999),
    ];
    let terms = Terms {
        op: Operator::Latest,
        columns: Columns::new(columns).unwrap(),
        max_members: Some(3_000),
        ..Terms::from(SortOrder::Desc)
    };
    let bounds =
        period::Bounds { start: instant(1_791_936_000_000), end: instant(1_792_022_400_000) };
    let mut board = Leaderboard::new(terms).within(Some(bounds));
    let mut below = numbers(3);
    for version in 1..=2_400 {
        let member = match below(1_400) {
            0 => "a name of more than twelve bytes, \u{1f600}".to_owned(),
            1 => "00112233-4455-6677-8899-aabbccddeeff".to_owned(),
            number => format!("u{number}"),
        };
        let at = (below(3) > 0).then(|| instant(1_791_993_600_000 + below(20_000)));
        let metadata = (below(40) == 0).then(|| Some(format!("{{\"n\":{version}}}").into()));
        let points = [below(900) as i64 - 100, below(6) as i64 - 5];
        let points = Points::new(&points).unwrap();
        let change = match below(50) {
            0 => Change::Ban,
            1 => Change::Unban,
            2 => Change::Remove,
            _ => Change::Submit(Submission { points, at, metadata }),
        };
        board.follow(&Record { shard: below(2) as u16, ..record(version, &member, change) });
    }
    board.follow(&record(2_401, "nobody yet", Change::Ban));
    board
}

fn everything(board: &Leaderboard) -> Vec<Entry> {
    board.top(usize::MAX).collect()
}

#[test]
fn the_bytes_of_version_1_are_these_for_ever() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/leaderboard.v1.snapshot");
    let board = golden_board();
    assert!(board.len() > 512, "more than one group");
    let written = board.snapshot();
    if std::env::var_os("EDGEBOARD_WRITE_FIXTURES").is_some() {
        std::fs::write(path, &written).unwrap();
    }
    let golden = std::fs::read(path).unwrap();
    assert!(written == golden, "the bytes have changed: that needs a new version");
    let mut loaded = Leaderboard::load(&golden).unwrap();
    loaded.internal_validate().unwrap();
    assert_eq!(everything(&loaded), everything(&board));
    assert_eq!((loaded.version(), loaded.terms()), (2_401, board.terms()));
    assert_eq!(loaded.hash_text(), "1d9fe0c17c8601e3");
    assert_eq!(Kind::of(&golden), Some(Kind::Leaderboard));
    // Those who are banned come back with what they had.
    let before = loaded.len();
    for number in 0..1_400 {
        let unban = Command { member: format!("u{number}"), change: Change::Unban };
        loaded.apply(unban, instant(1_791_993_600_000)).unwrap();
    }
    assert!(loaded.len() > before);
    let early = loaded.apply(Command::submit("x", Points::new(&[1, 1]).unwrap()), instant(1));
    assert_eq!(early.unwrap_err().code(), "period_not_started");
}

#[test]
fn every_flipped_bit_and_every_cut_is_refused() {
    let bytes = golden_board().snapshot();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let error = Leaderboard::load(&flipped).unwrap_err();
        let is_version = flipped[4] > VERSION;
        assert_eq!(error.code() == "snapshot_newer", is_version, "bit {bit}: {error}");
    }
    for len in 0..bytes.len() {
        assert_eq!(Leaderboard::load(&bytes[..len]).unwrap_err().code(), INVALID, "{len} bytes");
    }
    assert_eq!(Leaderboard::load(&[bytes, vec![0]].concat()).unwrap_err().code(), INVALID);
}

#[test]
fn history_handles_and_kept_records_are_not_in_the_bytes() {
    let names: Vec<String> = (0..1_500).map(|i| format!("m{}", i * 7_919 % 1_500)).collect();
    let submit = |i: usize| Change::submit(i as i64 % 40);
    // One board takes all in this order; the other had others before, whose handles are used
    // again, and takes the same records as the last ones about each member.
    let mut plain = Leaderboard::new(SortOrder::Desc);
    let mut other = Leaderboard::new(SortOrder::Desc).keeping_records();
    for i in 0..700 {
        other.follow(&record(1 + i, &format!("gone {i}"), Change::submit(5)));
        other.follow(&record(1 + i, &names[i as usize], Change::Ban));
    }
    for i in 0..700 {
        other.follow(&record(1 + i, &format!("gone {}", 699 - i), Change::Remove));
        other.follow(&record(1 + i, &names[i as usize], Change::Unban));
    }
    for (i, name) in names.iter().enumerate() {
        plain.follow(&record(i as u64, name, submit(i)));
    }
    for (i, name) in names.iter().enumerate().rev() {
        other.follow(&record(i as u64, name, submit(i)));
    }
    for (version, i) in (2_000..).zip([700, 3, 1_400]) {
        plain.follow(&record(version, &names[i], Change::Ban));
    }
    for (version, i) in (2_000..).zip([3, 1_400, 700]) {
        other.follow(&record(version, &names[i], Change::Ban));
    }
    assert!(plain.snapshot() == other.snapshot());
    assert_eq!(plain.hash(), other.hash());
    other.follow(&record(2_003, "nobody", Change::Remove));
    assert_ne!(plain.hash(), other.hash(), "the version is content");
}

#[test]
fn whatever_is_content_changes_the_hash() {
    let board = |change: &dyn Fn(&mut Leaderboard)| {
        let mut board = Leaderboard::new(Terms { tie: Tie::Earliest, ..SortOrder::Desc.into() });
        board.follow(&record(1, "ann", Change::submit(30)));
        board.follow(&record(2, "bob", Change::submit(30)));
        change(&mut board);
        board.follow(&record(9, "", Change::Remove));
        board.hash()
    };
    let follow = |record: Record| move |board: &mut Leaderboard| drop(board.follow(&record));
    let one = Change::submit(1);
    let hashes = [
        board(&|_| {}),
        board(&follow(record(3, "ann", one.clone()))),
        board(&follow(record(4, "ann", one.clone()))),
        board(&follow(Record { shard: 1, ..record(3, "ann", one.clone()) })),
        board(&follow(Record { sequence: 8, ..record(3, "ann", one) })),
        board(&follow(record(3, "ann", Change::Ban))),
        board(&follow(record(3, "cid", Change::Ban))),
        board(&follow(record(3, "ann", Change::Remove))),
        board(&follow(record(3, "ann", Change::Metadata(Some("{}".into()))))),
        board(&follow(record(3, "ann", Change::Metadata(Some("[]".into()))))),
        board(&|board| {
            let bounds = Bounds { min: Some(0), max: None, out_of_range: OutOfRange::Reject };
            let terms = Terms { bounds, ..board.terms().clone() };
            board.set_terms(terms, false, instant(1)).unwrap();
        }),
        board(&|board| {
            let bounds = period::Bounds { start: instant(1), end: instant(2) };
            *board = board.clone().within(Some(bounds));
        }),
    ];
    for (at, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..at].contains(hash), "{at}");
    }
    assert_eq!(hashes[0], board(&|_| {}));
}

#[test]
fn a_snapshot_may_come_in_pieces_of_any_size() {
    struct Pieces<'a>(Vec<&'a [u8]>);
    impl Source for Pieces<'_> {
        fn read(&mut self, into: &mut [u8]) -> Result<(), SnapshotError> {
            for byte in into {
                while self.0.first().is_some_and(|piece| piece.is_empty()) {
                    self.0.remove(0);
                }
                let early = SnapshotError::invalid("ends too early");
                let (first, rest) = self.0.first().and_then(|p| p.split_first()).ok_or(early)?;
                *byte = *first;
                self.0[0] = rest;
            }
            Ok(())
        }
    }
    let bytes = golden_board().snapshot();
    for size in [1, 7, 1_000] {
        let loaded = Leaderboard::load_from(&mut Pieces(bytes.chunks(size).collect())).unwrap();
        assert!(loaded.snapshot() == bytes);
    }
}

/// A snapshot that somebody wrote by hand, with the right checksums.
pub(crate) fn forged(write: impl FnOnce(&mut Writer<'_>)) -> Result<Leaderboard, SnapshotError> {
    Leaderboard::load(&sealed(write))
}

/// What is written, with the right checksum behind it.
fn sealed(write: impl FnOnce(&mut Writer<'_>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(Kind::Leaderboard, &mut bytes);
    write(&mut writer);
    writer.finish();
    bytes
}

/// What is inside the only frame of a snapshot.
pub(crate) fn payload(snapshot: &[u8]) -> &[u8] {
    &snapshot[10..snapshot.len() - 8 - 12]
}

#[test]
fn forged_boards_are_refused() {
    let loads = |bytes: &[u8]| {
        let result = forged(|writer| writer.bytes(bytes));
        result.map(|board| board.len()).map_err(|error| error.to_string())
    };
    let refused = |reason: &str| Err(format!("the snapshot {reason}"));
    // Seven bytes of rules: sum, names of 64 bytes, no limit, ids for 0 ms, no bounds, no named
    // column, desc. No period; version 0.
    let head = [7, 0, 64, 0, 0, 0, 0, 0, 0, 0];
    let with = |rest: &[u8]| loads(&[&head[..], rest].concat());
    assert_eq!(with(&[0, 0]), Ok(0));
    assert_eq!(with(&[0, 0, 0]), refused("has more in it than it should"));
    assert_eq!(loads(&[0]), refused("has rules that no board can have"));
    assert_eq!(loads(&[7, 3, 64, 0, 0, 0, 0, 0]), refused("has rules that no board can have"));
    assert_eq!(loads(&[8, 0, 64, 0, 0, 0, 0, 0, 0]), refused("has rules that no board can have"));
    assert_eq!(loads(&[7, 0, 0, 0, 0, 0, 0, 0, 0, 0]), refused("has rules that no board can have"));
    assert_eq!(loads(&[0x80, 0x40]), refused("has rules that no board can have"));
    assert_eq!(with(&[0xff, 0xff, 0xff, 0xff, 0x7f, 0]), refused("has too many members"));
    // No memory is taken for what is only promised.
    assert_eq!(with(&[0xff, 0xff, 0xff, 0x1f, 0]), refused("ends too early"));
    assert_eq!(with(&[2, 4]), refused("has a part that is not known"));

    // Two members: lengths 1, names, scores, and all else equal.
    let two = |names: &[u8], scores: &[u8], words: &[u8]| {
        with(&[&[2, 0, 1, 0][..], names, scores, words, &[0]].concat())
    };
    let same = [9, 0, 0, 0, 5, 0];
    let next = [9, 0, 0, 0, 5, 1, 0b10];
    assert_eq!(two(b"ab", &[3, 1], &same), Ok(2));
    assert_eq!(two(b"ba", &[3, 0], &next), Ok(2));
    assert_eq!(two(b"ba", &[3, 0], &same), refused("has members out of order"));
    assert_eq!(two(b"ab", &[3, 0], &[9, 0, 0, 0, 5, 1, 0b01]), refused("has members out of order"));
    assert_eq!(two(b"aa", &[3, 1], &same), refused("has a member twice"));
    assert_eq!(two(b"a\xff", &[3, 1], &same), refused("has a member that is no text"));
    let all_bits = [[0xff; 9].as_slice(), &[1]].concat();
    let too_far = [&[3][..], &all_bits].concat();
    assert_eq!(two(b"ab", &too_far, &same), refused("has a score that is out of range"));
    let malformed = refused("has malformed numbers in a group");
    assert_eq!(two(b"ab", &[3, 1], &[9, 65, 0, 0, 5, 0]), malformed);
    assert_eq!(two(b"ab", &[3, 1], &[9, 1, 0b111, 0, 0, 5, 0]), malformed);
    let shard = [9, 0, 0x80, 0x80, 4, 0, 5, 0];
    assert_eq!(two(b"ab", &[3, 1], &shard), refused("has a false shard"));
    let late = [&all_bits[..], &[0, 0, 0, 5, 0]].concat();
    assert_eq!(two(b"ab", &[3, 1], &late), refused("has a time that is none"));

    // Nobody ranked, some banned.
    let banned = |rest: &[u8]| with(&[&[0][..], rest].concat());
    assert_eq!(banned(&[2, 1, b'a', 0, 1, b'b', 0]), Ok(0));
    let order = refused("has banned members out of order");
    assert_eq!(banned(&[2, 1, b'b', 0, 1, b'a', 0]), order);
    assert_eq!(banned(&[2, 1, b'b', 0, 1, b'b', 0]), order);
    assert_eq!(banned(&[1, 1, b'b', 8]), refused("has a part that is not known"));
    assert_eq!(banned(&[1, 0x81, 4]), refused("has a member that is too long"));
    let long = [1, 1, b'b', 2, 0x82, 8];
    assert_eq!(banned(&long), refused("has metadata that are too long"));
}

#[test]
fn damage_behind_a_right_checksum_is_refused_or_loads_a_whole_board() {
    let (mut below, mut refusals) = (numbers(11), 0);
    let snapshot = golden_board().snapshot();
    let payload = payload(&snapshot);
    assert!(forged(|writer| writer.bytes(payload)).is_ok());
    for _ in 0..3_000 {
        let mut damaged = payload.to_vec();
        for _ in 0..=below(2) {
            let at = below(damaged.len() as u64) as usize;
            damaged[at] = below(256) as u8;
        }
        match forged(|writer| writer.bytes(&damaged)) {
            Ok(mut board) => {
                board.internal_validate().unwrap();
                assert!(Leaderboard::load(&board.snapshot()).unwrap().hash() == board.hash());
                let terms = board.terms().clone();
                for _ in 0..20 {
                    let op = BoardOp::draw(&mut below, &terms, 1_791_993_600_000);
                    drop(board.apply(op.command, instant(1_791_993_600_000 + op.wait)));
                }
                board.internal_validate().unwrap();
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
fn damage_asks_for_no_piece_of_memory_beyond_twice_the_input() {
    let mut board = Leaderboard::new(SortOrder::Desc);
    for number in 0..3_000 {
        let (score, stamp) = (number as i64 * 37 % 1_000, instant(number));
        let key = BoardKey::new(SortOrder::Desc, score, stamp, 0, number);
        board.put(&format!("member:{number}"), key);
    }
    let snapshot = board.snapshot();
    let payload = payload(&snapshot);
    let mut below = numbers(13);
    for _ in 0..500 {
        let mut damaged = payload.to_vec();
        // Lengths and counts stand at the front and in front of names: a large one at any place.
        let reach = [40, damaged.len() as u64 - 9][below(2) as usize];
        let at = below(reach) as usize;
        damaged[at..at + 8].fill(0xff);
        let bytes = sealed(|writer| writer.bytes(&damaged));
        let (result, largest) = largest_piece_in(|| Leaderboard::load(&bytes));
        assert!(largest <= 2 * damaged.len(), "{largest} of {} bytes: {result:?}", damaged.len());
    }
}

#[test]
fn rules_of_every_kind_come_back() {
    let mut below = numbers(5);
    for _ in 0..500 {
        let terms = terms(&mut below);
        let loaded = Leaderboard::load(&Leaderboard::new(terms.clone()).snapshot()).unwrap();
        assert_eq!(*loaded.terms(), terms);
    }
}

#[test]
fn many_members_take_their_names_and_nine_bytes_each_at_most() {
    let (mut board, mut below) = (Leaderboard::new(SortOrder::Desc), numbers(8));
    let (mut names, count) = (0, 100_000);
    for i in 0..count {
        let member = format!("user:{i:07}");
        names += member.len();
        let change = Change::submit(below(14_000_000) as i64);
        let stamp = instant(1_791_936_000_000 + i * 864);
        board.follow(&Record { stamp, ..record(i + 1, &member, change) });
    }
    let bytes = board.snapshot().len() - names;
    assert!(bytes <= 9 * count as usize, "{bytes} bytes beside the names");
    let loaded = Leaderboard::load(&board.snapshot()).unwrap();
    loaded.internal_validate().unwrap();
    assert_eq!(loaded.hash(), board.hash());
    assert!(loaded.allocated_bytes() <= board.allocated_bytes() * 105 / 100);
}
