// The types of arguments, before they cross into the module: there, null would be the number 0,
// and half of a surrogate pair would be the character U+FFFD.
import { EdgeboardError, rangeError } from "./edgeboard.js";

/** Whether a string has whole Unicode characters only. */
export const isWellFormed = String.prototype.isWellFormed
  ? (text) => text.isWellFormed()
  : (text) => !/\p{Surrogate}/u.test(text);

/** A member name: a string of whole Unicode characters, also the empty one. */
export function member(value, name = "member") {
  if (typeof value !== "string") {
    throw new EdgeboardError("invalid_member", `${name} must be a string, not ${show(value)}`);
  }
  if (!isWellFormed(value)) {
    const message = `${name} must be well-formed Unicode, and this one has a lone surrogate`;
    throw new EdgeboardError("invalid_member", message);
  }
  return value;
}

/** A member that is a number: an integer of 32 bits without a sign. */
export function memberNumber(value, name = "member") {
  if (!(Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff)) {
    const message = `${name} must be an integer from 0 to 4294967295, not ${show(value)}`;
    throw new EdgeboardError("invalid_member", message);
  }
  return value;
}

/** A number that is one: infinities yes, NaN no. */
export function number(name, value) {
  if (typeof value !== "number" || Number.isNaN(value)) {
    throw new EdgeboardError("invalid_score", `${name} must be a number, not ${show(value)}`);
  }
  return value;
}

/** A position in an order. */
export function position(name, value) {
  if (!Number.isSafeInteger(value)) {
    throw new EdgeboardError("invalid_request", `${name} must be an integer, not ${show(value)}`);
  }
  return value;
}

/** An end of a range of scores, in the notation of Redis. */
export function bound(name, value) {
  return typeof value === "string" ? value : String(number(name, value));
}

/** A number to encode, which has to be exact. */
export function integer(name, value) {
  if (!Number.isSafeInteger(value)) {
    throw rangeError("invalid_score", `${name} must be an exact integer, not ${show(value)}`);
  }
  return value;
}

/** The digits of a number to encode: an exact integer, or a bigint within 128 bits. */
export function digits(name, value) {
  if (typeof value !== "bigint") return String(integer(name, value));
  if (BigInt.asIntN(128, value) === value) return String(value);
  throw rangeError("column_out_of_range", `${name} is beyond 128 bits`);
}

/** The bytes of a snapshot. */
export function snapshotBytes(value) {
  if (!(value instanceof Uint8Array)) {
    const message = `a snapshot must be a Uint8Array, not ${show(value)}`;
    throw new EdgeboardError("invalid_request", message);
  }
  return value;
}

/** An instant in ms: a number, a Date, or ISO 8601 text. */
export function instant(name, value) {
  const ms = typeof value === "string" ? Date.parse(value) : Number(value);
  const isTime = ["number", "string"].includes(typeof value) || value instanceof Date;
  if (isTime && !Number.isNaN(ms)) return ms;
  const message = `${name} must be milliseconds since 1970, a Date or ISO 8601, not ${show(value)}`;
  throw new EdgeboardError("invalid_request", message);
}

/** A value in a message: numbers and strings themselves, of the rest the type. */
export function show(value) {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  return typeof value === "number" || value === null ? String(value) : typeof value;
}
