import { instant, isWellFormed, show } from "./check.js";
import { EdgeboardError } from "./edgeboard.js";
import { assertReady } from "./ready.js";
import { calendarOf } from "./zones.js";

/** Periods of time. Documented in index.d.ts. */
export class Period {
  constructor() {
    throw new EdgeboardError("invalid_request", "Period has static methods only");
  }

  static of(rule, at) {
    return calendar("of", rule).of(instant("instant", at));
  }

  static parse(rule, id) {
    return calendar("parse", rule).parse(text("id", id));
  }

  static next(rule, id) {
    return calendar("next", rule).next(text("id", id));
  }

  static previous(rule, id) {
    return calendar("previous", rule).previous(text("id", id));
  }

  static key(rule, id) {
    return calendar("key", rule).key(text("id", id)) ?? null;
  }

  static keptUntil(rule, id) {
    return calendar("keptUntil", rule).keptUntil(text("id", id)) ?? null;
  }
}

function calendar(name, rule) {
  assertReady(`Period.${name}`);
  return calendarOf(jsonOf(rule));
}

/** A rule as data and nothing else: what its getters and its toJSON say now. */
function jsonOf(rule) {
  const isWord = typeof rule === "string" && isWellFormed(rule);
  const isObject = typeof rule === "object" && rule !== null && !Array.isArray(rule);
  if (!isWord && !isObject) {
    const message = `a rule must be a kind of period or an object with its kind, not ${show(rule)}`;
    throw new EdgeboardError("invalid_request", message);
  }
  let json;
  try {
    json = JSON.stringify(rule);
  } catch (error) {
    throw new EdgeboardError("invalid_request", `a rule must be data: ${error.message}`);
  }
  if (json !== undefined) return json;
  throw new EdgeboardError("invalid_request", "a rule must be data");
}

function text(name, value) {
  if (typeof value === "string" && isWellFormed(value)) return value;
  const what = typeof value === "string" ? "one with a lone surrogate" : show(value);
  throw new EdgeboardError("invalid_request", `${name} must be a well-formed string, not ${what}`);
}
