// The two artifacts: the Worker (worker/build) and the npm package (pkg/dist).
//
// They must not share features or output files: every exported item of a dependency would become
// an entry point of the Worker, and both would write target/…/edgeboard.wasm. So the package has
// a target folder of its own.
import { mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { cargoTools, packageConfig } from "./cargo_tools.mjs";
import { hashInputs, isBuiltFrom, noteBuiltFrom } from "./inputs.mjs";
import { ROOT, TARGET_DIR } from "./paths.mjs";
import { esbuildBinary, writePackageFiles } from "./pkg_files.mjs";
import { mustRun } from "./run.mjs";
import { cleanAfterToolchainChange, requireWasmToolchain, WASM_TARGET } from "./rust.mjs";
import { requireBelowCeiling, sizeInWords, wasmSizes } from "./sizes.mjs";

const WORKER_DIR = join(ROOT, "worker", "build");
const PKG_DIR = join(ROOT, "pkg", "dist");
const PKG_TARGET_DIR = join(TARGET_DIR, "pkg");
const RUST_INPUTS = ["src", "zones", "Cargo.toml", "Cargo.lock", "scripts/lib/builds.mjs"];
// Nothing in the engine recurses: the tests pass with a third of this stack. It takes its memory
// at once (1 MiB unless said), and with it an empty set fits into two pages of 64 KiB. It lies
// before everything else, so one that were too small would trap and overwrite nothing.
const STACK_BYTES = 24 * 1024;

const PKG_INPUTS = ["pkg/entry", "scripts/lib/pkg_files.mjs", "package.json", "package-lock.json"];
const PKG_CEILING = "pkg-wasm-gzip-bytes-max";

/**
 * What `build.mjs` can build, by name: a title and the work. The core alone is built for its size,
 * when somebody asks for it.
 */
export const BUILDS = {
  worker: { title: "Worker", build: buildWorker },
  pkg: { title: "npm package", build: buildPkg },
  core: { title: "engine core", build: buildCore, onRequest: true },
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
  await mustRun(tools.workerBuild, ["--release", "worker", "--no-opt"], {
    env: { ...toolchain.env, WASM_BINDGEN_BIN: tools.wasmBindgen, ESBUILD_BIN: esbuild },
    onLine: report,
  });
  noteBuiltFrom(WORKER_DIR, hash);
  return wasmSizes(WORKER_DIR);
}

async function buildPkg(report) {
  const toolchain = requireWasmToolchain();
  const tools = cargoTools();
  const hash = hashInputs([...RUST_INPUTS, ...PKG_INPUTS], [toolchain.id, tools.versions]);
  if (isBuiltFrom(PKG_DIR, hash)) return "unchanged";
  cleanAfterToolchainChange(PKG_TARGET_DIR, toolchain.id);
  // Asking for the cdylib alone keeps link-time optimisation on (Cargo.toml says why).
  const flags = ["--release", "--lib", "--crate-type", "cdylib", "--features", "wasm"];
  // Every host has these instructions since 2023; ranks are found a tenth faster with them.
  const simd = ["-C", "target-feature=+simd128"];
  // Functions inlined where nobody asked for it would be an eighth of the file, for no speed.
  const lean = ["-C", "llvm-args=-inline-threshold=25"];
  const compilerFlags = ["--", "-C", `link-arg=-zstack-size=${STACK_BYTES}`, ...simd, ...lean];
  const compiled = await compile(toolchain, flags, "edgeboard.wasm", report, compilerFlags);
  rmSync(PKG_DIR, { recursive: true, force: true });
  mkdirSync(PKG_DIR, { recursive: true });
  // Names of functions would be an eighth of the file, for nothing but the traces of traps.
  const bare = ["--no-typescript", "--remove-name-section", "--remove-producers-section"];
  const out = ["--out-dir", PKG_DIR, "--out-name", "edgeboard"];
  const bindgen = ["--target", "web", "--omit-default-module-path", ...bare, ...out, compiled];
  await mustRun(tools.wasmBindgen, bindgen, { onLine: report });
  const zones = join(PKG_DIR, "zones.bin");
  await mustRun("cargo", ["run", "--quiet", "-p", "edgeboard-zones", "--", zones], {
    env: { ...withoutHomePaths(), CARGO_TARGET_DIR: PKG_TARGET_DIR },
    onLine: report,
  });
  await writePackageFiles(PKG_DIR);
  const wasm = join(PKG_DIR, "edgeboard_bg.wasm");
  requireBelowCeiling(wasm, { key: PKG_CEILING, gzipBytesMax: packageConfig(PKG_CEILING) });
  noteBuiltFrom(PKG_DIR, hash);
  const inline = sizeInWords(join(PKG_DIR, "inline_wasm.js"));
  return `wasm ${sizeInWords(wasm)}, inline ${inline}, zones ${sizeInWords(zones)}`;
}

/** The engine without bindings (tests/size/core.rs), for its size: the file is of no other use. */
async function buildCore(report) {
  const toolchain = requireWasmToolchain();
  cleanAfterToolchainChange(PKG_TARGET_DIR, toolchain.id);
  const flags = ["--release", "--example", "engine_core"];
  const lean = ["--", "-C", "strip=symbols"];
  const core = await compile(toolchain, flags, "examples/engine_core.wasm", report, lean);
  return `wasm ${sizeInWords(core)}`;
}

/** Compiles something of the engine's crate for wasm32, and returns the path of the file. */
async function compile(toolchain, flags, file, report, compilerFlags = []) {
  const args = ["rustc", "-p", "edgeboard", ...flags, "--target", WASM_TARGET, ...compilerFlags];
  await mustRun("cargo", args, {
    env: { ...toolchain.env, ...withoutHomePaths(), CARGO_TARGET_DIR: PKG_TARGET_DIR },
    onLine: report,
  });
  return join(PKG_TARGET_DIR, WASM_TARGET, "release", file);
}

/**
 * The places of sources stand in the wasm, for the messages of panics. Those of dependencies must
 * not say where somebody's home is, and the same source must give the same bytes on all machines.
 */
function withoutHomePaths() {
  const cargoHome = process.env.CARGO_HOME || join(homedir(), ".cargo");
  // In this variable a flag may hold spaces, as the name of a home may.
  return { CARGO_ENCODED_RUSTFLAGS: `--remap-path-prefix=${cargoHome}=cargo` };
}
