import assert from "node:assert/strict";
import { test } from "node:test";
import { readOptions } from "../../scripts/bench/options.mjs";
import { drawPlot } from "../../scripts/bench/plot.mjs";
import { ratios } from "../../scripts/bench/statistics.mjs";
import {
  AROUND, INCREMENT, joins, mixedStream, mulHigh, NAMES, RANK, Splitmix, TOP, uniformStream,
} from "../../scripts/bench/workload.mjs";
import { Random } from "../../scripts/load/random.mjs";

const near = (actual, expected, share = 0.05) =>
  assert.ok(Math.abs(actual - expected) <= expected * share, `${actual} is not near ${expected}`);

test("the generator in halves of 32 bits makes what splitmix64 makes with whole numbers", () => {
  for (const seed of [0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1]) {
    const [halves, whole] = [new Splitmix(seed), new Random(seed)];
    for (let at = 0; at < 2000; at += 1) {
      halves.next();
      assert.equal((BigInt(halves.high) << 32n) | BigInt(halves.low), whole.bits64());
    }
  }
});

test("mulHigh is the upper half of the product, also where it carries", () => {
  for (const a of [0, 1, 0xffff, 0x10000, 0xdeadbeef, 0xffffffff]) {
    for (const b of [0, 1, 0xffff, 0x10001, 0x12345678, 0xffffffff]) {
      assert.equal(mulHigh(a, b), Number((BigInt(a) * BigInt(b)) >> 32n));
    }
  }
});

test("every member joins once, and the scores have their shape, with many ties", () => {
  const n = 100_000;
  const all = [...joins(n)];
  assert.equal(new Set(all.map(([member]) => member)).size, n);
  const scores = all.map(([, score]) => score).sort((a, b) => a - b);
  near(scores[n / 100], 19, 0.1);
  near(scores[n / 2], 4100);
  near(scores[n - n / 100], 942_000);
  assert.ok(scores.every(Number.isSafeInteger) && scores[0] >= 1);
  assert.ok(new Set(scores).size < 0.4 * n);
});

test("the mixed stream has its shares, and one percent of the members make a fifth of it", () => {
  const [n, count] = [10_000, 200_000];
  const { kinds, members, deltas } = mixedStream(n, count, 7);
  const shares = [[INCREMENT, 0.7], [RANK, 0.2], [TOP, 0.05], [AROUND, 0.05]];
  for (const [kind, share] of shares) {
    near(kinds.filter((other) => other === kind).length, share * count);
  }
  const counts = new Map();
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  const busiest = [...counts.values()].sort((a, b) => b - a).slice(0, n / 100);
  near(busiest.reduce((sum, one) => sum + one, 0), 0.215 * count);
  near(deltas.slice().sort()[count / 2], 64, 0.1);
});

test("a stream follows from its seed alone", () => {
  assert.deepEqual(uniformStream(1000, 100, 3), uniformStream(1000, 100, 3));
  assert.notDeepEqual(uniformStream(1000, 100, 3).members, uniformStream(1000, 100, 4).members);
});

test("names have the forms that figures are given for", () => {
  assert.equal(NAMES.user(12), "user:0000012");
  assert.equal(NAMES.int(1234567), "1234567");
  assert.match(NAMES.uuid(5), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a ratio is the median over the rounds, with the lowest and the highest", () => {
  assert.deepEqual(ratios([10, 60, 30], [10, 20, 5]), { median: 3, low: 1, high: 6 });
});

test("the plot has a point for each figure and a key for each curve", () => {
  const svg = drawPlot([
    { label: "first", points: [[1000, 200], [10_000, 400]] },
    { label: "second", points: [[1000, 90]] },
  ]);
  assert.equal(svg.match(/<circle /g).length, 3);
  for (const text of ["first", "second", "1 k", "10 k", "members"]) {
    assert.ok(svg.includes(`>${text}</text>`), text);
  }
  assert.doesNotMatch(svg, /NaN|undefined/);
});

test("options that contradict each other or mean nothing are refused", () => {
  assert.throws(() => readOptions(["--quick", "--full"]), /exclude/);
  assert.throws(() => readOptions(["--rounds", "0"]), /whole number/);
  assert.throws(() => readOptions(["--rounds", "51"]), /whole number/);
  assert.throws(() => readOptions(["--fast"]), /--help/);
  assert.equal(readOptions(["--rounds", "50"]).rounds, 50);
});
