import { joinArguments } from "./arguments.js";
import { snapshotBytes } from "./check.js";
import { EdgeboardError, Redis as Bindings } from "./edgeboard.js";
import { joined } from "./joined.js";
import { assertReady } from "./ready.js";
import { RedisError, readReply } from "./reply.js";

/** A Redis database in memory. Documented in index.d.ts. */
export class Redis {
  #bindings;
  #now;

  constructor({ now = Date.now, seed = randomSeed(), limits = {} } = {}) {
    assertReady("Redis");
    if (typeof now !== "function") {
      throw new EdgeboardError("invalid_request", "now must be a function that returns a time");
    }
    this.#now = now;
    this.#bindings = new Bindings(seedOf(seed), limitsOf(limits));
  }

  static load(bytes, { now = Date.now, seed = randomSeed(), limits = {} } = {}) {
    assertReady("Redis.load");
    const bindings = Bindings.load(snapshotBytes(bytes), seedOf(seed), limitsOf(limits));
    const redis = new Redis({ now });
    redis.free();
    redis.#bindings = bindings;
    return redis;
  }

  free() {
    this.#bindings?.free();
    this.#bindings = undefined;
  }

  get size() {
    return live(this.#bindings).dbsize();
  }

  get memoryBytes() {
    return live(this.#bindings).memoryBytes();
  }

  call(...args) {
    const bindings = live(this.#bindings);
    const { bytes, lengths } = joinArguments(args);
    const reply = readReply(bindings.call(bytes, lengths, time(this.#now)));
    if (reply instanceof RedisError) throw reply;
    return reply;
  }

  resp(bytes) {
    const bindings = live(this.#bindings);
    if (!(bytes instanceof Uint8Array)) {
      throw new EdgeboardError("invalid_request", "resp takes a Uint8Array");
    }
    return bindings.resp(bytes, time(this.#now));
  }

  snapshot() {
    return joined(live(this.#bindings).snapshot());
  }
}

if (Symbol.dispose) Redis.prototype[Symbol.dispose] = Redis.prototype.free;

/** The bindings of a database that was not freed. */
function live(bindings) {
  if (bindings === undefined) {
    throw new EdgeboardError("disposed", "this Redis was freed and cannot be used any more");
  }
  return bindings;
}

function time(now) {
  const ms = now();
  if (typeof ms === "number") return ms;
  throw new EdgeboardError("invalid_request", `now must return a number, not ${typeof ms}`);
}

const LIMITS = [
  "memoryBytes",
  "keys",
  "members",
  "argumentBytes",
  "arguments",
  "commandBytes",
  "randomElements",
];

/** The limits in the order of the list; NaN for one that is not given. */
function limitsOf(limits) {
  for (const [name, value] of Object.entries(limits)) {
    if (!LIMITS.includes(name)) {
      throw new EdgeboardError("invalid_request", `there is no limit called ${name}`);
    }
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32) {
      const message = `the limit ${name} must be an integer from 0 to 2^32 - 1`;
      throw new EdgeboardError("invalid_request", message);
    }
  }
  return Float64Array.from(LIMITS, (name) => limits[name] ?? NaN);
}

/** Where nobody chose one: a seed that nobody can guess, so that nobody finds keys that collide. */
function randomSeed() {
  return crypto.getRandomValues(new BigUint64Array(1))[0];
}

function seedOf(seed) {
  if (typeof seed === "bigint" && seed >= 0n && seed < 2n ** 64n) return seed;
  if (Number.isSafeInteger(seed) && seed >= 0) return BigInt(seed);
  throw new EdgeboardError("invalid_request", "seed must be an integer of up to 64 bits");
}
