import type { InitInput } from "./edgeboard.js";

export { SortedSet, decodeScore, encodeScore } from "./edgeboard.js";
export type { DecodedScore, MemberScore, ScoreBound } from "./edgeboard.js";
export type { InitInput } from "./edgeboard.js";

/**
 * Makes the module ready. Call it once before anything else; more calls cost nothing, and
 * everything is synchronous after it.
 *
 * In a browser it fetches `edgeboard_bg.wasm` beside this package, or takes `input`: a URL, a
 * Response, the bytes or a compiled module. In Node the module is ready when it is imported, and
 * the call does nothing.
 */
export function init(input?: InitInput | Promise<InitInput>): Promise<void>;

/**
 * What edgeboard throws: an `Error` with a stable `code` to branch on. The text of `message` is for
 * people and may change; `code` does not.
 *
 * `encodeScore` and `decodeScore` throw a `RangeError` with the same kind of `code` instead.
 */
export class EdgeboardError extends Error {
  constructor(code: string, message: string);
  readonly name: "EdgeboardError";
  readonly code: string;
}
