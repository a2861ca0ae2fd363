// The package as npm installs it: packed, put into a project of its own, and used from there by
// each kind of host that the exports name.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { startServer } from "../../scripts/lib/server.mjs";
import { startBrowser } from "../www/lib/browser.mjs";
import { installPackage } from "./lib/project.mjs";
import { serveFolder } from "./lib/serve.mjs";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const BOARD_LOG = read("lib/board_log.js").replace("export function", "function");

/** Real calls, in whatever host: they put what was answered and the exported names in `answer`. */
const CALLS = `
  ${BOARD_LOG}
  const set = new edgeboard.SortedSet();
  set.zadd("alice", 30);
  set.zadd("bob", 42);
  let code;
  try { set.zadd("bob", NaN); } catch (error) {
    code = error instanceof edgeboard.EdgeboardError && error.code;
  }
  const day = edgeboard.Period.of({ kind: "day", zone: "Asia/Seoul" }, 1_771_372_800_000).id;
  const answer = JSON.stringify([
    edgeboard.encodeScore(30000, 1000), set.zrevrange(0, 0), code, day,
    Object.keys(edgeboard).sort(), playBoardLog(edgeboard.Leaderboard),
  ]);
`;
const NAMES = Object.keys(await import("../../pkg/dist/index.node.js")).sort();
/** Fifty thousand commands to a board end alike in every host, and in the native engine. */
const BOARD = read("../fixtures/board-log.txt").trim();
const ANSWER = JSON.stringify(
  [8053332114455, [["bob", 42]], "invalid_score", "2026-02-18", NAMES, BOARD],
);

let project;

before(async () => {
  project = await installPackage();
});

after(() => project.remove());

/** What a program of the project prints. */
const node = async (file, source) => {
  const args = [project.write(file, source)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project.folder });
  return stdout.trim();
};

test("the package holds what its exports need, and nothing else", () => {
  const root = join(project.folder, "node_modules", "edgeboard");
  assert.deepEqual(readdirSync(root).sort(), ["README.md", "dist", "package.json"]);
  const files = readdirSync(join(root, "dist"), { recursive: true });
  assert.equal(files.filter((name) => name.endsWith(".wasm")).length, 1);
  assert.ok(files.includes("LICENSE-MIT") && files.includes("zones.bin"));
  assert.ok(!files.some((name) => name.includes(".inputs") || name.endsWith(".rs")));
});

test("import in Node", async () => {
  const source = `import * as edgeboard from "edgeboard"; ${CALLS} console.log(answer);`;
  assert.equal(await node("program.mjs", source), ANSWER);
});

test("require in Node, ready at once", async () => {
  const source = `const edgeboard = require("edgeboard"); ${CALLS} console.log(answer);`;
  assert.equal(await node("program.cjs", source), ANSWER);
});

test("import and require meet in one module", async () => {
  const output = await node("both.mjs", `
    import { createRequire } from "node:module";
    import { EdgeboardError, SortedSet } from "edgeboard";
    const required = createRequire(import.meta.url)("edgeboard");
    console.log(SortedSet === required.SortedSet, EdgeboardError === required.EdgeboardError);
  `);
  assert.equal(output, "true true");
});

test("the inline entry in Node, which needs no file but its own", async () => {
  const source = `import * as edgeboard from "edgeboard/inline"; ${CALLS} console.log(answer);`;
  assert.equal(await node("inline.mjs", source), ANSWER);
});

test("the inline entry in a bundle of one file", async () => {
  const source = `import * as edgeboard from "edgeboard/inline"; ${CALLS} console.log(answer);`;
  const bundle = await project.bundle(project.write("bundled.mjs", source));
  assert.equal(await node("bundle.mjs", bundle), ANSWER);
});

test("workerd, ready at once", async () => {
  project.write("worker.mjs", `
    import * as edgeboard from "edgeboard";
    ${CALLS}
    export default { fetch: () => new Response(answer) };
  `);
  const config = project.write("wrangler.toml", `
    name = "installed"
    main = "worker.mjs"
    compatibility_date = "2026-11-01"
  `);
  const server = await startServer({ config, stateDir: join(project.folder, "state") });
  try {
    assert.equal(await (await fetch(server.url)).text(), ANSWER);
  } finally {
    await server.stop();
  }
});

test("a browser, by either entry", async () => {
  const server = await serveFolder(join(project.folder, "node_modules", "edgeboard", "dist"));
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    for (const entry of ["index.browser.js", "index.inline.js"]) {
      const source = `(async () => {
        const edgeboard = await import("/${entry}");
        await edgeboard.init({ zones: true });
        ${CALLS}
        return answer;
      })()`;
      assert.equal(await page.evaluate(source), ANSWER, entry);
    }
  } finally {
    await browser.close();
    await server.close();
  }
});

test("TypeScript finds the types of every entry, by import and by require", async () => {
  const program = `
    const set = new SortedSet();
    const score: number | null = set.zscore("alice");
    const encoded: number = encodeScore(30000, 1000);
    const tree = new SegmentTree({ min: 1, max: 800n, segments: 8 });
    const { exact, rank }: { exact: boolean; rank: number } = tree.rank(220, { member: false });
    const [[field, delta]]: [field: string, delta: number][] = tree.fieldsToUpdate(null, 750n);
    SegmentTree.fromHash({ min: 1, max: 5, segments: 5 }, new Map([[field, delta]]));
    // @ts-expect-error: a score is a number, as the types say
    set.zadd("alice", "30");
    const layout = new ScoreLayout([
      { name: "points", bits: 25 }, { name: "seconds", bits: 28, order: "asc", unit: "s" },
    ]);
    const code: number | bigint = layout.add(null, 30n, 1000);
    const { points }: { points: number | bigint } = layout.decode(code);
    const older: number = OlderLayout.million().decode("1999999").points;
    OlderLayout.million({ unit: "min" }).convert(older, 0, layout);
    // @ts-expect-error: a layout has a value for each of its fields
    layout.encode({ points });
    export const ready: Promise<void> = init().then(() => void [score, encoded, exact, rank]);
  `;
  const names = "{ OlderLayout, ScoreLayout, SegmentTree, SortedSet, encodeScore, init }";
  project.write("typed.mts", `import ${names} from "edgeboard"; ${program}`);
  project.write("typed_inline.mts", `import ${names} from "edgeboard/inline"; ${program}`);
  // Neither a name without a type nor a type without a name.
  project.write("names.mts", `import * as edgeboard from "edgeboard";
    import { ${NAMES.join(", ")} } from "edgeboard";
    export const all: Record<keyof typeof edgeboard, unknown> = { ${NAMES.join(", ")} };`);
  project.write("typed.cts", `import edgeboard = require("edgeboard");
    const ${names} = edgeboard; ${program}`);
  const compiler = createRequire(import.meta.url).resolve("typescript/lib/tsc.js");
  const check = async (...flags) => {
    const args = [compiler, "--noEmit", "--strict", "--lib", "es2022", ...flags];
    const run = promisify(execFile)(process.execPath, args, { cwd: project.folder });
    await run.catch((error) => assert.fail(error.stdout));
  };
  const programs = ["names.mts", "typed.mts", "typed_inline.mts", "typed.cts"];
  await check("--module", "nodenext", ...programs);
  await check("--module", "esnext", "--moduleResolution", "bundler", "typed.mts");
});
