import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EdgeboardError, SortedSet } from "../../pkg/dist/index.node.js";

const golden = readFileSync(new URL("../fixtures/sorted_set.v1.snapshot", import.meta.url));

const refused = (call, code) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof EdgeboardError, String(error));
    assert.equal(error.code, code, error.message);
    return true;
  });

test("a loaded set is the one that was saved, and goes on", () => {
  const set = new SortedSet();
  const names = Array.from({ length: 20_000 }, (_, i) => `user:${i}\u{e9}${"x".repeat(i % 20)}`);
  set.zaddMany(names, names.map((_, i) => (i % 7 === 0 ? -0 : i / 4)));
  const bytes = set.snapshot();
  assert.ok(bytes instanceof Uint8Array && bytes.length > 400_000);
  const loaded = SortedSet.load(bytes);
  assert.ok(loaded instanceof SortedSet);
  assert.deepEqual(loaded.zrange(0, -1), set.zrange(0, -1));
  assert.deepEqual(loaded.snapshot(), bytes);
  assert.equal(loaded.zincrby(names[5], 1), set.zincrby(names[5], 1));
  assert.equal(loaded.zrank(names[5]), set.zrank(names[5]));
  set.free();
  assert.equal(loaded.size, 20_000);
});

test("an empty set has a snapshot too", () => {
  const loaded = SortedSet.load(new SortedSet().snapshot());
  assert.equal(loaded.size, 0);
  assert.equal(loaded.zadd("a", 1), 1);
});

test("the bytes are those of the engine on any host", () => {
  const set = SortedSet.load(golden);
  assert.equal(set.size, 1_102);
  assert.equal(set.zscore("u501"), 501 * 0.7);
  assert.ok(Object.is(set.zscore("u0"), -0));
  assert.equal(set.zscore(""), -Infinity);
  assert.equal(set.zscore("a name of more than twelve bytes, \u{1f600}"), Infinity);
  assert.equal(set.zscore("u9"), null);
  assert.deepEqual(Buffer.from(set.snapshot()), golden);
});

test("bytes that are no snapshot, or not all of one, are refused", () => {
  refused(() => SortedSet.load(new Uint8Array()), "snapshot_invalid");
  refused(() => SortedSet.load(new Uint8Array(100)), "snapshot_invalid");
  refused(() => SortedSet.load(golden.subarray(0, -1)), "snapshot_invalid");
  refused(() => SortedSet.load(Buffer.concat([golden, Buffer.of(0)])), "snapshot_invalid");
  for (let i = 0; i < golden.length; i += 97) {
    const damaged = Buffer.from(golden);
    damaged[i] ^= 0x40;
    refused(() => SortedSet.load(damaged), i === 4 ? "snapshot_newer" : "snapshot_invalid");
  }
  const newer = Buffer.from(golden);
  newer[4] = 2;
  refused(() => SortedSet.load(newer), "snapshot_newer");
});

test("what is no Uint8Array is no snapshot", () => {
  for (const bad of [undefined, null, "edgb", [], golden.buffer, new Uint16Array(4), {}]) {
    refused(() => SortedSet.load(bad), "invalid_request");
  }
});

test("a set that was freed has no snapshot", () => {
  const set = new SortedSet();
  set.free();
  refused(() => set.snapshot(), "disposed");
});
