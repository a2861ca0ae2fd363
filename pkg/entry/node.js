// The one module of Node, for `import` and `require` alike: the build bundles it into index.cjs,
// and writes index.node.js, which exports that again by name.
/* global __dirname */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { start } from "./at_once.js";

const read = (name) => readFileSync(join(__dirname, name));

start(read("edgeboard_bg.wasm"), () => read("zones.bin"));
export { init } from "./at_once.js";
export * from "./exports.js";
