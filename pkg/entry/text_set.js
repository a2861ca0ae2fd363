// The bindings of a set of texts, with members as the package takes them.
import { members } from "./batch.js";
import { member } from "./check.js";
import { SortedSet as Bindings } from "./edgeboard.js";
import { nameBuffer, write } from "./name.js";

export class TextSet {
  bindings;

  constructor(bindings = new Bindings()) {
    this.bindings = bindings;
  }

  zadd(name, score) {
    return this.bindings.zadd(nameBuffer(), write(name), score);
  }

  zincrby(name, delta) {
    return this.bindings.zincrby(nameBuffer(), write(name), delta);
  }

  zrem(names) {
    // All are looked at before the first one goes.
    names.forEach((name) => member(name));
    return names.filter((name) => this.bindings.zrem(nameBuffer(), write(name))).length;
  }

  zscore(name) {
    return this.bindings.zscore(nameBuffer(), write(name));
  }

  zrank(name) {
    return this.bindings.zrank(nameBuffer(), write(name));
  }

  zrevrank(name) {
    return this.bindings.zrevrank(nameBuffer(), write(name));
  }

  /** The arguments that stand for the members of a batch, the last of which has their number. */
  members(names) {
    return members(names);
  }
}
