//! Fifty thousand commands to a board, the same ones as in `tests/pkg/lib/board_log.js`: every host
//! ends with the same hash and the same bytes.

use edgeboard::leaderboard::{Amount, Change, Command, Leaderboard, Rules, SortOrder};
use edgeboard::leaderboard::{Operator, OutOfRange};
use edgeboard::time::Timestamp;

const T0: u64 = 1_791_993_600_000;

struct Draw(u32);

impl Draw {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % limit
    }
}

fn rules(order: SortOrder) -> Rules {
    let mut rules = Rules::default();
    (rules.op, rules.order, rules.decimals) = (Operator::Sum, order, 2);
    (rules.min, rules.out_of_range) = (Some(Amount::Text("-100".into())), OutOfRange::Clamp);
    rules
}

/// What a board is after the commands, as the JavaScript side says it.
fn play(count: u32) -> String {
    let mut draw = Draw(0x9e37_79b9);
    let mut board = Leaderboard::new(rules(SortOrder::Desc).terms().unwrap());
    for at in 0..count {
        let now = Timestamp::from_ms(T0 + u64::from(at / 3)).unwrap();
        let (kind, member, number) = (draw.below(100), draw.below(2000), draw.below(20_001));
        if at == count / 2 {
            board.set_terms(rules(SortOrder::Asc).terms().unwrap(), true, now).unwrap();
        }
        let member = format!("m{member}");
        let change = match kind {
            0..80 => Change::submit(i64::from(number) - 5000),
            80..84 => Change::Ban,
            84..92 => Change::Unban,
            92..95 => Change::Remove,
            _ if board.get(&member).is_none() => continue,
            _ => Change::Metadata(Some(format!("{{\"n\":{number}}}").into())),
        };
        board.apply(Command { member, change }, now).unwrap();
    }
    board.internal_validate().unwrap();
    let bytes = board.snapshot();
    let step = |digest: u32, byte: &u8| (digest ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    let digest = bytes.iter().fold(0x811c_9dc5, step);
    let (hash, length, version) = (board.hash_text(), bytes.len(), board.version());
    format!("{hash} {length} {digest:x} {version} {}", board.len())
}

#[test]
fn a_log_of_commands_ends_as_on_every_other_host() {
    let expected = include_str!("../fixtures/board-log.txt").trim_end();
    assert_eq!(play(50_000), expected);
}
