/** What edgeboard throws: an Error with a stable `code` to branch on. */
export class EdgeboardError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// On the prototype, as in the built-in errors, so that it survives a minifier and is no own field.
Object.defineProperty(EdgeboardError.prototype, "name", {
  value: "EdgeboardError",
  configurable: true,
  writable: true,
});
