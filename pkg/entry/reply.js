// Replies of version 2 of the Redis protocol as JavaScript values.
import { EdgeboardError } from "./edgeboard.js";

const CR = 13;
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** An error that a command answered. Documented in index.d.ts. */
export class RedisError extends EdgeboardError {
  constructor(message) {
    super(message.split(" ", 1)[0], message);
  }
}

// On the prototype, as in the built-in errors.
Object.defineProperty(RedisError.prototype, "name", {
  value: "RedisError",
  configurable: true,
  writable: true,
});

/** The one reply in these bytes. */
export function readReply(bytes) {
  return new Reader(bytes).value();
}

class Reader {
  #bytes;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  value() {
    const kind = String.fromCharCode(this.#bytes[this.#at]);
    const start = this.#at + 1;
    const end = this.#bytes.indexOf(CR, start);
    const line = lenient.decode(this.#bytes.subarray(start, end));
    this.#at = end + 2;
    switch (kind) {
      case "+":
        return line;
      case "-":
        return new RedisError(line);
      case ":":
        return integer(line);
      case "$":
        return this.#bulk(Number(line));
      default:
        return this.#list(Number(line));
    }
  }

  #bulk(length) {
    if (length < 0) return null;
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length + 2;
    return textOrBytes(bytes);
  }

  #list(length) {
    if (length < 0) return null;
    return Array.from({ length }, () => this.value());
  }
}

/** A number where that is exact, otherwise a bigint. */
function integer(text) {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** A string where the bytes are UTF-8, otherwise a copy of them. */
function textOrBytes(bytes) {
  try {
    return strict.decode(bytes);
  } catch {
    return bytes.slice();
  }
}
