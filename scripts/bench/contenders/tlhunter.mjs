// tlhunter-sorted-set: a skip list in JavaScript after the one of Redis. It ranks from the lowest.
import { peer } from "../peers.mjs";

const SortedSet = peer("tlhunter-sorted-set");

export class Tlhunter {
  #set = new SortedSet();

  /** A set from what `snapshot` made. */
  static load(text) {
    const set = new Tlhunter();
    for (const [name, score] of JSON.parse(text)) set.put(name, score);
    return set;
  }

  put(name, score) {
    this.#set.add(name, score);
  }

  increment(name, delta) {
    return this.#set.incrBy(delta, name);
  }

  score(name) {
    return this.#set.score(name);
  }

  rank(name) {
    return this.#set.card() - 1 - this.#set.rank(name);
  }

  window(start, stop) {
    const size = this.#set.card();
    const [low, high] = [Math.max(0, size - 1 - stop), size - 1 - start];
    return this.#set.range(low, high, { withScores: true }).reverse();
  }

  snapshot() {
    return JSON.stringify(this.#set.range(0, -1, { withScores: true }));
  }
}
