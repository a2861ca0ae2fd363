// The arguments of a command as bytes.
import { isWellFormed } from "./check.js";
import { EdgeboardError } from "./edgeboard.js";
import { joined } from "./joined.js";

const encoder = new TextEncoder();

/** Puts arguments one behind the other, with the length of each. */
export function joinArguments(args) {
  const parts = args.map(bytesOf);
  return { bytes: joined(parts), lengths: Uint32Array.from(parts, (part) => part.length) };
}

function bytesOf(arg, at) {
  if (arg instanceof Uint8Array) return arg;
  const text = textOf(arg);
  if (text === undefined) {
    const message = `argument ${at} must be a string, a number or a Uint8Array, not ${kind(arg)}`;
    throw new EdgeboardError("invalid_request", message);
  }
  if (!isWellFormed(text)) {
    const message = `argument ${at} must be well-formed Unicode, and it has a lone surrogate`;
    throw new EdgeboardError("invalid_request", message);
  }
  return encoder.encode(text);
}

function textOf(arg) {
  if (typeof arg === "string") return arg;
  if (typeof arg === "bigint") return String(arg);
  // Minus zero is a score of its own, which `String` would turn into another.
  if (typeof arg === "number") return Object.is(arg, -0) ? "-0" : String(arg);
  return undefined;
}

function kind(arg) {
  return arg === null ? "null" : typeof arg;
}
