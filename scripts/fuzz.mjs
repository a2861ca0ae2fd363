// `npm run fuzz`: runs a target of fuzz/ under libFuzzer. `--help` says what the options are.
import { mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installFuzzer } from "./lib/cargo_tools.mjs";
import { readFuzzOptions } from "./lib/fuzz_options.mjs";
import { ROOT, TARGET_DIR } from "./lib/paths.mjs";
import { Problem, runMain } from "./lib/problem.mjs";
import { run } from "./lib/run.mjs";
import { say } from "./lib/steps.mjs";

const TARGETS = [
  "ops", "codec", "command", "estimator", "period", "reply", "board", "board_snapshot", "hybrid",
];
const BUILD_LIMIT_S = 1800;

const HELP = `Usage: npm run fuzz -- <target> [options]

Runs a fuzzer until the time is over or an input makes it stop; then it ends with 1 and names the
file of the input. cargo-fuzz is compiled into the cache the first time. Targets:

  ops             operations on a sorted set, against the model
  codec           score layouts: order, inverse, limits, addition
  command         commands as bytes in pieces, as arguments, and of the grammar
  reply           replies in their two wire forms
  board           commands to a board, against the model
  board_snapshot  bytes that are no snapshot of a board, and no records
  hybrid          boards with an exact head, against a table of all members
  estimator       estimated ranks, against a list of all scores
  period          rules of periods, instants, ids, and data of zones

  --seconds <n>  how long (default 60)
  --help         show this

An input that was found belongs into tests/fixtures/fuzz/<target>/, where the tests run it.`;

const NUMBERS = { seconds: { standard: 60, min: 1, max: 1_000_000 } };

runMain(async () => {
  const options = readFuzzOptions(process.argv.slice(2), {
    help: HELP,
    numbers: NUMBERS,
    allowPositionals: true,
  });
  if (options.help) return say(HELP);
  const [target] = options.words;
  if (options.words.length !== 1 || !TARGETS.includes(target)) {
    throw new Problem(`it takes one target: ${TARGETS.join(", ")}.\n\n${HELP}`);
  }
  const tool = await installFuzzer();
  const corpus = join(ROOT, "fuzz", "corpus", target);
  mkdirSync(corpus, { recursive: true });
  // There is no unsafe code, so the address sanitizer would only be slow.
  const flags = ["--sanitizer", "none", "--target-dir", join(TARGET_DIR, "fuzz")];
  const inputs = [corpus, join(ROOT, "tests", "fixtures", "fuzz", target)];
  const limits = [`-max_total_time=${options.seconds}`, "-max_len=4096", "-timeout=20"];
  const result = await run("cargo", ["fuzz", "run", ...flags, target, ...inputs, "--", ...limits], {
    // libFuzzer's hooks are unstable flags of the compiler.
    env: { RUSTC_BOOTSTRAP: "1", PATH: `${tool}${delimiter}${process.env.PATH}` },
    timeoutMs: (options.seconds + BUILD_LIMIT_S) * 1000,
    echo: true,
  });
  if (result.timedOut) throw new Problem("it did not come to an end in time.");
  process.exitCode = result.code === 0 ? 0 : 1;
});
