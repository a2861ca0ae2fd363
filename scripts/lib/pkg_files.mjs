// What the npm package holds beside the wasm and its glue: one entry for each kind of host, all on
// the one wasm file.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";
import { mustRun } from "./run.mjs";

/**
 * Completes a folder into which wasm-bindgen has written the glue and the wasm, and the build the
 * data of zones.
 */
export async function writePackageFiles(dist) {
  cpSync(join(ROOT, "pkg", "entry"), dist, { recursive: true });
  for (const name of ["LICENSE", "LICENSE-APACHE", "LICENSE-MIT"]) {
    cpSync(join(ROOT, name), join(dist, name));
  }
  await writeNodeEntries(dist);
  // The types of the file that `require` gets, which TypeScript takes for another kind of module.
  cpSync(join(dist, "index.d.ts"), join(dist, "index.d.cts"));
  writeInline(dist, "inline_wasm.js", "edgeboard_bg.wasm");
  writeInline(dist, "inline_zones.js", "zones.bin");
}

function writeInline(dist, module, file) {
  const base64 = readFileSync(join(dist, file)).toString("base64");
  writeFileSync(join(dist, module), `export const base64 =\n  "${base64}";\n`);
}

/**
 * `import` and `require` must meet in one module, or a process would have two memories and two
 * classes of each name. Node can require an ES module only in its newer versions, and can import
 * CommonJS in all: so CommonJS is the module, and the ES module names its exports. (`export *`
 * would add the name "module.exports" to them.)
 */
async function writeNodeEntries(dist) {
  const source = join(dist, "node.js");
  const bundle = join(dist, "index.cjs");
  const flags = ["--bundle", "--platform=node", "--format=cjs", "--target=node20"];
  await mustRun(esbuildBinary(), [source, ...flags, "--log-level=warning", `--outfile=${bundle}`]);
  rmSync(source);
  const names = Object.keys(createRequire(import.meta.url)(bundle)).sort();
  const line = `export { ${names.join(", ")} } from "./index.cjs";\n`;
  writeFileSync(join(dist, "index.node.js"), line);
}

/** The binary itself: the package's own `bin` needs an install script to have run. */
export function esbuildBinary() {
  const platform = `${process.platform}-${process.arch}`;
  return join(ROOT, "node_modules", "@esbuild", platform, "bin", "esbuild");
}
