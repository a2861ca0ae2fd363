// What `npm test` checks, in its order: quick answers first.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { cargoTools } from "./cargo_tools.mjs";
import { newerNode, pathWithNewerNode } from "./node.mjs";
import { ROOT, TARGET_DIR } from "./paths.mjs";
import { Problem } from "./problem.mjs";
import { cleanAfterToolchainChange, requireWasmToolchain, WASM_TARGET } from "./rust.mjs";
import { testToolsEnv } from "./test_tools.mjs";

const MINUTE_MS = 60_000;
const WASM = ["--target", WASM_TARGET];
const DENY_WARNINGS = ["--", "-D", "warnings"];

/**
 * A check is `{ name, kind, limitMs, needs?, command() }`; `command` returns
 * `{ command, args, env }`. The kind says how its cases are counted: "one" by the exit code,
 * "cargo" and "node" by the runner's words.
 */
export const CHECKS = [
  cargo("fmt", "one", 2, () => ["fmt", "--all", "--check"]),
  cargo("fmt-bench", "one", 2, () =>
    ["fmt", "--manifest-path", "bench/native/Cargo.toml", "--check"]),
  node("eslint", "one", 5, () => [bin("eslint/bin/eslint.js"), "--max-warnings=0", "."]),
  cargo("clippy", "one", 20, () => clippy("--workspace", "--all-targets")),
  cargo("clippy-bindings", "one", 20, () =>
    clippy("-p", "edgeboard", "--all-targets", "--features", "wasm")),
  wasmCargo("clippy-wasm32", "one", 20, () =>
    clippy("-p", "edgeboard", "--lib", "--test", "wasm", "--features", "wasm", ...WASM)),
  wasmCargo("clippy-worker", "one", 20, () => clippy("-p", "edgeboard-worker", "--lib", ...WASM)),
  cargo("engine", "cargo", 20, () =>
    cargoTest("-p", "edgeboard", "--lib", "--tests"), testToolsEnv),
  cargo("doctests", "cargo", 10, () => cargoTest("-p", "edgeboard", "--doc")),
  cargo("worker-units", "cargo", 15, () => cargoTest("-p", "edgeboard-worker")),
  cargo("docs", "one", 10, () => ["doc", "--workspace", "--no-deps"], () => ({
    RUSTDOCFLAGS: "-Dwarnings",
  })),
  // As an ES module, because the error classes are one.
  bindings("bindings", () => ({ WASM_BINDGEN_USE_NODE_EXPERIMENTAL: "1" })),
  bindings("bindings-browser", () => ({
    ...testToolsEnv(),
    WASM_BINDGEN_USE_BROWSER: "1",
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: join(ROOT, "tests", "webdriver.json"),
    // A busy machine takes its time to start a browser.
    WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "60",
    WASM_BINDGEN_TEST_TIMEOUT: "120",
  })),
  node("build-pkg", "one", 20, () => ["scripts/build.mjs", "pkg"]),
  node("build-worker", "one", 20, () => ["scripts/build.mjs", "worker"]),
  cargo("clippy-bench", "one", 10, () => clippy("--manifest-path", "bench/native/Cargo.toml"),
    () => ({ CARGO_TARGET_DIR: join(TARGET_DIR, "bench") })),
  node("bench", "one", 15, () => ["scripts/bench.mjs", "--quick"]),
  nodeTests("scripts", 10, []),
  nodeTests("pkg", 10, ["build-pkg"]),
  nodeTests("worker", 20, ["build-worker"]),
  nodeTests("www", 10, ["build-pkg", "build-worker"]),
];

function cargo(name, kind, minutes, args, env = () => ({})) {
  const command = () => ({ command: "cargo", args: args(), env: env() });
  return { name, kind, limitMs: minutes * MINUTE_MS, command };
}

/** With the toolchain that compiles for wasm32, which may be another than the host's. */
function wasmCargo(name, kind, minutes, args, moreEnv = () => ({})) {
  const command = () => {
    const toolchain = requireWasmToolchain();
    if (args()[0] === "clippy" && !toolchain.clippy) {
      throw new Problem("clippy is missing for wasm32: run `rustup component add clippy`.");
    }
    cleanAfterToolchainChange(TARGET_DIR, toolchain.id);
    const runner = { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: cargoTools().testRunner };
    const env = { ...toolchain.env, ...runner, PATH: pathWithNewerNode(), ...moreEnv() };
    return { command: "cargo", args: args(), env };
  };
  return { name, kind, limitMs: minutes * MINUTE_MS, command };
}

/** The tests of the bindings, in the host that the variables choose. */
function bindings(name, env) {
  const args = ["-p", "edgeboard", "--test", "wasm", "--features", "wasm", ...WASM];
  return wasmCargo(name, "cargo", 15, () => cargoTest(...args), env);
}

function node(name, kind, minutes, args) {
  const command = () => {
    return { command: newerNode(), args: args(), env: { PATH: pathWithNewerNode() } };
  };
  return { name, kind, limitMs: minutes * MINUTE_MS, command };
}

/** The test files of a folder, one after the other: they share two cores with their servers. */
function nodeTests(folder, minutes, needs) {
  const limitMs = minutes * MINUTE_MS;
  const command = (options) => {
    const files = readdirSync(join(ROOT, "tests", folder))
      .filter((file) => file.endsWith(".test.mjs"))
      .map((file) => join("tests", folder, file));
    if (files.length === 0) throw new Problem(`tests/${folder} has no *.test.mjs.`);
    // One test that hangs must not take the results of the others with it.
    const timeout = `--test-timeout=${Math.floor(options.limitMs / 2)}`;
    return {
      command: newerNode(),
      args: ["--test", "--test-concurrency=1", timeout, ...options.reporters, ...files],
      env: { PATH: pathWithNewerNode(), ...testToolsEnv() },
    };
  };
  return { name: `${folder}-tests`, kind: "node", limitMs, needs, command };
}

const clippy = (...args) => ["clippy", ...args, ...DENY_WARNINGS];

const cargoTest = (...args) => ["test", "--no-fail-fast", ...args];

const bin = (path) => join(ROOT, "node_modules", path);
