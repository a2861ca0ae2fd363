import assert from "node:assert/strict";
import { test } from "node:test";
import { Leaderboard } from "../../pkg/dist/index.node.js";
import { played, refused, T0 } from "./lib/boards.mjs";

test("a snapshot is the board, in any process", () => {
  const board = played({ decimals: 2, tie: "member" }, [["a", 5], ["b", "7.25"], ["c", 5]]);
  board.setMetadata("a", { name: "Ann" });
  board.ban("b");
  const bytes = board.snapshot();
  const loaded = Leaderboard.load(bytes, { now: () => T0 });
  assert.equal(loaded.hash(), board.hash());
  assert.match(loaded.hash(), /^[0-9a-f]{16}$/);
  assert.deepEqual(loaded.top(9), board.top(9));
  assert.deepEqual(loaded.snapshot(), bytes);
  loaded.unban("b");
  assert.equal(loaded.get("b").score, "7.25");
  assert.notEqual(loaded.hash(), board.hash());
  refused(() => Leaderboard.load(bytes.slice(0, -1)), "snapshot_invalid");
  const newer = bytes.slice();
  newer[4] = 200;
  refused(() => Leaderboard.load(newer), "snapshot_newer");
});

test("a snapshot and the records behind it are the board", () => {
  const board = played({ op: "best" }, [["a", 5], ["b", 7]]);
  const stored = board.snapshot();
  const { version } = board;
  board.submit("c", 6, { metadata: { x: 1 } });
  board.setRules({ op: "best", max: 100 });
  board.remove("a");
  const again = Leaderboard.load(stored);
  const tail = board.eventBytes({ after: version });
  again.replay(tail);
  assert.equal(again.hash(), board.hash());
  refused(() => again.replay(tail), "invalid_request", /does not follow/);
  refused(() => again.submit("d", 101), "score_out_of_bounds");
});

test("the events of a board are its stream, from 1 without gaps", () => {
  const board = played({}, [["a", 5]]);
  board.setMetadata("a", { x: 1 });
  board.setMetadata("a", null);
  board.ban("a");
  board.unban("a");
  board.unban("a");
  board.remove("a");
  const events = board.events();
  assert.deepEqual(events.map((event) => event.version), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(events.map((event) => event.kind),
    ["submit", "metadata", "metadata", "ban", "unban", "remove"]);
  assert.deepEqual(events[0], { version: 1, stamp: T0, kind: "submit", member: "a", score: "5" });
  assert.deepEqual([events[1].metadata, events[2].metadata], [{ x: 1 }, null]);
  assert.equal(board.events({ after: 5 }).length, 1);
  board.compact({ before: 4 });
  refused(() => board.events({ after: 2 }), "cursor_expired");
  assert.equal(board.events({ after: 3 }).length, 3);
});

test("a week is the union of its days", () => {
  const days = [[["a", 100]], [["b", 120], ["a", 50]], [["c", 150]]];
  const boards = days.map((day) => played({}, day));
  const week = Leaderboard.union(boards);
  assert.deepEqual(week.top(9).map(({ member, score }) => [member, score]),
    [["c", "150"], ["a", "150"], ["b", "120"]]);
  refused(() => Leaderboard.union([]), "invalid_request");
  refused(() => Leaderboard.union([played({ min: 0 }, [])]), "invalid_request");
  refused(() => Leaderboard.union([boards[0], played({ op: "best" }, [])]), "invalid_request");
});
