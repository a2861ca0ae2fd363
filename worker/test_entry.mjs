// The entry for tests: the shipped Worker and wasm behind a clock and a trap that tests can set.
//
// It is never deployed: `wrangler.toml` names the guard, and only tests/worker/wrangler.toml this.
import trapModule from "../tests/worker/lib/trap.wasm";

const realNow = Date.now.bind(Date);
let clock = null;
let trapAt = null;
let trapKind = "trap";

// The engine's one clock is `Date.now` (worker/src/clock.rs), an import without a catch: what is
// thrown here ends the WebAssembly instance. `trap` runs the instruction `unreachable`.
Date.now = () => {
  if (trapAt !== null && trapAt-- === 0) {
    trapAt = null;
    if (trapKind === "trap") new WebAssembly.Instance(trapModule).exports.trap();
    throw new WebAssembly.RuntimeError("unreachable (set by a test)");
  }
  return clock ?? realNow();
};

// The seam has to be in place before the Worker is loaded.
const guard = await import("./guard.mjs");

export const { LedgerObject, BoardObject, RegistryObject, DatabaseObject } = guard;

export default class extends guard.default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case "/test/clock":
        clock = searchParams.has("ms") ? Number(searchParams.get("ms")) : null;
        return new Response(null, { status: 204 });
      case "/test/trap":
        // The n-th reading of the clock from now on traps, counted from 0.
        trapKind = searchParams.get("kind") ?? "trap";
        trapAt = Number(searchParams.get("reading") ?? 0);
        return new Response(null, { status: 204 });
      default:
        return super.fetch(request);
    }
  }
}
