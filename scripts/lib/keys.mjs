// The keys of a local server: generated once, kept in the clone, never in git.
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCAL_DIR } from "./paths.mjs";
import { Problem } from "./problem.mjs";

/** What may follow `Authorization: Bearer` (RFC 6750). */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** The server key: EDGEBOARD_KEY, or the clone's own. */
export function serverKey() {
  const given = process.env.EDGEBOARD_KEY;
  if (!given) return storedKey("key");
  if (TOKEN.test(given)) return given;
  throw new Problem("EDGEBOARD_KEY may hold only letters, digits and the signs . _ ~ + / - (with " +
    "= at its end): set another, or unset it for a generated one.");
}

/** The key of the demo page, limited to the board `demo`. */
export const demoKey = () => storedKey("demo-key");

function storedKey(name) {
  const path = join(LOCAL_DIR, name);
  try {
    const stored = readFileSync(path, "utf8").trim();
    if (TOKEN.test(stored)) return stored;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const key = `eb_${randomBytes(32).toString("base64url")}`;
  mkdirSync(LOCAL_DIR, { recursive: true });
  writeFileSync(path, `${key}\n`, { mode: 0o600 });
  return key;
}
