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
 * call decides. In Node, in Workers and from `edgeboard/inline` the module is ready when it is
 * imported, and the call does nothing.
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
 * member that is not a string of well-formed Unicode, has more than 512 MiB, or is not an integer
 * of 32 bits; `invalid_score` for a score that is not a number, `invalid_request` for a position
 * that is not an integer and for a batch with more members than numbers or fewer, `board_full` for
 * a new member beyond 2^26 - 1.
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
  /**
   * Adds members or sets their scores, one after the other. Returns the number of new members.
   *
   * A batch does what the single calls would, in less time. If one of its elements is refused, all
   * of it is: the error names the first such element, and nothing has changed.
   */
  zaddMany(members: Members<Kind>, scores: Numbers): number;
  /** Adds to the scores of members, one after the other. Returns the new scores. */
  zincrbyMany(members: Members<Kind>, deltas: Numbers): Float64Array;
  /** The scores of members; `NaN` for one that is absent. */
  zscoreMany(members: Members<Kind>): Float64Array;
  /** The positions of members from the lowest score up; -1 for one that is absent. */
  zrankMany(members: Members<Kind>): Int32Array;
  /** The positions of members from the highest score down; -1 for one that is absent. */
  zrevrankMany(members: Members<Kind>): Int32Array;
  /** The whole set as bytes, which follow from its content and how it came to be. O(n). */
  snapshot(): Uint8Array;
  /**
   * The set whose `snapshot` the bytes are, with members of the kind it had. O(n), without a
   * search.
   *
   * A set that was saved by a Rust program may have members that are not UTF-8. They keep their
   * bytes, here and in later snapshots, but are shown with U+FFFD and cannot be named; the class
   * {@link Redis} takes and gives bytes.
   *
   * Throws `snapshot_invalid` for bytes that are no whole snapshot, and `snapshot_newer` for one
   * of a later version of edgeboard that this one cannot read.
   */
  static load<Kind extends MemberKind = "text">(bytes: Uint8Array): SortedSet<Kind>;
}

/**
 * Members of a batch: strings, or integers, which in a set of texts stand for the members whose
 * text is their decimal digits. A `Uint32Array` is the fastest way to name members; no string is
 * made.
 */
export type Members<Kind extends MemberKind = "text"> = readonly Member<Kind>[] | Uint32Array;

/** Numbers of a batch, as many as there are members. */
export type Numbers = readonly number[] | Float64Array;

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

/** An argument of a command: numbers as their text, strings as their UTF-8, bytes as they are. */
export type RedisArgument = string | number | bigint | Uint8Array;

/**
 * What a command answers. Texts are strings, or bytes where they are not UTF-8; integers are
 * numbers up to 2^53 - 1 and bigints beyond; scores are texts, as in Redis. Nil is `null`. An error
 * within an array is an element.
 */
export type RedisReply =
  | string
  | number
  | bigint
  | Uint8Array
  | null
  | RedisError
  | RedisReply[];

/** What a {@link Redis} is made with. */
export interface RedisOptions {
  /**
   * The time in milliseconds since 1970, asked once for each call; keys expire by it. `Date.now`
   * unless given.
   */
  now?: () => number;
  /**
   * What the draws of `ZRANDMEMBER` follow from, and the shape in memory: an integer of up to 64
   * bits. Random unless given. No other answer depends on it.
   */
  seed?: number | bigint;
  /** Where to stop; each limit is at most that of the engine. */
  limits?: RedisLimits;
}

/** The limits of a {@link Redis}. A command that would pass one is refused and changes nothing. */
export interface RedisLimits {
  /** Bytes of keys and values from which on commands that need memory answer `OOM`. None. */
  memoryBytes?: number;
  /** Keys. 2^26 - 1. */
  keys?: number;
  /** Members of a sorted set or set, fields of a hash. 2^26 - 1. */
  members?: number;
  /** Bytes of an argument. 512 MiB. */
  argumentBytes?: number;
  /** Arguments of a command, its name included. 2^20. */
  arguments?: number;
  /** Bytes of a command, and of all commands that a transaction queues. 1 GiB. */
  commandBytes?: number;
  /** Members that `ZRANDMEMBER` answers with repeats. 2^20. */
  randomElements?: number;
}

/**
 * A Redis database in memory: the commands of sorted sets, and the strings, hashes, sets, expiries
 * and transactions that leaderboards use beside them. Replies and error texts are those of Redis
 * 7.0; scores have the text of JavaScript's numbers, and `ZRANK` takes `WITHSCORE` as in 7.2.
 */
export class Redis {
  constructor(options?: RedisOptions);
  /** Gives its memory back. Other calls throw `disposed` afterwards; a second `free` is nothing. */
  free(): void;
  [Symbol.dispose](): void;
  /** The number of keys. */
  readonly size: number;
  /** The bytes that keys and values take. */
  readonly memoryBytes: number;
  /**
   * Runs one command and returns its reply. An error reply is thrown as a {@link RedisError};
   * arguments that are none throw an {@link EdgeboardError} `invalid_request`.
   */
  call(command: string, ...args: RedisArgument[]): RedisReply;
  /**
   * Takes bytes of version 2 of the Redis protocol, with any number of commands, and returns the
   * bytes of their replies. The start of a command that is not all there is kept for the next
   * call. `MULTI` and `WATCH` are shared with {@link call}.
   *
   * Bytes that are no command answer `-ERR Protocol error: …`. A server would close the connection
   * then; here the rest of the bytes, the transaction and the watches are dropped.
   */
  resp(bytes: Uint8Array): Uint8Array;
  /**
   * All keys with their values and expiries as bytes: the same ones for the same content. What
   * `MULTI` has queued and `WATCH` watches is not in them. O(n).
   */
  snapshot(): Uint8Array;
  /**
   * The database whose `snapshot` the bytes are; scans go on with the cursors they had. O(n).
   *
   * Throws `snapshot_invalid` for bytes that are no whole snapshot, and `snapshot_newer` for one
   * of a later version.
   */
  static load(bytes: Uint8Array, options?: RedisOptions): Redis;
}

/**
 * An error that a command answered. `code` is its first word, such as `ERR`, `WRONGTYPE`,
 * `EXECABORT` or `OOM`; `message` is the whole text.
 */
export class RedisError extends EdgeboardError {
  private constructor(message: string);
}

/** What a {@link SegmentTree} is made with. */
export interface SegmentTreeOptions {
  /** The lowest score of the first segment. */
  min: number | bigint;
  /** The highest score of the last segment. */
  max: number | bigint;
  /** How many segments, up to 2^20. */
  segments: number;
  /** Which scores are better: the higher ones, unless said. */
  order?: "desc" | "asc";
}

/** Whose rank is asked for. */
export interface RankOptions {
  /** Whether the score is that of a member, who is counted. Yes unless said. */
  member?: boolean;
}

/** What the fields of a hash stand for. */
export interface HashOptions {
  /** `"tree"`: all nodes of the tree. `"flat"`: the segments alone. `"tree"` unless said. */
  form?: "tree" | "flat";
}

/** An estimated rank, counted from 1. The true one lies in `lo` to `hi`. */
export interface RankEstimate {
  rank: number;
  lo: number;
  hi: number;
  /** Whether `lo` is `hi`. */
  exact: boolean;
  /** Members who are ahead for certain: `lo - 1`. */
  above: number;
}

/** A field of a Redis Hash, and what to add to it. */
export type FieldUpdate = [field: string, delta: number];

/** The fields and values of a hash: an object, a `Map`, or a flat list as `HGETALL` answers it. */
export type HashFields =
  | Readonly<Record<string, number | bigint | string>>
  | ReadonlyMap<string, number | bigint | string>
  | readonly (number | bigint | string)[];

/**
 * Estimated ranks from how many members have a score in each of some equal segments.
 *
 * A segment has `ceil((max - min + 1) / segments)` scores and the last one what is left, so there may
 * be fewer than asked for. Scores outside `min` to `max` belong to the segments at the ends. Scores
 * are integers of 64 bits: numbers up to 2^53 - 1, or bigints.
 *
 * ```js
 * const tree = new SegmentTree({ min: 1, max: 800, segments: 8 });
 * tree.add(220);
 * tree.add(790);
 * tree.move(220, 750);
 * tree.rank(750); // { rank: 1, lo: 1, hi: 2, exact: false, above: 0 }
 * ```
 *
 * A refused call throws an {@link EdgeboardError} and changes nothing: `invalid_score` for a score
 * that is no such integer, `member_not_ranked` for one that nobody can have, `board_full` at
 * 2^53 - 1 members, `snapshot_invalid` for a hash that no tree has, and `invalid_request`.
 */
export class SegmentTree {
  constructor(options: SegmentTreeOptions);
  /** Gives its memory back. Other calls throw `disposed` afterwards; a second `free` is nothing. */
  free(): void;
  [Symbol.dispose](): void;
  /** The number of members. */
  readonly size: number;
  /** Counts a member with this score. O(log segments). */
  add(score: number | bigint): void;
  /** Takes a member with this score away. O(log segments). */
  remove(score: number | bigint): void;
  /** Changes the score of a member. O(log segments). */
  move(from: number | bigint, to: number | bigint): void;
  /** Estimates a rank. A segment without members has none, so its scores are absent. */
  rank(score: number | bigint, options?: RankOptions): RankEstimate;
  /** How many percent of all members a score is ahead of for certain, rounded down. */
  aheadOf(score: number | bigint, options?: RankOptions): number;
  /**
   * The fields of a Redis Hash that hold what a rank is estimated from: that of the score's segment
   * first, then those of everybody who is better. For `HMGET`.
   */
  fieldsToRead(score: number | bigint, options?: HashOptions): string[];
  /**
   * Estimates a rank from the reply of that `HMGET`, and not from the counts of this tree. `null`
   * counts nobody.
   */
  rankFrom(
    score: number | bigint,
    values: readonly (number | bigint | string | null | undefined)[],
    options?: RankOptions & HashOptions,
  ): RankEstimate;
  /**
   * The fields that a change of score touches, for `HINCRBY`: those of the old score with -1, then
   * those of the new one with 1. `null` for a member who comes or goes.
   */
  fieldsToUpdate(
    from: number | bigint | null | undefined,
    to: number | bigint | null | undefined,
    options?: HashOptions,
  ): FieldUpdate[];
  /** All counts as fields of a hash. */
  toHash(options?: HashOptions): Record<string, number>;
  /**
   * The tree whose counts a hash has, in either form. Fields that are not there count nobody; sums
   * have to be right.
   */
  static fromHash(options: SegmentTreeOptions, hash: HashFields): SegmentTree;
}
