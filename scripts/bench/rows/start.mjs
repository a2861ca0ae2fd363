// S1, S2 and B3: the size of what is downloaded, and the time until the first member is in.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { ROOT } from "../../lib/paths.mjs";
import { Problem } from "../../lib/problem.mjs";
import { capture } from "../../lib/run.mjs";
import { buildCore } from "../core.mjs";
import { atLeast, atMost } from "../goals.mjs";
import { peerFolder } from "../peers.mjs";
import { median, ratios } from "../statistics.mjs";

const COLD = fileURLToPath(new URL("../cold.mjs", import.meta.url));
/** A start is short and noisy, so that even the quick form takes some. */
const COLD_ROUNDS_MIN = 3;

export const START_ROWS = [
  { id: "S1", title: "size of the core", run: coreSize },
  { id: "S2", title: "cold start", run: coldStart },
  { id: "B3", title: "sizes of all artefacts", run: sizes },
];

const gzipKb = (...files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1000;

async function coreSize(lab, report) {
  const core = gzipKb(await lab.once("core", () => buildCore(report)));
  const dist = join(peerFolder("sql.js"), "dist");
  const sqlJs = gzipKb(join(dist, "sql-wasm.wasm"), join(dist, "sql-wasm.js"));
  const tree = gzipKb(join(peerFolder("sorted-btree"), "b+tree.min.js"));
  const what = "engine core, gzip";
  const line = { what, unit: "KB", ours: core };
  return [
    {
      ...line, peer: "sql.js", peerFigure: sqlJs, ratio: { median: sqlJs / core },
      ...atLeast(15, sqlJs / core),
    },
    { ...line, id: "LOSS", peer: "sorted-btree", peerFigure: tree, ratio: { median: tree / core } },
  ];
}

async function sizes(lab, report) {
  const core = gzipKb(await lab.once("core", () => buildCore(report)));
  const lines = [{ what: "engine core", unit: "KB", ours: core, ...atMost(24, core, "KB") }];
  const whole = gzipKb(join(ROOT, "pkg", "dist", "edgeboard_bg.wasm"));
  lines.push({ what: "npm package, all of its wasm", unit: "KB", ours: whole });
  const zones = gzipKb(join(ROOT, "pkg", "dist", "zones.bin"));
  lines.push({ what: "data of zones", unit: "KB", ours: zones, ...atMost(60, zones, "KB") });
  const scripts = join(ROOT, "pkg", "dist");
  const names = readdirSync(scripts).filter((name) => name.endsWith(".js"));
  const glue = gzipKb(...names.map((name) => join(scripts, name)));
  lines.push({ what: "npm package, JavaScript", unit: "KB", ours: glue });
  const worker = join(ROOT, "worker", "build", "index_bg.wasm");
  lines.push(existsSync(worker) && statSync(worker).isFile()
    ? { what: "Worker, all of its wasm", unit: "KB", ours: gzipKb(worker) }
    : { what: "Worker, all of its wasm", unit: "KB", note: "not built: npm run build -- worker" });
  return lines;
}

async function coldStart(lab, report) {
  const peers = [["sql.js", 30], ["sqlite", 6], ["tlhunter", 1]];
  const chosen = peers.filter(([name]) => lab.can(name));
  const times = Object.fromEntries(["edgeboard", ...chosen.map(([name]) => name)]
    .map((name) => [name, []]));
  const rounds = Math.max(lab.options.rounds, COLD_ROUNDS_MIN);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, all] of Object.entries(times)) {
      report(`round ${round + 1}, ${name}`);
      all.push(coldStartMs(name));
    }
  }
  const ours = median(times.edgeboard);
  return chosen.map(([peer, least]) => {
    const ratio = ratios(times[peer], times.edgeboard);
    const peerFigure = median(times[peer]);
    const line = { what: "cold start to the first add", unit: "ms", ours, peer, peerFigure, ratio };
    return { ...line, ...(lab.options.quick ? {} : atLeast(least, ratio.median)) };
  });
}

function coldStartMs(name) {
  const output = capture(process.execPath, ["--no-warnings", COLD, name]);
  if (output === undefined) throw new Problem(`${name} does not start: node ${COLD} ${name}`);
  return Number(output);
}
