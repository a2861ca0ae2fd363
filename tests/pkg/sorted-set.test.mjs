import assert from "node:assert/strict";
import { test } from "node:test";
import { EdgeboardError, SortedSet } from "../../pkg/dist/index.node.js";
import { chooseSeed, random } from "./reference.mjs";

const of = (...pairs) => {
  const set = new SortedSet();
  for (const [member, score] of pairs) set.zadd(member, score);
  return set;
};

const refused = (call, code) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof EdgeboardError, String(error));
    assert.ok(error instanceof Error);
    assert.equal(error.name, "EdgeboardError");
    assert.equal(error.code, code, error.message);
    assert.match(error.stack, /^EdgeboardError: /);
    return true;
  });

test("the calls of the README", () => {
  const set = new SortedSet();
  assert.equal(set.zadd("alice", 30), 1);
  assert.equal(set.zincrby("alice", 5), 35);
  assert.equal(set.zscore("alice"), 35);
  assert.equal(set.zrevrank("alice"), 0);
  assert.deepEqual(set.zrevrange(0, 9), [["alice", 35]]);
  assert.equal(set.zadd("alice", 36), 0);
  assert.equal(set.zrem("alice"), 1);
  assert.equal(set.zrem("alice"), 0);
});

test("what is absent is null, and an empty set is empty", () => {
  const set = new SortedSet();
  assert.equal(set.zscore("nobody"), null);
  assert.equal(set.zrank("nobody"), null);
  assert.equal(set.zrevrank("nobody"), null);
  assert.equal(set.zcard(), 0);
  assert.equal(set.size, 0);
  assert.equal(set.zcount(-Infinity, Infinity), 0);
  assert.deepEqual(set.zrange(0, -1), []);
  assert.deepEqual(set.zrevrange(0, -1), []);
});

test("equal scores are in the order of their UTF-8 bytes, and reversed exactly", () => {
  // By UTF-16 units U+1F600 would come before U+FF5E.
  const names = ["", " ", "10", "9", "A", "a", "a\0", "aa", "\u{e9}", "\u{ff5e}", "\u{1f600}"];
  const set = of(...names.toReversed().map((name) => [name, 1]));
  assert.deepEqual(set.zrange(0, -1).map(([name]) => name), names);
  assert.deepEqual(set.zrevrange(0, -1).map(([name]) => name), names.toReversed());
  names.forEach((name, rank) => {
    assert.equal(set.zrank(name), rank);
    assert.equal(set.zrevrank(name), names.length - 1 - rank);
  });
});

test("ranges take positions as Redis does", () => {
  const set = of(["a", 1], ["b", 2], ["c", 3], ["d", 4]);
  const names = (start, stop) => set.zrange(start, stop).map(([name]) => name).join("");
  assert.equal(names(0, 0), "a");
  assert.equal(names(1, 2), "bc");
  assert.equal(names(-2, -1), "cd");
  assert.equal(names(-100, 100), "abcd");
  assert.equal(names(-100, -4), "a");
  assert.equal(names(2, 1), "");
  assert.equal(names(4, 9), "");
  assert.equal(names(-0, 2 ** 53 - 1), "abcd");
  assert.equal(names(-(2 ** 53 - 1), 0), "a");
  assert.deepEqual(set.zrevrange(0, 1), [["d", 4], ["c", 3]]);
  for (const bad of [0.5, NaN, Infinity, "0", null, undefined, 1n, 2 ** 53]) {
    refused(() => set.zrange(bad, 1), "invalid_request");
    refused(() => set.zrevrange(0, bad), "invalid_request");
  }
});

test("zcount takes numbers and the bounds of Redis", () => {
  const set = of(["a", -Infinity], ["b", 1], ["c", 2.5], ["d", 5], ["e", Infinity]);
  assert.equal(set.zcount(1, 5), 3);
  assert.equal(set.zcount("1", "5"), 3);
  assert.equal(set.zcount("(1", 5), 2);
  assert.equal(set.zcount("(1", "(5"), 1);
  assert.equal(set.zcount("-inf", "+inf"), 5);
  assert.equal(set.zcount("(-inf", "(inf"), 3);
  assert.equal(set.zcount(-Infinity, Infinity), 5);
  assert.equal(set.zcount(5, 1), 0);
  for (const bad of [NaN, "nan", "abc", "((1", "[1", "", "(", "1,5", null, undefined, {}, 1n]) {
    refused(() => set.zcount(bad, 1), "invalid_score");
    refused(() => set.zcount(1, bad), "invalid_score");
  }
});

test("names that mean something to JavaScript are ordinary members", () => {
  const names = ["constructor", "__proto__", "toString", "hasOwnProperty", "..", ".", "null", ""];
  const set = of(...names.map((name, i) => [name, i]));
  assert.equal(set.size, names.length);
  names.forEach((name, i) => assert.equal(set.zscore(name), i));
  assert.deepEqual(set.zrange(0, -1), names.map((name, i) => [name, i]));
  assert.equal(set.zrem("__proto__", "constructor"), 2);
  assert.equal(set.zscore("__proto__"), null);
});

test("members are kept as they are: emoji, composed and decomposed, zero bytes, long", () => {
  const names = ["\u{1f9d1}\u{200d}\u{1f680}", "\u{e9}", "e\u{301}", "a\0b", "\ufffd", "\ufeffx"];
  names.push("x".repeat(100_000), "\u{1f600}".repeat(1_000));
  const set = of(...names.map((name, i) => [name, i]));
  assert.equal(set.size, names.length);
  assert.deepEqual(set.zrange(0, -1), names.map((name, i) => [name, i]));
});

test("names are whole at every length at which they cross otherwise", () => {
  const set = new SortedSet();
  const lengths = [0, 1, 15, 16, 17, 340, 341, 342, 1_023, 1_024, 1_025, 5_000, 3];
  const names = lengths.flatMap((length) => [
    "a".repeat(length), "\u{e9}".repeat(length), "\u{ffff}".repeat(length),
    `${"b".repeat(length)}\u{1f600}`, `\u{800}${"c".repeat(length)}`,
  ]);
  names.forEach((name, i) => set.zadd(name, i));
  // Memory that grows moves the buffer for names.
  const other = of(...Array.from({ length: 100_000 }, (_, i) => [`other:${i}`, i]));
  names.forEach((name, i) => {
    const last = names.lastIndexOf(name);
    assert.equal(set.zscore(name), last, `name ${i}`);
    assert.equal(set.zincrby(name, 0), last);
  });
  const count = new Set(names).size;
  assert.equal(set.size, count);
  assert.deepEqual(set.zrange(-1, -1), [[names.at(-1), names.length - 1]]);
  assert.equal(set.zrem(...names), count);
  assert.equal(other.zscore("other:99999"), 99_999);
});

test("a lone surrogate is refused and does not become another member", () => {
  const set = of(["\ufffd", 1]);
  for (const name of ["\ud83d", "\ude00", "a\ud83d", "\ud83db", "\ude00\ud83d", "\ufffd\ud83d"]) {
    refused(() => set.zadd(name, 2), "invalid_member");
    refused(() => set.zincrby(name, 2), "invalid_member");
    refused(() => set.zscore(name), "invalid_member");
    refused(() => set.zrank(name), "invalid_member");
    refused(() => set.zrevrank(name), "invalid_member");
    refused(() => set.zrem(name), "invalid_member");
  }
  assert.deepEqual(set.zrange(0, -1), [["\ufffd", 1]]);
});

test("what is not a string is no member", () => {
  const set = new SortedSet();
  for (const bad of [1, 0, NaN, null, undefined, true, {}, [], ["a"], 1n, Symbol("a")]) {
    refused(() => set.zadd(bad, 1), "invalid_member");
    refused(() => set.zscore(bad), "invalid_member");
    refused(() => set.zrem(bad), "invalid_member");
  }
  assert.equal(set.size, 0);
});

test("zrem takes several members, and removes none if one is refused", () => {
  const set = of(["a", 1], ["b", 2], ["c", 3]);
  refused(() => set.zrem("a", 7), "invalid_member");
  assert.equal(set.size, 3);
  assert.equal(set.zrem("a", "nobody", "a", "c"), 2);
  assert.equal(set.zrem(), 0);
  assert.deepEqual(set.zrange(0, -1), [["b", 2]]);
});

test("what is not a number is no score", () => {
  const set = of(["a", 1]);
  for (const bad of [NaN, "7", "", null, undefined, true, {}, [], [7], 1n, new Number(7)]) {
    refused(() => set.zadd("a", bad), "invalid_score");
    refused(() => set.zadd("b", bad), "invalid_score");
    refused(() => set.zincrby("a", bad), "invalid_score");
  }
  assert.deepEqual(set.zrange(0, -1), [["a", 1]]);
});

test("minus zero keeps its sign, equals zero, and does not write over it", () => {
  const set = of(["a", -0], ["b", 0], ["c", -0]);
  assert.ok(Object.is(set.zscore("a"), -0));
  assert.ok(Object.is(set.zscore("b"), 0));
  assert.deepEqual(set.zrange(0, -1).map(([name]) => name), ["a", "b", "c"]);
  assert.ok(Object.is(set.zrange(2, 2)[0][1], -0));
  assert.equal(set.zcount(0, 0), 3);
  set.zadd("b", -0);
  assert.ok(Object.is(set.zscore("b"), 0));
});

test("infinities are scores, and their sum is refused", () => {
  const set = of(["a", Infinity], ["b", -Infinity], ["c", 0]);
  assert.deepEqual(set.zrange(0, -1), [["b", -Infinity], ["c", 0], ["a", Infinity]]);
  refused(() => set.zincrby("a", -Infinity), "invalid_score");
  assert.equal(set.zscore("a"), Infinity);
  assert.equal(set.zincrby("a", -1), Infinity);
  assert.equal(set.zincrby("c", Infinity), Infinity);
});

test("scores are exact doubles on the way in and out", () => {
  const scores = [
    0.1, 1 / 3, 5e-324, -5e-324, Number.MAX_VALUE, 2 ** 53 - 1, 2 ** 53, 1e21, 8053332114455,
  ];
  const set = of(...scores.map((score, i) => [String(i), score]));
  scores.forEach((score, i) => assert.equal(set.zscore(String(i)), score));
  assert.equal(set.zincrby("sum", 0.1), 0.1);
  assert.equal(set.zincrby("sum", 0.2), 0.1 + 0.2);
});

test("a message quotes what was wrong", () => {
  const set = new SortedSet();
  assert.throws(() => set.zadd("a", "7"), { message: 'score must be a number, not "7"' });
  assert.throws(() => set.zadd(7, 7), { message: "member must be a string, not 7" });
  assert.throws(() => set.zincrby("a", null), { message: "delta must be a number, not null" });
  assert.throws(() => set.zrange(0.5, 1), { message: "start must be an integer, not 0.5" });
  assert.throws(() => set.zcount(0, "x".repeat(999)), (error) => error.message.length < 120);
});

test("a set that was freed says so, and the others live on", () => {
  const one = of(["a", 1]);
  const two = of(["b", 2]);
  one.free();
  one.free();
  const calls = [
    () => one.size, () => one.zcard(), () => one.zadd("a", 1), () => one.zincrby("a", 1),
    () => one.zrem("a"), () => one.zscore("a"), () => one.zrank("a"), () => one.zrevrank("a"),
    () => one.zcount(0, 1), () => one.zrange(0, 1), () => one.zrevrange(0, 1),
  ];
  for (const call of calls) refused(call, "disposed");
  assert.deepEqual(two.zrange(0, -1), [["b", 2]]);
});

test("where the host has Symbol.dispose, it frees", { skip: !Symbol.dispose }, () => {
  const set = of(["a", 1]);
  set[Symbol.dispose]();
  refused(() => set.size, "disposed");
});

test("a random history ends in the order of a plain sort", (t) => {
  const seed = chooseSeed();
  t.diagnostic(`EDGEBOARD_SEED=${seed}`);
  const next = random(seed);
  const set = new SortedSet();
  const model = new Map();
  for (let i = 0; i < 20_000; i += 1) {
    const member = `user:${Math.floor(next() * 500)}`;
    const score = Math.floor(next() * 50);
    const choice = next();
    if (choice < 0.5) {
      assert.equal(set.zadd(member, score), model.has(member) ? 0 : 1);
      model.set(member, score);
    } else if (choice < 0.8) {
      model.set(member, (model.get(member) ?? 0) + score);
      assert.equal(set.zincrby(member, score), model.get(member));
    } else {
      assert.equal(set.zrem(member), model.delete(member) ? 1 : 0);
    }
    assert.equal(set.size, model.size);
  }
  // Names are ASCII here, so the order of JavaScript strings is that of their bytes.
  const sorted = [...model].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
  assert.deepEqual(set.zrange(0, -1), sorted);
  assert.deepEqual(set.zrevrange(0, -1), sorted.toReversed());
  sorted.forEach(([member], rank) => assert.equal(set.zrank(member), rank));
});
