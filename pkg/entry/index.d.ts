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
 * `encodeScore`, `decodeScore` and layouts throw a `RangeError` with the same kind of `code` for
 * numbers outside their domain.
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

/** An instant: milliseconds since 1970, a date, or ISO 8601 with `Z` or an offset. */
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
  static of(rule: PeriodRule, instant: Instant): PeriodSpan | null;
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

/** The unit in which a field counts time. */
export type TimeUnit = "ms" | "s" | "min" | "h" | "d";

/** A field of a {@link ScoreLayout}: a whole number from 0 to 2^bits - 1. */
export interface LayoutField<Name extends string = string> {
  /** What values and errors call it; unique within a layout. */
  name: Name;
  /** 1 to 127. */
  bits: number;
  /** Whether more is better (`"desc"`, unless said) or less, as of a time (`"asc"`). */
  order?: "desc" | "asc";
  /** Of a time, the unit in which it is counted. A layout never converts it. */
  unit?: TimeUnit | null;
}

/**
 * Whole numbers packed into one, the weightiest field first, so that comparing the packed numbers
 * compares the fields one after the other, and the better one is larger.
 *
 * Up to 53 bits together fit a score of Redis, and codes are numbers; up to 128 bits are a key of
 * your own, and codes are bigints.
 *
 * ```js
 * const layout = new ScoreLayout([
 *   { name: "points", bits: 30 },
 *   { name: "minutes", bits: 23, order: "asc", unit: "min" },
 * ]);
 * layout.encode({ points: 1000, minutes: 90 }); // 8396996517
 * layout.decode("8396996517"); // { points: 1000, minutes: 90 }
 * ```
 *
 * The constructor throws an {@link EdgeboardError} `invalid_request` for fields that make no layout.
 * Everything else throws a `RangeError` with a `code` for a value out of its domain, and changes
 * nothing: `column_out_of_range` for a value that does not fit its bits, `score_out_of_bounds` for
 * a code beyond the layout, `invalid_score` for what is not a whole number, `invalid_request` for a
 * layout that cannot add.
 */
export class ScoreLayout<Name extends string = string> {
  constructor(fields: readonly LayoutField<Name>[]);
  /** Gives its memory back. Other calls throw `disposed` afterwards; a second `free` is nothing. */
  free(): void;
  [Symbol.dispose](): void;
  /** How many bits the codes have. */
  readonly bits: number;
  /** Packs a value for each field, and nothing else. */
  encode(values: Readonly<Record<Name, number | bigint>>): number | bigint;
  /**
   * Unpacks a code: a number, a bigint, or the text of a Redis reply. Values are numbers up to
   * 2^53 - 1, and bigints beyond.
   */
  decode(code: number | bigint | string): Record<Name, number | bigint>;
  /**
   * Decodes, adds, and encodes with the present time, in one step: what `ZINCRBY` cannot do to a
   * packed score. `delta` is added to the first field without a unit, and `time` is the new value
   * of the one field with a unit; other fields stay. `null` is a member who is new, and starts from
   * 0 in every field.
   *
   * A delta of 0 changes nothing for a member who is there: the earlier time is kept. A sum below 0
   * or beyond the bits, and a time outside its field, are refused.
   */
  add(
    code: number | bigint | string | null | undefined,
    delta: number | bigint,
    time: number | bigint,
  ): number | bigint;
}

/** What a score of an older form holds. */
export interface OlderScore {
  points: number;
  /** On the clock of the form, in its unit. */
  time: number;
}

/**
 * The forms that boards on Redis had before, for reading them. A double has less room for the time
 * the more points there are; each form knows how many points it holds, and refuses the rest.
 *
 * ```js
 * const form = OlderLayout.fractionOfFuture({ future: 4102444800 });
 * form.decode("100.5709875243172"); // { points: 100, time: 1760000000 }
 * form.maxPoints; // 2097151
 * ```
 *
 * A constructor throws an {@link EdgeboardError} `invalid_request` for parameters that leave
 * nothing to read. Scores are numbers, or texts as Redis writes them. A score that cannot be read
 * throws a `RangeError` with a `code`: `column_out_of_range` for negative points, for more than
 * `maxPoints` and for a time outside the form; `invalid_score` for what the form makes of no points
 * and no time; `score_out_of_bounds` for what is too large to have any.
 */
export class OlderLayout {
  private constructor();
  /** `points + (1 - t / future)`, both counted since 1970 in one unit, `"s"` unless said. */
  static fractionOfFuture(options: { future: number; unit?: TimeUnit }): OlderLayout;
  /** `points + 0.<digits>`: what remains until a moment, with zeros on the left, 1 to 15 digits. */
  static remainingDigits(options: {
    digits: number;
    until: number;
    unit?: TimeUnit;
  }): OlderLayout;
  /** `points * 10^6 + (999999 - t)`, t counted from the start of the event. */
  static million(options?: { unit?: TimeUnit }): OlderLayout;
  /** Gives its memory back. Other calls throw `disposed` afterwards; a second `free` is nothing. */
  free(): void;
  [Symbol.dispose](): void;
  /** The most points for which all neighbouring times stay apart. */
  readonly maxPoints: number;
  /** Whether a score has points in that range. */
  isSound(score: number | bigint | string): boolean;
  /** The points and the time of which the form makes exactly this score. */
  decode(score: number | bigint | string): OlderScore;
  /**
   * The score as a code of a layout, with 0 in fields that are neither its points nor its time.
   * The layout counts from `startMs`, in milliseconds on the clock of the form: the start of the
   * event since 1970 for a fraction, mostly 0 for `million`. A coarser unit cuts the time off.
   */
  convert(
    score: number | bigint | string,
    startMs: number,
    layout: ScoreLayout,
  ): number | bigint;
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

/** An exact score going in: digits, a bigint, or a number that says no more than it is. */
export type ScoreInput = string | bigint | number;

/** A score of a board with columns, by their names. */
export type ColumnScores = { readonly [column: string]: ScoreInput };

/** How equal scores are counted: 50 50 30 30 10 has the ranks 12345, 11335, 11223 or 22445. */
export type RankKind = "ordinal" | "competition" | "dense" | "modified";

/** The rules of a board; the defaults are shown. */
export interface BoardRules {
  /** Which scores are better: `"desc"`, the higher ones. */
  order?: "desc" | "asc";
  /** What a submission does: `"sum"` adds a delta, `"best"` and `"latest"` keep one of the two. */
  op?: "sum" | "best" | "latest";
  /** Digits behind the decimal point, 0 to 9: 0. */
  decimals?: number;
  /** The smallest score: none. */
  min?: ScoreInput | null;
  /** The largest score: none. */
  max?: ScoreInput | null;
  /** What happens to a score outside: `"reject"`. */
  outOfRange?: "reject" | "clamp";
  /** What decides between equal scores: `"earliest"`, or as in Redis the bytes of the names. */
  tie?: "earliest" | "member";
  /** The kind of the ranks in answers: `"ordinal"`. */
  rankKind?: RankKind;
  /** Up to four numbers, compared one after the other; together at most 128 bits. One score. */
  columns?: BoardColumn[] | null;
  /** The most members: none. */
  maxMembers?: number | null;
  /** The longest name of a member, in bytes of UTF-8, 1 to 512: 64. */
  maxMemberBytes?: number;
  /** What happens to a new member of a full board: `"refuse"`, or the worst one goes. */
  onFull?: "refuse" | "trim";
  /** How long an event id is known: 30 days. */
  idempotencyDays?: number;
  /** What else a service keeps by; a board by itself does without. */
  periods?: unknown[];
  timeZone?: string;
  graceSeconds?: number;
  exactHead?: null;
  shards?: number;
  maxIds?: number;
  review?: null;
  read?: string;
  redisScore?: string;
}

/** A column of a board. */
export interface BoardColumn {
  name: string;
  order?: "desc" | "asc";
  decimals?: number;
  min?: ScoreInput | null;
  max?: ScoreInput | null;
}

/** Where event ids are kept: a `Map`, or what has its `get` and `set`. Values survive JSON. */
export interface SeenEvents {
  get(eventId: string): unknown;
  set(eventId: string, event: unknown): unknown;
}

/** What a board is made with. */
export interface BoardOptions {
  /** The time in ms since 1970, asked once for each call: `Date.now`. */
  now?: () => number;
  /** The period: submissions before its start and from its end on are refused. */
  period?: {
    kind?: string;
    id?: string;
    startsAt?: Instant | null;
    endsAt?: Instant | null;
  };
  /** Where event ids are kept; a `Map` of the board's own unless given. */
  seen?: SeenEvents;
  /** Whether the board keeps its records for {@link Leaderboard.events}: yes. */
  keepEvents?: boolean;
}

/** A member on a board. */
export interface BoardEntry {
  member: string;
  /** The place, from 1; `null` while he is banned. */
  rank: number | null;
  /** The score, exact, with all decimals of the board; of boards with columns, the first. */
  score: string;
  /** The values of all columns. */
  scores?: { [column: string]: string };
  /** When he reached the score, in ms since 1970. */
  reachedAt: number;
  metadata?: unknown;
}

/** What goes with a submission. */
export interface SubmitOptions {
  /** The id under which it counts once: 1 to 128 bytes. */
  eventId?: string;
  /** When it comes; the board's clock unless given. Trusted, never clamped. */
  now?: Instant;
  /** When it was true, of `latest` boards: `now` unless given. */
  at?: Instant;
  /** JSON that is kept with the member, at most 1 KiB; `null` takes it away. */
  metadata?: unknown;
}

/** What a submission did. */
export interface SubmitOutcome {
  /** Whether the score, or the time at which it was reached, changed. */
  applied: boolean;
  /**
   * `added` the first score, or a delta that is not 0; `improved` better; `updated` newer and
   * different; `equal`; `not_better`; `stale` older than what is there; `clamped` stopped at a bound.
   */
  reason: "added" | "improved" | "updated" | "equal" | "not_better" | "stale" | "clamped";
  /** Whether the event id was known: the outcome is the first one, with the present rank. */
  replayed: boolean;
  /** `true` where the member is banned, so that nobody sees the change. */
  hidden?: boolean;
  /** The member after it; `null` if a full board has let him go. */
  entry: BoardEntry | null;
  /** The member before it; `null` for a new one. */
  previous: { rank: number | null; score: string; scores?: { [column: string]: string } } | null;
  /** The board's version after it. */
  version: number;
}

/** A submission of a batch. */
export interface BatchSubmission extends SubmitOptions {
  member: string;
  score?: ScoreInput;
  scores?: ColumnScores;
}

/** What page is asked for; a cursor comes from the page before or behind. */
export interface PageRequest {
  /** The most rows: 25, at most 1,000. */
  limit?: number;
  cursor?: string | null;
  /** The place of the first row, from 1. */
  from?: number;
  /** The number of the page, from 1, with `size` rows; 0 is everything, as far as one page goes. */
  page?: number;
  size?: number;
  /** Keeps the list as it is, at most 10,000 rows, for 60 s of cursors. */
  pin?: boolean;
  minScore?: ScoreInput;
  maxScore?: ScoreInput;
  kind?: RankKind;
}

/** Rows of a board. */
export interface BoardPage {
  entries: BoardEntry[];
  /** Members that are ranked. */
  total: number;
  version: number;
  limit: number;
  next: string | null;
  prev: string | null;
}

/** A bar of a histogram; both ends are inside. */
export interface HistogramBar {
  from: string;
  to: string;
  count: number;
}

/** A record of a board's stream. */
export interface BoardEvent {
  version: number;
  /** When it came, in ms since 1970. */
  stamp: number;
  kind: "submit" | "metadata" | "ban" | "unban" | "remove" | "rules";
  /** Whom it is about; absent for rules. */
  member?: string;
  /** What was submitted, with the decimals that the board has now: the delta of a `sum` board. */
  score?: string;
  scores?: { [column: string]: string };
  at?: number;
  metadata?: unknown;
}

/** What changed in the window of a subscription. */
export interface BoardDifference {
  version: number;
  total: number;
  /** The window as it is now. */
  entries: BoardEntry[];
  /** Those who are new in it, or of whom something changed. */
  changed: BoardEntry[];
  /** Those who are in it no longer. */
  removed: string[];
}

/**
 * A leaderboard: one board in one period, in memory.
 *
 * Members are strings of 1 to 64 bytes of UTF-8. Scores are exact: decimal text out, and text,
 * bigints or numbers in. Of equal scores the one that was reached first is ahead, in ms and then in
 * the order of arrival. Ranks count from 1; what is absent is `null`.
 *
 * ```js
 * const board = new Leaderboard({ order: "desc", op: "sum" });
 * board.submit("ann", 30, { eventId: "match-1" });   // {applied: true, entry: {rank: 1, …}, …}
 * board.submit("ann", 30, { eventId: "match-1" });   // {replayed: true, …}: counted once
 * board.top(10);                                     // [{member: "ann", rank: 1, score: "30", …}]
 * ```
 *
 * What is refused throws an {@link EdgeboardError} and changes nothing: `invalid_member`,
 * `invalid_score`, `too_many_decimals`, `score_overflow`, `score_out_of_bounds`,
 * `column_out_of_range`, `board_full`, `period_not_started`, `period_closed`,
 * `idempotency_conflict`, `invalid_request`. A refusal that is known under its event id has
 * `details: { replayed: true }`.
 */
export class Leaderboard {
  /** Throws `invalid_request` for rules that make no sense, and for names that are no rules. */
  constructor(rules?: BoardRules, options?: BoardOptions);
  /** Gives its memory back. Other calls throw `disposed` afterwards; a second `free` is nothing. */
  free(): void;
  [Symbol.dispose](): void;
  /** Members that are ranked. */
  readonly size: number;
  /** The number of the newest change, from 1 without gaps. */
  readonly version: number;
  /** The bytes that the members take. */
  readonly memoryBytes: number;
  /** Members who are banned. */
  readonly banned: string[];
  /** Adds a delta, or offers a score, by the board's `op`. O(log n). */
  submit(member: string, score: ScoreInput | ColumnScores, options?: SubmitOptions): SubmitOutcome;
  /** Submits one after the other; a refusal stands in the place of its outcome and stops nobody. */
  submitMany(
    submissions: readonly BatchSubmission[],
  ): (SubmitOutcome | { error: { code: string; message: string; details?: unknown } })[];
  /** A member's entry, or `null`. O(log n). */
  get(member: string, options?: { kind?: RankKind }): BoardEntry | null;
  /** A member's place from 1, or `null`. O(log n). */
  rank(member: string, options?: { kind?: RankKind }): number | null;
  /** The entry at a place from 1, or `null`. O(log n). */
  at(rank: number, options?: { kind?: RankKind }): BoardEntry | null;
  /** The best entries, 10 unless said. */
  top(limit?: number, options?: { kind?: RankKind }): BoardEntry[];
  /** A page. Throws `cursor_invalid` and, a minute behind a pinned one, `cursor_expired`. */
  page(request?: PageRequest): BoardPage;
  /**
   * A member between his neighbours: `radius` on both sides (5), or so many `before` and `after`.
   * At the ends the window is filled from the other side. Throws `member_not_ranked`.
   */
  around(
    member: string,
    radius?: number | { before?: number; after?: number },
    options?: { kind?: RankKind },
  ): BoardEntry[];
  /** Up to 500 members in rank order, each once, and those who are not ranked. */
  lookup(
    members: readonly string[],
    options?: { kind?: RankKind },
  ): { entries: (BoardEntry & { listRank: number })[]; notFound: string[] };
  /** The ranks that a score would get; `ordinal` as somebody new. Changes nothing. */
  preview(score: ScoreInput | ColumnScores): { competition: number; ordinal: number };
  /** 100 * members strictly worse / all, or `null`. */
  percentile(member: string): number | null;
  /** 100 * competition rank / all, or `null`. */
  topPercent(member: string): number | null;
  /** The score at a percentile from 0 (the worst) to 100, by nearest rank; `null` if empty. */
  scoreAtPercentile(percentile: number): string | null;
  /** Members with a score from `min` to `max`, both inside. O(log n). */
  countBetween(min: ScoreInput, max: ScoreInput): number;
  /** At most so many bars of equal width, 20, from the smallest score to the largest. */
  histogram(buckets?: number): HistogramBar[];
  /** What the scores look like; quantiles by percentile. */
  stats(options?: { buckets?: number }): {
    total: number;
    min: string | null;
    max: string | null;
    quantiles: { [percentile: string]: string };
    histogram: HistogramBar[];
  };
  /** Forgets a member; `false` if there was none. */
  remove(member: string, options?: { now?: Instant }): boolean;
  /**
   * Hides a member from ranks, counts and pages, also one without a score so far. His submissions
   * go on counting. `false` if he is hidden.
   */
  ban(member: string, options?: { now?: Instant }): boolean;
  /** Shows a member again, with the score and the time that he has. `false` if he is not hidden. */
  unban(member: string, options?: { now?: Instant }): boolean;
  /** Replaces what is kept with a member; `null` takes it away. Throws `member_not_ranked`. */
  setMetadata(member: string, metadata: unknown, options?: { now?: Instant }): void;
  /**
   * Gives the board other rules; no entry is lost. A change that would reorder or rescale what is
   * there throws `config_conflict` without `migrate`.
   */
  setRules(rules: BoardRules, options?: { migrate?: boolean; now?: Instant }): void;
  /**
   * The board as bytes: the same ones for the same content. Event ids and records are not in them.
   * O(n).
   */
  snapshot(): Uint8Array;
  /**
   * The board whose `snapshot` the bytes are, with its rules and its period. O(n). Throws
   * `snapshot_invalid`, and `snapshot_newer` for one of a later version.
   */
  static load(bytes: Uint8Array, options?: Omit<BoardOptions, "period">): Leaderboard;
  /** 16 hexadecimal digits that are equal for boards with the same content, on every host. O(n). */
  hash(): string;
  /** The records behind a version. Throws `cursor_expired` where they are kept no longer. */
  events(options?: { after?: number }): BoardEvent[];
  /** The same as bytes, to be kept: a snapshot and the records behind it are the board. */
  eventBytes(options?: { after?: number }): Uint8Array;
  /** Takes what `eventBytes` gave. Throws `invalid_request` where it does not follow on. */
  replay(bytes: Uint8Array): void;
  /** Forgets the records before a version. */
  compact(options: { before: number }): void;
  /**
   * One board of several periods: a week from its seven days. For `sum` without bounds and for
   * `best`; throws `invalid_request` for others.
   */
  static union(boards: readonly Leaderboard[], options?: Omit<BoardOptions, "period">): Leaderboard;
  /** Tells a listener what changes among the best `top` (10). Returns what ends it. */
  subscribe(
    options: { top?: number; kind?: RankKind },
    listener: (difference: BoardDifference) => void,
  ): () => void;
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
