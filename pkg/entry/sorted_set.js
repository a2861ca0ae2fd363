import { numbers } from "./batch.js";
import { bound, number, position, snapshotBytes } from "./check.js";
import {
  EdgeboardError,
  holdsIntegers,
  IntegerSet as IntegerBindings,
  SortedSet as TextBindings,
} from "./edgeboard.js";
import { IntegerSet } from "./integer_set.js";
import { joined } from "./joined.js";
import { assertReady } from "./ready.js";
import { TextSet } from "./text_set.js";

const KINDS = { text: TextSet, u32: IntegerSet };

/** A Redis sorted set in memory. Documented in index.d.ts. */
export class SortedSet {
  /** The set that knows its kind of members. */
  #set;

  constructor({ members = "text" } = {}) {
    assertReady("SortedSet");
    if (!Object.hasOwn(KINDS, members)) {
      throw new EdgeboardError("invalid_request", 'members must be "text" or "u32"');
    }
    this.#set = new KINDS[members]();
  }

  static load(bytes) {
    assertReady("SortedSet.load");
    const isOfIntegers = holdsIntegers(snapshotBytes(bytes));
    const loaded = isOfIntegers
      ? new IntegerSet(IntegerBindings.load(bytes))
      : new TextSet(TextBindings.load(bytes));
    const set = new SortedSet();
    set.free();
    set.#set = loaded;
    return set;
  }

  free() {
    this.#set?.bindings.free();
    this.#set = undefined;
  }

  get size() {
    return live(this.#set).bindings.zcard();
  }

  zadd(name, score) {
    const set = live(this.#set);
    return accepted(set, set.zadd(name, number("score", score)));
  }

  zincrby(name, delta) {
    const set = live(this.#set);
    return accepted(set, set.zincrby(name, number("delta", delta)));
  }

  zrem(...names) {
    return live(this.#set).zrem(names);
  }

  zscore(name) {
    const score = live(this.#set).zscore(name);
    return Number.isNaN(score) ? null : score;
  }

  zrank(name) {
    return live(this.#set).zrank(name) ?? null;
  }

  zrevrank(name) {
    return live(this.#set).zrevrank(name) ?? null;
  }

  zcard() {
    return live(this.#set).bindings.zcard();
  }

  zcount(min, max) {
    return live(this.#set).bindings.zcount(bound("min", min), bound("max", max));
  }

  zrange(start, stop) {
    const set = live(this.#set);
    return set.bindings.zrange(position("start", start), position("stop", stop));
  }

  zrevrange(start, stop) {
    const set = live(this.#set);
    return set.bindings.zrevrange(position("start", start), position("stop", stop));
  }

  zaddMany(names, scores) {
    const set = live(this.#set);
    const members = set.members(names);
    return set.bindings.zaddMany(...members, numbers("scores", scores, members.at(-1).length));
  }

  zincrbyMany(names, deltas) {
    const set = live(this.#set);
    const members = set.members(names);
    return set.bindings.zincrbyMany(...members, numbers("deltas", deltas, members.at(-1).length));
  }

  zscoreMany(names) {
    const set = live(this.#set);
    return set.bindings.zscoreMany(...set.members(names));
  }

  zrankMany(names) {
    const set = live(this.#set);
    return set.bindings.zrankMany(...set.members(names));
  }

  zrevrankMany(names) {
    const set = live(this.#set);
    return set.bindings.zrevrankMany(...set.members(names));
  }

  snapshot() {
    return joined(live(this.#set).bindings.snapshot());
  }
}

// For `using`, where the host knows it.
if (Symbol.dispose) SortedSet.prototype[Symbol.dispose] = SortedSet.prototype.free;

/** A set that was not freed. */
function live(set) {
  if (set === undefined) {
    throw new EdgeboardError("disposed", "this SortedSet was freed and cannot be used any more");
  }
  return set;
}

/** The bindings answer NaN for what the engine refused, and then hold the error. */
function accepted(set, answer) {
  if (Number.isNaN(answer)) throw set.bindings.refusal();
  return answer;
}
