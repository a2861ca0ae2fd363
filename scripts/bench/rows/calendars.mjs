// D1: the day of an instant in a named zone, native, beside two plain ways.
import { Problem } from "../../lib/problem.mjs";
import { atMost } from "../goals.mjs";
import { median, ratios } from "../statistics.mjs";

export const CALENDAR_ROWS = [
  { id: "D1", title: "calendar: the day of an instant in a zone", run: measure },
];

const OURS = "native-calendar";
const PEERS = {
  "native-calendar-unprepared": "zone read each time",
  "native-calendar-walk": "back by minutes",
};
const LIMIT_NS = 1000;

async function measure(lab, report) {
  const count = lab.options.quick ? 500 : 20_000;
  const times = Object.fromEntries([OURS, ...Object.keys(PEERS)].map((name) => [name, []]));
  const contenders = await Promise.all(Object.keys(times).map((name) => lab.start(name)));
  try {
    // The first round warms up.
    for (let round = 0; round <= lab.options.rounds; round += 1) {
      report(`round ${round}`);
      const sums = new Set();
      for (const contender of contenders) {
        const { ns, sum } = await contender.call("day", { count, seed: round + 1 });
        sums.add(sum);
        if (round > 0) times[contender.name].push(ns);
      }
      if (sums.size > 1) throw new Problem(`the days begin at different times: ${[...sums]}`);
    }
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
  const ours = median(times[OURS]);
  return Object.entries(PEERS).map(([name, title]) => ({
    what: "day of an instant, America/New_York", unit: "ns", ours, peer: title,
    peerFigure: median(times[name]), ratio: ratios(times[name], times[OURS]),
    ...atMost(LIMIT_NS, ours, "ns"),
  }));
}
