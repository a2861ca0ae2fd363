// E1 and E2: estimated ranks over 65,536 segments, beside counts that are added up for each rank.
import { Problem } from "../../lib/problem.mjs";
import { atMost } from "../goals.mjs";
import { median, ratios } from "../statistics.mjs";

export const ESTIMATE_ROWS = [
  { id: "E1", title: "estimated ranks: updates", run: (lab, report) => row(lab, report, "move") },
  { id: "E2", title: "estimated ranks: queries", run: (lab, report) => row(lab, report, "rank") },
];

const NAMES = ["tree", "scan", "adaptive"];
const NS_MAX = 150;
const WHAT = {
  move: "estimated rank, native: move a score",
  rank: "estimated rank, native: query",
};

async function row(lab, report, kind) {
  const n = lab.options.quick ? lab.sizes.at(-1) : 1_000_000;
  const times = await lab.once("estimates", () => measure(lab, report, n));
  const line = { what: WHAT[kind], n, unit: "ns" };
  const [ours, scan, adaptive] = NAMES.map((name) => times[name][kind]);
  const ratio = ratios(scan, ours);
  const figures = { ours: median(ours), peer: "counts added up", peerFigure: median(scan), ratio };
  return [
    { ...line, ...figures, ...atMost(NS_MAX, median(ours), "ns") },
    {
      ...line, what: `${WHAT[kind]}, adaptive`, ours: median(adaptive), peer: "counts added up",
      peerFigure: median(scan), ratio: ratios(scan, adaptive),
    },
  ];
}

/** The times of each, by kind; the first round warms up. */
async function measure(lab, report, n) {
  // A rank by adding up takes some 10 us.
  const counts = { move: Math.min(n, 200_000), rank: Math.min(n, 20_000) };
  const times = Object.fromEntries(NAMES.map((name) => [name, { move: [], rank: [] }]));
  const contenders = [];
  try {
    for (const name of NAMES) {
      contenders.push(await lab.start(name));
      await contenders.at(-1).call("add", { count: n, seed: 1 });
    }
    for (let round = 0; round <= lab.options.rounds; round += 1) {
      for (const kind of ["move", "rank"]) {
        report(`round ${round}, ${kind}`);
        const sums = {};
        for (const contender of contenders) {
          const { ns, sum } = await contender.call(kind, { count: counts[kind], seed: 2 + round });
          if (round > 0) times[contender.name][kind].push(ns);
          sums[contender.name] = sum;
        }
        if (sums.tree !== sums.scan) throw new Problem("wrong ranks: tree, against a scan.");
      }
    }
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
  return times;
}
