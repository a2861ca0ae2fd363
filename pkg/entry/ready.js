import { EdgeboardError } from "./edgeboard.js";
import { setMemory } from "./name.js";

let ready = false;

/** Says that the module is loaded, and what it exports. */
export function setReady(exports) {
  setMemory(exports);
  ready = true;
}

/** Every constructor and function starts with this, so that a use too early says what to do. */
export function assertReady(name) {
  if (!ready) {
    throw new EdgeboardError(
      "not_initialized",
      `${name} was used before edgeboard was loaded: call \`await init()\` once, first`,
    );
  }
}
