import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeScore, encodeScore } from "../../pkg/dist/index.node.js";
import * as reference from "./reference.mjs";

const { MAX_POINTS, MAX_SECONDS } = reference;
const PAIRS = 1_000_000;

const outOfDomain = (call, code) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof RangeError, String(error));
    assert.equal(error.name, "RangeError");
    assert.equal(error.code, code, error.message);
    return true;
  });

test("the documented example", () => {
  assert.equal(encodeScore(30000, 1000), 8053332114455);
  assert.deepEqual(decodeScore(8053332114455), { points: 30000, seconds: 1000 });
});

test(`${PAIRS} random pairs agree with the formula in plain JavaScript`, (t) => {
  const seed = reference.chooseSeed();
  t.diagnostic(`EDGEBOARD_SEED=${seed}`);
  const next = reference.random(seed);
  const pick = (max) => Math.floor(next() * (max + 1));
  let previous = { points: 0, seconds: 0 };
  for (let i = 0; i < PAIRS; i += 1) {
    // Every fourth pair shares its points with the one before, so that times decide.
    const points = i % 4 === 0 ? previous.points : pick(MAX_POINTS);
    const seconds = pick(MAX_SECONDS);
    const score = encodeScore(points, seconds);
    assert.equal(score, reference.encodeScore(points, seconds));
    assert.ok(Number.isSafeInteger(score));
    const decoded = decodeScore(score);
    assert.deepEqual(decoded, { points, seconds });
    assert.deepEqual(decoded, reference.decodeScore(score));
    const order = points - previous.points || previous.seconds - seconds;
    const other = encodeScore(previous.points, previous.seconds);
    assert.equal(Math.sign(score - other), Math.sign(order));
    previous = { points, seconds };
  }
});

test("every edge is what the formula says, or refused where the formula is not defined", () => {
  const edges = [
    0, -0, 1, 2, 100, 101, MAX_POINTS - 1, MAX_POINTS, 2 ** 25, 2 ** 25 + 1, 2 ** 26,
    MAX_SECONDS - 1, MAX_SECONDS, 2 ** 28, 2 ** 28 + 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, -1, -2,
    -(2 ** 53 - 1),
  ];
  for (const points of edges) {
    for (const seconds of edges) {
      if (reference.inDomain(points, seconds)) {
        const score = encodeScore(points, seconds);
        assert.equal(score, reference.encodeScore(points, seconds));
        assert.deepEqual(decodeScore(score), { points: points + 0, seconds: seconds + 0 });
      } else {
        outOfDomain(() => encodeScore(points, seconds), "column_out_of_range");
      }
    }
  }
});

test("what is not an integer is refused and never rounded", () => {
  const values = [
    0.5, 1.5, -0.5, 1e-300, NaN, Infinity, -Infinity, 2 ** 53, 1e300, "1", "", null, undefined,
    true, [], [1], {}, 1n, Symbol("1"), () => 1, new Number(1), new Date(0),
  ];
  for (const value of values) {
    outOfDomain(() => encodeScore(value, 0), "invalid_score");
    outOfDomain(() => encodeScore(0, value), "invalid_score");
  }
  outOfDomain(() => encodeScore(), "invalid_score");
  outOfDomain(() => encodeScore(1), "invalid_score");
});

test("the error names the field, the value and the limit", () => {
  assert.throws(() => encodeScore(33554432, 3), {
    message: "points is 33554432, outside 0..=33554431",
  });
  assert.throws(() => encodeScore(100, -1), {
    message: "seconds is -1, outside 0..=268435455",
  });
  assert.throws(() => decodeScore(-268435477), {
    message: "score is -268435477, outside 0..=9007199254740991",
  });
  assert.throws(() => encodeScore(1.5, 0), /^RangeError: points .* not 1\.5$/);
  assert.throws(() => encodeScore("7", 0), /^RangeError: points .* not "7"$/);
});

test("decodeScore reads numbers, the text of a Redis reply and bigints alike", () => {
  const scores = [
    0, 1, MAX_SECONDS, 2 ** 28, 8053332114455, 9000000000000000, 2 ** 53 - 2, 2 ** 53 - 1,
  ];
  for (const score of scores) {
    const expected = reference.decodeScore(score);
    assert.deepEqual(decodeScore(score), expected);
    assert.deepEqual(decodeScore(String(score)), expected);
    assert.deepEqual(decodeScore(BigInt(score)), expected);
  }
  assert.deepEqual(decodeScore(-0), reference.decodeScore(0));
  assert.deepEqual(decodeScore("-0"), reference.decodeScore(0));
});

test("decodeScore refuses what encodeScore could not have made", () => {
  for (const score of [-1, -268435477, "-1", -1n, "9007199254740992", 2n ** 53n, 2n ** 64n]) {
    outOfDomain(() => decodeScore(score), "score_out_of_bounds");
  }
  const values = [
    0.5, NaN, Infinity, -Infinity, 2 ** 53, "", " ", "-", "+1", "1.0", "1.5", "1e3", " 1", "1 ",
    "8.0533321144550e+12", "0x10", "inf", "-inf", "nan", "\ud83d", "9".repeat(5000), 10n ** 400n,
    null, undefined, true, [8053332114455], {}, Symbol("1"),
  ];
  for (const value of values) {
    outOfDomain(() => decodeScore(value), "invalid_score");
  }
});

test("faults of the usual scripts stay impossible", () => {
  // Points past 25 bits merge seconds 2 and 3; a clock before the start gains a point, one after
  // the last second loses one; half points decode as whole ones; deductions leave -2 points.
  outOfDomain(() => encodeScore(33554432, 2), "column_out_of_range");
  outOfDomain(() => encodeScore(100, -1), "column_out_of_range");
  outOfDomain(() => encodeScore(100, 2 ** 28), "column_out_of_range");
  outOfDomain(() => encodeScore(0.5, 0), "invalid_score");
  outOfDomain(() => encodeScore(3 - 5, 20), "column_out_of_range");
  outOfDomain(() => decodeScore(-268435477), "score_out_of_bounds");
});
