// Where no rustup server can be reached: the compiler of Debian's packages, with the standard
// library for wasm32 compiled from Debian's source, linked into rustup as a toolchain.
import {
  copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { aptInstall, isRoot, missingPackages } from "./apt.mjs";
import { CACHE_DIR } from "./paths.mjs";
import { Problem } from "./problem.mjs";
import { capture, run, tail } from "./run.mjs";
import { say } from "./steps.mjs";

export const DEBIAN_TOOLCHAIN = "edgeboard-wasm";

const TARGET = "wasm32-unknown-unknown";
const PACKAGES = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-clippy", "lld-22"];
const LINKER = "wasm-ld-22";
const SYSTEM_LIBRARY = `/usr/lib/rustlib/${TARGET}`;
/** The crate that is compiled for its dependencies; its own library is not kept. */
const EMPTY_CRATE = "edgeboard_wasm_std";

/** The variables that make cargo use the linked toolchain. */
export function debianEnv() {
  return {
    RUSTUP_TOOLCHAIN: DEBIAN_TOOLCHAIN,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: LINKER,
  };
}

/** Packages, standard library, link: each is left out where it is done already. */
export async function installDebianToolchain(report) {
  const missing = missingPackages(PACKAGES);
  if (missing.length > 0) await aptInstall(missing, `compiling for ${TARGET}`, report);
  const version = capture("/usr/bin/rustc", ["--version"]);
  if (!version) throw new Problem("/usr/bin/rustc does not run: reinstall the package rustc-web.");
  if (!isSystemLibrary(version)) {
    const compiled = await compileStandardLibrary(version, report);
    copyToSystem(compiled, version);
  }
  if (capture("rustc", ["--version"], { env: debianEnv() }) === version) return;
  say(`  changing the system: rustup toolchain link ${DEBIAN_TOOLCHAIN} /usr`);
  const linked = await run("rustup", ["toolchain", "link", DEBIAN_TOOLCHAIN, "/usr"]);
  if (linked.code === 0) return;
  throw new Problem("rustup could not link the toolchain of Debian's packages: " +
    tail(linked.output, 1));
}

function stampIs(folder, version) {
  try {
    return readFileSync(join(folder, ".edgeboard"), "utf8") === version;
  } catch {
    return false;
  }
}

const isSystemLibrary = (version) => stampIs(SYSTEM_LIBRARY, version);

/** Compiles std into the cache and returns its folder; a finished one is taken as it is. */
async function compileStandardLibrary(version, report) {
  const key = version.split(" ").slice(1, 3).join("-").replace(/[^\w.-]/g, "");
  const folder = join(CACHE_DIR, `wasm32-std-${key}`);
  if (stampIs(folder, version)) return folder;
  const building = `${folder}.building`;
  writeEmptyCrate(building);
  // `test` is what `cargo test` links. Without bitcode in it, link-time optimisation fails later.
  const flags = ["--release", "--target", TARGET, "-Z", "build-std=std,panic_abort,test"];
  const result = await run("/usr/bin/cargo", ["build", ...flags], {
    cwd: building,
    env: {
      RUSTC: "/usr/bin/rustc",
      RUSTC_BOOTSTRAP: "1",
      RUSTFLAGS: "-Cembed-bitcode=yes",
      CARGO_TARGET_DIR: join(building, "target"),
    },
    onLine: report,
  });
  if (result.code !== 0) {
    process.stderr.write(`${tail(result.output)}\n`);
    throw new Problem(`the standard library for ${TARGET} did not compile (cargo's words are ` +
      "above): see that crates.io can be reached, then run this again.");
  }
  const output = join(building, "target", TARGET, "release", "deps");
  const libraries = readdirSync(output)
    .filter((name) => name.endsWith(".rlib") && !name.startsWith(`lib${EMPTY_CRATE}-`));
  const finished = `${folder}.finished`;
  copyLibraries(output, libraries, finished, version);
  rmSync(folder, { recursive: true, force: true });
  renameSync(finished, folder);
  rmSync(building, { recursive: true, force: true });
  return folder;
}

function writeEmptyCrate(folder) {
  mkdirSync(join(folder, "src"), { recursive: true });
  const manifest = `[package]\nname = "${EMPTY_CRATE}"\nedition = "2021"\n\n[workspace]\n`;
  writeFileSync(join(folder, "Cargo.toml"), manifest);
  writeFileSync(join(folder, "src", "lib.rs"), "");
}

/** Copies libraries into `folder`/lib; the stamp comes last, so half a copy is no copy. */
function copyLibraries(from, names, folder, version) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "lib"), { recursive: true });
  for (const name of names) copyFileSync(join(from, name), join(folder, "lib", name));
  writeFileSync(join(folder, ".edgeboard"), version);
}

function copyToSystem(compiled, version) {
  if (!isRoot()) {
    throw new Problem(`copying the compiled standard library to ${SYSTEM_LIBRARY} needs root: ` +
      "run `npm run setup` once as root with the same EDGEBOARD_CACHE, then this again.");
  }
  say(`  changing the system: copying the standard library for wasm32 to ${SYSTEM_LIBRARY}`);
  const libraries = join(compiled, "lib");
  const finished = `${SYSTEM_LIBRARY}.finished`;
  copyLibraries(libraries, readdirSync(libraries), finished, version);
  if (existsSync(SYSTEM_LIBRARY)) rmSync(SYSTEM_LIBRARY, { recursive: true });
  renameSync(finished, SYSTEM_LIBRARY);
}
