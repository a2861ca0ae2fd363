import assert from "node:assert/strict";
import { test } from "node:test";
import { EdgeboardError, Redis, SegmentTree } from "../../pkg/dist/index.node.js";
import { chooseSeed, random } from "./reference.mjs";

const documented = () => new SegmentTree({ min: 1, max: 800, segments: 8 });

const refused = (call, code, message) =>
  assert.throws(call, (error) => error instanceof EdgeboardError && error.code === code &&
    (message === undefined || error.message === message));

const filled = (options, counts) =>
  SegmentTree.fromHash(options, Object.entries(counts).flat());

test("the calls of the documentation", () => {
  const tree = documented();
  tree.add(220);
  tree.move(220, 750);
  assert.deepEqual(tree.rank(750), { rank: 1, lo: 1, hi: 1, exact: true, above: 0 });
  tree.add(790);
  assert.deepEqual(tree.rank(750), { rank: 1, lo: 1, hi: 2, exact: false, above: 0 });
  assert.deepEqual(tree.rank(230, { member: false }), {
    rank: 3, lo: 3, hi: 3, exact: true, above: 2,
  });
  tree.remove(750);
  tree.remove(790);
  assert.equal(tree.size, 0);
});

test("known values follow from the formula", () => {
  const tree = filled({ min: 1, max: 400, segments: 4 }, {
    "1-100": 500, "101-200": 38, "201-300": 100, "301-400": 96,
  });
  assert.deepEqual(tree.rank(150), { rank: 215, lo: 197, hi: 234, exact: false, above: 196 });
  const estimate = documented().rankFrom(220, ["31", 49, 177n]);
  assert.deepEqual(estimate, { rank: 251, lo: 227, hi: 257, exact: false, above: 226 });
  assert.equal(tree.aheadOf(150), 68); // 500 of 734
  assert.equal(tree.aheadOf(150, { member: false }), 68);
});

test("a lower score is better where the order says so", () => {
  const tree = new SegmentTree({ min: 1, max: 800, segments: 8, order: "asc" });
  [10, 250, 790].forEach((score) => tree.add(score));
  assert.deepEqual([10, 250, 790].map((score) => tree.rank(score).rank), [1, 2, 3]);
  assert.deepEqual(tree.fieldsToRead(220), ["201-300", "1-200"]);
});

test("fields to read and to update are those of the worked example", () => {
  const tree = documented();
  assert.deepEqual(tree.fieldsToRead(220), ["201-300", "301-400", "401-800"]);
  assert.deepEqual(tree.fieldsToUpdate(220, 750), [
    ["1-800", -1], ["1-400", -1], ["201-400", -1], ["201-300", -1],
    ["1-800", 1], ["401-800", 1], ["601-800", 1], ["701-800", 1],
  ]);
  const flat = { form: "flat" };
  assert.deepEqual(tree.fieldsToRead(620, flat), ["601-700", "701-800"]);
  assert.deepEqual(tree.fieldsToUpdate(null, 750, flat), [["701-800", 1]]);
  assert.deepEqual(tree.fieldsToUpdate(220, undefined, flat), [["201-300", -1]]);
});

test("a hash in the package's own Redis gives the same ranks", () => {
  const [redis, seed] = [new Redis(), chooseSeed()];
  const next = random(seed);
  const options = { min: -500, max: 499, segments: 37 };
  const tree = new SegmentTree(options);
  const scores = [];
  for (let i = 0; i < 500; i++) {
    const to = Math.floor(next() * 1100) - 550;
    const from = i % 3 === 2 ? scores.shift() : null;
    if (from === null) tree.add(to);
    else tree.move(from, to);
    scores.push(to);
    for (const [field, by] of tree.fieldsToUpdate(from, to)) redis.call("HINCRBY", "h", field, by);
    const values = redis.call("HMGET", "h", ...tree.fieldsToRead(to));
    assert.deepEqual(tree.rankFrom(to, values), tree.rank(to), `seed ${seed}, step ${i}`);
  }
  const read = SegmentTree.fromHash(options, redis.call("HGETALL", "h"));
  assert.deepEqual(read.toHash(), tree.toHash());
  const ours = tree.toHash();
  const theirs = redis.call("HGETALL", "h");
  for (let at = 0; at < theirs.length; at += 2) {
    assert.equal(ours[theirs[at]], Number(theirs[at + 1]));
  }
});

test("a hash is an object, a Map or a list, in either form", () => {
  const options = { min: -20, max: 19, segments: 4 };
  const tree = new SegmentTree(options);
  tree.add(-1);
  tree.add(15);
  const flat = { "-20--11": 0, "-10--1": 1, "0-9": 0, "10-19": 1 };
  assert.deepEqual(tree.toHash({ form: "flat" }), flat);
  assert.deepEqual(Object.keys(tree.toHash()), [
    "-20-19", "-20--1", "0-19", "-20--11", "-10--1", "0-9", "10-19",
  ]);
  for (const form of ["tree", "flat"]) {
    const hash = tree.toHash({ form });
    for (const given of [hash, new Map(Object.entries(hash)), Object.entries(hash).flat()]) {
      assert.deepEqual(SegmentTree.fromHash(options, given).toHash(), tree.toHash());
    }
  }
  const bad = (hash, message) =>
    refused(() => SegmentTree.fromHash(options, hash), "snapshot_invalid", message);
  bad({ "1-5": 1 }, 'field "1-5" is not one of this tree\'s');
  bad({ "0-9": -1 }, 'field "0-9" holds "-1", not an integer in 0..=9007199254740991');
  bad({ "0-9": 1.5 });
  bad({ "-20-19": 2, "0-9": 1 }, 'field "-20-19" holds 2, and its segments 1 together');
  bad(["0-9", 1, "0-9", 1], 'field "0-9" is there twice');
  for (const hash of [null, undefined, 5, "x", ["0-9"]]) {
    refused(() => SegmentTree.fromHash(options, hash), "invalid_request");
  }
});

test("scores are exact to the ends of 64 bits", () => {
  const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];
  const tree = new SegmentTree({ min: least, max: most, segments: 2 });
  [least, -1, 0, most].forEach((score) => tree.add(score));
  assert.deepEqual(tree.rank(most), { rank: 1, lo: 1, hi: 2, exact: false, above: 0 });
  assert.equal(tree.rank(least).rank, 3);
  assert.deepEqual(tree.fieldsToRead(5), ["0-9223372036854775807"]);
  const values = [0.5, NaN, Infinity, 2 ** 53, most + 1n, least - 1n, "1", null, undefined, {}];
  for (const score of values) {
    refused(() => tree.add(score), "invalid_score");
    refused(() => tree.rank(score), "invalid_score");
    refused(() => tree.move(0, score), "invalid_score");
    refused(() => new SegmentTree({ min: score, max: 5, segments: 1 }), "invalid_score");
  }
  assert.equal(tree.size, 4);
});

test("a refused call changes nothing", () => {
  const tree = documented();
  tree.add(220);
  const before = tree.toHash();
  const message = "nobody is counted who could have the score 500";
  refused(() => tree.remove(500), "member_not_ranked", message);
  refused(() => tree.move(500, 220), "member_not_ranked");
  refused(() => tree.rankFrom(220, ["1"]), "invalid_request", "there are 1 values for 3 fields");
  refused(() => tree.rankFrom(220, "1"), "invalid_request");
  refused(() => tree.rankFrom(220, ["x", null, null]), "snapshot_invalid");
  refused(() => tree.rank(220, { member: 1 }), "invalid_request");
  refused(() => tree.toHash({ form: "list" }), "invalid_request");
  assert.deepEqual(tree.toHash(), before);
  assert.equal(tree.rankFrom(220, [null, undefined, null]).rank, 1);
});

test("what is no tree is refused", () => {
  const make = (options) => () => new SegmentTree(options);
  for (const options of [undefined, null, 5, { min: 1, max: 5 }, { min: 1, max: 5, segments: 0 },
    { min: 1, max: 5, segments: -1 }, { min: 1, max: 5, segments: 1.5 },
    { min: 5, max: 4, segments: 1 }, { min: 1, max: 5, segments: 2, order: "up" },
    { min: 0, max: 2 ** 40, segments: 2 ** 30 }]) {
    refused(make(options), "invalid_request");
  }
  const fewer = new SegmentTree({ min: 1, max: 5, segments: 4 });
  assert.deepEqual(Object.keys(fewer.toHash({ form: "flat" })), ["1-2", "3-4", "5-5"]);
});

test("after free there is nothing left to call", () => {
  const tree = documented();
  tree.free();
  tree.free();
  const calls = [
    () => tree.size, () => tree.add(1), () => tree.remove(1), () => tree.move(1, 2),
    () => tree.rank(1), () => tree.aheadOf(1), () => tree.fieldsToRead(1),
    () => tree.rankFrom(1, []), () => tree.fieldsToUpdate(1, 2), () => tree.toHash(),
  ];
  calls.forEach((call) => refused(call, "disposed"));
});
