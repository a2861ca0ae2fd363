import { boardOptions, json, memberName, plainRules } from "./board_arguments.js";
import { instant, position, show, snapshotBytes } from "./check.js";
import { EdgeboardError, Leaderboard as Bindings } from "./edgeboard.js";
import { joined } from "./joined.js";
import { assertReady } from "./ready.js";
import { Watchers } from "./watchers.js";

/** A board in one period. Documented in index.d.ts. */
export class Leaderboard {
  #bindings;
  #now;
  #seen;
  #watchers = new Watchers();

  constructor(rules = {}, options = {}) {
    assertReady("Leaderboard");
    const { now, seen, keepEvents, startsAt, endsAt } = boardOptions(options);
    this.#now = now;
    this.#seen = seen;
    this.#bindings = new Bindings(plainRules(rules), startsAt, endsAt, keepEvents);
  }

  static load(bytes, options = {}) {
    assertReady("Leaderboard.load");
    const { keepEvents } = boardOptions(options);
    return Leaderboard.#of(Bindings.load(snapshotBytes(bytes), keepEvents), options);
  }

  static union(boards, options = {}) {
    assertReady("Leaderboard.union");
    const parts = boardsOf(boards).map((board) => live(board.#bindings));
    const { keepEvents } = boardOptions(options);
    let union = parts[0].unionOfOne(keepEvents);
    for (const part of parts.slice(1)) {
      const before = union;
      try {
        union = before.unionWith(part, keepEvents);
      } finally {
        before.free();
      }
    }
    return Leaderboard.#of(union, options);
  }

  static #of(bindings, options) {
    const board = new Leaderboard({}, options);
    board.free();
    board.#bindings = bindings;
    return board;
  }

  free() {
    this.#bindings?.free();
    this.#bindings = undefined;
  }

  get size() {
    return live(this.#bindings).size();
  }

  get version() {
    return live(this.#bindings).version();
  }

  get memoryBytes() {
    return live(this.#bindings).memoryBytes();
  }

  submit(member, score, options) {
    const answer = this.#submit(member, score, options ?? {});
    if (answer.applied) this.#changed();
    return answer;
  }

  submitMany(submissions) {
    if (!Array.isArray(submissions)) {
      throw new EdgeboardError("invalid_request", "submitMany takes an array of submissions");
    }
    let isChanged = false;
    const answers = submissions.map((submission) => {
      try {
        const { member, score, scores, ...options } = Object(submission);
        const answer = this.#submit(member, scores ?? score, options);
        isChanged ||= answer.applied;
        return answer;
      } catch (error) {
        if (!(error instanceof EdgeboardError)) throw error;
        const { code, message, details } = error;
        return { error: { code, message, ...(details && { details }) } };
      }
    });
    if (isChanged) this.#changed();
    return answers;
  }

  #submit(member, score, { eventId, now, at, metadata, ...others }) {
    const bindings = live(this.#bindings);
    for (const name in others) {
      throw new EdgeboardError("invalid_request", `a submission has no option called ${name}`);
    }
    const options = {};
    if (at !== undefined) options.at = instant("at", at);
    if (metadata !== undefined) options.metadata = metadata === null ? "" : json(metadata);
    if (eventId !== undefined) {
      if (typeof eventId !== "string") {
        const message = `eventId must be a string, not ${show(eventId)}`;
        throw new EdgeboardError("invalid_request", message);
      }
      options.eventId = eventId;
      options.known = this.#seen.get(eventId);
    }
    const isPlain = Object.keys(options).length === 0;
    const [name, given] = [memberName(member), scoreOf(score)];
    let answer;
    try {
      const time = this.#time(now);
      answer = bindings.submit(name, given, isPlain ? undefined : options, time);
    } catch (error) {
      if (options.known?.refused?.code === error.code) error.details = { replayed: true };
      throw error;
    }
    const { keep, error, ...outcome } = answer;
    if (keep) this.#seen.set(eventId, keep);
    if (error) throw new EdgeboardError(error.code, error.message);
    if (outcome.entry) readMetadata(outcome.entry);
    return outcome;
  }

  get(member, options) {
    return readMetadata(live(this.#bindings).get(memberName(member), options?.kind));
  }

  rank(member, options) {
    return live(this.#bindings).rank(memberName(member), options?.kind) ?? null;
  }

  at(rank, options) {
    if (position("rank", rank) < 1) return null;
    return readMetadata(live(this.#bindings).at(rank, options?.kind));
  }

  percentile(member) {
    return live(this.#bindings).percentile(memberName(member)) ?? null;
  }

  topPercent(member) {
    return live(this.#bindings).topPercent(memberName(member)) ?? null;
  }

  scoreAtPercentile(percentile) {
    if (typeof percentile !== "number" || !(percentile >= 0 && percentile <= 100)) {
      const message = `percentile must be a number from 0 to 100, not ${show(percentile)}`;
      throw new EdgeboardError("invalid_request", message);
    }
    return live(this.#bindings).scoreAtPercentile(percentile);
  }

  top(limit = 10, options = undefined) {
    return live(this.#bindings).top(count("limit", limit), options?.kind).map(readMetadata);
  }

  page(wanted) {
    const { page, size, ...request } = wanted ?? {};
    const bindings = live(this.#bindings);
    const asked = pageRequest(page, size, request);
    const answer = bindings.page(asked, this.#time());
    answer.entries.forEach(readMetadata);
    return answer;
  }

  around(member, radius = 5, options) {
    const { before, after } = typeof radius === "object" && radius !== null
      ? { before: 5, after: 5, ...radius }
      : { before: radius, after: radius };
    const ends = [count("before", before), count("after", after)];
    const entries = live(this.#bindings).around(memberName(member), ...ends, options?.kind);
    return entries.map(readMetadata);
  }

  lookup(members, options) {
    if (!Array.isArray(members)) {
      throw new EdgeboardError("invalid_request", "lookup takes an array of members");
    }
    const answer = live(this.#bindings).lookup(members.map(memberName), options?.kind);
    answer.entries.forEach(readMetadata);
    return answer;
  }

  preview(score) {
    return live(this.#bindings).preview(scoreOf(score));
  }

  countBetween(min, max) {
    return live(this.#bindings).countBetween(scoreOf(min), scoreOf(max));
  }

  histogram(buckets = 20) {
    return live(this.#bindings).histogram(count("buckets", buckets));
  }

  stats(options) {
    return live(this.#bindings).stats(count("buckets", options?.buckets ?? 20));
  }

  remove(member, options) {
    return this.#obey("remove", member, options);
  }

  ban(member, options) {
    return this.#obey("ban", member, options);
  }

  unban(member, options) {
    return this.#obey("unban", member, options);
  }

  #obey(method, member, options) {
    const time = this.#time(options?.now);
    const isChanged = live(this.#bindings)[method](memberName(member), time);
    if (isChanged) this.#changed();
    return isChanged;
  }

  get banned() {
    return live(this.#bindings).banned();
  }

  setMetadata(member, metadata, options) {
    const text = metadata === null || metadata === undefined ? undefined : json(metadata);
    live(this.#bindings).setMetadata(memberName(member), text, this.#time(options?.now));
    this.#changed();
  }

  setRules(rules, options) {
    const [isMigration, time] = [options?.migrate === true, this.#time(options?.now)];
    live(this.#bindings).setRules(plainRules(rules), isMigration, time);
    this.#changed();
  }

  snapshot() {
    return joined(live(this.#bindings).snapshot());
  }

  hash() {
    return live(this.#bindings).hash();
  }

  events({ after = 0 } = {}) {
    const records = live(this.#bindings).events(count("after", after));
    records.forEach(readRecord);
    return records;
  }

  eventBytes({ after = 0 } = {}) {
    return live(this.#bindings).eventBytes(count("after", after));
  }

  replay(bytes) {
    if (!(bytes instanceof Uint8Array)) {
      throw new EdgeboardError("invalid_request", "replay takes what eventBytes returned");
    }
    live(this.#bindings).replay(bytes);
    this.#changed();
  }

  compact({ before } = {}) {
    live(this.#bindings).compact(count("before", before));
  }

  subscribe({ top = 10, kind } = {}, listener) {
    live(this.#bindings);
    if (typeof listener !== "function") {
      throw new EdgeboardError("invalid_request", "subscribe takes a function to be called");
    }
    const limit = count("top", top);
    return this.#watchers.add(() => this.top(limit, { kind }), listener);
  }

  #changed() {
    this.#watchers.tell(() => ({ version: this.version, total: this.size }));
  }

  #time(now = this.#now()) {
    return instant("now", now);
  }
}

if (Symbol.dispose) Leaderboard.prototype[Symbol.dispose] = Leaderboard.prototype.free;

/** The bindings of a board that was not freed. */
function live(bindings) {
  if (bindings === undefined) {
    const message = "this Leaderboard was freed and cannot be used any more";
    throw new EdgeboardError("disposed", message);
  }
  return bindings;
}

/** At least one board, and nothing else. */
function boardsOf(boards) {
  if (Array.isArray(boards) && boards.every((board) => board instanceof Leaderboard)) {
    if (boards.length > 0) return boards;
  }
  throw new EdgeboardError("invalid_request", "union takes an array of one or more Leaderboards");
}

/** A score as the module takes it: a number or a text, or one of these for each column. */
function scoreOf(score) {
  if (typeof score === "object" && score !== null && !Array.isArray(score)) {
    return Object.fromEntries(Object.entries(score).map(([name, value]) => [name, amount(value)]));
  }
  return amount(score);
}

function amount(score) {
  if (typeof score === "bigint") return String(score);
  if (typeof score === "number" || typeof score === "string") return score;
  const message = `a score must be a number, a bigint or a string, not ${show(score)}`;
  throw new EdgeboardError("invalid_score", message);
}

function count(name, value) {
  if (position(name, value) >= 0) return value;
  throw new EdgeboardError("invalid_request", `${name} must not be below 0, and is ${value}`);
}

/** What page is asked for, without what is not asked for. */
function pageRequest(page, size, request) {
  const asked = Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== undefined && value !== null),
  );
  for (const name of ["minScore", "maxScore"]) {
    if (name in asked) asked[name] = amount(asked[name]);
  }
  for (const name of ["limit", "from"]) {
    if (name in asked) count(name, asked[name]);
  }
  if (page === undefined) return asked;
  // Page 0 is everything, as far as one page goes.
  if (count("page", page) === 0) return { ...asked, from: 1, limit: 1000 };
  const rows = count("size", size ?? asked.limit ?? 25);
  return { ...asked, from: (page - 1) * rows + 1, limit: rows };
}

function readRecord(record) {
  if (record.metadata === "") record.metadata = null;
  else readMetadata(record);
}

/** Metadata cross as JSON. */
function readMetadata(entry) {
  if (entry?.metadata !== undefined) entry.metadata = JSON.parse(entry.metadata);
  return entry;
}
