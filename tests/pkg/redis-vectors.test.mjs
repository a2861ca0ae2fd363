// The replies that real servers gave, through the bytes of the package (tests/fixtures/README.md).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Redis } from "../../pkg/dist/index.node.js";

const cases = readFileSync(new URL("../fixtures/redis-vectors.jsonl", import.meta.url), "utf8")
  .trimEnd().split("\n").map((line) => JSON.parse(line));

const bytes = (value) =>
  typeof value === "string" ? Buffer.from(value) : Buffer.from(value.hex, "hex");

const bulk = (bytes) =>
  Buffer.concat([Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from("\r\n")]);

const command = (args) => Buffer.concat([Buffer.from(`*${args.length}\r\n`), ...args.map(bulk)]);

/** A recorded reply as bytes of the protocol. */
function wire(reply) {
  if (reply === null) return Buffer.from("$-1\r\n");
  if (typeof reply === "number") return Buffer.from(`:${reply}\r\n`);
  if (Array.isArray(reply)) {
    return Buffer.concat([Buffer.from(`*${reply.length}\r\n`), ...reply.map(wire)]);
  }
  if (reply.nil) return Buffer.from("*-1\r\n");
  if (reply.int) return Buffer.from(`:${reply.int}\r\n`);
  const line = (kind, text) => Buffer.concat([Buffer.from(kind), bytes(text), Buffer.from("\r\n")]);
  if (reply.ok !== undefined) return line("+", reply.ok);
  if (reply.error !== undefined) return line("-", reply.error);
  return bulk(bytes(reply));
}

/** The texts of a reply's bytes, and what lies between them. */
function* tokens(wire) {
  for (let at = 0; at < wire.length;) {
    const end = wire.indexOf("\r\n", at);
    const line = wire.toString("latin1", at, end);
    at = end + 2;
    if (line[0] !== "$" || line === "$-1") {
      yield line;
      continue;
    }
    yield wire.subarray(at, at += Number(line.slice(1)));
    at += 2;
  }
}

const number = (text) => {
  if (/^-?inf$/.test(text)) return text[0] === "-" ? -Infinity : Infinity;
  return /^-?\d/.test(text) ? Number(text) : NaN;
};

/** Equal bytes, or texts that are the same double where a command answers scores. */
function isSame(ours, theirs, name) {
  if (typeof ours === "string" || typeof theirs === "string") return ours === theirs;
  if (ours.equals(theirs)) return true;
  const [a, b] = [ours, theirs].map((text) => number(text.toString("latin1")));
  // What a scan answers was recorded only for the form of a set that loses the sign of a zero.
  return /^(z|exec)/i.test(name) && (Object.is(a, b) || (/^zscan$/i.test(name) && a === b));
}

function isEqual(ours, theirs, name) {
  const [a, b] = [[...tokens(ours)], [...tokens(theirs)]];
  return a.length === b.length && a.every((token, at) => isSame(token, b[at], name));
}

function expected({ cmd, reply, alt }) {
  const hasOption = /^z(rev)?rank$/i.test(cmd[0]) && cmd.length > 3;
  return (hasOption ? alt?.valkey8 : undefined) ?? alt?.skiplist ?? reply;
}

/** What a command visits or draws comes in an order of its own. */
const sorted = (wire) => [...tokens(wire)].map(String).sort().join("\n");

test("every recorded reply is ours too, byte by byte except for the text of scores", () => {
  let steps = 0;
  for (const { name, steps: all } of cases) {
    const redis = new Redis({ now: () => 1_791_993_600_000 });
    for (const step of all) {
      steps += 1;
      const ours = Buffer.from(redis.resp(command(step.cmd.map(bytes))));
      const theirs = wire(expected(step));
      const isFree = /^z(scan|randmember)$/i.test(step.cmd[0]);
      const isPermuted = isFree && sorted(ours) === sorted(theirs);
      const same = isPermuted || isEqual(ours, theirs, step.cmd[0]);
      assert.ok(same, `${name}: ${JSON.stringify(step.cmd)}\n${theirs}\n${ours}`);
    }
    redis.free();
  }
  assert.ok(steps > 9000, `only ${steps} steps`);
});
