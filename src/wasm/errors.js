/** What edgeboard throws: an Error with a stable `code` to branch on. */
export class EdgeboardError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// On the prototype, as in the built-in errors: it survives a minifier and is no field of its own.
Object.defineProperty(EdgeboardError.prototype, "name", {
  value: "EdgeboardError",
  configurable: true,
  writable: true,
});

/** A RangeError with a `code`: what number functions throw by custom. */
export function rangeError(code, message) {
  return Object.assign(new RangeError(message), { code });
}
