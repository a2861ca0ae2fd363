// Packages of Debian and its relatives: the only thing a set-up installs into the system.
import { capture, run, tail, which } from "./run.mjs";
import { Problem } from "./problem.mjs";
import { say } from "./steps.mjs";

export const hasApt = () => which("apt-get") !== undefined;

export const isRoot = () => process.getuid?.() === 0;

/** The packages of the list that are not installed. */
export function missingPackages(packages) {
  return packages.filter((name) => {
    const status = capture("dpkg-query", ["-W", "-f", "${Status}", name]);
    return status !== "install ok installed";
  });
}

/** Installs packages, after saying so. `purpose` ends the sentence "… is needed for". */
export async function aptInstall(packages, purpose, report) {
  const list = packages.join(" ");
  if (!hasApt()) {
    throw new Problem(`${list} (names of Debian) must be installed for ${purpose}, and this ` +
      "system has no apt-get: install them with its own package manager.");
  }
  if (!isRoot()) {
    throw new Problem(`${list} must be installed for ${purpose}: run ` +
      `\`sudo apt-get install -y ${list}\`, then this again.`);
  }
  say(`  changing the system: apt-get install ${list} (for ${purpose})`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    run("apt-get", ["-o", "DPkg::Lock::Timeout=300", ...args], { env, onLine: report });
  let result = await apt("install", "-y", ...packages);
  if (result.code !== 0) {
    // A fresh machine has no package lists yet, and an old one has stale ones.
    await apt("update");
    result = await apt("install", "-y", ...packages);
  }
  if (result.code === 0) return;
  process.stderr.write(`${tail(result.output)}\n`);
  throw new Problem(`apt-get could not install ${list} (its words are above): see that its ` +
    "sources can be reached, then run this again.");
}
