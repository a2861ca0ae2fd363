// What users of leaderboards ran into elsewhere, as small inputs with their right answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Leaderboard } from "../../pkg/dist/index.node.js";
import { boardOf, names, played, refused, T0 } from "./lib/boards.mjs";

const SECOND = 1000;

test("a second decides between a million points and a million points", () => {
  const board = boardOf({ op: "best" });
  board.submit("z", 1_000_000, { now: 1_706_648_402 * SECOND });
  board.submit("a", 1_000_000, { now: 1_706_648_403 * SECOND });
  assert.deepEqual(names(board.top(2)), ["z", "a"]);
});

test("twenty-one players with five million points each, a second apart, keep their order", () => {
  const board = boardOf({ op: "best" });
  const player = (_, i) => `p${String(20 - i).padStart(2, "0")}`;
  const players = Array.from({ length: 21 }, player);
  players.forEach((player, i) =>
    board.submit(player, 5_000_000, { now: (1_760_000_000 + i) * SECOND }));
  assert.deepEqual(names(board.top(21)), players);
});

test("odd integers above 2^53 are three scores", () => {
  const board = played({ op: "best" }, [
    ["aaa", 9007199254740991n],
    ["bbb", 9007199254740993n],
    ["ccc", 9007199254740992n],
  ]);
  assert.deepEqual(names(board.top(3)), ["bbb", "ccc", "aaa"]);
  assert.equal(board.get("bbb").score, "9007199254740993");
});

test("three thousand million is a score", () => {
  assert.equal(played({}, [["a", 3_000_000_000]]).get("a").score, "3000000000");
});

test("a second column has a direction of its own, and the stamp follows a change only", () => {
  const time = { name: "time", order: "asc", min: 0, max: 99 };
  const columns = [{ name: "score", min: 0, max: 1000 }, time];
  const board = boardOf({ op: "best", columns });
  board.submit("A", { score: 10, time: 50 });
  board.submit("B", { score: 10, time: 40 });
  board.submit("C", { score: 9, time: 10 });
  assert.deepEqual(names(board.top(3)), ["B", "A", "C"]);
  assert.deepEqual(names(played({}, [["A", 5], ["B", 5], ["A", 0]]).top(2)), ["A", "B"]);
});

test("an ascending board keeps the order of arrival among equals", () => {
  const board = played({ order: "asc", op: "best", decimals: 2 },
    [["z", "22.20"], ["y", "22.20"], ["x", "22.20"]]);
  assert.deepEqual(names(board.top(3)), ["z", "y", "x"]);
});

test("three columns rank rows that differ by all three, and time breaks the rest", () => {
  const column = (name, order) => ({ name, order, min: 0, max: 1000 });
  const columns = [column("elim", "desc"), column("assist", "desc"), column("death", "asc")];
  const board = boardOf({ op: "best", columns });
  const rows = [["p3", 103, 24, 15], ["p2", 102, 30, 20], ["p1", 100, 25, 18], ["p4", 100, 25, 18],
    ["p5", 100, 25, 19]];
  rows.forEach(([member, elim, assist, death], i) =>
    board.submit(member, { elim, assist, death }, { now: T0 + i }));
  assert.deepEqual(names(board.top(5)), ["p3", "p2", "p1", "p4", "p5"]);
  assert.deepEqual(board.top(5, { kind: "competition" }).map(({ rank }) => rank), [1, 2, 3, 3, 5]);
});

test("the answer states the limit that it has, and the next page goes on from there", () => {
  const board = played({}, Array.from({ length: 1200 }, (_, i) => [`m${i}`, 1200 - i]));
  const first = board.page({ limit: 2000 });
  assert.deepEqual([first.limit, first.entries.length], [1000, 1000]);
  assert.equal(board.page({ cursor: first.next, limit: 2000 }).entries[0].rank, 1001);
});

test("the window around the twentieth has the twentieth, and not the first", () => {
  const board = played({}, Array.from({ length: 30 }, (_, i) => [`m${i + 1}`, 30 - i]));
  const ranks = board.around("m20", { before: 5, after: 4 }).map(({ rank }) => rank);
  assert.deepEqual([ranks.length, ranks.includes(20), ranks.includes(1)], [10, true, false]);
});

test("the top and the window around its last one agree", () => {
  const board = played({}, Array.from({ length: 9 }, (_, i) => [`m${i + 1}`, 9 - i]));
  const top = names(board.top(3));
  const around = names(board.around("m3", 2));
  assert.deepEqual([...new Set([...top, ...around])], ["m1", "m2", "m3", "m4", "m5"]);
  assert.deepEqual(around.slice(0, 3), top);
});

test("boards do not leak into each other, nor periods", () => {
  const [all, week, other] = [boardOf(), boardOf(), boardOf()];
  all.submit("me", 500);
  all.submit("x", 900);
  week.submit("me", 50);
  week.submit("x", 20);
  other.submit("y", 9999);
  assert.deepEqual([week.rank("me"), all.rank("me"), all.rank("y")], [1, 2, null]);
});

test("a new period is empty, and the old one still there", () => {
  const old = played({}, [["a", 100], ["b", 90]]);
  const fresh = boardOf();
  assert.deepEqual([fresh.top(9), fresh.size, fresh.rank("a")], [[], 0, null]);
  assert.deepEqual(names(old.top(2)), ["a", "b"]);
});

test("a new leader is first in the next read", () => {
  const board = played({ op: "best" }, [["a", 3], ["b", 2], ["c", 1]]);
  const before = board.version;
  board.submit("d", 9);
  assert.equal(names(board.top(3))[0], "d");
  assert.notEqual(board.version, before);
});

test("who is removed can come back, and counts from nothing", () => {
  const board = played({ op: "best" }, [["a", 100]]);
  assert.equal(board.remove("a"), true);
  assert.equal(board.remove("a"), false);
  assert.deepEqual([board.size, board.get("a")], [0, null]);
  board.submit("a", 5);
  board.submit("a", 7);
  assert.deepEqual([board.size, board.get("a").score], [1, "7"]);
});

test("a thousand interleaved steps are a thousand, each seen once", () => {
  const board = boardOf();
  const seen = new Set();
  for (let i = 0; i < 1000; i += 1) {
    seen.add(board.submit("a", 1).entry.score);
    board.top(1);
  }
  assert.deepEqual([seen.size, board.get("a").score], [1000, "1000"]);
});

test("names are compared by their bytes, not by UTF-16", () => {
  const board = boardOf({ tie: "member", order: "asc" });
  ["🐺", "\uff5e", "é", "e\u0301"].forEach((member) => board.submit(member, 1));
  assert.deepEqual(names(board.top(9)), ["e\u0301", "é", "\uff5e", "🐺"]);
});

test("a submission without a score is refused, and never 0", () => {
  const board = boardOf();
  for (const nothing of [undefined, null, "", " ", true, {}, []]) {
    refused(() => board.submit("a", nothing), "invalid_score");
  }
  assert.equal(board.size, 0);
});

test("not a number and infinities are no scores of a board", () => {
  const board = played({}, [["a", 1]]);
  for (const odd of [NaN, Infinity, -Infinity, "NaN", "inf", "1e3", "0x10", "+1", "1_000", "１"]) {
    refused(() => board.submit("a", odd), "invalid_score");
  }
  assert.equal(board.get("a").score, "1");
});

test("a board of another runtime is the same board", () => {
  const board = played({ decimals: 3, op: "best" }, [["a", "1.5"], ["b", "9223372036854775.807"]]);
  board.setMetadata("a", { name: "<script>", wolf: "🐺" });
  board.ban("b");
  const moved = Leaderboard.load(Uint8Array.from(board.snapshot()));
  assert.equal(moved.hash(), board.hash());
  assert.deepEqual(moved.get("a").metadata, { name: "<script>", wolf: "🐺" });
});
