import assert from "node:assert/strict";
import test from "node:test";
import { countTests, tallyCargo, tallyTap } from "../../scripts/lib/tally.mjs";

const ENDED_WELL = { code: 0, timedOut: false, limit: "10 min" };
const NOTHING = { passed: 0, failed: 0, skipped: 0, ignored: 0 };

test("cargo's results are summed over all binaries, with and without colours", () => {
  const output = [
    "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
    "test result: \x1b[31mFAILED\x1b[0m. 4 passed; 2 failed; 0 ignored; 0 measured",
    "test result: ok. 5 passed; 0 failed; 0 ignored; 0 filtered out",
  ].join("\n");
  assert.deepEqual(tallyCargo(output), { passed: 12, failed: 2, skipped: 0, ignored: 1 });
});

test("a cancelled test has failed, and a skipped one counts unless a full run has it", () => {
  const report = [
    "ok 1 - a", "ok 2 - b # SKIP no browser", "ok 3 - c # SKIP in npm run test:full only",
    "# tests 5", "# pass 1", "# fail 1", "# cancelled 1", "# skipped 2", "# todo 0",
  ].join("\n");
  assert.deepEqual(tallyTap(report), { passed: 1, failed: 2, skipped: 1, ignored: 1 });
  assert.equal(countTests(tallyTap(report), ENDED_WELL).failed, 3);
});

test("a runner that ran no test has failed", () => {
  assert.deepEqual(countTests(NOTHING, ENDED_WELL), { passed: 0, failed: 1, note: "no test ran" });
});

test("a runner that ended badly has failed, even if each test it named passed", () => {
  const tally = { ...NOTHING, passed: 7 };
  const counts = countTests(tally, { ...ENDED_WELL, code: 101 });
  assert.deepEqual(counts, { passed: 7, failed: 1, note: "exit code 101" });
});

test("a runner that was stopped counts one failure more than it named", () => {
  const tally = { ...NOTHING, passed: 7, failed: 1 };
  const counts = countTests(tally, { code: 1, timedOut: true, limit: "10 min" });
  assert.deepEqual(counts, { passed: 7, failed: 2, note: "stopped after 10 min" });
});
