//! A hybrid board against a table of all members, and bytes that are no snapshot of one.

use edgeboard::leaderboard::{Answer, Change, Effect, HybridBoard, RankKind, SortOrder};
use edgeboard::snapshot::{Kind, Writer};

use super::source::Source;
use crate::hybrid_owner::Owner;

/// Draws records and what is answered of the effects, and compares every rank; what the board is
/// stored as is damaged, and whatever can still be loaded does no harm.
pub(crate) fn hybrid(input: &[u8]) {
    let mut source = Source::new(input);
    let order = [SortOrder::Desc, SortOrder::Asc][source.below(2) as usize];
    let spread = [2, 9, 1 << 20][source.below(3) as usize];
    let mut owner = Owner::new(order, 1 + source.below(4) as u32);
    let damage = [0; 2].map(|_| (source.below(1 << 16), source.below(256)));
    for at in 0..90_u64 {
        owner.submit(&format!("m{at}"), (at * 7_919 % spread) as i64);
    }
    while !source.is_empty() {
        let member = format!("m{}", source.below(100));
        let change = match source.below(8) {
            0 => Change::Ban,
            1 => Change::Unban,
            2..=3 => Change::Remove,
            _ => Change::submit(source.below(spread) as i64 - (spread / 2) as i64),
        };
        owner.tell(&member, change);
        if source.below(2) == 0 {
            owner.answer_all();
        }
    }
    owner.check();
    owner.answer_all();
    owner.check();
    let bytes = owner.board.snapshot();
    assert_eq!(HybridBoard::load(&bytes).unwrap().hash(), owner.board.hash());
    // One frame: a header, its length, a checksum, and the end with another.
    let mut payload = bytes[10..bytes.len() - 20].to_vec();
    for (at, byte) in damage {
        let at = at as usize % payload.len();
        payload[at] = byte as u8;
    }
    let mut framed = Vec::new();
    let mut writer = Writer::new(Kind::HybridBoard, &mut framed);
    writer.bytes(&payload);
    writer.finish();
    if let Ok(board) = HybridBoard::load(&framed) {
        damaged(owner, board);
    }
}

/// Goes on with a board that is not that of its owner.
fn damaged(owner: Owner, mut board: HybridBoard) {
    board.internal_validate().unwrap();
    assert_eq!(HybridBoard::load(&board.snapshot()).unwrap().hash(), board.hash());
    for row in owner.rows() {
        for kind in [RankKind::Ordinal, RankKind::Competition, RankKind::Modified] {
            let _ = board.rank(&row.member, row.key, kind);
        }
        let _ = (board.percentile(&row.member, row.key), board.counting(row.key));
        let _ = board.put(&row.member, row.key);
    }
    for count in 0..20 {
        let Some(effect) = board.effect() else { break };
        let answer = match &effect {
            Effect::Refill { count, .. } => {
                Answer::Rows(owner.rows().into_iter().take(*count).collect())
            }
            Effect::Count { .. } => Answer::Count(count),
        };
        let _ = board.answer(&effect, answer);
    }
    board.internal_validate().unwrap();
}
