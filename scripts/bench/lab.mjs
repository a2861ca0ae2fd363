// What a run has: its options, its results, and the ways to start the contenders.
import { join } from "node:path";
import { ROOT, TARGET_DIR } from "../lib/paths.mjs";
import { Problem } from "../lib/problem.mjs";
import { run, tail } from "../lib/run.mjs";
import { NativeContender, ScriptContender } from "./contender.mjs";
import { Redis } from "./contenders/redis.mjs";
import { Results } from "./statistics.mjs";

/** Contenders of the native program, by the names that the rows have for them. */
const NATIVE = {
  native: "edgeboard",
  "native-integers": "integers",
  "native-board": "board",
  indexset: "indexset",
  skiplist: "skiplist",
  "native-composite": "composite",
  "native-layout": "layout",
  "native-decimal": "decimal",
  "native-calendar": "calendar",
  "native-calendar-unprepared": "calendar-unprepared",
  "native-calendar-walk": "calendar-walk",
  tree: "tree",
  adaptive: "adaptive",
  scan: "scan",
};

/** In JavaScript, ten million members of one object each do not fit into a run. */
const SCRIPT_PEERS = new Set([
  "tlhunter", "js-sdsl", "functional-rb", "sorted-btree", "sqlite", "map",
]);
const SCRIPT_PEER_MAX = 1_000_000;

export class Lab {
  results = new Results();
  #missing;
  #once = new Map();

  /** `missing` has the contenders that cannot be had, with the reason. */
  constructor(options, redisProgram, missing) {
    this.options = options;
    this.redisProgram = redisProgram;
    this.#missing = missing;
  }

  get sizes() {
    return this.options.sizes;
  }

  /** The sizes of a row in this run: the quick form has its own, for every row. */
  sizesOf(row) {
    return this.options.quick ? this.sizes : this.sizes.filter((n) => row.sizes.includes(n));
  }

  can(name, n = 0) {
    if (SCRIPT_PEERS.has(name) && n > SCRIPT_PEER_MAX) return false;
    return !this.#missing.has(name);
  }

  whyMissing(name) {
    const reason = this.#missing.get(name) ?? "too large for it";
    return `${name}: not available (${reason})`;
  }

  /** The result of work that several rows share. */
  once(key, work) {
    if (!this.#once.has(key)) this.#once.set(key, work());
    return this.#once.get(key);
  }

  async start(name) {
    if (name === "redis") return Redis.start(this.redisProgram);
    if (NATIVE[name]) return new NativeContender(name, NATIVE_PROGRAM, NATIVE[name]);
    return new ScriptContender(name);
  }

  /** Starts a contender for one piece of work. */
  async with(name, work) {
    const contender = await this.start(name);
    try {
      return await work(contender);
    } finally {
      await contender.stop();
    }
  }
}

const NATIVE_TARGET = join(TARGET_DIR, "bench");
const NATIVE_PROGRAM = join(NATIVE_TARGET, "release", "edgeboard-bench");

/** Builds the native program, in a workspace of its own. */
export async function buildNative(report) {
  const manifest = join(ROOT, "bench", "native", "Cargo.toml");
  const args = ["build", "--release", "--locked", "--manifest-path", manifest];
  const env = { CARGO_TARGET_DIR: NATIVE_TARGET };
  const result = await run("cargo", args, { env, onLine: report });
  if (result.code === 0) return;
  process.stderr.write(`${tail(result.output)}\n`);
  throw new Problem("cargo could not build bench/native; its words are above.");
}
