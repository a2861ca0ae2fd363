// The tools that come from crates.io, two for builds and one for fuzzing, compiled once into the
// cache outside the clone.
import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CACHE_DIR, ROOT } from "./paths.mjs";
import { Problem } from "./problem.mjs";
import { capture, run, tail } from "./run.mjs";
import { step } from "./steps.mjs";

/** The version of a crate in Cargo.lock: the library and its command-line tool must agree. */
function lockedVersion(crate) {
  const lock = readFileSync(join(ROOT, "Cargo.lock"), "utf8");
  const match = new RegExp(`^name = "${crate}"\\nversion = "([^"]+)"`, "m").exec(lock);
  if (!match) throw new Problem(`Cargo.lock does not name ${crate}: restore it from git.`);
  return match[1];
}

/** A setting of `config` in package.json. */
export function packageConfig(key) {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).config[key];
}

function wasmBindgen() {
  const version = lockedVersion("wasm-bindgen");
  return {
    crate: "wasm-bindgen-cli",
    version,
    folder: join(CACHE_DIR, `wasm-bindgen-${version}`),
    binaries: ["wasm-bindgen", "wasm-bindgen-test-runner"],
    // Its lock file names a yanked release, so `--locked` would fail.
    flags: ["--bin", "wasm-bindgen", "--bin", "wasm-bindgen-test-runner"],
  };
}

function workerBuild() {
  const version = packageConfig("worker-build");
  return {
    crate: "worker-build",
    version,
    folder: join(CACHE_DIR, `worker-build-${version}`),
    binaries: ["worker-build"],
    flags: ["--locked"],
  };
}

function fuzzer() {
  const version = packageConfig("cargo-fuzz");
  return {
    crate: "cargo-fuzz",
    version,
    folder: join(CACHE_DIR, `cargo-fuzz-${version}`),
    binaries: ["cargo-fuzz"],
    flags: ["--locked"],
  };
}

const binary = (tool, name) => join(tool.folder, "bin", name);

/** Paths and versions of the tools, as the builds need them. */
export function cargoTools() {
  const bindgen = wasmBindgen();
  const builder = workerBuild();
  return {
    wasmBindgen: binary(bindgen, "wasm-bindgen"),
    testRunner: binary(bindgen, "wasm-bindgen-test-runner"),
    workerBuild: binary(builder, "worker-build"),
    versions: `wasm-bindgen ${bindgen.version}, worker-build ${builder.version}`,
  };
}

// A binary may be there and not run, as in a home folder shared by two machines.
const isInstalled = (tool) =>
  tool.binaries.every((name) => capture(binary(tool, name), ["--version"]) !== undefined);

/** Installs what is missing of the build tools, one step each. */
export async function installCargoTools() {
  for (const tool of [wasmBindgen(), workerBuild()]) await installStep(tool);
}

/** Installs cargo-fuzz if it is missing, and returns the folder of its binary. */
export async function installFuzzer() {
  const tool = fuzzer();
  await installStep(tool);
  return join(tool.folder, "bin");
}

const installStep = (tool) => step(`${tool.crate} ${tool.version}`, async (report) => {
  if (isInstalled(tool)) return "already there";
  await install(tool, report);
  return "compiled";
});

async function install(tool, report) {
  // Compiled pieces stay when this is interrupted; the tool appears by one rename at the end.
  const building = `${tool.folder}.building`;
  const compiled = `${tool.folder}.target`;
  mkdirSync(CACHE_DIR, { recursive: true });
  const args = ["install", tool.crate, "--version", tool.version, ...tool.flags];
  const result = await run("cargo", [...args, "--root", building, "--force"], {
    cwd: CACHE_DIR,
    env: { CARGO_TARGET_DIR: compiled },
    onLine: report,
  });
  if (result.code !== 0) {
    process.stderr.write(`${tail(result.output)}\n`);
    throw new Problem(`cargo could not install ${tool.crate} ${tool.version} (its words are ` +
      "above): see that crates.io can be reached, then run this again.");
  }
  rmSync(tool.folder, { recursive: true, force: true });
  renameSync(building, tool.folder);
  rmSync(compiled, { recursive: true, force: true });
}
