import assert from "node:assert/strict";
import { test } from "node:test";
import { Leaderboard } from "../../pkg/dist/index.node.js";
import { boardOf, names, played, refused, T0 } from "./lib/boards.mjs";

const ranks = (entries) => entries.map((entry) => entry.rank);

test("a submission answers what it did", () => {
  const board = boardOf({ order: "desc", op: "sum" });
  assert.deepEqual(board.submit("u1", 1500), {
    applied: true,
    reason: "added",
    replayed: false,
    entry: { member: "u1", rank: 1, score: "1500", reachedAt: T0 },
    previous: null,
    version: 1,
  });
  const second = board.submit("u1", -60n, { now: T0 + 5 });
  assert.deepEqual(second.previous, { rank: 1, score: "1500" });
  assert.deepEqual(second.entry, { member: "u1", rank: 1, score: "1440", reachedAt: T0 + 5 });
  assert.equal(board.size, 1);
  assert.equal(board.version, 2);
});

test("scores past the doubles are exact, in and out", () => {
  const board = played({ op: "best" }, [
    ["me", "1009651914519660511"],
    ["rival", 1009651914519660512n],
    ["other", "1009651914519660544"],
  ]);
  assert.deepEqual(names(board.top(3)), ["other", "rival", "me"]);
  assert.equal(board.get("rival").score, "1009651914519660512");
  assert.match(JSON.stringify(board.get("me")), /"1009651914519660511"/);
  refused(() => board.submit("me", 2 ** 53), "invalid_score", /send a string/);
  refused(() => board.submit("me", NaN), "invalid_score");
  refused(() => board.submit("me", null), "invalid_score");
  refused(() => board.submit("me", "1e5"), "invalid_score");
});

test("a sum past 64 bits is refused and changes nothing", () => {
  const board = played({}, [["a", "9223372036854775807"]]);
  refused(() => board.submit("a", 1), "score_overflow");
  assert.equal(board.get("a").score, "9223372036854775807");
  assert.equal(board.version, 1);
});

test("decimals are exact: three times 0.10 is 0.30, and a tie with it", () => {
  const board = boardOf({ decimals: 2 });
  for (let i = 0; i < 3; i += 1) board.submit("a", 0.1);
  board.submit("b", "0.30");
  assert.deepEqual(board.top(2).map((entry) => entry.score), ["0.30", "0.30"]);
  assert.deepEqual(board.rank("b", { kind: "competition" }), 1);
  const times = played({ order: "asc", op: "best", decimals: 3 }, [
    ["a", 83.456],
    ["b", "83.4560"],
    ["c", "83.455"],
  ]);
  assert.deepEqual(names(times.top(9)), ["c", "a", "b"]);
  assert.equal(times.get("b").score, "83.456");
  refused(() => times.submit("d", "83.4565"), "too_many_decimals");
  assert.equal(times.submit("e", -0).entry.score, "0.000");
});

test("members are strings, and ordinary whatever they spell", () => {
  const board = boardOf();
  const odd = ["constructor", "__proto__", "toString", "hasOwnProperty", "..", "0", "007"];
  odd.forEach((member) => board.submit(member, 1));
  assert.deepEqual(new Set(names(board.top(99))), new Set(odd));
  assert.equal(board.get("__proto__").member, "__proto__");
  refused(() => board.submit("", 1), "invalid_member");
  refused(() => board.submit(Number("76561198012345678"), 1), "invalid_member");
  refused(() => board.submit("x".repeat(65), 1), "invalid_member", /65 bytes; it has 1 to 64/);
  board.submit("✨Multi✨#7475", 1);
  board.submit("<script>", 1);
  assert.equal(board.get("✨Multi✨#7475").member, "✨Multi✨#7475");
});

test("columns are compared as a whole, each with its order", () => {
  const columns = [
    { name: "score" },
    { name: "ranking", min: 0, max: 999 },
    { name: "time", order: "asc", min: 0, max: 99_999 },
  ];
  const board = boardOf({ op: "best", columns });
  const submit = (member, score, ranking, time) => board.submit(member, { score, ranking, time });
  submit("P", 10, 15, 1000);
  submit("Q", 10, 15, 900);
  submit("R", 99, 15, 1000);
  refused(() => submit("W", 10, 1000, 1000), "column_out_of_range", /'ranking' is 1000/);
  assert.deepEqual(names(board.top(9)), ["R", "Q", "P"]);
  assert.deepEqual(board.get("Q").scores, { score: "10", ranking: "15", time: "900" });
  refused(() => board.submit("X", 5), "invalid_score");
  refused(() => board.submit("X", { score: 5 }), "invalid_score", /'ranking' is missing/);
  refused(() => board.submit("X", { score: 5, ranking: 1, time: 1, more: 1 }), "invalid_score");
  refused(() => boardOf({ columns: [{ name: "a" }, { name: "b" }, { name: "c" }] }),
    "invalid_request", /192 bits/);
});

test("who reached the score first is ahead, also after a way down and up", () => {
  const board = played({}, [["a", 10], ["b", 10], ["a", 0], ["a", -3], ["a", 3]]);
  assert.deepEqual(names(board.top(2)), ["b", "a"]);
  const still = played({}, [["a", 10], ["b", 10], ["a", 0]]);
  assert.deepEqual(names(still.top(2)), ["a", "b"]);
});

test("ties by member are in the order of Redis", () => {
  const submissions = [["1111", 20], ["2222", 20], ["999", 20]];
  assert.deepEqual(names(played({ tie: "member" }, submissions).top(3)), ["999", "2222", "1111"]);
  const ascending = played({ tie: "member", order: "asc" }, submissions);
  assert.deepEqual(names(ascending.top(3)), ["1111", "2222", "999"]);
});

test("every kind of rank, on one board", () => {
  const board = played({ op: "best" }, [["a", 50], ["b", 50], ["c", 30], ["d", 30], ["e", 10]]);
  const all = (kind) => ["a", "b", "c", "d", "e"].map((member) => board.rank(member, { kind }));
  assert.deepEqual(all("ordinal"), [1, 2, 3, 4, 5]);
  assert.deepEqual(all("competition"), [1, 1, 3, 3, 5]);
  assert.deepEqual(all("dense"), [1, 1, 2, 2, 3]);
  assert.deepEqual(all("modified"), [2, 2, 4, 4, 5]);
  assert.deepEqual(ranks(board.top(5, { kind: "dense" })), [1, 1, 2, 2, 3]);
  refused(() => board.rank("a", { kind: "fractional" }), "invalid_request");
  const byRule = played({ rankKind: "competition" }, [["a", 5], ["b", 5]]);
  assert.equal(byRule.get("b").rank, 1);
});

test("absent is null, and zero is a score with a rank", () => {
  const board = played({}, [["a", 0]]);
  assert.deepEqual([board.get("a").score, board.rank("a"), board.size], ["0", 1, 1]);
  assert.deepEqual(
    [board.get("nobody"), board.rank("nobody"), board.percentile("nobody"), board.at(2)],
    [null, null, null, null],
  );
  refused(() => board.around("nobody", 5), "member_not_ranked");
});

test("bounds refuse or clamp", () => {
  const clamped = played({ min: 0, outOfRange: "clamp" }, [["a", 51]]);
  const down = clamped.submit("a", -60);
  assert.deepEqual([down.entry.score, down.reason, down.applied], ["0", "clamped", true]);
  const again = clamped.submit("a", -1);
  assert.deepEqual([again.reason, again.applied], ["clamped", false]);
  const strict = played({ min: 0 }, [["a", 51]]);
  refused(() => strict.submit("a", -60), "score_out_of_bounds", /would be -9; .* at least 0/);
  assert.equal(strict.get("a").score, "51");
  assert.equal(played({}, [["a", 51], ["a", -60]]).get("a").score, "-9");
});

test("best keeps the better one, by the order", () => {
  const board = played({ op: "best" }, [["a", 10], ["b", 12]]);
  assert.equal(board.submit("a", 9).reason, "not_better");
  assert.equal(board.submit("a", 10).reason, "equal");
  assert.equal(board.submit("a", 11).reason, "improved");
  const ascending = played({ op: "best", order: "asc" }, [["a", 10]]);
  assert.equal(ascending.submit("a", 11).reason, "not_better");
  assert.equal(ascending.submit("a", 9).reason, "improved");
});

test("latest keeps the newer one, by its own time", () => {
  const board = boardOf({ op: "latest" });
  board.submit("a", 0, { at: T0 - 1000 });
  const late = board.submit("a", 1000, { at: T0 - 2000 });
  assert.deepEqual([late.reason, late.applied, late.entry.score], ["stale", false, "0"]);
  assert.equal(board.submit("a", 7, { at: T0 - 1000 }).reason, "updated");
  assert.equal(board.submit("a", 7, { at: T0 }).reason, "equal");
  assert.equal(board.submit("a", 8, { at: new Date(T0 - 1) }).reason, "stale");
  refused(() => board.submit("a", 9, { at: T0 + 5001 }), "invalid_request", /5 s/);
  refused(() => boardOf().submit("a", 9, { at: T0 }), "invalid_request", /latest/);
});

test("a page has global ranks, and cursors go both ways", () => {
  const nine = played({ op: "best" }, Array.from({ length: 9 }, (_, i) => [`m${i}`, 9 - i]));
  const spans = [];
  let page = nine.page({ limit: 4 });
  const note = () => spans.push([page.entries[0].rank, page.entries.at(-1).rank]);
  assert.equal(page.prev, null);
  note();
  for (const way of ["next", "next", "prev", "prev"]) {
    page = nine.page({ cursor: page[way] });
    note();
  }
  assert.deepEqual(spans, [[1, 4], [5, 8], [9, 9], [5, 8], [1, 4]]);
  assert.equal(page.prev, null);
  const many = played({}, Array.from({ length: 25 }, (_, i) => [`m${i}`, 25 - i]));
  assert.deepEqual(ranks(many.page({ page: 3, size: 10 }).entries), [21, 22, 23, 24, 25]);
  assert.equal(many.page({ page: 0 }).entries.length, 25);
  assert.equal(many.page({ limit: 5000 }).limit, 1000);
  refused(() => many.page({ cursor: "00" }), "cursor_invalid");
});

test("250 equal scores, page by page, are 250 members", () => {
  const board = played({}, Array.from({ length: 250 }, (_, i) => [`m${(i * 7) % 250}`, 7]));
  const seen = [];
  for (let cursor; cursor !== null;) {
    const page = board.page({ limit: 25, cursor });
    seen.push(...names(page.entries));
    cursor = page.next;
  }
  assert.equal(new Set(seen).size, 250);
  assert.deepEqual(seen, names(board.top(250)));
});

test("who stands still is neither skipped nor doubled between two pages", () => {
  const board = played({ op: "best" }, Array.from({ length: 10 }, (_, i) => [`m${i}`, 100 - i]));
  const first = board.page({ limit: 5 });
  board.submit("new", 1000);
  board.remove("m1");
  const second = board.page({ cursor: first.next });
  assert.deepEqual(names(second.entries), ["m5", "m6", "m7", "m8", "m9"]);
  assert.deepEqual(ranks(second.entries), [6, 7, 8, 9, 10]);
});

test("a pinned list stays as it was for a minute", () => {
  let now = T0;
  const board = new Leaderboard({ op: "best" }, { now: () => now });
  for (let i = 0; i < 10; i += 1) board.submit(`m${i}`, 100 - i);
  const first = board.page({ limit: 4, pin: true });
  board.submit("m9", 1000);
  now += 59_999;
  const second = board.page({ cursor: first.next });
  assert.deepEqual(names(second.entries), ["m4", "m5", "m6", "m7"]);
  assert.equal(second.version, first.version);
  now += 1;
  refused(() => board.page({ cursor: second.next }), "cursor_expired");
});

test("the window around a member is filled at the edges", () => {
  const board = played({}, Array.from({ length: 10 }, (_, i) => [`${i + 1}`, 10 - i]));
  const around = (member) => names(board.around(member, 2)).map(Number);
  assert.deepEqual(around("1"), [1, 2, 3, 4, 5]);
  assert.deepEqual(around("2"), [1, 2, 3, 4, 5]);
  assert.deepEqual(around("5"), [3, 4, 5, 6, 7]);
  assert.deepEqual(around("9"), [6, 7, 8, 9, 10]);
  assert.deepEqual(around("10"), [6, 7, 8, 9, 10]);
  assert.deepEqual(board.around("2", { before: 0, after: 1 }).length, 2);
  assert.deepEqual(names(played({}, [["a", 2], ["b", 1]]).around("b", 5)), ["a", "b"]);
});

test("friends come in rank order, once each, and the others are named", () => {
  const board = played({}, [["id1", 200], ["id2", 100], ["id3", 300]]);
  const { entries, notFound } = board.lookup(["id1", "id2", "id3", "ghost", "id1"]);
  const listed = entries.map(({ member, rank, listRank }) => [member, rank, listRank]);
  assert.deepEqual(listed, [["id3", 1, 1], ["id1", 2, 2], ["id2", 3, 3]]);
  assert.deepEqual(notFound, ["ghost"]);
  const friends = board.lookup(["id2"]).entries[0];
  assert.deepEqual([friends.rank, friends.listRank], [3, 1]);
});

test("a score can be asked about without being submitted", () => {
  const board = played({}, [["a", 100], ["b", 90], ["c", 80]]);
  assert.deepEqual(board.preview(90), { competition: 2, ordinal: 3 });
  assert.deepEqual([board.preview(101).ordinal, board.preview(1).ordinal], [1, 4]);
  assert.equal(board.size, 3);
});

test("the banned are hidden, and come back with their score and time", () => {
  const board = played({}, [["a", 100], ["b", 90], ["c", 80], ["d", 70]]);
  assert.equal(board.ban("a"), true);
  assert.equal(board.ban("a"), false);
  assert.deepEqual(names(board.top(3)), ["b", "c", "d"]);
  assert.deepEqual([board.size, board.rank("d")], [3, 3]);
  assert.ok(Math.abs(board.percentile("b") - 200 / 3) < 1e-9);
  const hidden = board.submit("a", 5);
  assert.deepEqual([hidden.applied, hidden.hidden, hidden.entry.rank], [true, true, null]);
  assert.deepEqual(board.banned, ["a"]);
  board.unban("a");
  assert.deepEqual([board.get("a").score, board.rank("a")], ["105", 1]);
  board.ban("later");
  assert.equal(board.submit("later", 500).entry.rank, null);
});

test("percentiles, statistics and histograms", () => {
  const board = played({}, Array.from({ length: 100 }, (_, i) => [`m${i}`, i + 1]));
  assert.equal(board.percentile("m99"), 99);
  assert.equal(board.topPercent("m99"), 1);
  assert.equal(board.scoreAtPercentile(50), "50");
  assert.deepEqual(board.histogram(4), [
    { from: "1", to: "25", count: 25 },
    { from: "26", to: "50", count: 25 },
    { from: "51", to: "75", count: 25 },
    { from: "76", to: "100", count: 25 },
  ]);
  const stats = board.stats({ buckets: 1 });
  assert.deepEqual([stats.total, stats.min, stats.max], [100, "1", "100"]);
  assert.deepEqual(stats.quantiles["50"], "50");
  assert.equal(board.countBetween(10, 19), 10);
});

test("a full board refuses the new one, or lets the worst go", () => {
  const full = played({ maxMembers: 2, op: "best" }, [["a", 1], ["b", 2]]);
  refused(() => full.submit("c", 3), "board_full");
  assert.equal(full.submit("a", 3).applied, true);
  const trimmed = boardOf({ order: "asc", op: "best", maxMembers: 3, onFull: "trim" });
  const scores = { e: 5, d: 4, c: 3, b: 2, a: 1 };
  const submissions = Object.entries(scores).map(([member, score]) => ({ member, score }));
  assert.ok(trimmed.submitMany(submissions).every((answer) => answer.applied));
  assert.deepEqual(names(trimmed.top(9)), ["a", "b", "c"]);
  const worse = trimmed.submit("z", 9);
  assert.deepEqual([worse.applied, worse.entry], [false, null]);
});

test("an event id counts once", () => {
  const board = boardOf();
  const first = board.submit("a", 10, { eventId: "k1" });
  const again = board.submit("a", 10, { eventId: "k1" });
  assert.deepEqual({ ...again, replayed: false, previous: null }, first);
  assert.equal(again.replayed, true);
  refused(() => board.submit("a", 20, { eventId: "k1" }), "idempotency_conflict");
  assert.equal(board.get("a").score, "10");
  assert.equal(boardOf().submit("a", 20, { eventId: "k1" }).entry.score, "20");
});

test("a refusal that is final stays one under its id, and others leave it free", () => {
  const board = boardOf({ min: 0 });
  refused(() => board.submit("a", -1, { eventId: "k1" }), "score_out_of_bounds");
  board.submit("a", 10);
  assert.throws(() => board.submit("a", -1, { eventId: "k1" }), (error) => {
    assert.equal(error.code, "score_out_of_bounds");
    assert.deepEqual(error.details, { replayed: true });
    return true;
  });
  assert.equal(board.get("a").score, "10");
  refused(() => board.submit("a", "x", { eventId: "k2" }), "invalid_score");
  assert.equal(board.submit("a", 1, { eventId: "k2" }).replayed, false);
});

test("ids survive in what the caller lends", () => {
  const seen = new Map();
  boardOf({}, { seen }).submit("a", 10, { eventId: "k1" });
  const kept = new Map(JSON.parse(JSON.stringify([...seen])));
  const board = boardOf({}, { seen: kept });
  assert.equal(board.submit("a", 10, { eventId: "k1" }).replayed, true);
  assert.equal(board.size, 0);
});

test("the bounds of a period are enforced", () => {
  const period = { kind: "day", id: "2026-10-15", startsAt: T0, endsAt: T0 + 1000 };
  const board = boardOf({}, { period });
  refused(() => board.submit("a", 1, { now: T0 - 1 }), "period_not_started");
  assert.equal(board.submit("a", 1, { now: T0 }).applied, true);
  assert.equal(board.submit("a", 1, { now: T0 + 999 }).applied, true);
  refused(() => board.submit("a", 1, { now: T0 + 1000 }), "period_closed");
  const day = boardOf({}, { period: { kind: "day", zone: "Asia/Seoul", id: "2026-10-15" } });
  const start = Date.parse("2026-10-14T15:00:00Z");
  refused(() => day.submit("a", 1, { now: start - 1 }), "period_not_started");
  assert.equal(day.submit("a", 1, { now: new Date(start) }).applied, true);
  const all = boardOf({}, { period: { kind: "all", id: "all" } });
  assert.equal(all.submit("a", 1, { now: 0 }).applied, true);
});

test("metadata change neither score nor time", () => {
  const board = played({}, [["a", 123]]);
  board.setMetadata("a", { skin: "x" }, { now: T0 + 9 });
  const kept = { member: "a", rank: 1, score: "123", reachedAt: T0, metadata: { skin: "x" } };
  assert.deepEqual(board.get("a"), kept);
  assert.deepEqual(board.submit("a", 0, { metadata: ["y"] }).entry.metadata, ["y"]);
  board.setMetadata("a", null);
  assert.equal("metadata" in board.get("a"), false);
  refused(() => board.setMetadata("a", "x".repeat(1023)), "invalid_request", /1025 bytes/);
  refused(() => board.setMetadata("ghost", {}), "member_not_ranked");
});

test("rules change without a loss, or not at all", () => {
  const board = played({ op: "best" }, [["a", 5000], ["b", 10]]);
  board.setRules({ op: "best", min: 0, max: 1000 });
  assert.equal(board.get("a").score, "5000");
  refused(() => board.submit("c", 5000), "score_out_of_bounds");
  board.setRules({ op: "best" });
  assert.equal(board.submit("c", 5000).applied, true);
  refused(() => board.setRules({ op: "best", order: "asc" }), "config_conflict");
  board.setRules({ op: "best", order: "asc" }, { migrate: true });
  assert.deepEqual(names(board.top(3)), ["b", "a", "c"]);
  board.setRules({ op: "best", order: "asc", decimals: 2 }, { migrate: true });
  assert.equal(board.get("b").score, "10.00");
});

test("an exact head needs a store of all members, which this class has not", () => {
  refused(() => boardOf({ exactHead: 10_000 }), "invalid_request", /exactHead.*all members/);
  refused(() => boardOf({ exactHead: "all" }), "invalid_request", /rules/);
  assert.equal(boardOf({ exactHead: null }).size, 0);
  const board = played({}, [["a", 1]]);
  refused(() => board.setRules({ exactHead: 10 }), "invalid_request", /exactHead/);
});

test("a batch answers for each, and one refusal stops nobody", () => {
  const board = boardOf({ min: 0 });
  const answers = board.submitMany([
    { member: "a", score: 1, eventId: "1" },
    { member: "b", score: -1 },
    { member: 5, score: 1 },
    { member: "c", score: 2 },
    null,
  ]);
  assert.deepEqual(answers.map((answer) => answer.error?.code ?? answer.entry.score), [
    "1",
    "score_out_of_bounds",
    "invalid_member",
    "2",
    "invalid_member",
  ]);
});

test("a subscription tells what changed in its window, and nothing else", () => {
  const board = played({ op: "best" }, [["a", 100], ["b", 90], ["c", 80]]);
  const told = [];
  const stop = board.subscribe({ top: 2 }, (difference) => told.push(difference));
  board.submit("c", 85);
  assert.equal(told.length, 0);
  board.submit("c", 95);
  assert.deepEqual(names(told[0].entries), ["a", "c"]);
  assert.deepEqual([names(told[0].changed), told[0].removed], [["c"], ["b"]]);
  assert.equal(told[0].version, board.version);
  stop();
  board.submit("b", 1000);
  assert.equal(told.length, 1);
});

test("12,000 equal scores take 12,000 updates with two kinds of rank each", () => {
  const board = boardOf();
  for (let i = 0; i < 12_000; i += 1) board.submit(`m${i}`, 5);
  let sum = 0;
  for (let i = 0; i < 12_000; i += 1) {
    const member = `m${(i * 7919) % 12_000}`;
    board.submit(member, (i % 3) - 1);
    sum += board.rank(member, { kind: "competition" }) + board.rank(member, { kind: "dense" });
  }
  assert.ok(sum > 0);
  const dense = new Set(board.top(12_000).map((entry) => entry.score)).size;
  assert.equal(board.rank(board.at(12_000).member, { kind: "dense" }), dense);
});

test("what is unknown, misspelt or of another type is refused", () => {
  refused(() => boardOf({ ordre: "desc" }), "invalid_request");
  refused(() => boardOf({ order: "up" }), "invalid_request");
  refused(() => boardOf({ decimals: 10 }), "invalid_request");
  refused(() => boardOf(null), "invalid_request");
  refused(() => boardOf({}, { clock: 1 }), "invalid_request");
  refused(() => boardOf().submit("a", 1, { eventID: "x" }), "invalid_request");
  refused(() => boardOf().top(-1), "invalid_request");
  assert.equal(boardOf().submit("a", 1, null).applied, true);
  assert.deepEqual(boardOf().page(null).entries, boardOf().top());
  const board = boardOf();
  board.free();
  refused(() => board.size, "disposed");
});
