// Medians and spreads of what the rounds measured.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Of round-by-round ratios: the median, the lowest and the highest. */
export function ratios(peer, ours) {
  const all = peer.map((value, round) => value / ours[round]).sort((a, b) => a - b);
  return { median: median(all), low: all[0], high: all.at(-1) };
}

/** What was measured, by size, contender and kind: one figure for each round. */
export class Results {
  #series = {};

  add(n, contender, kind, value) {
    ((this.#series[n] ??= {})[`${contender} ${kind}`] ??= []).push(value);
  }

  /** The figures of all rounds, or undefined where nothing was measured. */
  get(n, contender, kind) {
    return this.#series[n]?.[`${contender} ${kind}`];
  }

  toJSON() {
    return this.#series;
  }
}
