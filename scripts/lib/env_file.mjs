import { chmodSync, writeFileSync } from "node:fs";

/**
 * Writes variables for `wrangler dev --env-file`, readable by the owner only: unlike `--var`, a
 * file does not show them in the process list.
 */
export function writeEnvFile(path, vars) {
  const lines = Object.entries(vars).map(([name, value]) => `${name}=${quote(name, value)}\n`);
  writeFileSync(path, lines.join(""), { mode: 0o600 });
  // The mode above counts for a new file only.
  chmodSync(path, 0o600);
}

// Between single quotes all is taken as it stands, except that wrangler expands `$`.
function quote(name, value) {
  const text = String(value);
  if (/['\r\n]/.test(text)) throw new Error(`${name} may hold no single quote and no line break`);
  return `'${text.replaceAll("$", "\\$")}'`;
}
