// A project in a temporary folder that has installed the package, as its users do.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../../scripts/lib/paths.mjs";
import { esbuildBinary } from "../../../scripts/lib/pkg_files.mjs";

const LIMIT_MS = 120_000;

/** Packs `pkg/` and installs the tarball; nothing comes from a registry. */
export async function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), "edgeboard-install-"));
  const project = new Project(folder);
  try {
    // It installs what `npm pack` wrote, not a link to the folder that it was written from.
    await npm(["pack", join(ROOT, "pkg"), "--pack-destination", folder], folder);
    const { version } = JSON.parse(readFileSync(join(ROOT, "pkg", "package.json"), "utf8"));
    project.write("package.json", JSON.stringify({ private: true }));
    await npm(["install", `./edgeboard-${version}.tgz`], folder);
  } catch (error) {
    project.remove();
    throw error;
  }
  return project;
}

class Project {
  constructor(folder) {
    this.folder = folder;
  }

  /** Writes a file of the project and returns its path. */
  write(name, content) {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** A program of the project and all it imports, as one file for any host. */
  async bundle(entry) {
    const args = [entry, "--bundle", "--format=esm", "--log-level=warning"];
    const options = { cwd: this.folder, maxBuffer: 10_000_000, timeout: LIMIT_MS };
    return (await promisify(execFile)(esbuildBinary(), args, options)).stdout;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs npm without a network and with a cache of its own, whatever the user's settings. */
function npm(args, cwd) {
  const npmCli = process.env.npm_execpath;
  const [command, first] = npmCli?.endsWith(".js") ? [process.execPath, [npmCli]] : ["npm", []];
  const flags = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const cache = ["--cache", join(cwd, "npm-cache")];
  // `npm test` hands its own settings down by the environment.
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const options = { cwd, env: Object.fromEntries(inherited), timeout: LIMIT_MS };
  return promisify(execFile)(command, [...first, ...args, ...flags, ...cache], options);
}
