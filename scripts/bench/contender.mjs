// A contender in a child process, in JavaScript (host.mjs) or native (bench/native).
import { fork, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Problem } from "../lib/problem.mjs";

const HOST = fileURLToPath(new URL("./host.mjs", import.meta.url));
const HEAP_MB = 12_000;

/** What both kinds share: one call at a time, with its answer. */
class Contender {
  #pending;

  constructor(name, child) {
    this.name = name;
    this.child = child;
    this.ended = new Promise((resolve) => child.once("exit", resolve));
    child.once("error", (error) => this.settle({ error: error.message }));
    child.once("exit", (code) => this.settle({ error: `it ended with ${code}` }));
  }

  /** Calls one of its functions; throws a Problem where that fails. */
  async call(name, args = {}) {
    const answer = new Promise((resolve) => (this.#pending = resolve));
    this.send(name, args);
    const { result, error } = await answer;
    if (error) throw new Problem(`${this.name}, ${name}: ${error}`);
    return result;
  }

  settle(answer) {
    this.#pending?.(answer);
    this.#pending = undefined;
  }
}

/** A contender in JavaScript. */
export class ScriptContender extends Contender {
  constructor(name, host = name) {
    const execArgv = ["--expose-gc", `--max-old-space-size=${HEAP_MB}`, "--no-warnings"];
    const child = fork(HOST, [host], { execArgv, serialization: "advanced" });
    super(name, child);
    child.on("message", (answer) => this.settle(answer));
  }

  send(call, args) {
    this.child.send({ call, args });
  }

  async stop() {
    if (this.child.connected) this.child.disconnect();
    await this.ended;
  }
}

/** The kinds of calls of the native program, as lines. */
const LINES = {
  build: ({ n, ids }) => `build ${n} ${ids}`,
  memory: () => "memory",
  tiny: ({ sets, members }) => `tiny ${sets} ${members}`,
};

/** A contender of the native program. */
export class NativeContender extends Contender {
  constructor(name, program, board) {
    const child = spawn(program, [board], { stdio: ["pipe", "pipe", "inherit"] });
    super(name, child);
    createInterface(child.stdout).on("line", (line) => this.settle({ result: JSON.parse(line) }));
    child.stdin.on("error", () => {});
  }

  send(call, args) {
    const line = LINES[call]?.(args) ?? `${call} ${args.count} ${args.seed}`;
    this.child.stdin.write(`${line}\n`);
  }

  async stop() {
    this.child.stdin.end();
    await this.ended;
  }
}
