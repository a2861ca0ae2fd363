// The ordered trees of npm, each with a Map from the member to its key, as programs pair them.
import { peer } from "../peers.mjs";

/** Best first, as all of them are read: the reverse of Redis' order. */
function compare(a, b) {
  if (a.score !== b.score) return b.score - a.score;
  if (a.name === b.name) return 0;
  return a.name < b.name ? 1 : -1;
}

class Tree {
  keys = new Map();

  put(name, score) {
    const key = { name, score };
    this.keys.set(name, key);
    this.insert(key);
  }

  increment(name, delta) {
    const before = this.keys.get(name);
    this.remove(before);
    const score = before.score + delta;
    this.put(name, score);
    return score;
  }

  score(name) {
    return this.keys.get(name).score;
  }
}

/** `@js-sdsl/ordered-map`, a red-black tree that counts its subtrees. */
export class JsSdsl extends Tree {
  #map = new (peer("@js-sdsl/ordered-map").OrderedMap)([], compare, true);

  insert(key) {
    this.#map.setElement(key, undefined);
  }

  remove(key) {
    this.#map.eraseElementByKey(key);
  }

  rank(name) {
    return this.#map.find(this.keys.get(name)).index;
  }

  window(start, stop) {
    const first = start === 0 ? undefined : this.#map.getElementByPos(start)[0];
    return this.#read(first ? this.#map.find(first) : this.#map.begin(), stop - start + 1);
  }

  /** From the member itself: to find a position takes this tree time in proportion to it. */
  around(name, radius) {
    const iterator = this.#map.find(this.keys.get(name));
    const before = Math.min(radius, iterator.index);
    for (let steps = 0; steps < before; steps += 1) iterator.pre();
    return this.#read(iterator, before + 1 + radius);
  }

  #read(iterator, count) {
    const pairs = [];
    while (pairs.length < count && iterator.isAccessible()) {
      const [key] = iterator.pointer;
      pairs.push([key.name, key.score]);
      iterator.next();
    }
    return pairs;
  }
}

/** `functional-red-black-tree`: every change makes a new tree, which shares most with the old. */
export class FunctionalTree extends Tree {
  #tree = peer("functional-red-black-tree")(compare);

  insert(key) {
    this.#tree = this.#tree.insert(key, undefined);
  }

  remove(key) {
    this.#tree = this.#tree.remove(key);
  }

  rank(name) {
    return this.#tree.find(this.keys.get(name)).index;
  }

  window(start, stop) {
    const iterator = start === 0 ? this.#tree.begin : this.#tree.at(start);
    const pairs = [];
    for (let at = start; at <= stop && iterator.valid; at += 1) {
      pairs.push([iterator.key.name, iterator.key.score]);
      iterator.next();
    }
    return pairs;
  }
}

/** `sorted-btree`: it has no ranks, so it takes part in updates and in the head of the table. */
export class SortedBtree extends Tree {
  static hasRanks = false;

  #tree = new (peer("sorted-btree").default)(undefined, compare);

  insert(key) {
    this.#tree.set(key, undefined);
  }

  remove(key) {
    this.#tree.delete(key);
  }

  window(start, stop) {
    const pairs = [];
    for (const key of this.#tree.keys()) {
      if (pairs.length > stop - start) break;
      pairs.push([key.name, key.score]);
    }
    return pairs;
  }
}

/** A plain Map: what a program without ranks would have. */
export class PlainMap {
  static hasRanks = false;

  #scores = new Map();

  put(name, score) {
    this.#scores.set(name, score);
  }

  increment(name, delta) {
    const score = this.#scores.get(name) + delta;
    this.#scores.set(name, score);
    return score;
  }

  score(name) {
    return this.#scores.get(name);
  }
}
