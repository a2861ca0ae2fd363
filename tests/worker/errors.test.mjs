// What is refused, with which status and code; and who may do what.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  assertError, assertHeaders, DEMO_KEY, KEY, newEventId, startService,
} from "./lib/service.mjs";

/** The documented limit of a body. */
const BODY_BYTES_MAX = 1_048_576;

let service;
before(async () => {
  service = await startService();
  await service.create("g");
});
after(() => service?.end());

const scores = "/v1/boards/g/scores";
const sendRaw = (raw, options) => service.send("POST", scores, { raw, ...options });
const event = () => ({ member: "a", score: 1, eventId: newEventId() });

test("the service says that it is there", async () => {
  const answer = await service.get("/healthz", { key: null });
  assert.deepEqual([answer.status, answer.body], [200, { status: "ok" }]);
  assertHeaders(answer);
});

test("a body that is no submission is refused", async () => {
  const bodies = [
    "", " ", "{", "}", "null", "true", "7", '"text"', "[]", "[1]", "{}", "undefined",
    // An array is not read as an object whose fields have lost their names.
    '["a",1,null,"e"]', '["a",1,null,"e",null,null,null]',
    '[{"member":"a","score":1,"eventId":"e"}]',
    '{"member":"a","score":1,"eventId":"e"', '{"member":"a","score":1,"eventId":"e"} {}',
    '{"member":"a","score":NaN,"eventId":"e"}', "{'member':'a','score':1,'eventId':'e'}",
    '{"member":"a","member":"b","score":1,"eventId":"e"}',
    '{"member":"a","score":1,"eventId":"e",}', '{"member":"a","score":01,"eventId":"e"}',
    '{"member":"a","score":1,"eventId":"e","__proto__":{}}',
    '{"member":"a","score":1,"eventId":"e","extra":1}', "\uFEFF{}", "\0", "<xml/>",
  ];
  for (const raw of bodies) {
    assertError(await sendRaw(raw), 400, "invalid_request", raw);
  }
});

test("deep bodies are refused at once", async () => {
  const deep = (open, close, depth) => open.repeat(depth) + close.repeat(depth);
  const bodies = [
    "[".repeat(100_000), deep("[", "]", 100_000), '{"a":'.repeat(100_000),
    `{"member":${deep("[", "]", 100_000)},"score":1,"eventId":"e"}`,
    `{"member":"a","score":1,"eventId":"e","metadata":${deep("[", "]", 100_000)}}`,
    `{"member":"a","score":1,"eventId":"e","x":${deep('{"a":', "}", 50_000)}}`,
  ];
  for (const raw of bodies) assertError(await sendRaw(raw), 400, "invalid_request");
  assert.equal((await service.get("/healthz")).status, 200);
});

test("a field that is not built is refused by its name", async () => {
  const fields = { scores: { a: 1 }, at: 1, period: "day", metadata: { name: "A" } };
  for (const [field, value] of Object.entries(fields)) {
    const error = assertError(
      await service.post("g", { ...event(), [field]: value }), 400, "invalid_request");
    assert.ok(error.message.includes(`'${field}'`), error.message);
  }
});

test("a body is read up to its limit", async () => {
  const padded = (bytes) => JSON.stringify(event()).padEnd(bytes, " ");
  assert.equal((await sendRaw(padded(BODY_BYTES_MAX))).status, 200);
  assertError(await sendRaw(padded(BODY_BYTES_MAX + 1)), 413, "payload_too_large");
  const big = await service.send("PUT", "/v1/boards/big", { raw: padded(BODY_BYTES_MAX + 1) });
  assertError(big, 413, "payload_too_large");
});

test("a body without a length is read up to its limit", async () => {
  const chunked = (text) => new Blob([text]).stream();
  const small = await sendRaw(chunked(JSON.stringify(event()).padEnd(BODY_BYTES_MAX, " ")));
  assert.equal(small.status, 200, small.text);
  const raw = chunked(JSON.stringify(event()).padEnd(BODY_BYTES_MAX * 3, " "));
  assertError(await sendRaw(raw), 413, "payload_too_large");
});

test("a query parameter that is unknown, doubled or wrong is refused", async () => {
  const board = "/v1/boards/g";
  const paths = [
    `${board}/top?limt=5`, `${board}/top?limit=5&limit=5`, `${board}/top?limit=5&x`,
    `${board}/top?period=%FF`, `${board}?limit=5`, `${board}/members/a?limit=5`, "/healthz?x=1",
    "/v1/boards?after=a", `${board}/top?__proto__=1`,
  ];
  for (const limit of ["0", "1001", "-1", "1.5", "x", "", "1e2", "0x10", " 5", "99999999999999"]) {
    paths.push(`${board}/top?limit=${encodeURIComponent(limit)}`);
    paths.push(`/v1/boards?limit=${encodeURIComponent(limit)}`);
  }
  for (const path of paths) assertError(await service.get(path), 400, "invalid_request");
  const query = await service.send("POST", `${scores}?queue=1`, { body: event() });
  assertError(query, 400, "invalid_request");
});

test("what is nowhere is not found", async () => {
  const paths = [
    "/v1", "/v1/", "/v1/boards/g/", "/v1/boards/g/nothing", "/v2/boards/g",
    "/v1/boards/g/members", "/v1/boards/g/members/a/b", "/v1/boards/g/top/", "/V1/boards/g",
    "/v1//boards/g", "/v1/boards/g/scores/1", "/healthz/", "/v1/boards/g/constructor",
  ];
  for (const path of paths) assertError(await service.get(path), 404, "not_found");
  const batch = await service.send("POST", "/v1/boards/g/scores:batch", { body: [] });
  assertError(batch, 404, "not_found");
});

test("a method that a path does not take is not allowed", async () => {
  const wrong = [
    ["POST", "/healthz"], ["DELETE", "/v1/boards"], ["PUT", "/v1/boards"], ["POST", "/v1/boards/g"],
    ["PATCH", "/v1/boards/g"], ["DELETE", "/v1/boards/g"], ["GET", scores], ["PUT", scores],
    ["POST", "/v1/boards/g/top"], ["DELETE", "/v1/boards/g/members/a"],
    ["PATCH", "/v1/boards/g/members/a"], ["POST", "/demo.json"],
  ];
  for (const [method, path] of wrong) {
    const answer = await service.send(method, path);
    const error = assertError(answer, 405, "method_not_allowed");
    assert.ok(error.message.includes(method), error.message);
    const allowed = answer.headers.get("allow").split(", ");
    assert.ok(allowed.length > 0 && !allowed.includes(method), `${method}: ${allowed}`);
  }
});

test("writes need a key of the service", async () => {
  const authorizations = [
    "", "Bearer", "Bearer ", KEY, `Basic ${KEY}`, "Bearer wrong", `Bearer ${KEY}x`,
    `Bearer ${KEY.slice(0, -1)}`, `Bearer ${KEY.toUpperCase()}`, `Bearer ${KEY} ${KEY}`,
    `Bearer "${KEY}"`, `Bearer ${"x".repeat(10_000)}`,
  ];
  for (const authorization of [undefined, ...authorizations]) {
    const headers = authorization === undefined ? {} : { authorization };
    for (const [method, path, body] of [
      ["POST", scores, event()], ["PUT", "/v1/boards/g", {}], ["GET", "/v1/boards", undefined],
    ]) {
      const answer = await service.send(method, path, { body, key: null, headers });
      assertError(answer, 401, "unauthorized");
      assert.equal(answer.headers.get("www-authenticate"), "Bearer");
    }
  }
  const scheme = { key: null, headers: { authorization: `bearer ${KEY}` } };
  assert.equal((await service.post("g", event(), scheme)).status, 200, "schemes have no case");
});

test("who has no key learns nothing about boards by writing", async () => {
  const [known, unknown] = await Promise.all(["g", "unknown"].map((board) =>
    service.post(board, event(), { key: "wrong" })));
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
});

test("the key of the demo page submits to its board and does nothing else", async () => {
  const { status, body, headers } = await service.get("/demo.json", { key: null });
  assert.equal(status, 200);
  assertHeaders({ headers });
  assert.deepEqual(body, { board: "demo", key: DEMO_KEY });
  await service.create("demo");
  const demo = { key: DEMO_KEY };
  assert.equal((await service.post("demo", event(), demo)).status, 200);
  assertError(await service.post("g", event(), demo), 403, "forbidden");
  assertError(await service.post("Demo", event(), demo), 403, "forbidden");
  assertError(await service.put("demo", {}, demo), 403, "forbidden");
  assertError(await service.put("other", {}, demo), 403, "forbidden");
  assertError(await service.get("/v1/boards", demo), 403, "forbidden");
});

test("errors quote no more of a huge input than helps", async () => {
  const huge = "x".repeat(200_000);
  const bodies = [
    { ...event(), member: huge }, { ...event(), score: huge }, { ...event(), eventId: huge },
    { ...event(), score: "1".repeat(100_000) }, { ...event(), [huge]: 1 },
  ];
  for (const body of bodies) {
    const answer = await service.post("g", body);
    assert.equal(answer.status, 400);
    assert.ok(answer.text.length < 2000, `${answer.text.length} characters`);
  }
  const rules = [{ order: huge }, { [huge]: 1 }, { periods: [huge] }, { timeZone: huge }];
  for (const body of rules) {
    const answer = await service.put("huge", body);
    assert.equal(answer.status, 400);
    assert.ok(answer.text.length < 2000, `${answer.text.length} characters`);
  }
});
