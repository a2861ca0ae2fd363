/// <reference lib="esnext.disposable" />

// A type of the host, or nothing where the project's `lib` has no such type (Node without DOM).
type Host<Name extends string> =
  typeof globalThis extends { [name in Name]: { prototype: infer Type } } ? Type : never;
type CompiledModule =
  typeof globalThis extends { WebAssembly: { Module: { prototype: infer Type } } } ? Type : never;

/** Where the module comes from: a URL, a Response, its bytes, or itself in compiled form. */
export type InitInput =
  | string
  | Host<"URL">
  | Host<"Response">
  | ArrayBuffer
  | ArrayBufferView
  | CompiledModule;

/**
 * Makes the module ready. Call it once before anything else; more calls cost nothing, and
 * everything is synchronous after it.
 *
 * In a browser it fetches `edgeboard_bg.wasm` from beside the package, or takes `input`; the first
 * call decides. In Node the module is ready when it is imported, and the call does nothing.
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

/** How a set knows its members: by their text, or as integers from 0 to 2^32 - 1. */
export type MemberKind = "text" | "u32";

/** A member of a set of that kind. */
export type Member<Kind extends MemberKind = "text"> = Kind extends "u32" ? number : string;

/** A member and its score. */
export type MemberScore<Kind extends MemberKind = "text"> = [member: Member<Kind>, score: number];

/** What a set is made with. */
export interface SortedSetOptions<Kind extends MemberKind = "text"> {
  /** The kind of its members, `"text"` unless said. */
  members?: Kind;
}

/**
 * An end of a range of scores: a number, or the text that Redis takes there. `"(5"` leaves 5 out;
 * `"-inf"` and `"+inf"` are open ends.
 */
export type ScoreBound = number | string;

/**
 * A sorted set with the semantics of Redis, in memory.
 *
 * Members are strings, ordered by score and, where scores are equal, by the bytes of their UTF-8.
 * Positions count from 0. Whatever is absent is `null`. Scores are numbers: the infinities are
 * scores, `-0` keeps its sign and equals `0`, `NaN` is refused.
 *
 * `new SortedSet({ members: "u32" })` has integers from 0 to 2^32 - 1 for members. It orders them as
 * the text of their decimal digits, so 10 comes before 9 where scores are equal, and takes less than
 * half the memory where they are dense. An integer that is far from all others takes about 270 bytes.
 *
 * A refused call throws an {@link EdgeboardError} and changes nothing: `invalid_member` for a
 * member that is not a string of well-formed Unicode or has more than 512 MiB,
 * or not an integer of 32 bits, `invalid_score` for
 * a score that is not a number, `invalid_request` for a position that is not an integer,
 * `board_full` for a new member beyond 2^26 - 1.
 *
 * The set lives in the memory of the module. It goes when it is collected, or at once by `free()`.
 */
export class SortedSet<Kind extends MemberKind = "text"> {
  /** Makes an empty set. Throws `invalid_request` for a kind of members that there is not. */
  constructor(options?: SortedSetOptions<Kind>);
  /** Gives its memory back. Other calls throw `disposed` afterwards; a second `free` is nothing. */
  free(): void;
  [Symbol.dispose](): void;
  /** The number of members. */
  readonly size: number;
  /** Adds a member or sets its score. Returns the number of new members, 1 or 0. O(log n). */
  zadd(member: Member<Kind>, score: number): number;
  /** Adds to a member's score, from 0 if the member is new. Returns the new score. O(log n). */
  zincrby(member: Member<Kind>, delta: number): number;
  /** Removes members. Returns how many of them there were. O(log n) for each. */
  zrem(...members: Member<Kind>[]): number;
  /** The score of a member. O(1). */
  zscore(member: Member<Kind>): number | null;
  /** The position of a member from the lowest score up. O(log n). */
  zrank(member: Member<Kind>): number | null;
  /** The position of a member from the highest score down. O(log n). */
  zrevrank(member: Member<Kind>): number | null;
  /** The number of members. */
  zcard(): number;
  /** The number of members whose score lies between two bounds, both included. O(log n). */
  zcount(min: ScoreBound, max: ScoreBound): number;
  /**
   * The members from position `start` to position `stop`, both included, lowest score first.
   * Negative positions count from the end: `zrange(0, -1)` is everything. O(log n + m).
   */
  zrange(start: number, stop: number): MemberScore<Kind>[];
  /** The same from the highest score down: `zrevrange(0, 9)` is the top ten. O(log n + m). */
  zrevrange(start: number, stop: number): MemberScore<Kind>[];
}

/** What an encoded score holds. */
export interface DecodedScore {
  /** 0 to 2^25 - 1 = 33,554,431. */
  points: number;
  /** Seconds since the event began, 0 to 2^28 - 1 = 268,435,455. */
  seconds: number;
}

/**
 * Packs points and seconds since the event began into one number below 2^53, in such a way that
 * more points are larger and, of equal points, the earlier time is larger:
 * `points * 2^28 + (2^28 - 1 - seconds)`.
 *
 * Throws a `RangeError` with a `code` for anything but two integers in range:
 * `column_out_of_range`, or `invalid_score` for what is not an integer.
 */
export function encodeScore(points: number, seconds: number): number;

/**
 * Unpacks what {@link encodeScore} made: a number, a bigint, or the text of a Redis reply.
 *
 * Throws a `RangeError` with a `code` for anything that `encodeScore` could not have made:
 * `score_out_of_bounds`, or `invalid_score` for what is not an integer in plain digits.
 */
export function decodeScore(score: number | string | bigint): DecodedScore;
