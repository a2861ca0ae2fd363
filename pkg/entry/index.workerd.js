// In workerd a wasm file is imported as a compiled module; to compile bytes is forbidden there.
import { start } from "./at_once.js";
import module from "./edgeboard_bg.wasm";

start(module);
export { init } from "./at_once.js";
export * from "./exports.js";
