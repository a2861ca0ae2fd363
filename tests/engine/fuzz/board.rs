//! Commands to a board against its model, and bytes that are no snapshot of one.

use edgeboard::leaderboard::{Leaderboard, Record};
use edgeboard::snapshot::{Kind, Writer};
use edgeboard::time::Timestamp;

use super::source::Source;
use crate::board_model::{BoardOp, Pair, terms};

/// Draws rules and commands from the input and compares every answer; at the end the board is
/// stored, loaded, and played again from its records.
pub(crate) fn board(input: &[u8]) {
    let mut source = Source::new(input);
    let terms = terms(&mut |bound| source.below(bound));
    let mut pair = Pair::new(&terms);
    while !source.is_empty() {
        let now = pair.model.now();
        pair.play(&BoardOp::draw(&mut |bound| source.below(bound), &terms, now));
    }
    pair.compare(&mut |_| 0);
    let loaded = Leaderboard::load(&pair.board.snapshot()).unwrap();
    loaded.internal_validate().unwrap();
    assert_eq!(loaded.hash(), pair.board.hash());
    let records: Vec<Record> = pair.board.events(0).unwrap().collect();
    let mut again = Leaderboard::new(terms);
    again.replay(&Record::decode(&Record::encode(&records).unwrap()).unwrap()).unwrap();
    assert_eq!(again.hash(), pair.board.hash());
}

/// Takes the input as a snapshot, as what is in one, behind right checksums, and as records; or
/// makes a board of its beginning and damages what that is stored as.
pub(crate) fn board_snapshot(input: &[u8]) {
    let Some((&way, input)) = input.split_first() else { return };
    match way % 4 {
        0 => load(input),
        1 => load(&framed(input)),
        2 => {
            if let Ok(records) = Record::decode(input) {
                let bytes = Record::encode(&records).unwrap();
                assert_eq!(Record::decode(&bytes).unwrap(), records);
                drop(Leaderboard::new(edgeboard::leaderboard::SortOrder::Desc).replay(&records));
            }
        }
        _ => damaged(input),
    }
}

/// Bytes as the payload of a snapshot.
fn framed(payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(Kind::Leaderboard, &mut bytes);
    writer.bytes(payload);
    writer.finish();
    bytes
}

/// Some damage first, and then the commands by which the board came about.
fn damaged(input: &[u8]) {
    let mut source = Source::new(input);
    let (is_framed, count) = (source.below(2) == 0, 1 + source.below(3));
    let damage: Vec<(u64, u64)> =
        (0..count).map(|_| (source.below(1 << 16), source.below(257))).collect();
    let terms = terms(&mut |bound| source.below(bound));
    let mut board = Leaderboard::new(terms.clone());
    for now in 0.. {
        if source.is_empty() {
            break;
        }
        let op = BoardOp::draw(&mut |bound| source.below(bound), &terms, now);
        drop(board.apply(op.command, Timestamp::from_ms(now).unwrap()));
    }
    let bytes = board.snapshot();
    let (start, end) = if is_framed { (10, bytes.len() - 20) } else { (0, bytes.len()) };
    let mut bytes = bytes[start..end].to_vec();
    for (at, byte) in damage {
        let at = at as usize % bytes.len().max(1);
        match (u8::try_from(byte), bytes.get_mut(at)) {
            (Ok(byte), Some(place)) => *place = byte,
            _ => bytes.truncate(at),
        }
    }
    load(&if is_framed { framed(&bytes) } else { bytes });
}

/// Loads a board, or is refused; what was loaded is whole, and goes on.
fn load(bytes: &[u8]) {
    let Ok(mut board) = Leaderboard::load(bytes) else { return };
    board.internal_validate().unwrap();
    let again = Leaderboard::load(&board.snapshot()).unwrap();
    assert_eq!(again.hash(), board.hash());
    let mut below = crate::model::numbers(bytes.len() as u64);
    let terms = board.terms().clone();
    for i in 0..20 {
        let op = BoardOp::draw(&mut below, &terms, 100);
        drop(board.apply(op.command, Timestamp::from_ms(100 + i).unwrap()));
    }
    board.internal_validate().unwrap();
}
