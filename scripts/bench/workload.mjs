// The workload of every figure: reproducible, from integers only, so that JavaScript and Rust
// (bench/native/src/workload.rs) make the same one.
//
// - Scores span 24 binary orders of magnitude around a median of 4,096, and ties are common.
// - Increments have the same shape over 12 of them, around a median of 64.
// - The mixed stream is 70 % increments, 20 % ranks, 5 % top 100 and 5 % the 11 around a member.
//   Its members are skewed by the cube of a uniform number: 1 % of them make 21.5 % of the stream.
// - The other streams take members uniformly, which caches like least.

export const INCREMENT = 0;
export const RANK = 1;
export const TOP = 2;
export const AROUND = 3;

export const TOP_COUNT = 100;
/** How many are shown on either side of a member: 11 with himself. */
export const AROUND_RADIUS = 5;

const SCORE_SEED = 1;
const SCATTER_FACTOR = 7368787;
const SCATTER_OFFSET = 11;

/** The upper 32 bits of the product of two 32-bit numbers. */
export function mulHigh(a, b) {
  const low = (a & 0xffff) * (b & 0xffff);
  const middle1 = (a >>> 16) * (b & 0xffff) + Math.floor(low / 65536);
  const middle2 = (a & 0xffff) * (b >>> 16) + (middle1 % 65536);
  return ((a >>> 16) * (b >>> 16) + Math.floor(middle1 / 65536) + Math.floor(middle2 / 65536)) >>>
    0;
}

/**
 * splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014) in halves
 * of 32 bits, since BigInt would take longer than what is measured.
 */
export class Splitmix {
  #high;
  #low;
  /** The two halves of the number that `next` made. */
  high = 0;
  low = 0;

  constructor(seed) {
    this.#high = Math.floor(seed / 2 ** 32) >>> 0;
    this.#low = seed >>> 0;
  }

  next() {
    const sum = this.#low + 0x7f4a7c15;
    this.#high = (this.#high + 0x9e3779b9 + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    this.#low = sum >>> 0;
    this.high = this.#high;
    this.low = this.#low;
    this.#shiftXor(30);
    this.#multiply(0xbf58476d, 0x1ce4e5b9);
    this.#shiftXor(27);
    this.#multiply(0x94d049bb, 0x133111eb);
    this.#shiftXor(31);
  }

  #shiftXor(bits) {
    this.low = (this.low ^ ((this.low >>> bits) | (this.high << (32 - bits)))) >>> 0;
    this.high = (this.high ^ (this.high >>> bits)) >>> 0;
  }

  #multiply(high, low) {
    const cross = Math.imul(this.high, low) + Math.imul(this.low, high);
    this.high = (mulHigh(this.low, low) + cross) >>> 0;
    this.low = Math.imul(this.low, low) >>> 0;
  }
}

/** Piecewise linear 2^x, x being the mean of four 16-bit uniforms times `bits`. */
function spread(random, bits) {
  const sum = (random.low & 0xffff) + (random.low >>> 16) +
    (random.high & 0xffff) + (random.high >>> 16);
  const exponent = Math.floor((sum * bits) / 4);
  const power = 2 ** (exponent >>> 16);
  return power + Math.floor((power * (exponent & 0xffff)) / 65536);
}

/** Spreads neighbours over all members; one to one for the n in use, powers of ten. */
export const scatter = (index, n) => (index * SCATTER_FACTOR + SCATTER_OFFSET) % n;

/** The members in the order in which they join, and their first scores. */
export function* joins(n) {
  const random = new Splitmix(SCORE_SEED);
  for (let index = 0; index < n; index += 1) {
    random.next();
    yield [scatter(index, n), spread(random, 24)];
  }
}

/** A stream of the mixed kind: what, for whom, and how much. */
export function mixedStream(n, count, seed) {
  const random = new Splitmix(seed);
  const stream = emptyStream(count);
  for (let at = 0; at < count; at += 1) {
    random.next();
    const percent = mulHigh(random.high, 100);
    stream.kinds[at] = percent < 70 ? INCREMENT : percent < 90 ? RANK : percent < 95 ? TOP : AROUND;
    const cube = mulHigh(mulHigh(random.low, random.low), random.low);
    stream.members[at] = scatter(mulHigh(cube, n), n);
    random.next();
    stream.deltas[at] = spread(random, 12);
  }
  return stream;
}

/** A stream of uniform members, each with an increment. */
export function uniformStream(n, count, seed) {
  const random = new Splitmix(seed);
  const stream = emptyStream(count);
  for (let at = 0; at < count; at += 1) {
    random.next();
    stream.members[at] = mulHigh(random.low, n);
    random.next();
    stream.deltas[at] = spread(random, 12);
  }
  return stream;
}

const emptyStream = (count) => ({
  kinds: new Uint8Array(count),
  members: new Uint32Array(count),
  deltas: new Float64Array(count),
});

/** The names of members, by the kind of ids. */
export const NAMES = {
  user: (index) => `user:${String(index).padStart(7, "0")}`,
  int: (index) => String(index),
  uuid: uuidOf,
};

function uuidOf(index) {
  const random = new Splitmix(index);
  random.next();
  const [a, b] = [hex(random.high), hex(random.low)];
  random.next();
  const [c, d] = [hex(random.high), hex(random.low)];
  const text = `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
  // A copy in one piece: V8 keeps what is put together from parts as a tree of them.
  return Buffer.from(text, "latin1").toString("latin1");
}

const hex = (word) => word.toString(16).padStart(8, "0");
