import { bound, member, number, position } from "./check.js";
import { EdgeboardError, SortedSet as Bindings } from "./edgeboard.js";
import { assertReady } from "./ready.js";

/** A Redis sorted set in memory. Documented in index.d.ts. */
export class SortedSet {
  #bindings;

  constructor() {
    assertReady("SortedSet");
    this.#bindings = new Bindings();
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
    return accepted(set, set.zadd(member(name), number("score", score)));
  }

  zincrby(name, delta) {
    const set = live(this.#bindings);
    return accepted(set, set.zincrby(member(name), number("delta", delta)));
  }

  zrem(...names) {
    const set = live(this.#bindings);
    // All are looked at before the first one goes.
    return names.map(member).filter((name) => set.zrem(name)).length;
  }

  zscore(name) {
    const score = live(this.#bindings).zscore(member(name));
    return Number.isNaN(score) ? null : score;
  }

  zrank(name) {
    return live(this.#bindings).zrank(member(name)) ?? null;
  }

  zrevrank(name) {
    return live(this.#bindings).zrevrank(member(name)) ?? null;
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
