// The command lines of the fuzzing tools.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFuzzOptions } from "../../scripts/lib/fuzz_options.mjs";
import { Problem } from "../../scripts/lib/problem.mjs";

const NUMBERS = {
  seconds: { standard: 60, min: 1, max: 100 },
  seed: { standard: undefined, min: 0, max: Number.MAX_SAFE_INTEGER },
};
const read = (args, more) => readFuzzOptions(args, { help: "HELP", numbers: NUMBERS, ...more });

test("numbers have a default, and are read within their range", () => {
  assert.deepEqual(read([]), { seconds: 60, seed: undefined, help: false, words: [] });
  const edges = read(["--seconds", "100", "--seed", "9007199254740991"]);
  assert.deepEqual([edges.seconds, edges.seed], [100, Number.MAX_SAFE_INTEGER]);
  assert.equal(read(["--help"]).help, true);
});

test("a target is a word before the options", () => {
  const options = read(["command", "--seconds", "7"], { allowPositionals: true });
  assert.deepEqual([options.words, options.seconds], [["command"], 7]);
});

test("what is no option, no number or out of range is refused with the help", () => {
  const wrong = [
    ["--seconds", "0"], ["--seconds", "101"], ["--seconds", "1.5"], ["--seconds", "x"],
    ["--seconds"], ["--seed", "-1"], ["--seed", "9007199254740992"], ["--minutes", "1"], ["word"],
  ];
  for (const args of wrong) {
    const isProblem = (error) => error instanceof Problem && error.message.endsWith("HELP");
    assert.throws(() => read(args), isProblem, args.join(" "));
  }
});
