import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { ROOT } from "../../scripts/lib/paths.mjs";

/** The settings of a wrangler.toml as `[section]` and `key = value` lines, without `[build]`. */
function settings(path) {
  const lines = readFileSync(join(ROOT, path), "utf8").split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  let inBuild = false;
  return lines.filter((line) => {
    if (line.startsWith("[")) inBuild = line === "[build]";
    return !inBuild && !line.startsWith("main =");
  });
}

test("the tests' Worker differs from the shipped one in its entry module and build only", () => {
  const forTests = settings("tests/worker/wrangler.toml").map((line) => line.replace("../../", ""));
  assert.deepEqual(forTests, settings("wrangler.toml"));
});

test("the lock file names no host that packages come from", () => {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const resolved = Object.entries(lock.packages).filter(([, entry]) => entry.resolved);
  assert.deepEqual(resolved, []);
});
