// `npm run fuzz:redis`: drawn commands to the engine and to a real Redis server, for as long as
// one likes. `--help` says what the options are.
import { randomInt } from "node:crypto";
import { readFuzzOptions } from "./lib/fuzz_options.mjs";
import { Problem, runMain } from "./lib/problem.mjs";
import { run } from "./lib/run.mjs";
import { say } from "./lib/steps.mjs";
import { testToolsEnv } from "./lib/test_tools.mjs";

const TEST = "redis::live::replies_and_contents_equal_those_of_a_real_server";
const START_LIMIT_S = 1800;

const HELP = `Usage: npm run fuzz:redis -- [options]

Plays streams of drawn commands to the engine and to two redis-servers of its own (one as it is by
itself, one with skip lists alone), and compares all replies and, after each stream, all keys. On a
difference it prints the seed and the shortest case it finds, as lines for redis-cli, with both
replies ("A>" and "B>" are two connections), and ends with 1.

  --seconds <n>  how long (default 60)
  --seed <n>     the seed of the first stream, the next one has the next seed (default: by chance)
  --help         show this

The server is the one that REDIS_SERVER names, or redis-server in PATH.`;

const NUMBERS = {
  seconds: { standard: 60, min: 1, max: 1_000_000 },
  seed: { standard: undefined, min: 0, max: Number.MAX_SAFE_INTEGER },
};

runMain(async () => {
  const options = readFuzzOptions(process.argv.slice(2), { help: HELP, numbers: NUMBERS });
  if (options.help) return say(HELP);
  const seed = options.seed ?? randomInt(2 ** 40);
  say(`seed ${seed}, ${options.seconds} s`);
  const args = ["test", "--quiet", "-p", "edgeboard", "--test", "engine", "--"];
  const result = await run("cargo", [...args, "--exact", "--nocapture", TEST], {
    env: {
      ...testToolsEnv(),
      EDGEBOARD_FUZZ_SECONDS: String(options.seconds),
      EDGEBOARD_SEED: String(seed),
      RUST_BACKTRACE: "0",
    },
    // Compiling comes first, and making a case small last.
    timeoutMs: (options.seconds + START_LIMIT_S) * 1000,
    echo: true,
  });
  if (result.missing) throw new Problem("cargo is missing: install Rust from https://rustup.rs.");
  if (result.timedOut) throw new Problem("it did not come to an end in time.");
  // A runner that found no such test has compared nothing.
  const hasPlayed = result.code === 0 && result.output.includes("all replies equal");
  process.exitCode = hasPlayed ? 0 : 1;
});
