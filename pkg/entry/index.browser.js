import * as glue from "./edgeboard.js";
import { guard, initialize } from "./guard.js";

/** Fetches and compiles the module: once, whatever the number of calls. */
export function init(input = new URL("./edgeboard_bg.wasm", import.meta.url)) {
  return initialize(() => glue.default({ module_or_path: input }));
}

export { EdgeboardError } from "./edgeboard.js";
export const SortedSet = /* @__PURE__ */ guard("SortedSet", glue.SortedSet);
export const decodeScore = /* @__PURE__ */ guard("decodeScore", glue.decodeScore);
export const encodeScore = /* @__PURE__ */ guard("encodeScore", glue.encodeScore);
