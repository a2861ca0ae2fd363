// Two servers on one storage would each believe to be alone with it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCAL_DIR } from "./paths.mjs";
import { Problem } from "./problem.mjs";
import { commandLine } from "./processes.mjs";

const PID_FILE = join(LOCAL_DIR, "server.pid");

/** Claims the clone's storage for this process; returns the function that gives it back. */
export function claimStorage() {
  const holder = runningHolder();
  if (holder) {
    throw new Problem(`this clone is already served by process ${holder}: use that server, or ` +
      `stop it first with \`kill ${holder}\`.`);
  }
  mkdirSync(LOCAL_DIR, { recursive: true });
  writeFileSync(PID_FILE, String(process.pid));
  return () => rmSync(PID_FILE, { force: true });
}

/** The process that holds the storage, if it still runs; the id may belong to another by now. */
function runningHolder() {
  try {
    const pid = Number(readFileSync(PID_FILE, "utf8"));
    return commandLine(pid)?.includes("start.mjs") ? pid : undefined;
  } catch {
    return undefined;
  }
}
