// C1 and C2: score layouts beside decimal text, native.
import { Problem } from "../../lib/problem.mjs";
import { atMost } from "../goals.mjs";
import { median, ratios } from "../statistics.mjs";

export const CODEC_ROWS = [
  { id: "C1", title: "codecs: encode", run: (lab, report) => measure(lab, report, "encode") },
  { id: "C2", title: "codecs: decode", run: (lab, report) => measure(lab, report, "decode") },
];

const OURS = { "native-composite": "documented functions", "native-layout": "ScoreLayout" };
const PEER = "native-decimal";
const LIMIT_NS = 10;

async function measure(lab, report, what) {
  const count = lab.options.quick ? 20_000 : 500_000;
  const times = Object.fromEntries([...Object.keys(OURS), PEER].map((name) => [name, []]));
  const contenders = await Promise.all(Object.keys(times).map((name) => lab.start(name)));
  try {
    // The first round warms up.
    for (let round = 0; round <= lab.options.rounds; round += 1) {
      report(`round ${round}`);
      const sums = new Set();
      for (const contender of contenders) {
        const { ns, sum } = await contender.call(what, { count, seed: round + 1 });
        sums.add(sum);
        if (round > 0) times[contender.name].push(ns);
      }
      if (sums.size > 1) throw new Problem(`the codecs decode different values: ${[...sums]}`);
    }
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
  return Object.entries(OURS).map(([name, title]) => {
    const ours = median(times[name]);
    return {
      what: `${what}, ${title}`, unit: "ns", ours, peer: "decimal text",
      peerFigure: median(times[PEER]), ratio: ratios(times[PEER], times[name]),
      ...atMost(LIMIT_NS, ours, "ns"),
    };
  });
}
