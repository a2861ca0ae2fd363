// What the built Worker offers to the runtime: every export of the main module is an entry point.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** What the crate `worker` adds of its own; none of it is called by a request. */
const OF_THE_CRATE = ["ContainerStartupOptions", "MinifyConfig", "R2Range"];

const CLASSES = ["BoardObject", "DatabaseObject", "LedgerObject", "RegistryObject"];

async function exportsOf(path) {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`../../worker/${path}`, import.meta.url))],
    format: "esm",
    outdir: "unused",
    write: false,
    metafile: true,
  });
  const [{ exports }] = Object.values(metafile.outputs);
  return exports.sort();
}

test("the module that is deployed exports the objects and the handler, nothing else", async () => {
  assert.deepEqual(await exportsOf("guard.mjs"), [...CLASSES, "default"]);
});

test("the module of the tests exports the same", async () => {
  assert.deepEqual(await exportsOf("test_entry.mjs"), [...CLASSES, "default"]);
});

test("the build of the Rust code exports exactly what is known", async () => {
  const known = [...CLASSES, ...OF_THE_CRATE, "default"].sort();
  assert.deepEqual(await exportsOf("build/index.js"), known);
});
