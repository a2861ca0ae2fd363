import initialize from "./edgeboard.js";
import { setReady } from "./ready.js";

let pending;

/** Fetches and compiles the module: once, whatever the number of calls, or again if it failed. */
export function init(input = new URL("./edgeboard_bg.wasm", import.meta.url)) {
  pending ??= initialize({ module_or_path: input }).then(setReady, (error) => {
    pending = undefined;
    throw error;
  });
  return pending;
}
export * from "./exports.js";
