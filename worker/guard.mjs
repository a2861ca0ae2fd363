// The module that the runtime loads: the Rust Worker, with a guard around every call.
//
// All objects of an isolate share one WebAssembly instance. A trap kills it, and whatever waits
// inside it would wait for ever. A trap is noted in `criticalError`, for which the generated shim
// makes a new instance before the next call; the guard watches that note and ends all waiting calls
// at once with a 503. No data is lost by that: the memory of an object is a cache of what its last
// transaction stored.
import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";
import * as rust from "./build/index.js";

/**
 * How long a call may take. It ends what hangs without a trap; the service's own limits for calls
 * between objects are shorter.
 */
const TIME_LIMIT_MS = 20_000;

const state = globalThis.__worker_init_state;
const waiting = new Set();

let criticalError = state.criticalError;
Object.defineProperty(state, "criticalError", {
  get: () => criticalError,
  set(value) {
    criticalError = value;
    if (!value) return;
    const ended = [...waiting];
    waiting.clear();
    for (const end of ended) end(new Error("the engine stopped during this call"));
  },
});

// Called by worker/src/trap.rs, in the moment of the trap.
globalThis.__edgeboard_trapped = () => {
  state.criticalError = true;
};

/** Runs `call`, and fails when the instance traps or the time limit passes before it ends. */
async function guarded(call) {
  let end;
  let timer;
  const interrupted = new Promise((_, reject) => {
    end = reject;
    timer = setTimeout(() => reject(new Error("the call took too long")), TIME_LIMIT_MS);
  });
  waiting.add(end);
  try {
    return await Promise.race([call(), interrupted]);
  } finally {
    waiting.delete(end);
    clearTimeout(timer);
  }
}

/** As `guarded`, for calls that are answered with a response. */
async function answered(call) {
  try {
    return await guarded(call);
  } catch (error) {
    console.error("guard:", error);
    const message = "the service is restarting; the same request may be sent again";
    const body = { error: { code: "unavailable", message, details: {} } };
    return Response.json(body, {
      status: 503,
      headers: { "retry-after": "1", "cache-control": "no-store" },
    });
  }
}

/** Returns a class for the runtime around the class of an object in Rust. */
function guard(RustObject) {
  return class extends DurableObject {
    #object;

    constructor(ctx, env) {
      super(ctx, env);
      this.#object = new RustObject(ctx, env);
    }

    fetch(request) {
      return answered(() => this.#object.fetch(request));
    }

    // A failed alarm is thrown on: the runtime tries it again.
    alarm(info) {
      return guarded(() => this.#object.alarm(info));
    }
  };
}

export const LedgerObject = guard(rust.LedgerObject);
export const BoardObject = guard(rust.BoardObject);
export const RegistryObject = guard(rust.RegistryObject);
export const DatabaseObject = guard(rust.DatabaseObject);

export default class extends WorkerEntrypoint {
  fetch(request) {
    return answered(() => new rust.default(this.ctx, this.env).fetch(request));
  }
}
