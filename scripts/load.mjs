// `npm run load`: plays a stream of score events into the service and checks what came of it.
// `--help` says what the options are.
import { Client } from "./load/client.mjs";
import { HELP, readKey, readOptions } from "./load/options.mjs";
import { Crashes, OwnServer } from "./load/own_server.mjs";
import { play } from "./load/play.mjs";
import { grouped, Progress } from "./load/progress.mjs";
import { fold, submissions } from "./load/stream.mjs";
import { verify } from "./load/verify.mjs";
import { Problem, runMain } from "./lib/problem.mjs";

const RULES = { periods: ["day", "all"] };
const REACHABLE_WITHIN_MS = 5000;
const DIFFERENCES_SHOWN = 10;

const say = (text) => process.stdout.write(`${text}\n`);

runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return say(HELP);
  const right = options.kill ? await runWithOwnServer(options) : await run(options, readKey());
  process.exitCode = right ? 0 : 1;
});

async function runWithOwnServer(options) {
  const server = new OwnServer();
  try {
    await server.start();
    return await run({ ...options, url: server.url }, server.key, server);
  } finally {
    await server.end();
  }
}

/** Plays and checks; returns whether everything is as it must be. */
async function run(options, key, server) {
  const expected = fold(submissions(options));
  const client = new Client({ url: options.url, key, connections: options.concurrency });
  try {
    const board = await prepareBoard(client, options);
    announce(options, expected, board.name);
    const tally = await playAll(client, board, options, expected, server);
    const right = await check(client, board, options, expected);
    return faultless(tally) && right;
  } finally {
    client.close();
  }
}

async function prepareBoard(client, { board }) {
  const name = board ?? `load-${new Date().toISOString().replace(/[-:.]/g, "")}`;
  await client.attempt("GET", "/healthz", undefined, REACHABLE_WITHIN_MS).catch((error) => {
    throw new Problem(`nothing answers at ${client.url} (${error.code ?? error.message}): start ` +
      "the service with `npm start`, or name another with --url.");
  });
  const { status, body } = await client.request("PUT", `/v1/boards/${name}`, RULES);
  return { name, isNew: status === 201, day: body.periods.day.id };
}

function announce(options, expected, board) {
  const repeats = expected.submissions - expected.events;
  say(`${grouped(expected.events)} events of ${grouped(expected.scores.size)} players and ` +
    `${grouped(repeats)} repeats, seed ${options.seed}`);
  say(`into board ${board} at ${options.url} over ${options.concurrency} connections`);
}

async function playAll(client, board, options, expected, server) {
  const progress = new Progress("playing", expected.submissions);
  const crashes = server && new Crashes({
    server,
    kills: options.kills,
    total: expected.submissions,
    say: (text) => progress.say(text),
  });
  const startedAt = performance.now();
  const played = play({
    client,
    board: board.name,
    stream: submissions(options),
    concurrency: options.concurrency,
    onAnswer: (answers) => {
      progress.set(answers);
      crashes?.reached(answers);
    },
  });
  try {
    const tally = await (crashes ? Promise.race([played, crashes.failed]) : played);
    const elapsedMs = performance.now() - startedAt;
    await crashes?.settled();
    progress.finish();
    report(tally, client, elapsedMs);
    return tally;
  } finally {
    progress.finish();
    // A server that is being started cannot be ended yet.
    await crashes?.settled();
  }
}

function report(tally, client, elapsedMs) {
  const rate = (tally.answers * 1000) / elapsedMs;
  const [median, late] = [0.5, 0.99].map((share) => `${tally.latency(share).toFixed(1)} ms`);
  say(`${grouped(tally.answers)} answers in ${(elapsedMs / 1000).toFixed(1)} s: ` +
    `${grouped(rate)} a second; latency p50 ${median}, p99 ${late}`);
  say(`${grouped(tally.replays)} answered as replays, ${grouped(tally.pending)} with a period ` +
    `pending, ${grouped(client.retries)} requests sent again after a failure`);
}

/** The whole period, and the day where all of the stream fell into it. */
async function check(client, board, options, expected) {
  const { day } = (await client.request("GET", `/v1/boards/${board.name}`)).body.periods;
  const isOneDay = board.isNew && day.id === board.day;
  const periods = isOneDay ? ["all", "day"] : ["all"];
  const results = [];
  for (const period of periods) {
    results.push(await checkPeriod(client, board, options, expected, period));
  }
  return results.every(Boolean);
}

async function checkPeriod(client, board, options, expected, period) {
  const progress = new Progress("checking", Math.min(expected.scores.size, options.sample));
  const found = await verify({
    client,
    board: board.name,
    period,
    expected,
    sample: options.sample,
    seed: options.seed,
    concurrency: options.concurrency,
    onProgress: (done) => progress.set(done),
  }).finally(() => progress.finish());
  if (period === "all") say(table(found.top));
  const right = found.differences.length === 0;
  const members = grouped(expected.scores.size);
  const compared = `${grouped(found.compared)} of ${members} entries compared`;
  if (right) {
    say(`✓ period ${period}: ${compared}, all equal to the fold of the stream; members ` +
      `${grouped(found.total)}, version ${found.version}, sum ${grouped(expected.sum)}`);
  } else {
    say(`✗ period ${period}: ${compared}, ${grouped(found.differences.length)} differences`);
    for (const sentence of found.differences.slice(0, DIFFERENCES_SHOWN)) say(`  ${sentence}`);
  }
  return right;
}

function table(entries) {
  const width = Math.max(6, ...entries.map(({ member }) => member.length));
  const row = (rank, member, score, reached) =>
    `${String(rank).padStart(6)}  ${member.padEnd(width)}  ${score.padStart(14)}  ${reached}`;
  const rows = entries.map((e) => row(e.rank, e.member, e.score, e.reachedAt));
  return [row("rank", "member", "score", "reached at"), ...rows].join("\n");
}

function faultless(tally) {
  const { faults } = tally;
  if (faults.length === 0) return true;
  say(`✗ ${grouped(faults.length)} answers contradict others`);
  for (const sentence of faults.slice(0, DIFFERENCES_SHOWN)) say(`  ${sentence}`);
  return false;
}
