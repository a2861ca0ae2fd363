// Child processes: with their latest line as progress, a time limit, and nothing left behind.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isInterrupted, onInterrupt } from "./interrupt.mjs";
import { ROOT } from "./paths.mjs";
import { Problem } from "./problem.mjs";
import { endFamily } from "./processes.mjs";
import { say } from "./steps.mjs";

/** How much of a child's output is kept for the message of a failure. */
const OUTPUT_CHARS_MAX = 4_000_000;

/**
 * Runs a command to its end and returns `{ code, timedOut, missing, output }`.
 *
 * `onLine` gets each line as it comes; `echo` passes the output through as it is.
 */
export function run(command, args, options = {}) {
  const { cwd = ROOT, env = {}, timeoutMs = 0, onLine, echo = false } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const forget = onInterrupt(() => endFamily(child.pid));
    let output = "";
    let timedOut = false;
    const timer = timeoutMs > 0 && setTimeout(() => {
      timedOut = true;
      endFamily(child.pid);
    }, timeoutMs);
    const take = (stream) => {
      const toLines = lineSplitter(onLine);
      return (chunk) => {
        if (echo) stream.write(chunk);
        output = (output + chunk).slice(-OUTPUT_CHARS_MAX);
        toLines(chunk);
      };
    };
    child.stdout.setEncoding("utf8").on("data", take(process.stdout));
    child.stderr.setEncoding("utf8").on("data", take(process.stderr));
    const finish = (code, missing) => {
      clearTimeout(timer);
      forget();
      // An interrupted child has failed only because this process is leaving.
      if (!isInterrupted()) resolve({ code, timedOut, missing, output });
    };
    child.on("error", () => finish(127, true));
    child.on("close", (code) => finish(code ?? 1, false));
  });
}

/** Runs a command that has to succeed; its output is shown when it does not. */
export async function mustRun(command, args, options) {
  const result = await run(command, args, options);
  if (result.code === 0) return;
  say(tail(result.output, 200));
  const name = command.split("/").at(-1);
  throw new Problem(result.missing
    ? `${name} is missing: run \`npm run setup\`.`
    : `${name} ${args[0]} failed; its words are above.`);
}

/** Calls `onLine` for each whole line of what comes in pieces. */
function lineSplitter(onLine = () => {}) {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk).split(/[\r\n]+/);
    rest = lines.pop();
    for (const line of lines) if (line.trim()) onLine(line.trim());
  };
}

/** The trimmed output of a short command, or undefined when it fails or does not exist. */
export function capture(command, args, options = {}) {
  const { cwd = ROOT, env = {} } = options;
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 30_000,
  });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** The full path of a program: a path itself, or a name looked up in PATH. */
export function which(name) {
  const places = isAbsolute(name)
    ? [name]
    : (process.env.PATH || "").split(delimiter).map((folder) => join(folder, name));
  return places.find(isExecutable);
}

/** Whether the path is a file that may be run. */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The last lines of an output, for a message. */
export function tail(output, lines = 30) {
  return output.trimEnd().split("\n").slice(-lines).join("\n");
}
