import { readFileSync } from "node:fs";
import { initSync } from "./edgeboard.js";
import { setReady } from "./ready.js";

setReady(initSync({ module: readFileSync(new URL("./edgeboard_bg.wasm", import.meta.url)) }));

/** Here the module is ready once it is imported; `init` is the same call as in a browser. */
export async function init() {}
export * from "./exports.js";
