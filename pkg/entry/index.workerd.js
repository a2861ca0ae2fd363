// In workerd a wasm file is imported as a compiled module; to compile bytes is forbidden there. A
// file called .bin is imported as its bytes.
import { start } from "./at_once.js";
import module from "./edgeboard_bg.wasm";
import zones from "./zones.bin";

start(module, () => new Uint8Array(zones));
export { init } from "./at_once.js";
export * from "./exports.js";
