// The product, as a program uses it: the npm package, with strings for members.
import { readFileSync } from "node:fs";
import { initSync } from "../../../pkg/dist/edgeboard.js";
import { SortedSet } from "../../../pkg/dist/exports.js";
import { setReady } from "../../../pkg/dist/ready.js";

// The parts of the package one by one, because its entry for Node keeps the memory to itself.
const wasm = new URL("../../../pkg/dist/edgeboard_bg.wasm", import.meta.url);
const exports = initSync({ module: readFileSync(wasm) });
setReady(exports);

export const memoryBytes = () => exports.memory.buffer.byteLength;

export class Edgeboard {
  static load(bytes) {
    return new Edgeboard(SortedSet.load(bytes));
  }

  #set;

  constructor(set = new SortedSet()) {
    this.#set = set;
  }

  put(name, score) {
    this.#set.zadd(name, score);
  }

  increment(name, delta) {
    return this.#set.zincrby(name, delta);
  }

  score(name) {
    return this.#set.zscore(name);
  }

  rank(name) {
    return this.#set.zrevrank(name);
  }

  /** Pairs of name and score from position `start` to `stop`, best first. */
  window(start, stop) {
    return this.#set.zrevrange(start, stop);
  }

  snapshot() {
    return this.#set.snapshot();
  }

  free() {
    this.#set.free();
  }

  static canSnapshot = typeof SortedSet.prototype.snapshot === "function" && !!SortedSet.load;
}

/**
 * The product with integers for members, in batches. Single calls exist for the check of the ranks
 * only. Undefined where the package has no batch calls.
 */
export class EdgeboardIntegers {
  #set;

  constructor(set) {
    this.#set = set;
  }

  static isAvailable = typeof SortedSet.prototype.zincrbyMany === "function";

  /** Whether the package keeps integers as integers, or turns each into its text. */
  static isDense = canBeDense();

  static create() {
    const options = EdgeboardIntegers.isDense ? [{ members: "u32" }] : [];
    return new EdgeboardIntegers(new SortedSet(...options));
  }

  static load(bytes) {
    return new EdgeboardIntegers(SortedSet.load(bytes));
  }

  putMany(members, scores) {
    this.#set.zaddMany(members, scores);
  }

  incrementMany(members, deltas) {
    return this.#set.zincrbyMany(members, deltas);
  }

  scoreMany(members) {
    return this.#set.zscoreMany(members);
  }

  rankMany(members) {
    return this.#set.zrevrankMany(members);
  }

  snapshot() {
    return this.#set.snapshot();
  }
}

/** A package that knows the option refuses a value that means nothing. */
function canBeDense() {
  try {
    new SortedSet({ members: "nothing" }).free();
    return false;
  } catch {
    return true;
  }
}
