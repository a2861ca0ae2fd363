import assert from "node:assert/strict";
import { test } from "node:test";
import { EdgeboardError, SortedSet } from "../../pkg/dist/index.node.js";
import { chooseSeed, random } from "./reference.mjs";

const numbers = () => new SortedSet({ members: "u32" });

const refused = (call, code) =>
  assert.throws(call, (error) => error instanceof EdgeboardError && error.code === code);

test("the calls of the README, with numbers for members", () => {
  const set = numbers();
  assert.equal(set.zadd(1001, 30), 1);
  assert.equal(set.zadd(1001, 31), 0);
  assert.equal(set.zincrby(7, 42), 42);
  assert.deepEqual(set.zrevrange(0, 9), [[7, 42], [1001, 31]]);
  assert.equal(set.zscore(7), 42);
  assert.equal(set.zrank(7), 1);
  assert.equal(set.zrevrank(7), 0);
  assert.equal(set.zcount("(31", "+inf"), 1);
  assert.equal(set.zrem(7, 8, 1001), 2);
  assert.equal(set.size, 0);
  assert.equal(set.zscore(7), null);
  assert.equal(set.zrank(7), null);
});

test("the ends of 32 bits are members, and equal scores are in the order of the digits", () => {
  const set = numbers();
  for (const member of [9, 4294967295, 10, 0, 100]) set.zadd(member, 1);
  assert.deepEqual(set.zrange(0, -1).map(([member]) => member), [0, 10, 100, 4294967295, 9]);
  assert.equal(Object.is(set.zadd(-0, 5), 0), true);
});

test("what is no integer of 32 bits is no member", () => {
  const set = numbers();
  for (const member of ["7", -1, 1.5, 4294967296, NaN, Infinity, null, undefined, 7n]) {
    refused(() => set.zadd(member, 1), "invalid_member");
    refused(() => set.zincrby(member, 1), "invalid_member");
    refused(() => set.zscore(member), "invalid_member");
    refused(() => set.zrem(1, member), "invalid_member");
  }
  refused(() => set.zadd(1, NaN), "invalid_score");
  set.zadd(1, Infinity);
  refused(() => set.zincrby(1, -Infinity), "invalid_score");
  assert.equal(set.zcard(), 1);
});

test("a kind of members that there is not is refused", () => {
  refused(() => new SortedSet({ members: "u64" }), "invalid_request");
  refused(() => new SortedSet({ members: 32 }), "invalid_request");
  assert.equal(new SortedSet({}).zadd("alice", 1), 1);
  assert.equal(new SortedSet({ members: "text" }).zadd("alice", 1), 1);
  refused(() => new SortedSet().zadd(7, 1), "invalid_member");
});

test("a set of numbers answers as one of their texts", () => {
  const seed = chooseSeed();
  const next = random(seed);
  const below = (bound) => Math.floor(next() * bound);
  const [set, texts] = [numbers(), new SortedSet()];
  for (let i = 0; i < 5_000; i++) {
    const member = below(10) === 0 ? below(2 ** 32) : below(500);
    const score = below(40);
    const calls = [
      (one, name) => one.zadd(name, score),
      (one, name) => one.zincrby(name, score - 20),
      (one, name) => one.zrem(name),
      (one, name) => one.zrank(name),
      (one, name) => one.zrevrank(name),
      (one, name) => one.zscore(name),
    ];
    const call = calls[below(calls.length)];
    assert.equal(call(set, member), call(texts, String(member)), `seed ${seed}, call ${i}`);
  }
  const everything = texts.zrange(0, -1).map(([name, score]) => [Number(name), score]);
  assert.deepEqual(set.zrange(0, -1), everything, `seed ${seed}`);
});

test("batches answer as the single calls do", () => {
  const [set, single] = [numbers(), numbers()];
  const members = Uint32Array.from({ length: 1000 }, (_, i) => (i * 7919) % 400);
  const deltas = Float64Array.from(members, (member, i) => (member + i) % 50);
  const sums = set.zincrbyMany(members, deltas);
  members.forEach((member, i) => assert.equal(single.zincrby(member, deltas[i]), sums[i]));
  assert.equal(set.zaddMany([1, 1000, 2000], [5, 6, 7]), 2);
  [[1, 5], [1000, 6], [2000, 7]].forEach(([member, score]) => single.zadd(member, score));
  assert.deepEqual(set.zrange(0, -1), single.zrange(0, -1));
  const asked = [3, 2000, 777_777];
  assert.deepEqual([...set.zscoreMany(asked)], asked.map((n) => single.zscore(n) ?? NaN));
  assert.deepEqual([...set.zrankMany(asked)], asked.map((n) => single.zrank(n) ?? -1));
  assert.deepEqual([...set.zrevrankMany(asked)], asked.map((n) => single.zrevrank(n) ?? -1));
  const before = set.snapshot();
  refused(() => set.zaddMany([1, -1], [1, 1]), "invalid_member");
  refused(() => set.zaddMany(["1"], [1]), "invalid_member");
  refused(() => set.zincrbyMany([1, 2], [1, NaN]), "invalid_score");
  refused(() => set.zaddMany([1], [1, 2]), "invalid_request");
  assert.deepEqual(set.snapshot(), before);
});

test("a loaded set has the kind of members that was saved", () => {
  const set = numbers();
  set.zaddMany(Uint32Array.of(5, 4294967295), [1.5, -0]);
  const loaded = SortedSet.load(set.snapshot());
  assert.deepEqual(loaded.zrange(0, -1), [[4294967295, -0], [5, 1.5]]);
  refused(() => loaded.zadd("5", 1), "invalid_member");
  const texts = SortedSet.load(new SortedSet().snapshot());
  assert.equal(texts.zadd("5", 1), 1);
  refused(() => SortedSet.load(Uint8Array.of(1, 2)), "snapshot_invalid");
});
