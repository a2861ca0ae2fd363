// A build is skipped when what goes into it is what went into the one before.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./paths.mjs";

/** The files below the paths (files or folders of the clone), sorted. */
function filesBelow(paths) {
  return paths.flatMap((path) => {
    const full = join(ROOT, path);
    if (!statSync(full).isDirectory()) return [full];
    return readdirSync(full, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  }).sort();
}

/** A hash over the names and contents of the files, and over further words. */
export function hashInputs(paths, words) {
  const hash = createHash("sha256");
  for (const file of filesBelow(paths)) {
    const content = readFileSync(file);
    hash.update(`${relative(ROOT, file)}\0${content.length}\0`).update(content);
  }
  return hash.update(words.join("\0")).digest("hex");
}

const stampOf = (folder) => join(folder, ".inputs");

/** Whether the folder was built from these inputs. */
export function isBuiltFrom(folder, hash) {
  try {
    return readFileSync(stampOf(folder), "utf8") === hash;
  } catch {
    return false;
  }
}

/** Notes what the folder was built from. Called last, so that half a build has no stamp. */
export function noteBuiltFrom(folder, hash) {
  writeFileSync(stampOf(folder), hash);
}
