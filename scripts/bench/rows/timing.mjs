// T1 to T9: time per operation, ours against a peer, as ratios of the same rounds.
import { atLeast, atMost } from "../goals.mjs";
import { median, ratios } from "../statistics.mjs";
import { sizeText } from "../table.mjs";

const [K10, K100, M1, M10] = [10_000, 100_000, 1_000_000, 10_000_000];

/**
 * What the structure of Redis 7.0.15 took alone, compiled as C without its server, on a machine
 * with two EPYC cores of 2.45 GHz: ns per operation of the mixed stream. For reference: on another
 * machine the ratio says little.
 */
const REDIS_ALONE = { [K10]: 788, [K100]: 5657, [M1]: 10_854, [M10]: 22_702 };

/** How much more the probe of the design took at each size than at 10 k, native. */
const PROBE_GROWTH = { [K100]: 3.93, [M1]: 10.5, [M10]: 20.0 };

const ALL_SIZES = [K10, K100, M1, M10];
const PEER_SIZES = [K10, K100, M1];

export const TIMING_ROWS = [
  compared("T1", "mixed", "edgeboard", "tlhunter", "mixed", { [K10]: 18, [K100]: 25, [M1]: 25 }),
  compared("T2", "mixed", "edgeboard", "js-sdsl", "mixed", { [M1]: 12 }),
  compared("T3", "mixed, all of the server", "edgeboard", "redis", "mixed", { [M1]: 8 }, {
    sizes: ALL_SIZES,
  }),
  compared("T4", "update in a batch, integers", "integers", "redis", "update", { [M1]: 20 }, {
    isNet: true,
  }),
  compared("T5", "rank in a batch, integers", "integers", "redis", "rank", { [M1]: 35 }, {
    isNet: true,
  }),
  compared("T6", "rank at mid-board", "edgeboard", "sqlite", "midRank", { [M1]: 20_000 }, {
    sizes: [K100, M1],
  }),
  compared("T7", "top 100 as objects", "edgeboard", "tlhunter", "top", { [M1]: 5 }),
  compared("T7", "top 100 as objects", "edgeboard", "sqlite", "top", { [M1]: 18 }),
  compared("T8", "native, mixed", "native", "indexset", "mixed", { [M1]: 2.5 }, {
    sizes: ALL_SIZES,
  }),
  {
    id: "T9",
    sizes: ALL_SIZES,
    needs: () => [{ contender: "native", kind: "mixed" }],
    lines: againstRedisAlone,
  },
  {
    id: "B4",
    sizes: ALL_SIZES,
    needs: () => [{ contender: "native", kind: "mixed" }],
    lines: growth,
  },
  {
    id: "P99",
    sizes: PEER_SIZES,
    needs: () => ["edgeboard", "tlhunter", "native", "indexset"].map((contender) =>
      ({ contender, kind: "latency" })),
    lines: latencies,
  },
  // Not goals. What Redis spends in its engine, without parsing and replies; and the other peers.
  ...["update", "rank"].map((kind) => ({
    id: "LUA",
    sizes: PEER_SIZES,
    needs: () => [{ contender: "edgeboard", kind }, { contender: "redis", kind: `lua:${kind}` }],
    lines: (n, lab) => compareLines(n, lab, {
      id: "LUA", what: `${kind}, engine in a Lua loop`, ours: "edgeboard", peer: "redis", kind,
      peerKind: `lua:${kind}`,
    }),
  })),
  compared("OTHER", "mixed", "edgeboard", "functional-rb", "mixed", {}, { sizes: [K10, K100] }),
  compared("OTHER", "update (it has no ranks)", "edgeboard", "sorted-btree", "update", {}, {
    sizes: [K10, K100],
  }),
  compared("OTHER", "native, mixed", "native", "skiplist", "mixed", {}, { sizes: [K10, K100] }),
  // A score alone is where a plain hash wins.
  compared("LOSS", "score", "edgeboard", "map", "score", {}),
  compared("LOSS", "score, native against its hash", "native", "indexset", "score", {}),
];

function compared(id, what, ours, peer, kind, goals, { sizes = PEER_SIZES, isNet = false } = {}) {
  return {
    id,
    sizes,
    needs: () => [
      { contender: ours, kind },
      { contender: peer, kind },
      ...(isNet ? [{ contender: peer, kind: "floor" }] : []),
    ],
    lines: (n, lab) => compareLines(n, lab, { id, what, ours, peer, kind, goals, isNet }),
  };
}

function compareLines(n, lab, { id, what, ours, peer, kind, peerKind = kind, goals = {}, isNet }) {
  const line = { id, what, n, unit: "ns", peer };
  const [mine, gross] = [lab.results.get(n, ours, kind), lab.results.get(n, peer, peerKind)];
  const missing = [[ours, mine], [peer, gross]].filter(([, series]) => !series);
  if (missing.length > 0) {
    return [{ ...line, note: missing.map(([name]) => lab.whyMissing(name)).join(", ") }];
  }
  const floor = isNet ? lab.results.get(n, peer, "floor") : undefined;
  const theirs = floor ? gross.map((value, round) => value - floor[round]) : gross;
  const ratio = ratios(theirs, mine);
  const figures = { ours: median(mine), peerFigure: median(theirs), ratio };
  return [{ ...line, ...figures, ...atLeast(goals[n], ratio.median) }];
}

function againstRedisAlone(n, lab) {
  const mine = lab.results.get(n, "native", "mixed");
  if (!mine) return [];
  const least = { [K10]: 4, [K100]: 8, [M1]: 7, [M10]: 7 }[n];
  const reference = REDIS_ALONE[n];
  if (!reference) return [];
  const note = "recorded on another machine, for reference";
  const line = { what: "native, mixed", n, unit: "ns", peerFigure: reference, note };
  const entry = {
    ...line,
    id: "T9",
    ours: median(mine),
    peer: "redis in C",
    ratio: { median: reference / median(mine) },
    ...atLeast(least, reference / median(mine)),
  };
  const single = lab.results.get(n, "edgeboard", "mixed");
  if (n !== K10 || !single) return [entry];
  const ratio = { median: reference / median(single) };
  const loss = { id: "LOSS", what: "mixed, wasm", ours: median(single), peer: "redis in C", ratio };
  return [entry, { ...line, ...loss }];
}

function growth(n, lab) {
  const base = lab.sizes[0];
  const [here, smallest] = [n, base].map((size) => lab.results.get(size, "native", "mixed"));
  if (!here || !smallest || n === base) return [];
  const ours = median(here) / median(smallest);
  const what = `native, mixed, cost against ${sizeText(base)}`;
  const most = base === K10 ? PROBE_GROWTH[n] : undefined;
  return [{ id: "B4", what, n, unit: "times", ours, ...atMost(most, ours, "x") }];
}

function latencies(n, lab) {
  const pairs = [["edgeboard", "tlhunter"], ["native", "indexset"]];
  return pairs.flatMap(([ours, peer]) => ["p50", "p99"].map((kind) =>
    compareLines(n, lab, {
      id: "P99", what: `single update by the wall clock, ${kind}`, ours, peer, kind,
    })[0]));
}
