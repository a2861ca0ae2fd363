import { start } from "./at_once.js";
// Written by the build.
import { base64 as zones } from "./inline_zones.js";
import { base64 as wasm } from "./inline_wasm.js";

const bytes = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

start(bytes(wasm), () => bytes(zones));
export { init } from "./at_once.js";
export * from "./exports.js";
