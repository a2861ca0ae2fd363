// The bindings of a set of integers, with members as the package takes them.
import { integers } from "./batch.js";
import { memberNumber } from "./check.js";
import { IntegerSet as Bindings } from "./edgeboard.js";

export class IntegerSet {
  bindings;

  constructor(bindings = new Bindings()) {
    this.bindings = bindings;
  }

  zadd(name, score) {
    return this.bindings.zadd(memberNumber(name), score);
  }

  zincrby(name, delta) {
    return this.bindings.zincrby(memberNumber(name), delta);
  }

  zrem(names) {
    // All are looked at before the first one goes.
    names.forEach((name) => memberNumber(name));
    return names.filter((name) => this.bindings.zrem(name)).length;
  }

  zscore(name) {
    return this.bindings.zscore(memberNumber(name));
  }

  zrank(name) {
    return this.bindings.zrank(memberNumber(name));
  }

  zrevrank(name) {
    return this.bindings.zrevrank(memberNumber(name));
  }

  /** The arguments that stand for the members of a batch, the last of which has their number. */
  members(names) {
    return [integers(names)];
  }
}
