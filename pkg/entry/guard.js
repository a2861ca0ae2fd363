import { EdgeboardError } from "./edgeboard.js";

let ready = false;
let pending;

/** Runs `load` unless it has run or is running. A load that failed may be tried again. */
export function initialize(load) {
  pending ??= load().then(
    () => {
      ready = true;
    },
    (error) => {
      pending = undefined;
      throw error;
    },
  );
  return pending;
}

/**
 * The same function or class, which says what is missing when it is used too early. Only the entry
 * points are wrapped: an instance can exist only after `init()`, and its methods run as they are.
 */
export function guard(name, target) {
  const check = () => {
    if (!ready) {
      throw new EdgeboardError(
        "not_initialized",
        `${name} was used before edgeboard was loaded: call \`await init()\` once, first`,
      );
    }
  };
  return new Proxy(target, {
    apply(target, receiver, args) {
      check();
      return Reflect.apply(target, receiver, args);
    },
    construct(target, args, newTarget) {
      check();
      return Reflect.construct(target, args, newTarget);
    },
  });
}
