// Batches, before they cross into the module: the members as one text and the lengths of their
// names, or as the integers whose digits they are, and the numbers as doubles.
import { member, memberNumber, show } from "./check.js";
import { EdgeboardError } from "./edgeboard.js";
import { bytesOf } from "./name.js";

const encoder = new TextEncoder();

/** `[text, numbers]`, as the bindings take them, from strings or from a Uint32Array. */
export function members(values) {
  if (values instanceof Uint32Array) return [undefined, values];
  if (!Array.isArray(values)) {
    const expected = "members must be an array of strings or a Uint32Array";
    throw new EdgeboardError("invalid_member", `${expected}, not ${show(values)}`);
  }
  const lengths = new Uint32Array(values.length);
  for (let i = 0; i < lengths.length; i += 1) {
    lengths[i] = typeof values[i] === "string" ? values[i].length : member(values[i], at(i)).length;
  }
  const text = encoder.encode(values.join(""));
  // As many bytes as UTF-16 units: all is ASCII, in which no surrogate is alone.
  if (text.length === lengths.reduce((sum, length) => sum + length, 0)) return [text, lengths];
  values.forEach((value, i) => {
    lengths[i] = bytesOf(member(value, at(i)));
  });
  return [text, lengths];
}

/** A Uint32Array from one, or from integers of 32 bits. */
export function integers(values) {
  if (values instanceof Uint32Array) return values;
  if (!Array.isArray(values)) {
    const expected = "members must be an array of integers or a Uint32Array";
    throw new EdgeboardError("invalid_member", `${expected}, not ${show(values)}`);
  }
  return Uint32Array.from(values, (value, i) => memberNumber(value, at(i)));
}

/** Doubles from numbers, as many as there are members. */
export function numbers(name, values, count) {
  if (!(values instanceof Float64Array) && !Array.isArray(values)) {
    const message = `${name} must be an array of numbers or a Float64Array, not ${show(values)}`;
    throw new EdgeboardError("invalid_score", message);
  }
  if (values.length !== count) {
    const message = `there are ${count} members and ${values.length} ${name}`;
    throw new EdgeboardError("invalid_request", message);
  }
  for (let i = 0; i < count; i += 1) {
    if (typeof values[i] !== "number" || Number.isNaN(values[i])) {
      const message = `${name}[${i}] must be a number, not ${show(values[i])}`;
      throw new EdgeboardError("invalid_score", message);
    }
  }
  return values instanceof Float64Array ? values : Float64Array.from(values);
}

const at = (index) => `members[${index}]`;
