import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = new URL("../../pkg/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const wasm = () => readFileSync(new URL("dist/edgeboard_bg.wasm", root));

/** Runs a module inside the package, where `edgeboard` is the package itself, by its exports. */
const run = async (source) => {
  const args = ["--input-type=module", "--eval", source];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: fileURLToPath(root),
  });
  return stdout.trim();
};

/** The browser entry as it is before anybody called `init`, in a process of its own. */
const inFreshBrowserEntry = (source) =>
  run(`
    import { readFileSync } from "node:fs";
    const wasm = readFileSync("dist/edgeboard_bg.wasm");
    const edgeboard = await import("./dist/index.browser.js");
    ${source}
  `);

test("every file that the exports name exists, in the package", () => {
  const files = (value) =>
    typeof value === "string" ? [value] : Object.values(value).flatMap(files);
  const named = [manifest.main, manifest.module, manifest.types, ...files(manifest.exports)];
  for (const file of named) assert.ok(existsSync(new URL(file, root)), file);
});

test("Node finds the package by its name, ready without init, and init is harmless", async () => {
  const output = await run(`
    import { SortedSet, encodeScore, init } from "edgeboard";
    const before = encodeScore(30000, 1000);
    await init();
    await init();
    console.log(before, encodeScore(30000, 1000), new SortedSet().size);
  `);
  assert.equal(output, "8053332114455 8053332114455 0");
});

test("the wasm and the manifest can be resolved by name", async () => {
  const output = await run(`
    import { readFileSync } from "node:fs";
    const url = import.meta.resolve("edgeboard/edgeboard_bg.wasm");
    const bytes = readFileSync(new URL(url));
    const manifest = import.meta.resolve("edgeboard/package.json");
    console.log(WebAssembly.validate(bytes), manifest.endsWith("/pkg/package.json"));
  `);
  assert.equal(output, "true true");
});

test("all entries export the same names", async () => {
  const names = [
    "EdgeboardError", "Leaderboard", "OlderLayout", "Period", "Redis", "RedisError",
    "ScoreLayout", "SegmentTree", "SortedSet", "decodeScore", "encodeScore", "init",
  ];
  for (const entry of ["index.node.js", "index.browser.js", "index.inline.js"]) {
    const exports = await import(new URL(`dist/${entry}`, root).href);
    assert.deepEqual(Object.keys(exports).sort(), names, entry);
  }
});

test("in the browser entry, use before init is an error that says what to do", async () => {
  const output = await inFreshBrowserEntry(`
    const { EdgeboardError, SegmentTree, SortedSet, encodeScore, decodeScore } = edgeboard;
    const uses = [
      () => new SortedSet(), () => new SegmentTree({ min: 1, max: 5, segments: 5 }),
      () => SegmentTree.fromHash({ min: 1, max: 5, segments: 5 }, {}), () => encodeScore(1, 1),
      () => decodeScore(1),
    ];
    for (const use of uses) {
      try {
        use();
        console.log("no error");
      } catch (error) {
        console.log(error instanceof EdgeboardError, error.code, error.message);
      }
    }
  `);
  const lines = output.split("\n");
  assert.equal(lines.length, 5);
  for (const line of lines) assert.match(line, /^true not_initialized [\w.]+ .*await init\(\)/);
});

test("in the browser entry, init takes bytes or a module, once, and then all works", async () => {
  const output = await inFreshBrowserEntry(`
    const { SortedSet, encodeScore, init } = edgeboard;
    const first = init(new WebAssembly.Module(wasm));
    console.log(first === init());
    await Promise.all([first, init(), init(wasm)]);
    class Board extends SortedSet {}
    const set = new Board();
    set.zadd("alice", 30);
    await init();
    console.log(set instanceof Board, set instanceof SortedSet, set.zscore("alice"));
    console.log(encodeScore(30000, 1000));
  `);
  assert.equal(output, "true\ntrue true 30\n8053332114455");
});

test("in the browser entry, a zone with a name needs the data, which init takes", async () => {
  const output = await inFreshBrowserEntry(`
    const { Period, init } = edgeboard;
    const seoul = { kind: "day", zone: "Asia/Seoul" };
    const day = (rule) => {
      try { return Period.of(rule, 0).id; } catch (error) { return error.code; }
    };
    console.log(day("day"));
    await init(wasm);
    console.log(day("day"), day({ kind: "day", zone: "-10:00" }), day(seoul));
    const code = ({ name, code }) => code ?? name;
    console.log(await init({ zone: true }).catch(code));
    console.log(await init({ zones: new Uint8Array(8) }).catch(code), day(seoul));
    const zones = readFileSync("dist/zones.bin");
    await Promise.all([init({ zones }), init({ zones: true }), init()]);
    console.log(day(seoul), day({ kind: "day", zone: "Asia/Soul" }), day("day"));
  `);
  assert.deepEqual(output.split("\n"), [
    "not_initialized",
    "1970-01-01 1969-12-31 zones_not_loaded",
    "invalid_request",
    "invalid_request zones_not_loaded",
    "1970-01-01 invalid_request 1970-01-01",
  ]);
});

test("in the browser entry, one init takes both, from responses too", async () => {
  const output = await inFreshBrowserEntry(`
    const { Period, init } = edgeboard;
    const zones = Promise.resolve(new Response(readFileSync("dist/zones.bin")));
    await init({ module: wasm, zones });
    console.log(Period.of({ kind: "month", zone: "Pacific/Auckland" }, "2026-09-30T12:00Z").id);
    const missing = new Response("", { status: 404 });
    const again = await import("./dist/index.browser.js?2");
    console.log(await again.init({ module: wasm, zones: missing }).catch(({ code }) => code));
  `);
  assert.equal(output, "2026-10\nzones_not_loaded");
});

test("in the browser entry, an init that failed can be tried again", async () => {
  const output = await inFreshBrowserEntry(`
    const { encodeScore, init } = edgeboard;
    await init(new Uint8Array(8)).catch((error) => console.log(error.name));
    try { encodeScore(1, 1); } catch (error) { console.log(error.code); }
    await init(wasm);
    console.log(encodeScore(30000, 1000));
  `);
  assert.equal(output, "CompileError\nnot_initialized\n8053332114455");
});

test("the JavaScript blocks of the README run and print what they say", async () => {
  const readme = readFileSync(new URL("README.md", root), "utf8");
  const blocks = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, source]) => source);
  assert.ok(blocks.length > 0);
  for (const source of blocks) {
    const expected = [...source.matchAll(/console\.log\(.*\); +\/\/ (.*)$/gm)].map((m) => m[1]);
    assert.equal(await run(source), expected.join("\n"));
  }
});

test("the module imports nothing but the glue, and starts nothing", () => {
  const module = new WebAssembly.Module(wasm());
  const modules = new Set(WebAssembly.Module.imports(module).map((entry) => entry.module));
  assert.equal(modules.size, 1);
});

test("the wasm says nothing of the machine on which it was compiled", () => {
  for (const word of [homedir(), ".cargo", fileURLToPath(root)]) {
    assert.ok(!wasm().includes(word), word);
  }
});
