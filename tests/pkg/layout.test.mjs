import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  encodeScore, EdgeboardError, OlderLayout, ScoreLayout,
} from "../../pkg/dist/index.node.js";
import * as reference from "./reference.mjs";

const { MAX_POINTS, MAX_SECONDS } = reference;

const DOCUMENTED = [
  { name: "points", bits: 25 },
  { name: "seconds", bits: 28, order: "asc", unit: "s" },
];
const WIDE = [
  { name: "points", bits: 60, order: "desc" },
  { name: "ms", bits: 45, order: "asc", unit: "ms" },
];

const outOfDomain = (call, code, message) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof RangeError, String(error));
    assert.equal(error.code, code, error.message);
    if (message) assert.equal(error.message, message);
    return true;
  });

const refused = (call, code, message) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof EdgeboardError, String(error));
    assert.equal(error.code, code, error.message);
    if (message) assert.match(error.message, message);
    return true;
  });

test("the documented layout gives the numbers of encodeScore", () => {
  const layout = new ScoreLayout(DOCUMENTED);
  assert.equal(layout.bits, 53);
  const next = reference.random(7);
  for (let i = 0; i < 20_000; i += 1) {
    const points = Math.floor(next() * (MAX_POINTS + 1));
    const seconds = Math.floor(next() * (MAX_SECONDS + 1));
    const code = layout.encode({ points, seconds });
    assert.equal(code, encodeScore(points, seconds));
    assert.deepEqual(layout.decode(code), { points, seconds });
    assert.deepEqual(layout.decode(String(code)), { points, seconds });
    assert.deepEqual(layout.decode(BigInt(code)), { points, seconds });
  }
});

test("points, level and time are compared in that order, whatever the key order", () => {
  const layout = new ScoreLayout([
    { name: "points", bits: 20 },
    { name: "level", bits: 5, order: "desc", unit: null },
    { name: "minutes", bits: 28, order: "asc", unit: "min" },
  ]);
  const ascending = [
    { points: 1, level: 31, minutes: 0 },
    { level: 3, points: 2, minutes: 9 },
    { minutes: 8, level: 3, points: 2 },
    { points: 2, level: 4, minutes: 2 ** 28 - 1 },
  ];
  const codes = ascending.map((values) => layout.encode(values));
  assert.deepEqual(codes, codes.toSorted((a, b) => a - b));
  codes.forEach((code, at) => assert.deepEqual(layout.decode(code), ascending[at]));
});

test("codes past 53 bits are bigints, and values past 2^53 too", () => {
  const layout = new ScoreLayout(WIDE);
  const code = layout.encode({ points: 2n ** 60n - 1n, ms: 5 });
  assert.equal(typeof code, "bigint");
  assert.deepEqual(layout.decode(code), { points: 2n ** 60n - 1n, ms: 5 });
  assert.deepEqual(layout.decode(String(code)), { points: 2n ** 60n - 1n, ms: 5 });
  const small = layout.encode({ points: 7n, ms: 2 ** 45 - 1 });
  assert.equal(small, 7n << 45n);
  assert.deepEqual(layout.decode(Number(small)), { points: 7, ms: 2 ** 45 - 1 });
  assert.equal(layout.decode(layout.encode({ points: 2 ** 53 - 1, ms: 0 })).points, 2 ** 53 - 1);
  assert.equal(layout.decode(layout.encode({ points: 2n ** 53n, ms: 0 })).points, 2n ** 53n);
});

test("adding decodes, adds and encodes with the present time", () => {
  const layout = new ScoreLayout(DOCUMENTED);
  const first = layout.add(null, 100, 10);
  assert.deepEqual(layout.decode(first), { points: 100, seconds: 10 });
  assert.equal(layout.add(undefined, 100, 10), first);
  const second = layout.add(String(first), 30n, 500);
  assert.deepEqual(layout.decode(second), { points: 130, seconds: 500 });
  assert.equal(layout.add(second, 0, 900), second, "nothing added, so the earlier time stays");
  const message = "points is -1, outside 0..=33554431";
  outOfDomain(() => layout.add(second, -131, 900), "column_out_of_range", message);
  outOfDomain(() => layout.add(second, MAX_POINTS, 900), "column_out_of_range");
  outOfDomain(() => layout.add(second, 1, -1), "column_out_of_range");
  outOfDomain(() => layout.add(second, 0, 2 ** 28), "column_out_of_range");
  outOfDomain(() => layout.add("-268435477", 1, 1), "score_out_of_bounds");
  outOfDomain(() => layout.add("", 1, 1), "invalid_score");
  const plain = new ScoreLayout([{ name: "points", bits: 3 }]);
  outOfDomain(() => plain.add(null, 1, 1), "invalid_request");
  const wide = new ScoreLayout(WIDE);
  const sum = wide.add(wide.add(null, 2n ** 53n + 1n, 1), 2n ** 53n + 1n, 2);
  assert.deepEqual(wide.decode(sum), { points: 2n ** 54n + 2n, ms: 2 });
});

test("what is no whole number is refused, and so is what does not fit", () => {
  const layout = new ScoreLayout(DOCUMENTED);
  // Half points, which the usual scripts turn into whole ones, among them.
  const strange = [0.5, NaN, Infinity, 2 ** 53, "1", null, undefined, true, [1], {}];
  for (const value of strange) {
    outOfDomain(() => layout.encode({ points: value, seconds: 0 }), "invalid_score");
    outOfDomain(() => layout.add(null, value, 0), "invalid_score");
    outOfDomain(() => layout.add(null, 1, value), "invalid_score");
  }
  const message = "points is 33554432, outside 0..=33554431";
  outOfDomain(() => layout.encode({ points: 2 ** 25, seconds: 2 }), "column_out_of_range", message);
  for (const value of [-1, -1n, 2n ** 64n, -(2n ** 127n), 2n ** 127n, 10n ** 400n]) {
    outOfDomain(() => layout.encode({ points: value, seconds: 2 }), "column_out_of_range");
  }
  for (const code of [0.5, NaN, Infinity, 2 ** 53, "", "1e3", " 1", null, undefined, {}]) {
    outOfDomain(() => layout.decode(code), "invalid_score");
  }
  for (const code of [-1, "-1", 2n ** 53n, "9007199254740992"]) {
    outOfDomain(() => layout.decode(code), "score_out_of_bounds");
  }
  assert.deepEqual(layout.decode(-0), { points: 0, seconds: MAX_SECONDS });
});

test("values are those of the fields, and no others", () => {
  const layout = new ScoreLayout(DOCUMENTED);
  refused(() => layout.encode({ points: 1, seconds: 2, level: 3 }), "invalid_request", /"level"/);
  refused(() => layout.encode(null), "invalid_request");
  refused(() => layout.encode(1), "invalid_request");
  outOfDomain(() => layout.encode({ points: 1 }), "invalid_score");
  const strange = new ScoreLayout([{ name: "__proto__", bits: 8 }, { name: "é \0", bits: 8 }]);
  const values = Object.fromEntries([["__proto__", 1], ["é \0", 2]]);
  assert.equal(strange.encode(values), 258);
  assert.deepEqual(strange.decode(258), values);
  outOfDomain(() => strange.encode({}), "invalid_score");
});

test("fields that make no layout are refused", () => {
  const field = (changes) => [{ name: "points", bits: 25, ...changes }];
  const cases = [
    [undefined, /array/], [{}, /array/], [[], /at least one field/], [[null], /field 0/],
    [[1], /field 0/],
    [field({ name: "" }), /empty name/], [field({ name: undefined }), /field 0/],
    [field({ name: 1 }), /field 0/], [field({ name: "\ud800" }), /field 0/],
    [field({ bits: 0 }), /0 bits/], [field({ bits: 128 }), /128 bits, outside 1\.\.=127/],
    [field({ bits: 1.5 }), /not 1\.5/], [field({ bits: "25" }), /not "25"/],
    [field({ bits: -1 }), /not -1/], [field({ bits: 2 ** 32 }), /not 4294967296/],
    [field({ order: "up" }), /"up"/], [field({ unit: "week" }), /"week"/],
    [field({ unit: 1 }), /field 0/], [[...field(), ...field()], /two fields/],
    [[...field({ bits: 127 }), { name: "b", bits: 2 }], /129 bits .* at most 128/],
  ];
  for (const [fields, message] of cases) {
    refused(() => new ScoreLayout(fields), "invalid_request", message);
  }
});

test("older forms are read, judged and carried over", () => {
  const form = OlderLayout.fractionOfFuture({ future: 4102444800 });
  assert.equal(form.maxPoints, 2 ** 21 - 1);
  for (const time of [1, 1760000000, 1760000001, 4102444799]) {
    for (const points of [0, 100, 2 ** 21 - 1]) {
      const score = points + (1 - time / 4102444800);
      assert.deepEqual(form.decode(score), { points, time });
      assert.deepEqual(form.decode(score.toPrecision(17)), { points, time });
      assert.ok(form.isSound(score) && form.isSound(String(score)));
    }
  }
  const layout = new ScoreLayout(DOCUMENTED);
  const code = form.convert("100.5709875243172", 1759999000000, layout);
  assert.deepEqual(layout.decode(code), { points: 100, seconds: 1000 });
  assert.equal(typeof form.convert(100.5709875243172, 0, new ScoreLayout(WIDE)), "bigint");
  outOfDomain(() => form.convert(100.5709875243172, 1760000000001, layout), "column_out_of_range");
  refused(() => form.convert(100.5, 0, {}), "invalid_request");
  refused(() => form.convert(100.5, 0.5, layout), "invalid_request");
});

test("the limits of older forms follow from their parameters", () => {
  const fraction = (future) => OlderLayout.fractionOfFuture({ future, unit: "ms" }).maxPoints + 1;
  assert.deepEqual([4102444800000, 9999999999, 9999999999999].map(fraction), [2048, 2 ** 19, 512]);
  const until = 2524579200;
  const limit = (digits) => OlderLayout.remainingDigits({ digits, until }).maxPoints + 1;
  assert.deepEqual([9, 10, 12, 13].map(limit), [2 ** 23, 2 ** 19, 2 ** 13, 512]);
  assert.equal(OlderLayout.million().maxPoints, 9007199253);
  const minutes = OlderLayout.million({ unit: "min" });
  assert.deepEqual(minutes.decode(100999989), { points: 100, time: 10 });
  const remaining = OlderLayout.remainingDigits({ digits: 9, until });
  const decoded = remaining.decode("20.764564799999999");
  assert.deepEqual(decoded, { points: 20, time: until - 764564800 });
});

test("what an older form cannot hold is refused", () => {
  const form = OlderLayout.remainingDigits({ digits: 9, until: 2524579200 });
  const beyond = "points is 8388608, outside 0..=8388607";
  outOfDomain(() => form.decode("8388608.7645791993"), "column_out_of_range", beyond);
  outOfDomain(() => form.decode(-4.2354208), "column_out_of_range");
  outOfDomain(() => form.decode(1e300), "score_out_of_bounds");
  for (const score of [NaN, "", "abc", 1 + Number.EPSILON, null, undefined, {}, true]) {
    outOfDomain(() => form.decode(score), "invalid_score");
  }
  for (const score of ["abc", NaN, -1, 8388608]) assert.equal(form.isSound(score), false);
  outOfDomain(() => form.isSound(null), "invalid_score");
  const strange = [
    () => OlderLayout.fractionOfFuture({ future: 1 }),
    () => OlderLayout.fractionOfFuture({ future: 1.5 }),
    () => OlderLayout.fractionOfFuture({}),
    () => OlderLayout.fractionOfFuture(),
    () => OlderLayout.fractionOfFuture({ future: 100, unit: "week" }),
    () => OlderLayout.remainingDigits({ digits: 16, until: 1 }),
    () => OlderLayout.remainingDigits({ digits: 2 ** 32 + 9, until: 1 }),
    () => OlderLayout.remainingDigits({ digits: 9, until: -1 }),
    () => OlderLayout.million({ unit: null }),
    () => new OlderLayout(),
  ];
  for (const call of strange) refused(call, "invalid_request");
});

test("a layout that was freed says so", () => {
  const layout = new ScoreLayout(DOCUMENTED);
  const form = OlderLayout.million();
  layout.free();
  layout.free();
  for (const call of [
    () => layout.bits, () => layout.encode({ points: 1, seconds: 1 }), () => layout.decode(1),
    () => layout.add(null, 1, 1), () => form.convert(1, 0, layout),
  ]) {
    refused(call, "disposed", /ScoreLayout was freed/);
  }
  form[Symbol.dispose ?? "free"]();
  form.free();
  for (const call of [
    () => form.maxPoints, () => form.decode(1), () => form.isSound(1),
    () => form.convert(1, 0, new ScoreLayout(DOCUMENTED)),
  ]) {
    refused(call, "disposed", /OlderLayout was freed/);
  }
});

test("in the browser entry, a layout before init is an error that says what to do", async () => {
  const source = `
    import { OlderLayout, ScoreLayout } from "./dist/index.browser.js";
    const uses = [
      () => new ScoreLayout([]),
      () => OlderLayout.million(),
      () => OlderLayout.fractionOfFuture({ future: 9 }),
      () => OlderLayout.remainingDigits({ digits: 9, until: 9 }),
    ];
    for (const use of uses) try { use(); } catch (error) { console.log(error.code); }
  `;
  const args = ["--input-type=module", "--eval", source];
  const cwd = fileURLToPath(new URL("../../pkg/", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  assert.equal(stdout, "not_initialized\n".repeat(4));
});
