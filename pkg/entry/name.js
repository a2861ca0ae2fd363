// The name of a member, before a call that takes one: it is written into memory of the module, once
// and without an allocation.
import { member } from "./check.js";
import { NameBuffer } from "./edgeboard.js";

/** Bytes of the buffer, but while it holds a name that is longer. */
const USUAL_BYTES = 1024;

/** Up to so many characters, a loop over them costs less than a call of the encoder. */
const SHORT = 16;

/** A UTF-16 unit takes three bytes of UTF-8 at most. */
const MAX_UNIT_BYTES = 3;

const encoder = new TextEncoder();

let memory;
let buffer;
let view = new Uint8Array();

/** Takes note of the module's memory; again, where two entries of the package are imported. */
export function setMemory(exports) {
  memory = exports.memory;
  buffer = new NameBuffer();
  view = new Uint8Array();
}

/** Checks a name and writes it into the buffer; returns its length in bytes. */
export function write(name) {
  // The memory has moved, or the last name was a long one.
  if (view.length !== USUAL_BYTES) resize(USUAL_BYTES);
  if (typeof name === "string" && name.length <= SHORT) {
    let i = 0;
    for (; i < name.length; i += 1) {
      const unit = name.charCodeAt(i);
      if (unit > 0x7f) break;
      view[i] = unit;
    }
    if (i === name.length) return i;
  }
  return encode(member(name));
}

/** Where `write` writes to. */
export function nameBuffer() {
  return buffer;
}

function encode(name) {
  if (name.length * MAX_UNIT_BYTES > USUAL_BYTES) resize(bytesOf(name));
  return encoder.encodeInto(name, view).written;
}

function resize(length) {
  const start = buffer.resize(length);
  view = new Uint8Array(memory.buffer, start, length);
}

/** The bytes of a well-formed string in UTF-8. */
export function bytesOf(text) {
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    // A surrogate is half of four bytes.
    if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
