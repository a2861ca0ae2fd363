// Boards: created, confirmed, read, listed; rules that are not built are refused.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertError, assertHeaders, NOON_TEXT, startService } from "./lib/service.mjs";

let service;
before(async () => (service = await startService()));
after(() => service?.end());

const DEFAULT_RULES = {
  order: "desc", op: "sum", decimals: 0, min: null, max: null, outOfRange: "reject",
  tie: "earliest", rankKind: "ordinal", columns: null, periods: [{ kind: "all" }],
  timeZone: "UTC", graceSeconds: 60, maxMembers: null, maxMemberBytes: 64, onFull: "refuse",
  exactHead: null, shards: 1, idempotencyDays: 30, maxIds: 100_000_000, review: null,
  read: "public", redisScore: "points",
};

test("a board is created once, then confirmed", async () => {
  const rules = { decimals: 2, periods: ["day", { kind: "all" }] };
  const created = await service.put("twice", rules);
  assert.equal(created.status, 201);
  assertHeaders(created);
  const confirmed = await service.put("twice", rules);
  assert.equal(confirmed.status, 200);
  assert.equal(confirmed.text, created.text);
  // The same rules in other words are the same rules.
  const inFull = { ...DEFAULT_RULES, decimals: 2, periods: [{ kind: "day" }, "all"] };
  assert.equal((await service.put("twice", inFull)).status, 200);
});

test("other rules for a board that exists are a conflict, and change nothing", async () => {
  await service.create("settled", { order: "asc" });
  const before = await service.get("/v1/boards/settled");
  for (const rules of [{}, { order: "desc" }, { order: "asc", decimals: 1 }]) {
    assertError(await service.put("settled", rules), 409, "config_conflict");
  }
  assert.equal((await service.get("/v1/boards/settled")).text, before.text);
});

test("64 creations at once make one board", async () => {
  const answers = await Promise.all(Array.from({ length: 64 }, () => service.put("at-once", {})));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(63).fill(200), 201]);
});

test("an empty body stands for the default rules", async () => {
  const answer = await service.send("PUT", "/v1/boards/plain");
  assert.equal(answer.status, 201);
  assert.deepEqual(answer.body.rules, DEFAULT_RULES);
});

test("a board shows its rules and its current periods", async () => {
  await service.create("shown", { periods: ["day", "all"] });
  await service.submit("shown", "a", 5);
  await service.submit("shown", "a", 5);
  await service.submit("shown", "b", 5);
  const answer = await service.get("/v1/boards/shown", { key: null });
  assert.equal(answer.status, 200);
  assertHeaders(answer);
  assert.deepEqual(answer.body, {
    name: "shown",
    rules: { ...DEFAULT_RULES, periods: [{ kind: "day" }, { kind: "all" }] },
    periods: {
      day: {
        id: "2026-10-14",
        startsAt: "2026-10-14T00:00:00.000Z",
        endsAt: "2026-10-15T00:00:00.000Z",
        acceptsUntil: "2026-10-15T00:01:00.000Z",
        total: 2,
        version: "3",
      },
      all: {
        id: "all", startsAt: null, endsAt: null, acceptsUntil: null, total: 2, version: "3",
      },
    },
  });
});

const NOT_BUILT = {
  op: "best", min: 0, max: 10, outOfRange: "clamp", tie: "member", rankKind: "dense",
  columns: [{ name: "kills", order: "desc", decimals: 0, min: 0, max: 9 }],
  graceSeconds: 61, maxMembers: 10, onFull: "trim", exactHead: 100,
  shards: 2, idempotencyDays: 31, maxIds: 5, review: { head: 100 }, read: "key",
  redisScore: "encoded",
};

test("each rule that is not built is refused by its name", async () => {
  for (const [rule, value] of Object.entries(NOT_BUILT)) {
    const answer = await service.put("never", { [rule]: value });
    const error = assertError(answer, 400, "invalid_request");
    assert.equal(error.details.rule, rule);
    assert.ok(error.message.includes(`'${rule}'`), error.message);
  }
  assertError(await service.get("/v1/boards/never"), 404, "board_not_found");
});

test("what is not built of periods is refused by its name", async () => {
  const season = { kind: "season", id: "spring", startsAt: 0, endsAt: "2027-01-01T00:00Z" };
  for (const [period, word] of [[season, "season"], [{ kind: "day", keep: "3d" }, "keep"]]) {
    const answer = await service.put("never", { periods: ["all", period] });
    const error = assertError(answer, 400, "invalid_request");
    assert.equal(error.details.rule, "periods");
    assert.ok(error.message.includes(`'${word}'`), error.message);
  }
});

const WRONG_RULES = [
  { periods: [] }, { periods: ["all", "all"] }, { periods: ["century"] }, { periods: "day" },
  { periods: [{ kind: "day", startAt: "9:00" }] }, { periods: [{ kind: "day", base: 0 }] },
  { periods: [{ kind: "day", zone: "Asia/Soul" }] }, { timeZone: "+25:00" }, { timeZone: "" },
  { periods: ["numbered"] }, { periods: ["day"], timeZone: "asia/seoul" },
  { decimals: 10 }, { decimals: -1 }, { decimals: 1.5 }, { decimals: "2" }, { order: "up" },
  { op: "product" }, { maxMemberBytes: 0 }, { maxMemberBytes: 513 }, { shards: "1" },
  { unknownRule: 1 }, [], "desc", 7, true, [1, 2, 3],
];

test("rules that are wrong in themselves are refused", async () => {
  for (const rules of WRONG_RULES) {
    const answer = await service.put("never", rules);
    assertError(answer, 400, "invalid_request", JSON.stringify(rules));
  }
  // An array is not read as an object whose fields have lost their names.
  const arrays = ['["asc"]', '{"periods":[["day"]]}', '{"periods":[{"day":null}]}'];
  const [open, close] = ["[", "]"].map((bracket) => bracket.repeat(100_000));
  const deep = [open, `${open}${close}`, `{"review":${open}${close}}`];
  const broken = ["{", "{}}", "null", '{"order":"desc","order":"asc"}', '{"__proto__":1}'];
  for (const raw of [...arrays, ...deep, ...broken]) {
    const answer = await service.send("PUT", "/v1/boards/never", { raw });
    assertError(answer, 400, "invalid_request", raw.slice(0, 100));
  }
  assertError(await service.get("/v1/boards/never"), 404, "board_not_found");
});

test("names of boards follow the documented form", async () => {
  const good = ["0", "A", "a.b_c-d", "x".repeat(64), "constructor", "hasOwnProperty"];
  for (const name of good) assert.equal((await service.put(name, {})).status, 201, name);
  const signs = ["-a", "_a", ".a", "a%20b", "a%2Fb", "a:b", "%C3%A9", "__proto__"];
  const bad = [...signs, "", "x".repeat(65)];
  for (const name of bad) assertError(await service.put(name, {}), 400, "invalid_request");
});

test("boards whose names differ only in case are different boards", async () => {
  await service.create("Case");
  await service.create("case");
  await service.submit("Case", "a", 1);
  assert.deepEqual(await service.top("case"), []);
});

test("an unknown board is not found, and asking leaves no trace", async () => {
  for (const path of ["", "/top", "/members/a"]) {
    assertError(await service.get(`/v1/boards/ghost${path}`), 404, "board_not_found");
  }
  const event = { member: "a", score: 1, eventId: "e" };
  assertError(await service.post("ghost", event), 404, "board_not_found");
  const { body } = await service.get("/v1/boards?limit=1000");
  assert.ok(!body.boards.some(({ name }) => name === "ghost"));
});

test("the list of boards is paged, in the order of the names", async () => {
  for (const name of ["list-3", "list-1", "list-2"]) await service.create(name);
  const names = [];
  let cursor = "";
  do {
    const query = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
    const { status, body } = await service.get(`/v1/boards?limit=2${query}`);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), ["boards", "limit", "next"]);
    assert.equal(body.limit, 2);
    assert.ok(body.boards.length > 0 && body.boards.length <= 2);
    names.push(...body.boards.map(({ name }) => name));
    cursor = body.next;
  } while (cursor);
  assert.deepEqual(names, [...new Set(names)].sort());
  for (const name of ["list-1", "list-2", "list-3"]) assert.ok(names.includes(name), name);
  const whole = await service.get("/v1/boards");
  assertHeaders(whole);
  assert.deepEqual(whole.body, { boards: names.map((name) => ({ name })), limit: 100, next: null });
});

test("a board that was just created is empty", async () => {
  await service.create("fresh", { periods: ["day", "all"] });
  for (const [query, period] of [["", "all"], ["?period=day", "2026-10-14"]]) {
    const { body } = await service.get(`/v1/boards/fresh/top${query}`);
    assert.deepEqual(body, { period, entries: [], total: 0, version: "0", limit: 100 });
  }
  assertError(await service.get("/v1/boards/fresh/members/a"), 404, "member_not_ranked");
});

test("the head shows as many entries as asked for, and the size of all", async () => {
  await service.create("head");
  for (const [member, score] of [["c", 10], ["a", 30], ["b", 20]]) {
    await service.submit("head", member, score);
  }
  const answer = await service.get("/v1/boards/head/top?limit=2", { key: null });
  assertHeaders(answer);
  assert.deepEqual(answer.body, {
    period: "all",
    entries: [
      { member: "a", rank: 1, score: "30", reachedAt: NOON_TEXT },
      { member: "b", rank: 2, score: "20", reachedAt: NOON_TEXT },
    ],
    total: 3,
    version: "3",
    limit: 2,
  });
});
