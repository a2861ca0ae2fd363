import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Problem } from "../../scripts/lib/problem.mjs";
import { requireBelowCeiling, sizeOf, wasmSizes } from "../../scripts/lib/sizes.mjs";

let folder;
let path;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeboard-sizes-"));
  path = join(folder, "a.wasm");
  writeFileSync(path, "a".repeat(5000));
  writeFileSync(join(folder, "b.js"), "b");
});

after(() => rmSync(folder, { recursive: true, force: true }));

test("a size is told as it is and after gzip, of wasm files alone", () => {
  const { raw, gzip } = sizeOf(path);
  assert.equal(raw, 5000);
  assert.ok(gzip > 20 && gzip < 100, String(gzip));
  assert.match(wasmSizes(folder), /^a\.wasm 5\.0 KB \(gzip 0\.\d KB\)$/);
});

test("a file may reach its ceiling; a byte more is a problem that names the way", () => {
  const { gzip } = sizeOf(path);
  requireBelowCeiling(path, { key: "max", gzipBytesMax: gzip });
  const over = () => requireBelowCeiling(path, { key: "max", gzipBytesMax: gzip - 1 });
  assert.throws(over, (error) => error instanceof Problem && /raise "max"/.test(error.message));
});
