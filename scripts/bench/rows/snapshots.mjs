// R1 to R3 and B2: snapshots, in turns with the peer's way to keep a set.
import { Problem } from "../../lib/problem.mjs";
import { atLeast, atMost } from "../goals.mjs";
import { median, ratios } from "../statistics.mjs";

export const SNAPSHOT_ROWS = [
  { id: "R1", title: "snapshots: out and in", run: outAndIn },
  { id: "R2", title: "snapshots: restore", run: restore },
  { id: "R3", title: "snapshots: bytes", run: bytes },
  { id: "B2", title: "snapshots: memory while loading", run: peak },
];

const sizeOf = (lab) => (lab.options.quick ? lab.sizes.at(-1) : 1_000_000);
const goal = (lab, wanted) => (lab.options.quick ? {} : wanted);

/** A line that says why there is nothing to measure, or undefined. */
function unavailable(lab, what, ...names) {
  const missing = names.find((name) => !lab.can(name));
  return missing && [{ what, n: sizeOf(lab), unit: "ms", note: lab.whyMissing(missing) }];
}

async function outAndIn(lab, report) {
  const what = "snapshot out and in";
  const missing = unavailable(lab, what, "snapshots");
  if (missing) return missing;
  const names = ["edgeboard", "tlhunter"];
  const times = { edgeboard: [], tlhunter: [] };
  await withBuilt(lab, names, async (contenders) => {
    for (let round = 0; round <= lab.options.rounds; round += 1) {
      for (const contender of contenders) {
        report(`round ${round}, ${contender.name}`);
        const out = await contender.call("snapshot");
        const back = await contender.call("restore");
        if (!back.right) throw new Problem(`wrong ranks: ${contender.name} after a restore.`);
        if (round > 0) times[contender.name].push((out.ns + back.ns) / 1e6);
      }
    }
  });
  return [compared(lab, what, times.edgeboard, "tlhunter JSON", times.tlhunter, 70)];
}

function compared(lab, what, mine, peer, theirs, least) {
  const ratio = ratios(theirs, mine);
  return {
    what, n: sizeOf(lab), unit: "ms", ours: median(mine), peer, peerFigure: median(theirs), ratio,
    ...goal(lab, atLeast(least, ratio.median)),
  };
}

async function withBuilt(lab, names, work) {
  const contenders = [];
  try {
    for (const name of names) {
      const contender = await lab.start(name);
      contenders.push(contender);
      await contender.call("build", { n: sizeOf(lab), ids: "user" });
    }
    return await work(contenders);
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
}

async function restore(lab, report) {
  const what = "restore";
  const missing = unavailable(lab, what, "snapshots", "sqlite");
  if (missing) return missing;
  const [mine, theirs] = [[], []];
  await withBuilt(lab, ["edgeboard"], async ([contender]) => {
    await contender.call("snapshot");
    for (let round = 0; round <= lab.options.rounds; round += 1) {
      report(`round ${round}`);
      const [ours, rows] = [await contender.call("restore"), await contender.call("restoreRows")];
      if (round === 0) continue;
      mine.push(ours.ns / 1e6);
      theirs.push(rows.ns / 1e6);
    }
  });
  return [compared(lab, what, mine, "sqlite rows, added singly", theirs, 60)];
}

async function bytes(lab) {
  const what = "snapshot, bytes per member";
  const missing = unavailable(lab, what, "snapshots");
  if (missing) return missing;
  const n = sizeOf(lab);
  const dump = await lab.with("redis", async (redis) => {
    await redis.call("build", { n, ids: "int" });
    return await redis.dumpBytes() / n;
  });
  const lines = [];
  for (const [name, ids] of [["integers", "int"], ["edgeboard", "user"]]) {
    if (!lab.can(name)) continue;
    const ours = await lab.with(name, async (contender) => {
      await contender.call("build", { n, ids });
      return (await contender.call("snapshot")).bytes / n;
    });
    const wanted = name === "integers" ? goal(lab, atMost(5, ours, "B")) : {};
    lines.push({
      what: `${what}, ${ids}`, n, unit: "bytes", ours, peer: "redis DUMP of integers",
      peerFigure: dump, ratio: { median: dump / ours }, ...wanted,
    });
  }
  return lines;
}

/** Linear memory never shrinks: what there is after a load is the most there was during it. */
async function peak(lab) {
  const what = "peak while loading / live bytes";
  const missing = unavailable(lab, what, "snapshots");
  if (missing) return missing;
  const n = sizeOf(lab);
  const image = await lab.with("edgeboard", async (contender) => {
    await contender.call("build", { n, ids: "user" });
    await contender.call("snapshot");
    return (await contender.call("image")).image;
  });
  const { linear } = await lab.with("edgeboard", (one) => one.call("restore", { bytes: image }));
  const { allocated } = await lab.with("native", async (native) => {
    await native.call("build", { n, ids: "user" });
    return native.call("memory");
  });
  const ours = linear / allocated;
  return [{ what, n, unit: "times", ours, ...goal(lab, atMost(1.25, ours, "x")) }];
}
