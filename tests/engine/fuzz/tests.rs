//! The bodies of the fuzzers without a fuzzer.

use crate::model::numbers;

/// What inputs are made of, so that some of them get somewhere.
const PIECES: [&[u8]; 40] = [
    b"*1\r\n",
    b"*2\r\n",
    b"*3\r\n",
    b"*4\r\n",
    b"*-1\r\n",
    b"*301\r\n",
    b"$1\r\nk\r\n",
    b"$3\r\nGET\r\n",
    b"$4\r\nZADD\r\n",
    b"$4\r\nPING\r\n",
    b"$5\r\nMULTI\r\n",
    b"$4\r\nEXEC\r\n",
    b"$0\r\n\r\n",
    b"$1\r\n1\r\n",
    b"$1001\r\n",
    b"$-1\r\n",
    b"\r\n",
    b"\n",
    b"\0",
    b" ",
    b" k",
    b" 1",
    b"\"",
    b"'",
    b"\\x",
    b"\nZADD k",
    b"\nZADD k 1 a 2 b",
    b"\nZRANGE k 0 -1",
    b" WITHSCORES",
    b"\nHSET h f v",
    b"\nSADD p a",
    b"\nMULTI",
    b"\nEXEC",
    b"\nWATCH k",
    b"\nZUNION 2 k p",
    b"\nZRANDMEMBER k -50",
    b"\nSET s 1 EX 5",
    b"\nZSCAN k 0 MATCH [",
    b"\xff",
    b"\nDEL k",
];

/// Runs a body over inputs of bytes and over inputs of pieces.
fn run(body: fn(&[u8]), seed: u64, count: usize) {
    let mut below = numbers(seed);
    for i in 0..count {
        let mut input = Vec::new();
        for _ in 0..below(400) {
            input.push(below(256) as u8);
        }
        if i % 2 == 1 {
            // One byte chooses the way, four are the sizes of pieces.
            input.truncate(5);
            for _ in 0..below(40) {
                input.extend(PIECES[below(PIECES.len() as u64) as usize]);
            }
        }
        println!("input {i} of seed {seed}");
        body(&input);
    }
}

/// Runs a body over the inputs that once failed.
fn run_fixtures(body: fn(&[u8]), target: &str) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/fuzz");
    let folder = std::path::Path::new(root).join(target);
    let files = std::fs::read_dir(&folder).unwrap();
    let mut count = 0;
    for file in files {
        let path = file.unwrap().path();
        println!("{}", path.display());
        body(&std::fs::read(path).unwrap());
        count += 1;
    }
    assert!(count > 0, "{} has no inputs", folder.display());
}

#[test]
fn operations_from_random_bytes_behave_as_the_model() {
    run(super::ops, 1, 2_000);
    run_fixtures(super::ops, "ops");
}

#[test]
fn commands_from_random_bytes_are_answered_and_break_nothing() {
    run(super::command, 2, 6_000);
    run_fixtures(super::command, "command");
}

#[test]
fn layouts_from_random_bytes_keep_order_and_values() {
    run(super::codec, 4, 6_000);
    run_fixtures(super::codec, "codec");
}

#[test]
fn periods_from_random_bytes_are_found_by_what_names_them() {
    run(super::period, 5, 6_000);
    run_fixtures(super::period, "period");
}

#[test]
fn replies_from_random_bytes_are_read_back_from_both_forms() {
    run(super::reply, 3, 6_000);
    run_fixtures(super::reply, "reply");
}

#[test]
fn commands_to_a_board_from_random_bytes_are_answered_as_by_the_model() {
    run(super::board, 4, 1_500);
    run_fixtures(super::board, "board");
}

#[test]
fn bytes_that_are_no_snapshot_of_a_board_do_no_harm() {
    let is_full = std::env::var_os("EDGEBOARD_FULL").is_some();
    run(super::board_snapshot, 5, if is_full { 1_000_000 } else { 20_000 });
    run_fixtures(super::board_snapshot, "board_snapshot");
}

#[test]
fn hybrid_boards_from_random_bytes_are_what_their_tables_say() {
    run(super::hybrid, 6, 1_000);
    run_fixtures(super::hybrid, "hybrid");
}

#[test]
fn estimates_from_random_bytes_hold() {
    run(super::estimator, 4, 3_000);
    run_fixtures(super::estimator, "estimator");
}
