// Rust itself, and which of its toolchains compiles for wasm32-unknown-unknown.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasApt } from "./apt.mjs";
import { DEBIAN_TOOLCHAIN, debianEnv, installDebianToolchain } from "./rust_debian.mjs";
import { ROOT } from "./paths.mjs";
import { Problem } from "./problem.mjs";
import { capture, run, which } from "./run.mjs";
import { say } from "./steps.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";

/** Without an answer from the rustup server in this time, Debian's packages are the way. */
const RUSTUP_LIMIT_MS = 20_000;
/** Where there is no other way, a slow line gets its time. */
const RUSTUP_ONLY_WAY_LIMIT_MS = 600_000;

/** Checks that cargo is there and new enough. */
export function checkRust() {
  const manifest = readFileSync(join(ROOT, "Cargo.toml"), "utf8");
  const minimum = /^rust-version = "([^"]+)"/m.exec(manifest)[1];
  const version = capture("rustc", ["--version"])?.split(" ")[1];
  if (!version || !which("cargo")) {
    throw new Problem(`Rust ${minimum} or newer is missing: install it from https://rustup.rs.`);
  }
  const [major, minor] = version.split(".").map(Number);
  const [majorMin, minorMin] = minimum.split(".").map(Number);
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return version;
  throw new Problem(`Rust ${version} is too old, edgeboard needs ${minimum}: run ` +
    "`rustup update stable`.");
}

/** The folder and names of the compiled standard library for wasm32 in a toolchain. */
function standardLibrary(env) {
  const folder = capture("rustc", ["--print", "target-libdir", "--target", WASM_TARGET], { env });
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".rlib")).sort();
    return { folder, names, complete: names.some((name) => name.startsWith("libtest-")) };
  } catch {
    return { folder, names: [], complete: false };
  }
}

/**
 * The toolchain that compiles for wasm32: `{ env, clippy, id }`, or undefined when none does yet.
 * `env` selects it for every tool that calls cargo; `id` changes when its output may.
 */
export function wasmToolchain() {
  for (const env of [{}, debianEnv()]) {
    const linker = env.CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER;
    if (linker && !which(linker)) continue;
    const library = standardLibrary(env);
    if (!library.complete) continue;
    const version = capture("rustc", ["-vV"], { env });
    const clippy = capture("cargo", ["clippy", "--version"], { env }) !== undefined;
    return { env, clippy, id: `${version}\n${hashLibrary(library)}` };
  }
  return undefined;
}

// One compiler version may have had its standard library compiled twice, with other results.
function hashLibrary({ folder, names }) {
  const hash = createHash("sha256");
  const core = names.filter((name) => /^lib(core|std)-/.test(name));
  for (const name of core) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

/** The same, for work that cannot go on without it. */
export function requireWasmToolchain() {
  const toolchain = wasmToolchain();
  if (toolchain) return toolchain;
  throw new Problem("no Rust toolchain here compiles for wasm32: run `npm run setup`.");
}

/** Makes some toolchain compile for wasm32: rustup's own way first, then Debian's packages. */
export async function installWasmTarget(report) {
  const before = wasmToolchain();
  if (before) {
    const isDebian = before.env.RUSTUP_TOOLCHAIN === DEBIAN_TOOLCHAIN;
    return isDebian ? `already there (${DEBIAN_TOOLCHAIN})` : "already there";
  }
  if (!which("rustup")) {
    throw new Problem(`the Rust target ${WASM_TARGET} is missing, and there is no rustup to add ` +
      "it with: install Rust from https://rustup.rs, or the target with what installed Rust.");
  }
  say(`  changing the system: rustup target add ${WASM_TARGET}`);
  const limit = hasApt() ? RUSTUP_LIMIT_MS : RUSTUP_ONLY_WAY_LIMIT_MS;
  const added = await run("rustup", ["target", "add", WASM_TARGET], {
    timeoutMs: limit,
    onLine: report,
  });
  if (added.code === 0 && wasmToolchain()) return "added by rustup";
  const reason = added.timedOut ? `no answer in ${limit / 1000} s` : "it failed";
  if (!hasApt()) {
    throw new Problem(`\`rustup target add ${WASM_TARGET}\` did not work (${reason}): see that ` +
      "the rustup server can be reached and run that command, then this again.");
  }
  say(`  rustup target add: ${reason}; taking the Rust of Debian's packages instead`);
  await installDebianToolchain(report);
  if (wasmToolchain()) return `toolchain ${DEBIAN_TOOLCHAIN} of Debian's packages`;
  throw new Problem(`the toolchain ${DEBIAN_TOOLCHAIN} does not compile for wasm32: run ` +
    `\`rustup toolchain uninstall ${DEBIAN_TOOLCHAIN}\`, then this again.`);
}

/**
 * Compiled pieces of another standard library give "can't find crate": they are removed when the
 * toolchain is another than at the last build in this folder.
 */
export function cleanAfterToolchainChange(folder, id) {
  const stamp = join(folder, ".edgeboard-toolchain");
  try {
    if (readFileSync(stamp, "utf8") === id) return;
  } catch {
    // Never built with a stamp.
  }
  rmSync(join(folder, WASM_TARGET), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(stamp, id);
}
