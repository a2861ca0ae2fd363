import assert from "node:assert/strict";
import { test } from "node:test";
import { EdgeboardError, Redis, RedisError } from "../../pkg/dist/index.node.js";

const T0 = 1_791_993_600_000;
const database = (options) => new Redis({ now: () => T0, ...options });
const text = (bytes) => Buffer.from(bytes).toString("latin1");
const wire = (string) => Buffer.from(string, "latin1");

const refused = (call, code, message) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof EdgeboardError, String(error));
    assert.equal(error.code, code);
    if (message !== undefined) assert.equal(error.message, message);
    return true;
  });

test("replies are JavaScript values", () => {
  const redis = database();
  assert.equal(redis.call("ZADD", "k", "NX", 1, "a"), 1);
  assert.equal(redis.call("zincrby", "k", 0.1, "a"), "1.1");
  assert.equal(redis.call("ZSCORE", "k", "nobody"), null);
  assert.deepEqual(redis.call("ZRANGE", "k", 0, -1, "WITHSCORES"), ["a", "1.1"]);
  assert.equal(redis.call("SET", "s", "é"), "OK");
  assert.equal(redis.call("GET", "s"), "é");
  assert.equal(redis.call("ZMPOP", 1, "none", "MIN"), null);
  assert.equal(redis.size, 2);
});

test("numbers cross exactly, both ways", () => {
  const redis = database();
  assert.equal(redis.call("HINCRBY", "h", "f", 2n ** 53n - 1n), 2 ** 53 - 1);
  assert.equal(redis.call("HINCRBY", "h", "f", 1), 2n ** 53n);
  assert.equal(redis.call("HINCRBY", "h", "g", -(2n ** 63n)), -(2n ** 63n));
  redis.call("ZADD", "k", -0, "minus", Infinity, "inf", 5e-324, "tiny", 1e21, "big");
  assert.equal(redis.call("ZSCORE", "k", "minus"), "-0");
  assert.equal(redis.call("ZSCORE", "k", "inf"), "inf");
  for (const number of [5e-324, 1e21, 0.1 + 0.2, 123456789.123, 2 ** 53, 1e20, 1e-7]) {
    redis.call("ZADD", "n", number, "m");
    assert.equal(redis.call("ZSCORE", "n", "m"), String(number));
  }
});

test("keys, members and values are bytes", () => {
  const redis = database();
  const bytes = Uint8Array.of(0xff, 0, 0x80);
  redis.call("ZADD", bytes, 1, bytes);
  assert.deepEqual(redis.call("ZRANGE", bytes, 0, -1), [bytes]);
  redis.call("SET", "bom", "\ufeffx");
  assert.equal(redis.call("GET", "bom"), "\ufeffx");
  redis.call("ZADD", "k", 1, "");
  assert.deepEqual(redis.call("ZRANGE", "k", 0, -1), [""]);
});

test("an error reply is thrown, and within an array it is an element", () => {
  const redis = database();
  redis.call("SET", "s", "v");
  const message = "WRONGTYPE Operation against a key holding the wrong kind of value";
  refused(() => redis.call("ZADD", "s", 1, "a"), "WRONGTYPE", message);
  refused(() => redis.call("NOPE"), "ERR");
  assert.throws(() => redis.call("GET"), RedisError);
  redis.call("MULTI");
  redis.call("ZADD", "s", 1, "a");
  const [error] = redis.call("EXEC");
  assert.ok(error instanceof RedisError);
  assert.deepEqual([error.name, error.code, error.message], ["RedisError", "WRONGTYPE", message]);
});

test("arguments that are none are refused before anything happens", () => {
  const redis = database();
  for (const arg of [null, undefined, {}, [], true, Symbol("x"), "\ud800"]) {
    refused(() => redis.call("SET", "k", arg), "invalid_request");
  }
  refused(() => redis.resp("PING"), "invalid_request");
  assert.equal(redis.size, 0);
});

test("keys expire by the time that is passed in", () => {
  let ms = T0;
  const redis = new Redis({ now: () => ms });
  redis.call("SET", "k", "v", "PX", 5);
  ms += 4;
  assert.equal(redis.call("PTTL", "k"), 1);
  ms += 1;
  assert.equal(redis.call("EXISTS", "k"), 0);
  for (const now of [() => -1, () => NaN, () => 1e17, () => "now", () => undefined]) {
    refused(() => new Redis({ now }).call("PING"), "invalid_request");
  }
  refused(() => new Redis({ now: 5 }), "invalid_request");
});

test("resp takes commands in any pieces", () => {
  const redis = database();
  const bytes = wire("*4\r\n$4\r\nZADD\r\n$1\r\nk\r\n$1\r\n1\r\n$1\r\n\xff\r\nZRANGE k 0 -1\r\n");
  let replies = "";
  for (const byte of bytes) replies += text(redis.resp(Uint8Array.of(byte)));
  assert.equal(replies, ":1\r\n*1\r\n$1\r\n\xff\r\n");
  assert.equal(text(database().resp(bytes)), replies);
});

test("resp and call share a transaction, and an unfinished command is in nobody's way", () => {
  const redis = database();
  assert.equal(text(redis.resp(wire("MULTI\r\n*2\r\n$3\r\nGE"))), "+OK\r\n");
  assert.equal(redis.call("INCR", "k"), "QUEUED");
  assert.equal(text(redis.resp(wire("T\r\n$1\r\nk\r\n"))), "+QUEUED\r\n");
  assert.deepEqual(redis.call("EXEC"), [1, "1"]);
});

test("bytes that are no command end the transaction", () => {
  const redis = database();
  redis.call("MULTI");
  const reply = text(redis.resp(wire("*1\r\nPING\r\nPING\r\n")));
  assert.equal(reply, "-ERR Protocol error: expected '$', got 'P'\r\n");
  refused(() => redis.call("EXEC"), "ERR", "ERR EXEC without MULTI");
  assert.equal(text(redis.resp(wire("PING\r\n"))), "+PONG\r\n");
});

test("limits can be lowered, and the same seed draws the same members", () => {
  const redis = database({ limits: { keys: 1 } });
  redis.call("SET", "a", 1);
  refused(() => redis.call("SET", "b", 1), "ERR", "ERR the number of keys is over the limit of 1");
  for (const limits of [{ keys: -1 }, { keys: 1.5 }, { colour: 1 }, { keys: "1" }]) {
    refused(() => database({ limits }), "invalid_request");
  }
  for (const seed of [-1, 1.5, 2n ** 64n, "1"]) {
    refused(() => database({ seed }), "invalid_request");
  }
  const draw = (seed) => {
    const redis = database({ seed });
    for (let i = 0; i < 1000; i++) redis.call("ZADD", "k", i, `m${i}`);
    return redis.call("ZRANDMEMBER", "k", -50);
  };
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8n));
});

test("a snapshot loads to the same database", () => {
  const redis = database();
  redis.call("ZADD", "k", -0, "a", 0.1, Uint8Array.of(255));
  redis.call("SET", "s", "v", "EX", 100);
  const bytes = redis.snapshot();
  const loaded = Redis.load(bytes, { now: () => T0 });
  const all = (redis) => redis.call("ZRANGE", "k", 0, -1, "WITHSCORES");
  assert.deepEqual(all(loaded), all(redis));
  assert.equal(loaded.call("TTL", "s"), 100);
  assert.deepEqual(loaded.snapshot(), bytes);
  refused(() => Redis.load(bytes.subarray(1)), "snapshot_invalid");
  refused(() => Redis.load("bytes"), "invalid_request");
});

test("after free every call says so", () => {
  const redis = database();
  redis.free();
  redis.free();
  refused(() => redis.call("PING"), "disposed");
  refused(() => redis.resp(wire("PING\r\n")), "disposed");
  refused(() => redis.size, "disposed");
});
