// What a run leaves behind: results.json with every figure of every round, and cost.svg.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { capture } from "../lib/run.mjs";
import { say } from "../lib/steps.mjs";
import { peerVersion, sqliteDriver } from "./peers.mjs";
import { drawPlot } from "./plot.mjs";
import { median } from "./statistics.mjs";

const PEERS = ["tlhunter-sorted-set", "@js-sdsl/ordered-map", "functional-red-black-tree",
  "sorted-btree", "sql.js"];

/** The curves of the plot: contenders of the mixed stream, ours first. */
const CURVES = [
  ["native", "edgeboard, native"],
  ["edgeboard", "edgeboard, wasm in Node"],
  ["indexset", "indexset, native"],
  ["redis", "redis-server, pipelined"],
  ["js-sdsl", "js-sdsl OrderedMap"],
  ["functional-rb", "functional-red-black-tree"],
  ["tlhunter", "tlhunter-sorted-set"],
];

export async function writeReport(lab, rows) {
  const { out } = lab.options;
  mkdirSync(out, { recursive: true });
  const report = { form: lab.options.form, rounds: lab.options.rounds, ...surroundings(lab) };
  const json = JSON.stringify({ ...report, rows, series: lab.results }, undefined, 1);
  writeFileSync(join(out, "results.json"), `${json}\n`);
  const curves = CURVES.map(([name, label]) => ({ label, points: pointsOf(lab, name) }))
    .filter(({ points }) => points.length > 0);
  if (curves.length > 0) writeFileSync(join(out, "cost.svg"), drawPlot(curves));
  say(`\nwritten: ${join(out, "results.json")}${curves.length > 0 ? " and cost.svg" : ""}`);
}

function pointsOf(lab, name) {
  return lab.sizes.flatMap((n) => {
    const series = lab.results.get(n, name, "mixed");
    return series ? [[n, median(series)]] : [];
  });
}

/** What the figures depend on. */
function surroundings(lab) {
  return {
    date: new Date().toISOString(),
    cpu: `${cpus().length} x ${cpus()[0]?.model}`,
    memoryBytes: totalmem(),
    node: process.version,
    rust: capture("rustc", ["--version"]),
    redis: capture(lab.redisProgram, ["--version"]),
    sqlite: sqliteDriver()?.name,
    packages: Object.fromEntries(PEERS.map((name) => [name, peerVersion(name)])),
  };
}
