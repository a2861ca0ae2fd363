import { integer } from "./check.js";
import * as bindings from "./edgeboard.js";
import { assertReady } from "./ready.js";

/** Points and seconds as one number. Documented in index.d.ts. */
export function encodeScore(points, seconds) {
  assertReady("encodeScore");
  return bindings.encodeScore(integer("points", points), integer("seconds", seconds));
}

/** The points and seconds of a number, a bigint or a text. Documented in index.d.ts. */
export function decodeScore(score) {
  assertReady("decodeScore");
  const hasDigits = typeof score === "string" || typeof score === "bigint";
  return bindings.decodeScore(String(hasDigits ? score : integer("score", score)));
}
