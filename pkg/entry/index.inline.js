import { start } from "./at_once.js";
// Written by the build.
import { base64 } from "./inline_wasm.js";

start(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
export { init } from "./at_once.js";
export * from "./exports.js";
