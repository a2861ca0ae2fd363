// For the entries that have the module at hand when they are imported.
import { initSync } from "./edgeboard.js";
import { setReady } from "./ready.js";
import { setZonesSource } from "./zones.js";

/**
 * Makes the module ready, from its bytes or from itself in compiled form; `zones` returns the data
 * of zones when it is needed.
 */
export function start(module, zones) {
  setReady(initSync({ module }));
  setZonesSource(zones);
}

/** There the module is ready once it is imported; `init` is the same call as in a browser. */
export async function init() {}
