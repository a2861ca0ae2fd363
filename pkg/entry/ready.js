import { EdgeboardError } from "./edgeboard.js";

let ready = false;

/** Says that the module is loaded. */
export function setReady() {
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
