// splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): the same
// numbers for the same seed on every machine, from integers only.

const GOLDEN_GAMMA = 0x9e3779b97f4a7c15n;
const MIX_1 = 0xbf58476d1ce4e5b9n;
const MIX_2 = 0x94d049bb133111ebn;

export class Random {
  #state;

  constructor(seed) {
    this.#state = BigInt.asUintN(64, BigInt(seed));
  }

  /** The next 64 bits, as a BigInt. */
  bits64() {
    this.#state = BigInt.asUintN(64, this.#state + GOLDEN_GAMMA);
    let z = this.#state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * MIX_1);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * MIX_2);
    return z ^ (z >> 31n);
  }

  /** A number from 0 up to, and without, 1. */
  unit() {
    return Number(this.bits64() >> 11n) / 2 ** 53;
  }

  /** An integer from 0 up to, and without, `limit`. */
  below(limit) {
    return Math.floor(this.unit() * limit);
  }
}
