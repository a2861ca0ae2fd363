// `npm run bench`: measures the sorted set against its peers. `--help` says what the options are.
import { aptInstall } from "./lib/apt.mjs";
import { BUILDS } from "./lib/builds.mjs";
import { Problem, runMain } from "./lib/problem.mjs";
import { which } from "./lib/run.mjs";
import { duration, say, step } from "./lib/steps.mjs";
import { checkAgainstRedis } from "./bench/exact.mjs";
import { buildNative, Lab } from "./bench/lab.mjs";
import { HELP, readOptions } from "./bench/options.mjs";
import { installPeers, sqliteDriver } from "./bench/peers.mjs";
import { Redis } from "./bench/contenders/redis.mjs";
import { writeReport } from "./bench/report.mjs";
import { needsOf, runRounds } from "./bench/rounds.mjs";
import { TIMING_ROWS } from "./bench/rows/timing.mjs";
import { WORK_ROWS } from "./bench/rows/work.mjs";
import { printTable } from "./bench/table.mjs";
import { setup } from "./setup.mjs";

runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  const names = [...new Set([...TIMING_ROWS, ...WORK_ROWS].map(({ id }) => id))];
  if (options.help) return say(HELP);
  if (options.list) return say(names.join("\n"));
  const unknown = options.only?.find((name) => !names.includes(name));
  if (unknown) throw new Problem(`there is no row "${unknown}"; \`--list\` names them.`);
  const startedAt = performance.now();
  const lab = await prepare(options);
  const rows = await measure(lab);
  printTable(rows);
  await writeReport(lab, rows);
  say(`\n${duration(performance.now() - startedAt)}; all ranks right`);
});

/** Installs and builds what is missing, and says what cannot be had. */
async function prepare(options) {
  await setup({ forTests: false });
  await step("build the npm package", BUILDS.pkg.build);
  await step("build the native program", buildNative);
  await step("npm packages to compare with", (report) =>
    installPeers(report, { withNative: !options.quick }));
  const redisProgram = await redisServer();
  const missing = new Map();
  const { Edgeboard, EdgeboardIntegers } = await import("./bench/contenders/edgeboard.mjs");
  if (!EdgeboardIntegers.isAvailable) missing.set("integers", "the package has no batch calls");
  if (!Edgeboard.canSnapshot) missing.set("snapshots", "the package has none");
  if (!sqliteDriver()) missing.set("sqlite", "no SQLite for this Node");
  const lab = new Lab(options, redisProgram, missing);
  lab.isDense = EdgeboardIntegers.isDense;
  return lab;
}

async function redisServer() {
  const find = () => process.env.REDIS_SERVER || which("redis-server");
  if (!find()) {
    await step("redis-server", (report) => aptInstall(["redis-server"], "the benchmark", report));
  }
  return find();
}

async function measure(lab) {
  const isChosen = ({ id }) => !lab.options.only || lab.options.only.includes(id);
  await step("the same answers as redis-server", () => checkExact(lab));
  const timing = TIMING_ROWS.filter(isChosen);
  for (const n of lab.sizes) {
    const rows = timing.filter((row) => lab.sizesOf(row).includes(n));
    await runRounds(lab, n, needsOf(rows, n, lab));
  }
  const lines = timing.flatMap((row) => lab.sizesOf(row).flatMap((n) => row.lines(n, lab)));
  for (const row of WORK_ROWS.filter(isChosen)) {
    await step(row.title, async (report) => {
      const found = await row.run(lab, report);
      lines.push(...found.map((line) => ({ id: row.id, ...line })));
    });
  }
  return lab.options.quick ? lines.map(withoutGoal) : lines;
}

/** The quick form proves that everything runs; its times reach or miss nothing. */
function withoutGoal(line) {
  return { ...line, goal: undefined, hit: undefined };
}

async function checkExact(lab) {
  const { SortedSet } = await import("../pkg/dist/index.node.js");
  const redis = await Redis.start(lab.redisProgram);
  try {
    const answers = await checkAgainstRedis(redis, new SortedSet());
    return `${answers} answers, redis-server ${await redis.version()}`;
  } finally {
    await redis.stop();
  }
}
