// `npm run setup`: everything a build, a start and the tests need. Safe to run again and again.
//
// It runs on Node 20 before node_modules exist, so it imports Node's own modules only; what needs
// a newer Node is started as a child process.
import { pathToFileURL } from "node:url";
import { installCargoTools } from "./lib/cargo_tools.mjs";
import { installNodePackages, newerNode } from "./lib/node.mjs";
import { CACHE_DIR } from "./lib/paths.mjs";
import { Problem, runMain } from "./lib/problem.mjs";
import { capture } from "./lib/run.mjs";
import { checkRust, installWasmTarget } from "./lib/rust.mjs";
import { say, step } from "./lib/steps.mjs";
import { installTestTools } from "./lib/test_tools.mjs";

/** Sets up what is missing; the browser and Redis only when the tests will need them. */
export async function setup({ forTests }) {
  if (process.platform === "win32") {
    throw new Problem("Windows itself is not supported: run this inside WSL.");
  }
  say(`Set-up (tools are cached in ${CACHE_DIR}; the first time takes long)`);
  await step("npm packages", installNodePackages);
  await step("Node for wrangler", () => capture(newerNode(), ["--version"]));
  await step("Rust", checkRust);
  await step("wasm32 target", installWasmTarget);
  await installCargoTools();
  if (forTests) await step("Chromium and Redis for the tests", installTestTools);
}

const isMain = import.meta.url === pathToFileURL(process.argv[1]).href;
if (isMain) runMain(() => setup({ forTests: true }));
