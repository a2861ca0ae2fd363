// The command line of the benchmark.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../lib/paths.mjs";
import { Problem } from "../lib/problem.mjs";

export const HELP = `Usage: npm run bench -- [options]

Measures the sorted set against its peers: redis-server, the packages of bench/peers and the crates
of bench/native, which it installs and builds when needed. Prints a table with the goals, and writes
results.json and cost.svg. What is measured is CPU time; the peers take turns within each round.

  --only <rows>    some of the rows, as T1,T2; --list names them
  --quick          every row at 1 k and 10 k members, in about a minute: proves that it all runs and
                   that the ranks are right. Its times mean nothing
  --full           10 million members too (needs 12 GB of memory, and far longer)
  --rounds <n>     rounds that count, 1 to 50 (default 5; 1 with --quick)
  --out <folder>   where the results go (default bench/results)
  --list           the names of the rows
  --help           this text

Ends with 1 after an error or a wrong rank, never because of a time.
`;

const SIZES = {
  quick: [1000, 10_000],
  standard: [10_000, 100_000, 1_000_000],
  full: [10_000, 100_000, 1_000_000, 10_000_000],
};

const STANDARD_ROUNDS = 5;
const MAX_ROUNDS = 50;

export function readOptions(args) {
  const values = parse(args);
  if (values.quick && values.full) throw new Problem("--quick and --full exclude each other.");
  const form = values.quick ? "quick" : values.full ? "full" : "standard";
  const rounds = Number(values.rounds ?? (values.quick ? 1 : STANDARD_ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ROUNDS) {
    throw new Problem(`--rounds takes a whole number from 1 to ${MAX_ROUNDS}.`);
  }
  return {
    ...values,
    form,
    rounds,
    sizes: SIZES[form],
    only: values.only?.split(",").map((row) => row.trim().toUpperCase()),
    out: resolve(values.out ?? join(ROOT, "bench", "results")),
    /** How many operations a round times at a size. */
    opsOf: (n) => (values.quick ? 1000 : n <= 10_000 ? 50_000 : 30_000),
  };
}

function parse(args) {
  const [text, flag] = [{ type: "string" }, { type: "boolean", default: false }];
  const options = {
    only: text, rounds: text, out: text, quick: flag, full: flag, list: flag, help: flag,
  };
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [sentence] = error.message.split(". ");
    throw new Problem(`${sentence}. \`npm run bench -- --help\` explains the options.`);
  }
}
