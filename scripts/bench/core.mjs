// A wasm of the sorted set and nothing else, for its size (bench/core).
import { join } from "node:path";
import { ROOT, TARGET_DIR } from "../lib/paths.mjs";
import { Problem } from "../lib/problem.mjs";
import { run, tail } from "../lib/run.mjs";
import { requireWasmToolchain, WASM_TARGET } from "../lib/rust.mjs";

const CORE_TARGET = join(TARGET_DIR, "bench-core");

/** Builds it and returns its path. */
export async function buildCore(report) {
  const manifest = join(ROOT, "bench", "core", "Cargo.toml");
  const args = ["build", "--release", "--locked", "--target", WASM_TARGET];
  const result = await run("cargo", [...args, "--manifest-path", manifest], {
    env: { ...requireWasmToolchain().env, CARGO_TARGET_DIR: CORE_TARGET },
    onLine: report,
  });
  if (result.code === 0) return join(CORE_TARGET, WASM_TARGET, "release", "edgeboard_core.wasm");
  process.stderr.write(`${tail(result.output)}\n`);
  throw new Problem("cargo could not build bench/core; its words are above.");
}
