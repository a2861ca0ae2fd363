// `npm test`: sets up what is missing and runs every check, also after one has failed. The last
// line says how many test cases passed and failed; what did not run counts as failed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CHECKS } from "./lib/checks.mjs";
import { onInterrupt } from "./lib/interrupt.mjs";
import { Problem } from "./lib/problem.mjs";
import { run } from "./lib/run.mjs";
import { duration, say } from "./lib/steps.mjs";
import { countTests, tallyCargo, tallyTap } from "./lib/tally.mjs";
import { setup } from "./setup.mjs";

/** `--full` runs more of the same, so each check gets more time. */
const FULL_FACTOR = 6;

const HELP = `npm test [-- options]
  --full         the long runs too (npm run test:full)
  --only <name>  one check, and the builds it needs; may stand several times
  --list         the names of the checks
  --help         this text`;

function parseOptions() {
  try {
    const { values } = parseArgs({
      options: {
        full: { type: "boolean", default: false },
        only: { type: "string", multiple: true, default: [] },
        list: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const unknown = values.only.find((name) => !CHECKS.some((check) => check.name === name));
    if (unknown) throw new Problem(`there is no check "${unknown}"; \`--list\` names them.`);
    return values;
  } catch (error) {
    throw new Problem(`${error.message}\n\n${HELP}`);
  }
}

/** The chosen checks with what they need, in the order of the list. */
function chosenChecks(only) {
  if (only.length === 0) return CHECKS;
  const chosen = CHECKS.filter((check) => only.includes(check.name));
  const needed = chosen.flatMap((check) => check.needs ?? []);
  return CHECKS.filter((check) => only.includes(check.name) || needed.includes(check.name));
}

async function runCheck(check, full) {
  const limitMs = check.limitMs * (full ? FULL_FACTOR : 1);
  const folder = mkdtempSync(join(tmpdir(), "edgeboard-test-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const forget = onInterrupt(removeFolder);
  const tap = join(folder, "tap");
  const reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
  reporters.push("--test-reporter=tap", `--test-reporter-destination=${tap}`);
  try {
    const { command, args, env } = check.command({ limitMs, reporters });
    const colors = process.stdout.isTTY ? { CARGO_TERM_COLOR: "always", FORCE_COLOR: "1" } : {};
    const result = await run(command, args, {
      env: { ...colors, ...env, ...(full ? { EDGEBOARD_FULL: "1" } : {}) },
      timeoutMs: limitMs,
      echo: true,
    });
    const outcome = { ...result, limit: duration(limitMs) };
    return countTests(tallyOf(check.kind, result, tap), outcome);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(`✗ ${error.message}`);
    return { passed: 0, failed: 1, note: error.message };
  } finally {
    forget();
    removeFolder();
  }
}

function tallyOf(kind, result, tap) {
  if (kind === "cargo") return tallyCargo(result.output);
  if (kind === "node") return tallyTap(readIfThere(tap));
  return { passed: result.code === 0 ? 1 : 0, failed: 0, skipped: 0, ignored: 0 };
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

async function runAll(checks, full) {
  const rows = [];
  for (const check of checks) {
    const startedAt = performance.now();
    say(`\n=== ${check.name}`);
    const hasFailed = (name) => rows.some((row) => row.name === name && row.failed > 0);
    const unbuilt = check.needs?.find(hasFailed);
    const counts = unbuilt
      ? { passed: 0, failed: 1, note: `not run: ${unbuilt} failed` }
      : await runCheck(check, full);
    const time = duration(performance.now() - startedAt);
    rows.push({ name: check.name, time, ...counts });
    say(`${counts.failed ? "✗" : "✓"} ${check.name}  ${time}`);
  }
  return rows;
}

function printSummary(rows) {
  say("");
  for (const { name, passed, failed, time, note } of rows) {
    const columns = [
      failed ? "✗" : "✓",
      name.padEnd(16),
      String(passed).padStart(5),
      "passed",
      String(failed).padStart(4),
      "failed",
      time.padStart(12),
      note && ` ${note}`,
    ];
    say(columns.join(" ").trimEnd());
  }
}

/** Prints the last line and sets the exit code; the process ends by itself once all is written. */
function finish(passed, failed) {
  say(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

async function main() {
  const options = parseOptions();
  if (options.help) return say(HELP);
  if (options.list) return say(CHECKS.map((check) => check.name).join("\n"));
  await setup({ forTests: true });
  const rows = await runAll(chosenChecks(options.only), options.full);
  printSummary(rows);
  const total = (key) => rows.reduce((sum, row) => sum + row[key], 0);
  finish(total("passed"), total("failed"));
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  process.stderr.write(`\n✗ ${error.message}\n`);
  finish(0, 1);
}
