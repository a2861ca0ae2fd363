// M1 to M6, B1 and B5: bytes. Ours are those after as many random updates as there are members,
// since blocks are fullest right after they were built.
import { Problem } from "../../lib/problem.mjs";
import { atLeast, atMost } from "../goals.mjs";

const [MIB, KIB] = [1024 * 1024, 1024];
const UPDATES_AT_ONCE = 100_000;
const FILL_STEP = 50_000;
/** Small sets are counted together: linear memory grows by pages of 64 KiB. */
const SMALL_SETS = 2000;

/** What the board says and what the allocator counted may differ by so much. */
const ACCOUNT_SHARE = 0.03;
const ACCOUNT_BYTES = 64 * KIB;

export const MEMORY_ROWS = [
  { id: "M1", title: "memory: integers", run: integers },
  { id: "M2", title: "memory: user: ids", run: userIds },
  { id: "M3", title: "memory: UUIDs", run: uuids },
  { id: "M4", title: "memory: linear against live", run: linearShare },
  { id: "M5", title: "memory: members in a limit", run: membersInLimit },
  { id: "M6", title: "memory: empty boards", run: emptyBoards },
  { id: "B1", title: "memory: a board's period", run: boardBytes },
  { id: "B5", title: "memory: small sets", run: smallSets },
];

/** Members of the rows that name no other number. */
const sizeOf = (lab) => (lab.options.quick ? lab.sizes.at(-1) : 1_000_000);

/** Memory of a contender after a build and, for ours, the updates. Measured once per run. */
function memoryOf(lab, name, ids, { churn = true } = {}) {
  const n = sizeOf(lab);
  return lab.once(`memory ${name} ${ids} ${churn}`, () => lab.with(name, async (contender) => {
    await contender.call("build", { n, ids });
    for (let done = 0; churn && done < n; done += UPDATES_AT_ONCE) {
      const count = Math.min(UPDATES_AT_ONCE, n - done);
      await contender.call("update", { count, seed: done + 5 });
    }
    const memory = await contender.call("memory");
    checkAccount(name, memory);
    return memory;
  }));
}

/** The engine's own figure has to be the truth. */
function checkAccount(name, { allocated, counted, valid }) {
  if (valid === false) throw new Problem(`${name}: an invariant is broken.`);
  if (typeof allocated !== "number") return;
  const difference = Math.abs(allocated - counted);
  if (difference <= counted * ACCOUNT_SHARE + ACCOUNT_BYTES) return;
  throw new Problem(`${name}: allocated_bytes() is ${allocated}, the allocator counts ${counted}.`);
}

async function redisBytes(lab, ids) {
  const { bytes } = await memoryOf(lab, "redis", ids, { churn: false });
  return bytes / sizeOf(lab);
}

function line(lab, what, ours, peer, peerFigure, goals) {
  const ratio = peerFigure === undefined ? undefined : { median: peerFigure / ours };
  return { what, n: sizeOf(lab), unit: "bytes", ours, peer, peerFigure, ratio, ...goals };
}

async function integers(lab) {
  const peerFigure = await redisBytes(lab, "int");
  const { allocated } = await memoryOf(lab, "native-integers", "int");
  const ours = allocated / sizeOf(lab);
  const what = "bytes per member, integers";
  const { grown } = await memoryOf(lab, "integers", "int");
  return [
    line(lab, what, ours, "redis", peerFigure, goal(lab, atLeast(7, peerFigure / ours))),
    line(lab, `${what}, growth of linear memory`, grown / sizeOf(lab), "redis", peerFigure, {}),
  ];
}

/** Goals are for a million members. */
const goal = (lab, wanted) => (lab.options.quick ? {} : wanted);

async function userIds(lab) {
  const native = await memoryOf(lab, "native", "user");
  const ours = native.allocated / sizeOf(lab);
  const redis = await redisBytes(lab, "user");
  const { heap } = await memoryOf(lab, "tlhunter", "user", { churn: false });
  const tlhunter = heap / sizeOf(lab);
  const { grown } = await memoryOf(lab, "edgeboard", "user");
  const what = "bytes per member, user: ids";
  return [
    line(lab, what, ours, "redis", redis, goal(lab, atLeast(3, redis / ours))),
    line(lab, what, ours, "tlhunter", tlhunter, goal(lab, atLeast(6.6, tlhunter / ours))),
    line(lab, `${what}, growth of linear memory`, grown / sizeOf(lab), "redis", redis, {}),
  ];
}

async function uuids(lab) {
  const native = await memoryOf(lab, "native", "uuid");
  const ours = native.allocated / sizeOf(lab);
  const redis = await redisBytes(lab, "uuid");
  const wanted = goal(lab, atLeast(3.8, redis / ours));
  return [line(lab, "bytes per member, UUIDs", ours, "redis", redis, wanted)];
}

async function linearShare(lab) {
  const native = await memoryOf(lab, "native", "user");
  const { linear } = await memoryOf(lab, "edgeboard", "user");
  const ours = linear / native.allocated;
  const what = "linear memory / live bytes";
  return [{ what, n: sizeOf(lab), unit: "times", ours, ...goal(lab, atMost(1.08, ours, "x")) }];
}

async function membersInLimit(lab, report) {
  const limitBytes = (lab.options.quick ? 4 : 96) * MIB;
  const least = { integers: 6_500_000, edgeboard: 2_750_000 };
  const lines = [];
  for (const name of ["integers", "edgeboard"]) {
    const what = `members in ${limitBytes / MIB} MiB, ${name === "integers" ? name : "user: ids"}`;
    if (!lab.can(name)) {
      lines.push({ what, unit: "members", note: lab.whyMissing(name) });
      continue;
    }
    report(`filling ${limitBytes / MIB} MiB with ${name}`);
    const step = lab.options.quick ? FILL_STEP / 10 : FILL_STEP;
    const { members } = await lab.with(name, (one) => one.call("fill", { limitBytes, step }));
    const text = `>= ${least[name] / 1e6} M`;
    const wanted = { goal: { text, value: least[name] }, hit: members >= least[name] };
    lines.push({ what, unit: "members", ours: members, ...goal(lab, wanted) });
  }
  return lines;
}

async function emptyBoards(lab) {
  const { first, bytes } = await tiny(lab, "edgeboard", 0);
  return [
    {
      what: "linear memory with one empty set", unit: "KB", ours: first / 1000,
      ...atMost(131.072, first / 1000, "KB"),
    },
    { what: "one more empty set in it", unit: "bytes", ours: bytes },
  ];
}

async function smallSets(lab) {
  const [wasm, native] = [await tiny(lab, "edgeboard", 10), await tiny(lab, "native", 10)];
  return [
    {
      what: "set of 10 members, linear memory", unit: "bytes", ours: wasm.bytes,
      ...atMost(KIB, wasm.bytes, "B"),
    },
    { what: "set of 10 members, native", unit: "bytes", ours: native.bytes },
  ];
}

function tiny(lab, name, members) {
  return lab.once(`tiny ${name} ${members}`, () =>
    lab.with(name, (contender) => contender.call("tiny", { sets: SMALL_SETS, members })));
}

async function boardBytes(lab) {
  const { counted } = await memoryOf(lab, "native-board", "user");
  const ours = counted / sizeOf(lab);
  const what = "bytes per member of a board, user: ids";
  return [line(lab, what, ours, undefined, undefined, goal(lab, atMost(50, ours, "B")))];
}
