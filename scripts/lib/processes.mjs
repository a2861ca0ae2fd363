// The process table, read without a shell: to find workerd below wrangler, and to leave no orphan.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Every process as `{ pid, parent, group, zombie, args }`. A slim Linux has no `ps`, so there it
 * comes from /proc.
 */
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
      const [state, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const args = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      found.push({
        pid: Number(name),
        parent: Number(parent),
        group: Number(group),
        zombie: state === "Z",
        args,
      });
    } catch {
      // The process ended between the listing and the read.
    }
  }
  return found;
}

function fromPs() {
  const columns = "pid=,ppid=,pgid=,stat=,args=";
  const table = execFileSync("ps", ["-axo", columns], { encoding: "utf8" });
  return table.split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s*(.*)$/.exec(line);
    if (!match) return [];
    const [pid, parent, group] = match.slice(1, 4).map(Number);
    return [{ pid, parent, group, zombie: match[4].startsWith("Z"), args: match[5] }];
  });
}

/**
 * The living processes of a child that was started `detached`: itself, what is below it, and what
 * is left of its process group when it is gone itself.
 */
export function family(leader) {
  const all = listProcesses();
  const members = new Set([leader]);
  let size;
  do {
    size = members.size;
    for (const { pid, parent, group } of all) {
      if (group === leader || members.has(parent)) members.add(pid);
    }
  } while (members.size > size);
  return all.filter(({ pid, zombie }) => members.has(pid) && !zombie);
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

/** Waits at most `limitMs` until none of the processes is left; returns the ones that are. */
export async function waitGone(pids, limitMs) {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const wanted = new Set(pids);
    const left = listProcesses().filter((entry) => wanted.has(entry.pid) && !entry.zombie);
    if (left.length === 0 || Date.now() >= deadline) return left.map((entry) => entry.pid);
    await delay(20);
  }
}

/** Ends a detached child and its family: politely first, after `politeMs` by force. */
export async function endFamily(leader, politeMs = 3000) {
  const members = () => family(leader).map(({ pid }) => pid);
  const first = members();
  signalAll(first, "SIGTERM");
  if ((await waitGone(first, politeMs)).length === 0 && members().length === 0) return;
  signalAll(members(), "SIGKILL");
  await waitGone(members(), politeMs);
}
