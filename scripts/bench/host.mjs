// A contender in a process of its own, so that nobody pays for the garbage of others. Started by
// contender.mjs, which sends it `{ call, args }` and gets `{ result }` or `{ error }`.
import {
  AROUND, AROUND_RADIUS, INCREMENT, joins, mixedStream, NAMES, RANK, TOP, TOP_COUNT, uniformStream,
} from "./workload.mjs";

/** How many joins have their arguments prepared at once. */
const JOINS_AT_ONCE = 65_536;

const FACTORIES = {
  edgeboard: async () => {
    const { Edgeboard, memoryBytes } = await import("./contenders/edgeboard.mjs");
    return { Class: Edgeboard, memoryBytes };
  },
  integers: async () => {
    const { EdgeboardIntegers, memoryBytes } = await import("./contenders/edgeboard.mjs");
    return { Class: EdgeboardIntegers, memoryBytes };
  },
  tlhunter: async () => ({ Class: (await import("./contenders/tlhunter.mjs")).Tlhunter }),
  "js-sdsl": async () => ({ Class: (await import("./contenders/trees.mjs")).JsSdsl }),
  "functional-rb": async () => ({ Class: (await import("./contenders/trees.mjs")).FunctionalTree }),
  "sorted-btree": async () => ({ Class: (await import("./contenders/trees.mjs")).SortedBtree }),
  map: async () => ({ Class: (await import("./contenders/trees.mjs")).PlainMap }),
  sqlite: async () => ({ Class: (await import("./contenders/sqlite.mjs")).Sqlite }),
};

const { Class, memoryBytes } = await FACTORIES[process.argv[2]]();
const isBatched = "create" in Class;
const create = () => (isBatched ? Class.create() : new Class());
const host = { board: create(), n: 0, names: [] };

const CALLS = {
  build,
  mixed: measureMixed,
  update: ({ count, seed }) => measureUniform(INCREMENT, count, seed),
  rank: ({ count, seed }) => measureUniform(RANK, count, seed),
  top: ({ count, seed }) => measureUniform(TOP, count, seed),
  score: measureScores,
  midRank: measureMidRank,
  latency: measureLatency,
  memory: measureMemory,
  verifyRanks,
  fill,
  tiny,
  snapshot,
  image: () => ({ image: host.bytes }),
  restore,
  restoreRows,
  ping: () => ({}),
};

process.on("message", async ({ call, args }) => {
  const answer = await Promise.resolve(args ?? {}).then(CALLS[call]).then(
    (result) => ({ result }),
    (error) => ({ error: error.stack }),
  );
  // The run may have been interrupted meanwhile, and then there is nobody to tell.
  if (process.connected) process.send(answer, () => {});
});
process.on("disconnect", () => process.exit());

/** Runs `work` and returns the CPU time of this process in ns, with what `work` answered. */
function clocked(work) {
  const before = process.cpuUsage();
  const answer = work();
  const { user, system } = process.cpuUsage(before);
  return { ns: (user + system) * 1000, answer };
}

function heapBytes() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function build({ n, ids }) {
  const before = { heap: heapBytes(), linear: memoryBytes?.() };
  host.n = n;
  host.before = before;
  // The names count as memory of who keeps them: the peers in JavaScript do.
  host.names = isBatched ? [] : Array.from({ length: n }, (_, index) => NAMES[ids](index));
  const all = joins(n);
  let ns = 0;
  for (let done = 0; done < n; done += JOINS_AT_ONCE) {
    const batch = Array.from({ length: Math.min(JOINS_AT_ONCE, n - done) }, () => all.next().value);
    ns += clocked(isBatched ? batchedJoins(batch) : singleJoins(batch)).ns;
  }
  return { ns: ns / n };
}

function singleJoins(batch) {
  const named = batch.map(([index, score]) => [host.names[index], score]);
  return () => named.forEach(([name, score]) => host.board.put(name, score));
}

function batchedJoins(batch) {
  const members = Uint32Array.from(batch, ([index]) => index);
  const scores = Float64Array.from(batch, ([, score]) => score);
  return () => host.board.putMany(members, scores);
}

function measureUniform(kind, count, seed) {
  const stream = uniformStream(host.n, count, seed);
  stream.kinds.fill(kind);
  return measureStream(stream);
}

/** The mixed stream; with it, the ranks that its neighbours are around. */
function measureMixed({ count, seed }) {
  const stream = mixedStream(host.n, count, seed);
  host.ranks = [];
  return { ...measureStream(stream), ranks: host.ranks };
}

/** ns per operation, and the sum of all answers, which is the same for all contenders. */
function measureStream(stream) {
  if (isBatched) return measureBatches(stream);
  const { ops, complete } = playable(stream);
  const { ns, answer } = clocked(() => play(ops));
  return complete ? { ns: ns / ops.length, sum: answer } : {};
}

/** The stream as objects with names; without ranks where the contender has none, or slow ones. */
function playable({ kinds, members, deltas }) {
  const all = Array.from(kinds, (kind, at) => {
    return { kind, name: host.names[members[at]], delta: deltas[at] };
  });
  const hasRanks = Class.hasRanks !== false && !Class.hasSlowRanks;
  const isMixed = kinds.some((kind) => kind !== kinds[0]);
  const ops = hasRanks || !isMixed ? all : all.filter(({ kind }) => kind === INCREMENT);
  return { ops, complete: ops.length === all.length };
}

function play(ops) {
  const { board } = host;
  let sum = 0;
  for (const { kind, name, delta } of ops) {
    if (kind === INCREMENT) sum += board.increment(name, delta);
    else if (kind === RANK) sum += board.rank(name);
    else if (kind === TOP) sum += lastScore(board.window(0, TOP_COUNT - 1));
    else if (kind === AROUND) sum += lastScore(around(board, name));
  }
  return sum;
}

function around(board, name) {
  if (board.around) return board.around(name, AROUND_RADIUS);
  const rank = board.rank(name);
  host.ranks.push(rank);
  return board.window(Math.max(0, rank - AROUND_RADIUS), rank + AROUND_RADIUS);
}

const lastScore = (pairs) => pairs[pairs.length - 1][1];

/** In batches the kinds cannot alternate, so a mixed stream is played for its increments only. */
function measureBatches({ kinds, members, deltas }) {
  const isMixed = kinds.some((kind) => kind !== kinds[0]);
  const ranks = kinds[0] === RANK && !isMixed;
  const chosen = Array.from(kinds.keys()).filter((at) => ranks || kinds[at] === INCREMENT);
  const who = Uint32Array.from(chosen, (at) => members[at]);
  const by = Float64Array.from(chosen, (at) => deltas[at]);
  const { ns, answer } = clocked(() =>
    (ranks ? host.board.rankMany(who) : host.board.incrementMany(who, by)));
  if (isMixed) return {};
  // Integers may be ordered as text, so that ties are not where `user:` ids have them:
  // `verifyRanks` looks at the ranks.
  const sum = ranks ? NaN : answer.reduce((total, one) => total + one, 0);
  return { ns: ns / who.length, sum };
}

function measureScores({ count, seed }) {
  const { board } = host;
  const { members } = uniformStream(host.n, count, seed);
  const names = Array.from(members, (member) => host.names[member]);
  const { ns, answer } = clocked(() => names.reduce((sum, name) => sum + board.score(name), 0));
  return { ns: ns / count, sum: answer };
}

/**
 * Ranks of members around the middle of the board, all different. Who is quick answers for more of
 * them, since a few would be over before the clock has moved; the sum is that of the first `count`.
 */
function measureMidRank({ count, seed }) {
  const { board } = host;
  const from = Math.floor(host.n / 2);
  const middle = board.window(from, from + Math.floor(host.n / 10) - 1);
  const all = Class.hasSlowRanks ? count : Math.max(count, middle.length);
  const names = Array.from({ length: all }, (_, at) => middle[(at * 37 + seed) % middle.length][0]);
  const { ns, answer } = clocked(() => names.map((name) => board.rank(name)));
  return { ns: ns / all, sum: answer.slice(0, count).reduce((sum, rank) => sum + rank, 0) };
}

/** Single updates by the wall clock, which is all that there is for one of them. */
function measureLatency({ count, seed }) {
  const stream = uniformStream(host.n, count, seed);
  const times = new Float64Array(count);
  if (isBatched) return {};
  stream.members.forEach((member, at) => {
    const name = host.names[member];
    const start = process.hrtime.bigint();
    host.board.increment(name, stream.deltas[at]);
    times[at] = Number(process.hrtime.bigint() - start);
  });
  times.sort();
  const percentile = (share) => times[Math.floor((count - 1) * share)];
  return { p50: percentile(0.5), p99: percentile(0.99) };
}

/** Bytes since `build` began, linear memory and heap, and all of the linear memory. */
function measureMemory() {
  const linear = memoryBytes?.();
  const heap = heapBytes() - host.before.heap;
  return linear === undefined ? { heap } : { heap, linear, grown: linear - host.before.linear };
}

/** Whether the ranks are those of a sort of the scores; ties by number or by decimal text. */
function verifyRanks() {
  const members = Uint32Array.from({ length: host.n }, (_, index) => index);
  const scores = host.board.scoreMany(members);
  const ranks = host.board.rankMany(members);
  const byNumber = (a, b) => a - b;
  const byText = (a, b) => (String(a) < String(b) ? -1 : 1);
  const agrees = (tie) => {
    const sorted = Array.from(members).sort((a, b) => scores[b] - scores[a] || tie(b, a));
    return sorted.every((member, rank) => ranks[member] === rank);
  };
  return { right: agrees(byNumber) || agrees(byText) };
}

/** Adds members, with as many random updates, until the memory passes a limit. */
function fill({ limitBytes, step }) {
  let members = 0;
  const updated = isBatched ? host.board.incrementMany.bind(host.board) : updateSingly;
  while (memoryBytes() <= limitBytes) {
    const from = members;
    const score = (index) => (index * 7919) % 1_000_003;
    if (isBatched) {
      const joined = Uint32Array.from({ length: step }, (_, at) => from + at);
      host.board.putMany(joined, Float64Array.from(joined, score));
    } else {
      for (let at = from; at < from + step; at += 1) host.board.put(NAMES.user(at), score(at));
    }
    members += step;
    const { members: who, deltas } = uniformStream(members, step, members);
    updated(who, deltas);
  }
  return { members: members - step, bytes: memoryBytes() };
}

function updateSingly(members, deltas) {
  members.forEach((member, at) => host.board.increment(NAMES.user(member), deltas[at]));
}

/** Many small sets: the linear memory of one. */
function tiny({ sets, members }) {
  const first = memoryBytes();
  host.kept = Array.from({ length: sets }, () => {
    const set = create();
    for (let index = 0; index < members; index += 1) set.put(NAMES.user(index), index);
    return set;
  });
  return { first, bytes: (memoryBytes() - first) / sets };
}

function snapshot() {
  const { ns, answer } = clocked(() => host.board.snapshot());
  host.bytes = answer;
  return { ns, bytes: answer.length };
}

/** Restores the last snapshot; the ranks of a few members say whether it is the same set. */
function restore({ bytes = host.bytes }) {
  const before = memoryBytes?.();
  const { ns, answer } = clocked(() => Class.load(bytes));
  const linear = memoryBytes?.();
  const names = host.names.slice(0, 1000);
  const right = names.every((name) => answer.rank(name) === host.board.rank(name));
  answer.free?.();
  return { ns, before, linear, right };
}

/** The rows of an SQLite database, read and added one by one. */
async function restoreRows() {
  const { Sqlite } = await import("./contenders/sqlite.mjs");
  host.rows ??= new Sqlite();
  if (!host.hasRows) {
    host.names.forEach((name) => host.rows.put(name, host.board.score(name)));
    host.hasRows = true;
  }
  const { ns } = clocked(() => {
    const set = create();
    for (const { id, score } of host.rows.rows()) set.put(id, score);
    set.free?.();
  });
  return { ns };
}
