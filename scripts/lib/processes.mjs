// The process table, read without a shell: to find workerd below wrangler, and to leave no orphan.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Every process as `{ pid, parent, zombie, args }`. A slim Linux has no `ps`, so it uses /proc. */
function listProcesses() {
  return process.platform === "linux" ? fromProc() : fromPs();
}

function fromProc() {
  const found = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The second field is the command in parentheses and may hold spaces and parentheses itself.
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const args = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      found.push({ pid: Number(name), parent: Number(parent), zombie: state === "Z", args });
    } catch {
      // The process ended between the listing and the read.
    }
  }
  return found;
}

function fromPs() {
  const table = execFileSync("ps", ["-axo", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return table.split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s*(.*)$/.exec(line);
    if (!match) return [];
    const [, pid, parent, state, args] = match;
    return [{ pid: Number(pid), parent: Number(parent), zombie: state.startsWith("Z"), args }];
  });
}

/** The living processes below `pid`, parents before their children. */
export function descendants(pid) {
  const all = listProcesses();
  const found = [];
  const parents = [pid];
  while (parents.length > 0) {
    const parent = parents.shift();
    for (const entry of all) {
      if (entry.parent !== parent) continue;
      parents.push(entry.pid);
      if (!entry.zombie) found.push(entry);
    }
  }
  return found;
}

/** The command line of a living process, or undefined. */
export function commandLine(pid) {
  return listProcesses().find((entry) => entry.pid === pid && !entry.zombie)?.args;
}

/** Sends a signal to each process; one that is gone already is no error. */
export function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
}

/** Waits until none of the processes is left, at most `limitMs`; returns the ones that still are. */
export async function waitGone(pids, limitMs) {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const wanted = new Set(pids);
    const left = listProcesses().filter((entry) => wanted.has(entry.pid) && !entry.zombie);
    if (left.length === 0 || Date.now() >= deadline) return left.map((entry) => entry.pid);
    await delay(20);
  }
}

/** Ends a process and everything below it: politely first, after `politeMs` by force. */
export async function endTree(pid, politeMs = 3000) {
  const tree = [pid, ...descendants(pid).map((entry) => entry.pid)];
  if (politeMs > 0) {
    signalAll(tree, "SIGTERM");
    const left = await waitGone(tree, politeMs);
    if (left.length === 0) return;
  }
  signalAll([...tree, ...descendants(pid).map((entry) => entry.pid)], "SIGKILL");
  await waitGone(tree, 3000);
}
