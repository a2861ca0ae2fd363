// Submissions: what they answer, that an event counts once, and that scores are exact.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  assertError, assertHeaders, memberPath, newEventId, NOON, NOON_TEXT, startService,
} from "./lib/service.mjs";

let service;
before(async () => (service = await startService()));
after(() => service?.end());

test("a submission answers what it did in each period", async () => {
  await service.create("shape", { periods: ["day", "all"] });
  await service.submit("shape", "other", 40);
  const effect = (period, rest) => ({ period, applied: true, reason: "added", ...rest });
  const first = await service.post("shape", { member: "a", score: "25", eventId: "s1" });
  assert.equal(first.status, 200);
  assertHeaders(first);
  const entry = { member: "a", rank: 2, score: "25", reachedAt: NOON_TEXT };
  assert.deepEqual(first.body, {
    eventId: "s1", replayed: false, stamp: NOON_TEXT, pending: [],
    entries: {
      day: effect("2026-10-14", { entry, previous: null, version: "2" }),
      all: effect("all", { entry, previous: null, version: "2" }),
    },
  });
  await service.setClock(NOON + 1500);
  const second = await service.submit("shape", "a", 20, "s2");
  await service.setClock(NOON);
  const stamp = "2026-10-14T12:00:01.500Z";
  const grown = {
    entry: { member: "a", rank: 1, score: "45", reachedAt: stamp },
    previous: { rank: 2, score: "25" },
    version: "3",
  };
  assert.deepEqual(second, {
    eventId: "s2", replayed: false, stamp, pending: [],
    entries: { day: effect("2026-10-14", grown), all: effect("all", grown) },
  });
});

test("a delta of 0 changes neither score nor time, but makes a new member", async () => {
  await service.create("zero");
  const fresh = (await service.submit("zero", "a", 0)).entries.all;
  assert.deepEqual([fresh.applied, fresh.reason, fresh.entry.score], [true, "added", "0"]);
  await service.setClock(NOON + 60_000);
  const again = (await service.submit("zero", "a", 0)).entries.all;
  await service.setClock(NOON);
  assert.deepEqual([again.applied, again.reason, again.version], [false, "equal", "2"]);
  assert.equal(again.entry.reachedAt, NOON_TEXT);
  assert.deepEqual(again.previous, { rank: 1, score: "0" });
});

test("the same event again is answered with its outcome and the present rank", async () => {
  await service.create("replay", { periods: ["day", "all"] });
  const first = await service.submit("replay", "a", 10, "r1");
  assert.equal(first.entries.all.entry.rank, 1);
  await service.submit("replay", "b", 50);
  await service.submit("replay", "a", 5);
  // Bodies are compared by what they say, not by how it is written.
  for (const score of [10, "10", "10.0", "010"]) {
    const again = await service.submit("replay", "a", score, "r1");
    assert.deepEqual([again.replayed, again.stamp, again.pending], [true, first.stamp, []]);
    for (const kind of ["day", "all"]) {
      const { applied, reason, entry, previous } = again.entries[kind];
      assert.deepEqual([applied, reason, previous], [true, "added", null]);
      assert.deepEqual([entry.score, entry.reachedAt, entry.rank], ["10", NOON_TEXT, 2]);
    }
  }
  assert.deepEqual(await service.top("replay"), ["1 b 50", "2 a 15"]);
});

test("the same id with another body is a conflict and counts nothing", async () => {
  await service.create("conflict");
  await service.submit("conflict", "a", 10, "c1");
  const others = [["a", 11], ["a", -10], ["b", 10], ["A", 10], ["a ", 10]];
  for (const [member, score] of others) {
    const answer = await service.post("conflict", { member, score, eventId: "c1" });
    assertError(answer, 409, "idempotency_conflict");
  }
  assert.deepEqual(await service.top("conflict"), ["1 a 10"]);
});

test("500 mutated repeats: none counts", { timeout: 120_000 }, async () => {
  await service.create("mutants");
  await service.submit("mutants", "a", 1, "m1");
  const lane = async (_, at) => {
    for (let n = at; n < 500; n += 16) {
      const member = n % 2 ? `a${n}` : "a";
      const answer = await service.post("mutants", { member, score: n + 2, eventId: "m1" });
      assert.equal(answer.status, 409, answer.text);
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  const { body } = await service.get("/v1/boards/mutants");
  assert.deepEqual([body.periods.all.total, body.periods.all.version], [1, "1"]);
});

test("one id counts once on each of two boards", async () => {
  await service.create("left");
  await service.create("right");
  for (const board of ["left", "right"]) {
    assert.equal((await service.submit(board, "a", 1, "shared")).replayed, false);
  }
});

test("the header Idempotency-Key is the event id", async () => {
  await service.create("header");
  const send = (body, key) =>
    service.post("header", body, { headers: { "idempotency-key": key } });
  const first = await send({ member: "a", score: 1 }, "h1");
  assert.deepEqual([first.status, first.body.eventId], [200, "h1"]);
  const again = await send({ member: "a", score: 1, eventId: "h1" }, "h1");
  assert.equal(again.body.replayed, true);
  const inBody = await service.submit("header", "a", 1, "h1");
  assert.equal(inBody.replayed, true);
  assertError(await send({ member: "a", score: 1, eventId: "h2" }, "h3"), 400, "invalid_request");
  assertError(await service.post("header", { member: "a", score: 1 }), 400, "invalid_request");
});

test("event ids have 1 to 128 bytes and are compared by bytes", async () => {
  await service.create("ids");
  const ids = ["x", "X", "x ", "é", "e\u0301", "e".repeat(128), "é".repeat(64), "\0", "__proto__"];
  for (const id of ids) {
    assert.equal((await service.submit("ids", "a", 1, id)).replayed, false, id);
  }
  for (const id of ["", "e".repeat(129), "é".repeat(65), 7, true, ["x"], {}]) {
    const answer = await service.post("ids", { member: "a", score: 1, eventId: id });
    assertError(answer, 400, "invalid_request");
  }
  assert.deepEqual(await service.top("ids"), [`1 a ${ids.length}`]);
});

test("64 clients add to one member, and nothing is lost", { timeout: 120_000 }, async () => {
  const [clients, each] = [64, 20];
  await service.create("busy", { periods: ["day", "all"] });
  const client = async () => {
    const answers = [];
    for (let n = 0; n < each; n += 1) answers.push(await service.submit("busy", "one", 1));
    return answers;
  };
  const answers = (await Promise.all(Array.from({ length: clients }, client))).flat();
  const all = Array.from({ length: clients * each }, (_, at) => at + 1);
  for (const kind of ["day", "all"]) {
    const numbers = (pick) => answers.map(({ entries }) => Number(pick(entries[kind])))
      .sort((a, b) => a - b);
    assert.deepEqual(numbers(({ entry }) => entry.score), all);
    assert.deepEqual(numbers(({ version }) => version), all);
    assert.deepEqual(numbers(({ previous }) => previous?.score ?? 0), all.map((n) => n - 1));
  }
  assert.deepEqual(await service.top("busy"), [`1 one ${clients * each}`]);
});

test("64 clients send one event at once, and it counts once", async () => {
  await service.create("rush");
  const send = () => service.submit("rush", "a", 7, "rush-1");
  const answers = await Promise.all(Array.from({ length: 64 }, send));
  assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
  for (const { entries, pending } of answers) {
    assert.deepEqual(pending, []);
    assert.deepEqual([entries.all.applied, entries.all.entry.score], [true, "7"]);
  }
  assert.deepEqual(await service.top("rush"), ["1 a 7"]);
});

test("of equal scores, the one that was reached first is ahead", async () => {
  await service.create("ties");
  await service.submit("ties", "z", 10);
  await service.submit("ties", "a", 10);
  await service.setClock(NOON + 1000);
  await service.submit("ties", "m", 10);
  assert.deepEqual(await service.top("ties"), ["1 z 10", "2 a 10", "3 m 10"]);
  // A change of 0 keeps the time; there and back sets it.
  await service.setClock(NOON + 2000);
  await service.submit("ties", "z", 0);
  await service.submit("ties", "a", 5);
  await service.submit("ties", "a", -5);
  assert.deepEqual(await service.top("ties"), ["1 z 10", "2 m 10", "3 a 10"]);
  const { body } = await service.get(memberPath("ties", "a"));
  await service.setClock(NOON);
  assert.equal(body.reachedAt, "2026-10-14T12:00:02.000Z");
  // Nobody is strictly worse, and all share the first place among the scores.
  assert.deepEqual([body.percentile, Math.round(body.top)], [0, 33]);
});

test("a clock that steps back does not change who was first", async () => {
  await service.create("backwards");
  await service.submit("backwards", "z", 10);
  await service.setClock(NOON - 3_600_000);
  const { stamp } = await service.submit("backwards", "a", 10);
  await service.setClock(NOON);
  assert.equal(stamp, NOON_TEXT);
  assert.deepEqual(await service.top("backwards"), ["1 z 10", "2 a 10"]);
});

test("a member's answer shows where he stands", async () => {
  await service.create("standing");
  for (const [member, score] of [["a", 40], ["b", 30], ["c", 30], ["d", 10]]) {
    await service.submit("standing", member, score);
  }
  const answer = await service.get("/v1/boards/standing/members/b", { key: null });
  assertHeaders(answer);
  assert.deepEqual(answer.body, {
    member: "b", rank: 2, score: "30", reachedAt: NOON_TEXT, percentile: 25, top: 50,
    period: "all", total: 4, version: "4",
  });
});

test("on an ascending board the lower score is ahead, and of equal ones the earlier", async () => {
  await service.create("golf", { order: "asc" });
  for (const [member, score] of [["a", 72], ["z", 70], ["c", 70], ["d", -3]]) {
    await service.submit("golf", member, score);
  }
  assert.deepEqual(await service.top("golf"), ["1 d -3", "2 z 70", "3 c 70", "4 a 72"]);
  const { body } = await service.get("/v1/boards/golf/members/a");
  assert.deepEqual([body.percentile, body.top], [0, 100]);
});

test("decimals are exact, in as in out", async () => {
  await service.create("money", { decimals: 2 });
  await service.submit("money", "a", "0.10");
  await service.submit("money", "a", 0.1);
  const third = await service.submit("money", "a", "0.1");
  assert.equal(third.entries.all.entry.score, "0.30");
  const steps = [[-0.5, "-0.20"], ["0.200", "0.00"], ["-0.01", "-0.01"], [3, "2.99"]];
  for (const [score, sum] of steps) {
    assert.equal((await service.submit("money", "a", score)).entries.all.entry.score, sum);
  }
  const tooMany = await service.post("money", { member: "a", score: "0.001", eventId: "e" });
  assertError(tooMany, 400, "too_many_decimals");
  await service.create("nano", { decimals: 9 });
  const most = "9223372036.854775807";
  assert.equal((await service.submit("nano", "a", most)).entries.all.entry.score, most);
});

test("scores are exact over the whole 64-bit range, and ordered by it", async () => {
  await service.create("wide");
  const scores = {
    most: "9223372036854775807", less: "9223372036854775806", safe: "9007199254740993",
    none: "0", least: "-9223372036854775808",
  };
  for (const member of Object.keys(scores).sort()) {
    await service.submit("wide", member, scores[member]);
  }
  const ranked = Object.entries(scores).map(([member, score]) => `${member} ${score}`);
  assert.deepEqual(await service.top("wide"), ranked.map((row, at) => `${at + 1} ${row}`));
  const sum = await service.submit("wide", "safe", "9214364837600034814");
  assert.equal(sum.entries.all.entry.score, "9223372036854775807");
});

test("a sum past 64 bits is refused, for good under its id", async () => {
  await service.create("overflow", { periods: ["day", "all"] });
  await service.submit("overflow", "a", "9223372036854775807");
  const event = { member: "a", score: 1, eventId: "o1" };
  const details = async () =>
    assertError(await service.post("overflow", event), 400, "score_overflow").details;
  assert.equal((await details()).replayed, false);
  assert.equal((await details()).replayed, true);
  await service.submit("overflow", "a", -10);
  assert.equal((await details()).replayed, true);
  const other = await service.post("overflow", { ...event, score: 2 });
  assertError(other, 409, "idempotency_conflict");
  assert.deepEqual(await service.top("overflow"), ["1 a 9223372036854775797"]);
  const { body } = await service.get("/v1/boards/overflow");
  assert.equal(body.periods.all.version, "2", "what is refused takes no version");
});

test("a score that is none is refused, and leaves the id free", async () => {
  await service.create("wrong-scores");
  const cases = [
    ["invalid_score", "abc"], ["invalid_score", ""], ["invalid_score", "1e3"],
    ["invalid_score", "+1"], ["invalid_score", " 1"], ["invalid_score", "0x10"],
    ["invalid_score", "."], ["invalid_score", "1."], ["invalid_score", ".5"],
    ["invalid_score", "--1"], ["invalid_score", "٣"], ["invalid_score", "1".repeat(65)],
    ["invalid_score", true], ["invalid_score", null], ["invalid_score", []], ["invalid_score", {}],
    ["invalid_score", 2 ** 53], ["invalid_score", 1e300], ["too_many_decimals", 1.5],
    ["too_many_decimals", "1.5"], ["score_overflow", "9223372036854775808"],
    ["score_overflow", "-9223372036854775809"],
  ];
  const eventId = newEventId();
  for (const [code, score] of cases) {
    const answer = await service.post("wrong-scores", { member: "a", score, eventId });
    assertError(answer, 400, code);
  }
  const raw = '{"member":"a","score":1e999,"eventId":"e"}';
  const huge = await service.send("POST", "/v1/boards/wrong-scores/scores", { raw });
  assertError(huge, 400, "invalid_request");
  assert.equal((await service.submit("wrong-scores", "a", 1, eventId)).replayed, false);
});
