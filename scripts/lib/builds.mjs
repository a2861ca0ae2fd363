// The two artifacts: the Worker (worker/build) and the npm package (pkg/dist).
//
// They must not share features or output files: every exported item of a dependency would become
// an entry point of the Worker, and both would write target/…/edgeboard.wasm. So the package has
// a target folder of its own.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { cargoTools } from "./cargo_tools.mjs";
import { hashInputs, isBuiltFrom, noteBuiltFrom } from "./inputs.mjs";
import { ROOT, TARGET_DIR } from "./paths.mjs";
import { Problem } from "./problem.mjs";
import { run, tail } from "./run.mjs";
import { cleanAfterToolchainChange, requireWasmToolchain, WASM_TARGET } from "./rust.mjs";
import { say } from "./steps.mjs";

const WORKER_DIR = join(ROOT, "worker", "build");
const PKG_DIR = join(ROOT, "pkg", "dist");
const PKG_TARGET_DIR = join(TARGET_DIR, "pkg");
const RUST_INPUTS = ["src", "Cargo.toml", "Cargo.lock", "scripts/lib/builds.mjs"];

/** What `build.mjs` can build, by name: a title and the work. */
export const BUILDS = {
  worker: { title: "Worker", build: buildWorker },
  pkg: { title: "npm package", build: buildPkg },
};

async function buildWorker(report) {
  const toolchain = requireWasmToolchain();
  const tools = cargoTools();
  const esbuild = esbuildBinary();
  const inputs = [...RUST_INPUTS, "worker/src", "worker/Cargo.toml", "package-lock.json"];
  const hash = hashInputs(inputs, [toolchain.id, tools.versions]);
  if (isBuiltFrom(WORKER_DIR, hash)) return "unchanged";
  cleanAfterToolchainChange(TARGET_DIR, toolchain.id);
  // wasm-opt would save 2 % of the gzip size for many seconds of every build.
  await must(tools.workerBuild, ["--release", "worker", "--no-opt"], {
    env: { ...toolchain.env, WASM_BINDGEN_BIN: tools.wasmBindgen, ESBUILD_BIN: esbuild },
    onLine: report,
  });
  noteBuiltFrom(WORKER_DIR, hash);
  return sizes(WORKER_DIR);
}

async function buildPkg(report) {
  const toolchain = requireWasmToolchain();
  const tools = cargoTools();
  const hash = hashInputs([...RUST_INPUTS, "pkg/entry"], [toolchain.id, tools.versions]);
  if (isBuiltFrom(PKG_DIR, hash)) return "unchanged";
  cleanAfterToolchainChange(PKG_TARGET_DIR, toolchain.id);
  // Asking for the cdylib alone keeps link-time optimisation on (Cargo.toml says why).
  const flags = ["--release", "--lib", "--crate-type", "cdylib", "--features", "wasm"];
  await must("cargo", ["rustc", "-p", "edgeboard", ...flags, "--target", WASM_TARGET], {
    env: { ...toolchain.env, CARGO_TARGET_DIR: PKG_TARGET_DIR },
    onLine: report,
  });
  const wasm = join(PKG_TARGET_DIR, WASM_TARGET, "release", "edgeboard.wasm");
  rmSync(PKG_DIR, { recursive: true, force: true });
  mkdirSync(PKG_DIR, { recursive: true });
  const out = ["--out-dir", PKG_DIR, "--out-name", "edgeboard"];
  const bindgen = ["--target", "web", "--omit-default-module-path", ...out, wasm];
  await must(tools.wasmBindgen, bindgen, { onLine: report });
  cpSync(join(ROOT, "pkg", "entry"), PKG_DIR, { recursive: true });
  noteBuiltFrom(PKG_DIR, hash);
  return sizes(PKG_DIR);
}

/** The binary itself: the package's own `bin` needs an install script to have run. */
function esbuildBinary() {
  const platform = `${process.platform}-${process.arch}`;
  return join(ROOT, "node_modules", "@esbuild", platform, "bin", "esbuild");
}

/** Runs a command that has to succeed; its output is shown when it does not. */
async function must(command, args, options) {
  const result = await run(command, args, options);
  if (result.code === 0) return;
  say(tail(result.output, 200));
  const name = command.split("/").at(-1);
  throw new Problem(result.missing
    ? `${name} is missing: run \`npm run setup\`.`
    : `${name} ${args[0]} failed; its words are above.`);
}

/** `edgeboard_bg.wasm 123 KB (gzip 45 KB)` for each wasm of a folder. */
function sizes(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".wasm"));
  return names.map((name) => {
    const bytes = readFileSync(join(folder, name));
    const kilobytes = (count) => `${(count / 1000).toFixed(1)} KB`;
    return `${name} ${kilobytes(bytes.length)} (gzip ${kilobytes(gzipSync(bytes).length)})`;
  }).join(", ");
}
