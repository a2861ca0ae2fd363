// Prints the CPU time in ms that a fresh process takes from an import to the first member.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openSqlite, peer, peerFolder } from "./peers.mjs";

const STARTS = {
  async edgeboard() {
    const { SortedSet } = await import("../../pkg/dist/index.node.js");
    new SortedSet().zadd("user:0000001", 1);
  },
  async tlhunter() {
    const SortedSet = peer("tlhunter-sorted-set");
    new SortedSet().add("user:0000001", 1);
  },
  async sqlite() {
    fillSqlite(openSqlite().db);
  },
  async "sql.js"() {
    const wasmBinary = readFileSync(join(peerFolder("sql.js"), "dist", "sql-wasm.wasm"));
    const { Database } = await peer("sql.js")({ wasmBinary });
    fillSqlite(new Database());
  },
};

function fillSqlite(db) {
  db.exec("CREATE TABLE board (id TEXT PRIMARY KEY, score REAL NOT NULL) WITHOUT ROWID");
  db.exec("CREATE INDEX by_score ON board (score DESC, id DESC)");
  db.exec("INSERT INTO board VALUES ('user:0000001', 1)");
}

const before = process.cpuUsage();
await STARTS[process.argv[2]]();
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000));
