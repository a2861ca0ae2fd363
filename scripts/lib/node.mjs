// The packages in node_modules, and a Node that is new enough for wrangler.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, delimiter, join } from "node:path";
import { isExecutable, run, tail } from "./run.mjs";
import { ROOT } from "./paths.mjs";
import { Problem } from "./problem.mjs";

/** What wrangler asks for. Its own check gives a page of advice; ours takes the pinned Node. */
const NODE_MIN = [22, 12];
const STAMP = join(ROOT, "node_modules", ".edgeboard-installed");

/** Makes node_modules what package-lock.json says, unless it is that already. */
export async function installNodePackages(report) {
  const wanted = createHash("sha256").update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  if (readIfThere(STAMP) === wanted) return "up to date";
  // Inside `npm run`, the same npm; else the one in PATH.
  const npmCli = process.env.npm_execpath;
  const [command, args] = npmCli?.endsWith(".js") ? [process.execPath, [npmCli]] : ["npm", []];
  // Scripts of packages are not needed: every binary we use comes as a package of its own.
  const flags = ["ci", "--ignore-scripts", "--loglevel=error", "--no-progress"];
  const result = await run(command, [...args, ...flags], { onLine: report });
  if (result.missing) throw new Problem("npm is missing: install Node 20 or newer with its npm.");
  if (result.code !== 0) {
    process.stderr.write(`${tail(result.output)}\n`);
    throw new Problem("npm could not install the packages of package-lock.json (its words are " +
      "above): see that the npm registry can be reached, then run this again.");
  }
  writeFileSync(STAMP, wanted);
  return "installed";
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
}

/** A Node that runs wrangler: this one, or the pinned binary among the optional dependencies. */
export function newerNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const platform = `${process.platform}-${process.arch}`;
  const name = Object.keys(optionalDependencies).find((key) => key.endsWith(`-${platform}`));
  const binary = name && join(ROOT, "node_modules", name, "bin", "node");
  if (binary && isExecutable(binary)) return binary;
  const minimum = NODE_MIN.join(".");
  throw new Problem(name
    ? `${name} is missing in node_modules: run \`npm run setup\`, or use Node ${minimum} or newer.`
    : `Node ${process.versions.node} is too old, and there is no pinned one for ${platform}: ` +
      `install Node ${minimum} or newer.`);
}

/** PATH with the newer Node in front, for tools that start `node` by its name. */
export function pathWithNewerNode() {
  return [dirname(newerNode()), process.env.PATH].join(delimiter);
}
