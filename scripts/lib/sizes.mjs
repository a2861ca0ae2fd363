// How large the compiled files are, as they are and as they travel, and how large they may become.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Problem } from "./problem.mjs";

/** The bytes of a file: `{ raw, gzip }`. */
export function sizeOf(path) {
  const bytes = readFileSync(path);
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

const kilobytes = (count) => `${(count / 1000).toFixed(1)} KB`;

/** `123.4 KB (gzip 45.6 KB)`. */
export function sizeInWords(path) {
  const { raw, gzip } = sizeOf(path);
  return `${kilobytes(raw)} (gzip ${kilobytes(gzip)})`;
}

/** `edgeboard_bg.wasm 123.4 KB (gzip 45.6 KB)` for each wasm of a folder. */
export function wasmSizes(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".wasm"));
  return names.map((name) => `${name} ${sizeInWords(join(folder, name))}`).join(", ");
}

/** Ends a build whose file is larger, after gzip, than `config` of package.json lets it be. */
export function requireBelowCeiling(path, { key, gzipBytesMax }) {
  const { gzip } = sizeOf(path);
  if (gzip <= gzipBytesMax) return;
  throw new Problem(`${path} has ${gzip} bytes after gzip, and its ceiling is ${gzipBytesMax}: ` +
    `make it smaller or, if what is new is worth its weight to everybody who downloads it, ` +
    `raise "${key}" in package.json in the same change and say why.`);
}
