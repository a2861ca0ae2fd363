import { bound, member, memberNumber, number, position } from "./check.js";
import { EdgeboardError, IntegerSet, SortedSet as TextSet } from "./edgeboard.js";
import { assertReady } from "./ready.js";

/** A Redis sorted set in memory. Documented in index.d.ts. */
export class SortedSet {
  #bindings;
  /** Looks at a member of the kind that this set has. */
  #member;

  constructor({ members = "text" } = {}) {
    assertReady("SortedSet");
    if (members !== "text" && members !== "u32") {
      throw new EdgeboardError("invalid_request", 'members must be "text" or "u32"');
    }
    this.#member = members === "u32" ? memberNumber : member;
    this.#bindings = members === "u32" ? new IntegerSet() : new TextSet();
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
    return accepted(set, set.zadd(this.#member(name), number("score", score)));
  }

  zincrby(name, delta) {
    const set = live(this.#bindings);
    return accepted(set, set.zincrby(this.#member(name), number("delta", delta)));
  }

  zrem(...names) {
    const set = live(this.#bindings);
    // All are looked at before the first one goes.
    return names.map(this.#member).filter((name) => set.zrem(name)).length;
  }

  zscore(name) {
    const score = live(this.#bindings).zscore(this.#member(name));
    return Number.isNaN(score) ? null : score;
  }

  zrank(name) {
    return live(this.#bindings).zrank(this.#member(name)) ?? null;
  }

  zrevrank(name) {
    return live(this.#bindings).zrevrank(this.#member(name)) ?? null;
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
