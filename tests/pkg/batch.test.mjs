import assert from "node:assert/strict";
import { test } from "node:test";
import { EdgeboardError, SortedSet } from "../../pkg/dist/index.node.js";
import { chooseSeed, random } from "./reference.mjs";

const refused = (call, code, message) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof EdgeboardError, String(error));
    assert.equal(error.code, code, error.message);
    if (message) assert.equal(error.message, message);
    return true;
  });

/** Every batch method, with arguments that fit the members. */
const calls = (set, members) => {
  const numbers = new Float64Array(members?.length ?? 0);
  return [
    () => set.zaddMany(members, numbers), () => set.zincrbyMany(members, numbers),
    () => set.zscoreMany(members), () => set.zrankMany(members), () => set.zrevrankMany(members),
  ];
};

test("a batch of strings does what the single calls do", () => {
  const set = new SortedSet();
  assert.equal(set.zaddMany(["ann", "bob", "ann"], [10, 20, 30]), 2);
  assert.deepEqual(set.zincrbyMany(["bob", "cid", "bob"], [1, 2, 3]), Float64Array.of(21, 2, 24));
  const asked = ["bob", "nobody", "cid", "ann", "bob"];
  assert.deepEqual(set.zscoreMany(asked), Float64Array.of(24, NaN, 2, 30, 24));
  assert.deepEqual(set.zrankMany(asked), Int32Array.of(1, -1, 0, 2, 1));
  assert.deepEqual(set.zrevrankMany(asked), Int32Array.of(1, -1, 2, 0, 1));
  assert.deepEqual(set.zrange(0, -1), [["cid", 2], ["bob", 24], ["ann", 30]]);
});

test("integers are the members whose text is their digits", () => {
  const set = new SortedSet();
  const ids = Uint32Array.of(0, 7, 10, 4294967295, 1234567890, 99);
  const scores = Float64Array.of(5, 4, 3, 2, 1, 0);
  assert.equal(set.zaddMany(ids, scores), 6);
  ids.forEach((id, i) => assert.equal(set.zscore(String(id)), scores[i]));
  assert.deepEqual(set.zscoreMany([...ids].map(String)), scores);
  assert.deepEqual(set.zincrbyMany(ids.subarray(1, 3), [1, -1]), Float64Array.of(5, 2));
  assert.deepEqual(set.zscoreMany(Uint32Array.of(8, 7)), Float64Array.of(NaN, 5));
  assert.deepEqual(set.zrankMany(Uint32Array.of(99, 8)), Int32Array.of(0, -1));
  assert.deepEqual(set.zrevrankMany(Uint32Array.of(99, 8)), Int32Array.of(5, -1));
});

test("an empty batch is nothing", () => {
  const set = new SortedSet();
  for (const none of [[], new Uint32Array()]) {
    assert.deepEqual(calls(set, none).map((call) => call()), [
      0, new Float64Array(), new Float64Array(), new Int32Array(), new Int32Array(),
    ]);
  }
});

test("names of all kinds are themselves in a batch", () => {
  const names = ["", "a", "\0", "\u{e9}", "\u{7ff}\u{800}", "\u{ffff}", "\u{1f600}", "\u{10ffff}x"];
  names.push("x".repeat(5_000), "\ufeff", "\u{e9}".repeat(300));
  const set = new SortedSet();
  assert.equal(set.zaddMany(names, names.map((_, i) => i)), names.length);
  assert.deepEqual(set.zrange(0, -1), names.map((name, i) => [name, i]));
  assert.deepEqual(set.zrankMany(names), Int32Array.from(names.keys()));
});

test("what is no array of strings is refused, and the element is named", () => {
  const set = new SortedSet();
  for (const bad of [null, undefined, "ab", 7, {}, new Set(["a"]), new Float64Array(2)]) {
    for (const call of calls(set, bad)) refused(call, "invalid_member");
  }
  for (const bad of [["a", 7], ["a", null], ["a", undefined], new Array(2), ["a", ["b"]]]) {
    for (const call of calls(set, bad)) refused(call, "invalid_member");
  }
  for (const name of ["\ud83d", "a\ude00", "\ude00\ud83d"]) {
    const message = "members[1] must be well-formed Unicode, and this one has a lone surrogate";
    for (const call of calls(set, ["a", name])) refused(call, "invalid_member", message);
  }
  // Together they would be a character.
  for (const call of calls(set, ["\ud83d", "\ude00"])) refused(call, "invalid_member");
  refused(() => set.zscoreMany([7]), "invalid_member", "members[0] must be a string, not 7");
  assert.equal(set.size, 0);
});

test("what are no numbers is refused, and the element is named", () => {
  const set = new SortedSet();
  const two = ["a", "b"];
  for (const bad of [null, undefined, 7, "12", {}, Uint32Array.of(1, 2)]) {
    refused(() => set.zaddMany(two, bad), "invalid_score");
    refused(() => set.zincrbyMany(two, bad), "invalid_score");
  }
  const wrong = [[1, NaN], Float64Array.of(1, NaN), [1, "2"], [1, null], new Array(2), [1, 2n]];
  for (const bad of wrong) {
    refused(() => set.zaddMany(two, bad), "invalid_score");
    refused(() => set.zincrbyMany(two, bad), "invalid_score");
  }
  const message = "scores[1] must be a number, not NaN";
  refused(() => set.zaddMany(two, [1, NaN]), "invalid_score", message);
  assert.equal(set.size, 0);
});

test("members and numbers have to be as many", () => {
  const set = new SortedSet();
  const message = "there are 2 members and 1 scores";
  refused(() => set.zaddMany(["a", "b"], [1]), "invalid_request", message);
  refused(() => set.zaddMany(["a"], [1, 2]), "invalid_request");
  refused(() => set.zincrbyMany(Uint32Array.of(1), new Float64Array(2)), "invalid_request");
  refused(() => set.zincrbyMany([], [1]), "invalid_request");
  assert.equal(set.size, 0);
});

test("a batch in which infinities would meet changes nothing, and names where", () => {
  const set = new SortedSet();
  set.zaddMany(["a", "b"], [1, Infinity]);
  const before = set.zrange(0, -1);
  const message = (index) => `resulting score is not a number (NaN), at index ${index}`;
  const batches = [
    [["a", "b"], [5, -Infinity], 1],
    [["c", "a", "c"], [Infinity, 1, -Infinity], 2],
    [["a", "a", "a"], [-Infinity, 7, Infinity], 2],
  ];
  for (const [members, deltas, index] of batches) {
    refused(() => set.zincrbyMany(members, deltas), "invalid_score", message(index));
    assert.deepEqual(set.zrange(0, -1), before);
  }
  const sums = set.zincrbyMany(["b", "a", "c"], [Infinity, -Infinity, -Infinity]);
  assert.deepEqual(sums, Float64Array.of(Infinity, -Infinity, -Infinity));
});

test("random batches end as the single calls do", (t) => {
  const seed = chooseSeed();
  t.diagnostic(`EDGEBOARD_SEED=${seed}`);
  const next = random(seed);
  const below = (bound) => Math.floor(next() * bound);
  const [batched, singly] = [new SortedSet(), new SortedSet()];
  for (let round = 0; round < 60; round += 1) {
    const ids = Uint32Array.from({ length: below(200) }, () => below(3_000));
    const names = [...ids].map((id) => (id % 5 === 0 ? `j\u{f6}rg:${id}` : String(id)));
    const members = round % 2 === 0 ? names : ids;
    const texts = round % 2 === 0 ? names : [...ids].map(String);
    const numbers = Float64Array.from(ids, () => below(400) / 4);
    if (round % 3 === 0) {
      const added = texts.filter((text, i) => singly.zadd(text, numbers[i]) === 1).length;
      assert.equal(batched.zaddMany(members, numbers), added);
    } else {
      const sums = numbers.map((by, i) => singly.zincrby(texts[i], by));
      assert.deepEqual(batched.zincrbyMany(members, numbers), sums);
    }
    const scores = Float64Array.from(texts, (text) => singly.zscore(text) ?? NaN);
    assert.deepEqual(batched.zscoreMany(members), scores);
    const ranks = Int32Array.from(texts, (text) => singly.zrevrank(text) ?? -1);
    assert.deepEqual(batched.zrevrankMany(members), ranks);
  }
  assert.deepEqual(batched.zrange(0, -1), singly.zrange(0, -1));
});

test("a range of many members has them all, whatever their names are", () => {
  const name = (_, i) => (i % 3 ? `user:${i}` : `\u{1f600}${i}\u{e9}`);
  const names = Array.from({ length: 1_500 }, name);
  const set = new SortedSet();
  set.zaddMany(names, names.map((_, i) => i));
  const pairs = names.map((name, i) => [name, i]);
  assert.deepEqual(set.zrange(0, -1), pairs);
  assert.deepEqual(set.zrevrange(0, -1), pairs.toReversed());
  assert.deepEqual(set.zrange(250, 260), pairs.slice(250, 261));
});

test("batches on a set that was freed say so", () => {
  const set = new SortedSet();
  set.free();
  for (const call of calls(set, ["a"])) refused(call, "disposed");
});
