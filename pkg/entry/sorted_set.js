import { members, numbers } from "./batch.js";
import { bound, member, number, position, snapshotBytes } from "./check.js";
import { EdgeboardError, SortedSet as Bindings } from "./edgeboard.js";
import { nameBuffer, write } from "./name.js";
import { joined } from "./joined.js";
import { assertReady } from "./ready.js";

/** A Redis sorted set in memory. Documented in index.d.ts. */
export class SortedSet {
  #bindings;

  constructor() {
    assertReady("SortedSet");
    this.#bindings = new Bindings();
  }

  static load(bytes) {
    assertReady("SortedSet.load");
    const bindings = Bindings.load(snapshotBytes(bytes));
    const set = new SortedSet();
    set.free();
    set.#bindings = bindings;
    return set;
  }

  free() {
    this.#bindings?.free();
    this.#bindings = undefined;
  }

  get size() {
    return live(this.#bindings).zcard();
  }

  zadd(name, score) {
    const set = live(this.#bindings);
    return accepted(set, set.zadd(nameBuffer(), write(name), number("score", score)));
  }

  zincrby(name, delta) {
    const set = live(this.#bindings);
    return accepted(set, set.zincrby(nameBuffer(), write(name), number("delta", delta)));
  }

  zrem(...names) {
    const set = live(this.#bindings);
    // All are looked at before the first one goes.
    const checked = names.map((name) => member(name));
    return checked.filter((name) => set.zrem(nameBuffer(), write(name))).length;
  }

  zscore(name) {
    const score = live(this.#bindings).zscore(nameBuffer(), write(name));
    return Number.isNaN(score) ? null : score;
  }

  zrank(name) {
    return live(this.#bindings).zrank(nameBuffer(), write(name)) ?? null;
  }

  zrevrank(name) {
    return live(this.#bindings).zrevrank(nameBuffer(), write(name)) ?? null;
  }

  zcard() {
    return live(this.#bindings).zcard();
  }

  zcount(min, max) {
    return live(this.#bindings).zcount(bound("min", min), bound("max", max));
  }

  zrange(start, stop) {
    return live(this.#bindings).zrange(position("start", start), position("stop", stop));
  }

  zrevrange(start, stop) {
    return live(this.#bindings).zrevrange(position("start", start), position("stop", stop));
  }

  zaddMany(names, scores) {
    const [text, lengths] = members(names);
    return live(this.#bindings).zaddMany(text, lengths, numbers("scores", scores, lengths.length));
  }

  zincrbyMany(names, deltas) {
    const [text, lengths] = members(names);
    const doubles = numbers("deltas", deltas, lengths.length);
    return live(this.#bindings).zincrbyMany(text, lengths, doubles);
  }

  zscoreMany(names) {
    return live(this.#bindings).zscoreMany(...members(names));
  }

  zrankMany(names) {
    return live(this.#bindings).zrankMany(...members(names));
  }

  zrevrankMany(names) {
    return live(this.#bindings).zrevrankMany(...members(names));
  }

  snapshot() {
    return joined(live(this.#bindings).snapshot());
  }
}

// For `using`, where the host knows it.
if (Symbol.dispose) SortedSet.prototype[Symbol.dispose] = SortedSet.prototype.free;

/** The bindings of a set that was not freed. */
function live(bindings) {
  if (bindings === undefined) {
    throw new EdgeboardError("disposed", "this SortedSet was freed and cannot be used any more");
  }
  return bindings;
}

/** The bindings answer NaN for what the engine refused, and then hold the error. */
function accepted(bindings, answer) {
  if (Number.isNaN(answer)) throw bindings.refusal();
  return answer;
}
