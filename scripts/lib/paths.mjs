import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of this clone. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** What a running server of this clone keeps: its storage, its keys. Git-ignored. */
export const LOCAL_DIR = join(ROOT, ".edgeboard");

/** Compiled tools live outside the clone, so that a second clone does not compile them again. */
export const CACHE_DIR = resolve(
  process.env.EDGEBOARD_CACHE ||
    join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "edgeboard"),
);

/** Where cargo puts what it compiles. */
export const TARGET_DIR = resolve(ROOT, process.env.CARGO_TARGET_DIR || "target");
