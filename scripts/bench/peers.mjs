// The packages that are compared with: installed on demand, into the cache outside the clone.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { CACHE_DIR, ROOT } from "../lib/paths.mjs";
import { Problem } from "../lib/problem.mjs";
import { run, tail } from "../lib/run.mjs";

const MANIFESTS = ["package.json", "package-lock.json"];
const SOURCE = join(ROOT, "bench", "peers");
const FOLDER = join(CACHE_DIR, "bench-peers");
const STAMP = join(FOLDER, ".installed");
const PEERS = createRequire(join(FOLDER, "package.json"));

/** A package of the peers. */
export const peer = (name) => PEERS(name);

/** The folder of one of them. */
export const peerFolder = (name) => join(FOLDER, "node_modules", name);

/** Its version as installed. */
export const peerVersion = (name) =>
  JSON.parse(readFileSync(join(peerFolder(name), "package.json"), "utf8")).version;

/** Installs the peers; `withNative` also compiles better-sqlite3, which takes minutes. */
export async function installPeers(report, { withNative }) {
  const lock = readFileSync(join(SOURCE, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (readIfThere(STAMP) !== wanted) {
    mkdirSync(FOLDER, { recursive: true });
    for (const name of MANIFESTS) cpSync(join(SOURCE, name), join(FOLDER, name));
    await npm(["ci", "--ignore-scripts", "--no-progress"], report);
    writeFileSync(STAMP, wanted);
  }
  // Compiled for another Node, it does not load either.
  if (withNative && !betterSqlite()) await npm(["rebuild", "better-sqlite3"], report, false);
  return sqliteDriver()?.name ?? "without SQLite";
}

async function npm(args, report, mustSucceed = true) {
  const result = await run("npm", [...args, "--loglevel=error"], { cwd: FOLDER, onLine: report });
  if (result.code === 0 || !mustSucceed) return;
  process.stderr.write(`${tail(result.output)}\n`);
  throw new Problem("npm could not install the packages to compare with (its words are above): " +
    "see that the npm registry can be reached, then run this again.");
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Opens a database in memory; returns it as `db`, and the driver's `name`. */
export function openSqlite() {
  const driver = sqliteDriver();
  if (!driver) throw new Problem("there is no SQLite: neither better-sqlite3 nor node:sqlite.");
  return { name: driver.name, db: driver.open() };
}

/** better-sqlite3 if its binary is there and fits this Node, else the SQLite of Node itself. */
export const sqliteDriver = () => betterSqlite() ?? nodeSqlite();

function betterSqlite() {
  try {
    const Database = peer("better-sqlite3");
    new Database(":memory:").close();
    const name = `better-sqlite3 ${peerVersion("better-sqlite3")}`;
    return { name, open: () => new Database(":memory:") };
  } catch {
    return undefined;
  }
}

function nodeSqlite() {
  try {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    const name = `node:sqlite ${process.versions.sqlite}`;
    return { name, open: () => new DatabaseSync(":memory:") };
  } catch {
    return undefined;
  }
}
