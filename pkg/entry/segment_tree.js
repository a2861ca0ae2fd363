import { show } from "./check.js";
import { EdgeboardError, SegmentTree as Bindings } from "./edgeboard.js";
import { assertReady } from "./ready.js";

/** Estimated ranks from counts over equal segments. Documented in index.d.ts. */
export class SegmentTree {
  #bindings;

  constructor(options) {
    assertReady("SegmentTree");
    this.#bindings = new Bindings(...shapeOf(options));
  }

  static fromHash(options, hash) {
    assertReady("SegmentTree.fromHash");
    const entries = entriesOf(hash);
    const [fields, values] = [0, 1].map((at) => entries.map((entry) => String(entry[at])));
    const bindings = Bindings.fromHash(...shapeOf(options), fields, values);
    const tree = new SegmentTree({ min: 0, max: 0, segments: 1 });
    tree.free();
    tree.#bindings = bindings;
    return tree;
  }

  free() {
    this.#bindings?.free();
    this.#bindings = undefined;
  }

  get size() {
    return live(this.#bindings).total();
  }

  add(score) {
    live(this.#bindings).add(integer("score", score));
  }

  remove(score) {
    live(this.#bindings).remove(integer("score", score));
  }

  move(from, to) {
    live(this.#bindings).moveScore(integer("from", from), integer("to", to));
  }

  rank(score, { member = true } = {}) {
    const bindings = live(this.#bindings);
    return estimate(bindings.rank(integer("score", score), flag("member", member)));
  }

  aheadOf(score, { member = true } = {}) {
    return live(this.#bindings).aheadOf(integer("score", score), flag("member", member));
  }

  fieldsToRead(score, { form = "tree" } = {}) {
    return live(this.#bindings).fieldsToRead(integer("score", score), isFlat(form));
  }

  rankFrom(score, values, { member = true, form = "tree" } = {}) {
    const bindings = live(this.#bindings);
    if (!Array.isArray(values)) {
      throw new EdgeboardError("invalid_request", `values must be an array, not ${show(values)}`);
    }
    const texts = values.map((value) => (value ?? null) === null ? null : String(value));
    const isMember = flag("member", member);
    return estimate(bindings.rankFrom(integer("score", score), isMember, isFlat(form), texts));
  }

  fieldsToUpdate(from, to, { form = "tree" } = {}) {
    const bindings = live(this.#bindings);
    const [before, after] = [scoreOrNone("from", from), scoreOrNone("to", to)];
    return bindings.fieldsToUpdate(before, after, isFlat(form));
  }

  toHash({ form = "tree" } = {}) {
    return Object.fromEntries(live(this.#bindings).toHash(isFlat(form)));
  }
}

// For `using`, where the host knows it.
if (Symbol.dispose) SegmentTree.prototype[Symbol.dispose] = SegmentTree.prototype.free;

/** The bindings of a tree that was not freed. */
function live(bindings) {
  if (bindings === undefined) {
    throw new EdgeboardError("disposed", "this SegmentTree was freed and cannot be used any more");
  }
  return bindings;
}

function shapeOf(options) {
  if (typeof options !== "object" || options === null) {
    const message = `a SegmentTree takes { min, max, segments, order }, not ${show(options)}`;
    throw new EdgeboardError("invalid_request", message);
  }
  const { min, max, segments, order = "desc" } = options;
  if (!Number.isSafeInteger(segments) || segments < 0) {
    const message = `segments must be a positive integer, not ${show(segments)}`;
    throw new EdgeboardError("invalid_request", message);
  }
  if (order !== "desc" && order !== "asc") {
    const message = `order must be "desc" or "asc", not ${show(order)}`;
    throw new EdgeboardError("invalid_request", message);
  }
  return [integer("min", min), integer("max", max), segments, order === "desc"];
}

/** The entries of an object, a map, or a list of fields and values in turn. */
function entriesOf(hash) {
  if (hash instanceof Map) return [...hash];
  if (Array.isArray(hash) && hash.length % 2 === 0) {
    return Array.from({ length: hash.length / 2 }, (_, at) => hash.slice(2 * at, 2 * at + 2));
  }
  if (typeof hash !== "object" || hash === null || Array.isArray(hash)) {
    const message = "a hash must be an object, a Map, or a list of fields and values in turn";
    throw new EdgeboardError("invalid_request", message);
  }
  return Object.entries(hash);
}

/** An integer of 64 bits: a number that is exact, or a bigint. */
function integer(name, value) {
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) return value;
  if (Number.isSafeInteger(value)) return BigInt(value);
  const shown = typeof value === "bigint" ? "a bigint beyond 64 bits" : show(value);
  const message = `${name} must be an exact integer or a bigint of 64 bits, not ${shown}`;
  throw new EdgeboardError("invalid_score", message);
}

function scoreOrNone(name, value) {
  return (value ?? null) === null ? undefined : integer(name, value);
}

function flag(name, value) {
  if (typeof value === "boolean") return value;
  throw new EdgeboardError("invalid_request", `${name} must be true or false, not ${show(value)}`);
}

function isFlat(form) {
  if (form === "tree" || form === "flat") return form === "flat";
  throw new EdgeboardError("invalid_request", `form must be "tree" or "flat", not ${show(form)}`);
}

function estimate([rank, lo, hi, above, exact]) {
  return { rank, lo, hi, exact: exact === 1, above };
}
