// Rounds: at each size all contenders are built once, and then play the same streams in turns.
import { Problem } from "../lib/problem.mjs";
import { step } from "../lib/steps.mjs";

/** In this order within a round. What changes the sets is played by every contender. */
const KINDS = [
  "mixed", "update", "rank", "midRank", "top", "score", "floor", "lua:update", "lua:rank",
];
const CHANGES = new Set(["mixed", "update"]);

/** Fewer operations of the kinds that take long. */
function countOf(kind, ops, n) {
  if (kind === "midRank") return Math.max(2, Math.min(200, Math.round(2e7 / n)));
  if (kind === "top") return Math.ceil(ops / 20);
  return ops;
}

/** What the rows need of one size: for each contender its kinds. */
export function needsOf(rows, n, lab) {
  const needs = new Map();
  const all = rows.flatMap((row) => row.needs());
  const wanted = all.filter(({ contender }) => lab.can(contender, n));
  for (const { contender, kind } of wanted) {
    if (!needs.has(contender)) needs.set(contender, new Set());
    needs.get(contender).add(kind);
  }
  return needs;
}

/** Runs all rounds of one size; `lab` starts the contenders and keeps the results. */
export async function runRounds(lab, n, needs) {
  if (needs.size === 0) return;
  const contenders = [];
  try {
    for (const name of inOrder([...needs.keys()])) {
      await step(`${n} members: build ${name}`, async () => {
        const contender = await lab.start(name);
        contenders.push(contender);
        const { ns } = await contender.call("build", { n, ids: "user" });
        lab.results.add(n, name, "build", ns);
        return `${Math.round(ns)} ns each`;
      });
    }
    await step(`${n} members: ${lab.options.rounds} rounds`, (report) =>
      playRounds(lab, n, needs, contenders, report));
    await measureLatencies(lab, n, needs, contenders);
    await verifyIntegers(lab, n, contenders);
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
}

/** Redis after the product, whose ranks it is asked with (contenders/redis.mjs says why). */
const inOrder = (names) => names.sort((a, b) => Number(a === "redis") - Number(b === "redis"));

async function playRounds(lab, n, needs, contenders, report) {
  const all = new Set([...needs.values()].flatMap((kinds) => [...kinds]));
  const chosen = KINDS.filter((kind) => all.has(kind));
  // The first round warms up and is not counted.
  for (let round = 0; round <= lab.options.rounds; round += 1) {
    for (const kind of chosen) {
      const turn = inOrder(rotate(contenders.map(({ name }) => name), round));
      const players = turn.filter((name) => CHANGES.has(kind) || needs.get(name).has(kind));
      const answers = new Map();
      for (const name of players) {
        report(`round ${round}, ${kind}, ${name}`);
        const contender = contenders.find((one) => one.name === name);
        const count = countOf(kind, lab.options.opsOf(n), n);
        const ranks = answers.get("edgeboard")?.ranks;
        const seed = 1000 * (round + 1) + KINDS.indexOf(kind);
        const [call, what] = kind.split(":");
        const answer = await contender.call(call, { kind: what, count, seed, ranks });
        answers.set(name, answer);
        const isWanted = round > 0 && answer.ns !== undefined && needs.get(name).has(kind);
        if (isWanted) lab.results.add(n, name, kind, answer.ns);
      }
      compareSums(n, kind, answers);
    }
  }
}

const rotate = (list, by) => list.map((_, at) => list[(at + by) % list.length]);

/** The sum of all answers is the same for everybody, or somebody is wrong. */
function compareSums(n, kind, answers) {
  const sums = [...answers].filter(([, { sum }]) => Number.isFinite(sum));
  const [first, ...others] = sums;
  const other = others.find(([, { sum }]) => sum !== first[1].sum);
  if (!other) return;
  throw new Problem(`wrong answers: at ${n} members, ${kind} comes to ${first[1].sum} by ` +
    `${first[0]} and to ${other[1].sum} by ${other[0]}.`);
}

async function measureLatencies(lab, n, needs, contenders) {
  for (const contender of contenders) {
    if (!needs.get(contender.name).has("latency")) continue;
    const count = lab.options.opsOf(n);
    const { p50, p99 } = await contender.call("latency", { count, seed: 77 });
    lab.results.add(n, contender.name, "p50", p50);
    lab.results.add(n, contender.name, "p99", p99);
  }
}

/** Sorting more than a million scores in JavaScript would take longer than everything else. */
const VERIFIED_MAX = 1_000_000;

async function verifyIntegers(lab, n, contenders) {
  const integers = contenders.find(({ name }) => name === "integers");
  if (!integers || n > VERIFIED_MAX) return;
  const { right } = await integers.call("verifyRanks");
  if (right) return;
  throw new Problem(`wrong ranks: a batch at ${n} members is not a sort of the scores.`);
}
