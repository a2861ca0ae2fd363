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

/** Where the data of zones comes from: a URL, a Response, or its bytes. */
export type ZonesInput = string | Host<"URL"> | Host<"Response"> | ArrayBuffer | ArrayBufferView;

/** What a browser is to load. */
export interface InitOptions {
  /** The module, from beside the package unless given. */
  module?: InitInput | Promise<InitInput>;
  /**
   * The data of zones, for rules of periods that name one: `true` fetches `zones.bin` from beside the
   * package. Without it such a rule throws `zones_not_loaded`.
   */
  zones?: boolean | ZonesInput | Promise<ZonesInput>;
}

/**
 * Makes the module ready. Call it once before anything else; more calls cost nothing, and
 * everything is synchronous after it.
 *
 * In a browser it fetches `edgeboard_bg.wasm` from beside the package, or takes `input`; the first
 * call decides. `init({ zones: true })` fetches the data of zones too, also after another `init`. In
 * Node, in Workers and from `edgeboard/inline` the module is ready when it is imported and the zones
 * are there when they are needed, and the call does nothing.
 */
export function init(input?: InitInput | Promise<InitInput> | InitOptions): Promise<void>;

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

/** The kinds of period, from the shortest. */
export type PeriodKind =
  | "minute"
  | "hour"
  | "day"
  | "week"
  | "month"
  | "numbered"
  | "season"
  | "all";

/** The days of the week, as rules spell them. */
export type Weekday =
  | "monday"
  | "tuesday"
  | "wednesday"
  | "thursday"
  | "friday"
  | "saturday"
  | "sunday";

/** An instant in a rule: milliseconds since 1970, a date, or ISO 8601 with `Z` or an offset. */
export type Instant = number | Date | string;

/**
 * Which periods there are: a kind alone, where it needs no more, or an object. A field that means
 * nothing for its kind is refused.
 */
export type PeriodRule =
  | Exclude<PeriodKind, "numbered" | "season">
  | {
      kind: PeriodKind;
      /** How long a period is kept after its end: a number and `s m h d w mo`, such as `"3d"`. */
      keep?: string | null;
      /** The first day of a week, Monday unless given. */
      weekStart?: Weekday | null;
      /** When days, weeks and months begin: `"09:00"`. Midnight unless given. Ids stay the same. */
      startAt?: string | null;
      /**
       * Whose clocks count, but for numbered periods and seasons: a name of the IANA database
       * (`"Asia/Seoul"`, spelled as it is there) or an offset (`"+09:00"`). UTC unless given.
       */
      zone?: string | null;
      /** When the first numbered period begins. */
      base?: Instant | null;
      /** How long each of them is: a number and `s m h d w`, a day having 24 hours. */
      length?: string | null;
      /**
       * The name of a season: a letter and up to 31 letters, digits, `_` and `-`; not a kind,
       * `total`, `current`, `previous` or `n` with digits.
       */
      id?: string | null;
      /** When a season begins. */
      startsAt?: Instant | null;
      /** When it ends. */
      endsAt?: Instant | null;
    };

/** One period: its id, and its bounds in milliseconds since 1970. */
export interface PeriodSpan {
  /** Its name for ever. */
  id: string;
  /** Its first instant; `null` for all time. */
  startsAt: number | null;
  /** The first instant behind it; `null` for all time. */
  endsAt: number | null;
}

/**
 * Periods of time in any zone, whatever the zone of the host: `Period.of({ kind: "week", zone:
 * "Asia/Seoul" }, Date.now())`.
 *
 * A period starts at the first instant whose local time is at or after its nominal start, and lasts
 * until the next one starts. So every instant lies in one period of a kind: days last 23 or 25
 * hours where clocks are changed, and begin later where midnight is left out. An hour or minute that
 * the clocks show for the second time is a period of its own, with its offset in its id.
 *
 * Times go from 1970 to 9999. What is absent is `null`. A rule that cannot be, and a time that is
 * none, throw `invalid_request` with the name of the field or argument; a zone with a name throws
 * `zones_not_loaded` in a browser where `init` did not load the data.
 */
export class Period {
  private constructor();
  /** The period that holds an instant. Only numbered periods and seasons can leave it without. */
  static of(rule: PeriodRule, instant: number | Date): PeriodSpan | null;
  /** The period with an id: `"2026-W41"`. */
  static parse(rule: PeriodRule, id: string): PeriodSpan | null;
  /** The period that starts where the one with an id ends. */
  static next(rule: PeriodRule, id: string): PeriodSpan | null;
  /** The period that ends where the one with an id starts. */
  static previous(rule: PeriodRule, id: string): PeriodSpan | null;
  /** The end of its Redis key, behind `lb:<board>:`: `"day:20261011"`. */
  static key(rule: PeriodRule, id: string): string | null;
  /**
   * Until when it is kept, in milliseconds since 1970; `null` for ever. Minutes are kept for an hour
   * after their end, hours for a day, days for three, weeks for two weeks, months for three months,
   * and the others for ever, unless the rule has `keep`.
   */
  static keptUntil(rule: PeriodRule, id: string): number | null;
}

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
