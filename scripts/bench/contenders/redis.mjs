// A redis-server of our own on a free loopback port. What counts is the CPU time of its main
// thread, for commands that come in pipelines; and, without parsing and replies, the time inside
// a Lua loop less that of the same loop with a command that does nothing.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { onInterrupt } from "../../lib/interrupt.mjs";
import { findFreePort, HOST } from "../../lib/ports.mjs";
import { Problem } from "../../lib/problem.mjs";
import { Connection, encodeCommand } from "../resp.mjs";
import {
  AROUND, AROUND_RADIUS, INCREMENT, joins, mixedStream, NAMES, RANK, TOP_COUNT, uniformStream,
} from "../workload.mjs";

const KEY = "board";
/** What Lua works on, so that the board stays what it is for everybody else. */
const COPY = "copy";
const AT_ONCE = 10_000;
const START_ATTEMPTS = 250;
/** Lua can unpack a few thousand arguments, and a script gets them as its own. */
const LUA_AT_ONCE = 5000;

const LUA_LOOP = {
  update: "for i = 1, #ARGV do redis.call('ZINCRBY', KEYS[1], 1, ARGV[i]) end",
  rank: "for i = 1, #ARGV do redis.call('ZREVRANK', KEYS[1], ARGV[i]) end",
  floor: "for i = 1, #ARGV do redis.call('PING', ARGV[i]) end",
};

export class Redis {
  name = "redis";
  #child;
  #connection;
  #folder;
  #forget;
  #baseline = 0;
  #n = 0;
  #ids = "user";

  static async start(program) {
    const redis = new Redis();
    await redis.#start(program);
    return redis;
  }

  async #start(program) {
    const port = await findFreePort();
    this.#folder = mkdtempSync(join(tmpdir(), "edgeboard-redis-"));
    const flags = ["--port", port, "--bind", HOST, "--save", "", "--appendonly", "no"];
    flags.push("--dir", this.#folder);
    this.#child = spawn(program, flags.map(String), { stdio: "ignore" });
    this.#child.once("error", () => {});
    this.#forget = onInterrupt(() => {
      this.#child.kill("SIGKILL");
      this.#removeFolder();
    });
    for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
      try {
        this.#connection = await Connection.open(port, HOST);
        return;
      } catch {
        await delay(20);
      }
    }
    throw new Problem("redis-server does not start: see that `redis-server --version` works.");
  }

  async version() {
    return /redis_version:(\S+)/.exec(await this.command("INFO", "server"))[1];
  }

  command(...words) {
    return this.#connection.command(...words);
  }

  pipeline(encoded) {
    return this.#connection.pipeline(encoded);
  }

  /** The same calls as the other contenders. */
  async call(name, args = {}) {
    return this[name](args);
  }

  async build({ n, ids }) {
    await this.command("FLUSHALL");
    this.#baseline = await this.usedMemory();
    [this.#n, this.#ids] = [n, ids];
    let ns = 0;
    let commands = [];
    const flush = async () => {
      ns += (await this.#clocked(commands)).ns;
      commands = [];
    };
    for (const [index, score] of joins(n)) {
      commands.push(["ZADD", KEY, score, this.#nameOf(index)]);
      if (commands.length === AT_ONCE) await flush();
    }
    await flush();
    return { ns: ns / n };
  }

  #nameOf(index) {
    return NAMES[this.#ids](index);
  }

  async usedMemory() {
    return Number(/used_memory:(\d+)/.exec(await this.command("INFO", "memory"))[1]);
  }

  async memory() {
    return { bytes: (await this.usedMemory()) - this.#baseline };
  }

  async dumpBytes() {
    return (await this.command("DUMP", KEY)).length;
  }

  async update({ count, seed }) {
    const { members, deltas } = uniformStream(this.#n, count, seed);
    const commands = Array.from(members, (member, at) =>
      ["ZINCRBY", KEY, deltas[at], this.#nameOf(member)]);
    return this.#summed(commands);
  }

  rank({ count, seed }) {
    return this.#summed(this.#forMembers("ZREVRANK", count, seed));
  }

  score({ count, seed }) {
    return this.#summed(this.#forMembers("ZSCORE", count, seed));
  }

  /** The cost of a command that only comes and goes. */
  async floor({ count, seed }) {
    const { members } = uniformStream(this.#n, count, seed);
    return this.#perCommand(Array.from(members, (member) => ["PING", this.#nameOf(member)]));
  }

  #forMembers(command, count, seed) {
    const { members } = uniformStream(this.#n, count, seed);
    return Array.from(members, (member) => [command, KEY, this.#nameOf(member)]);
  }

  async top({ count }) {
    const command = ["ZREVRANGE", KEY, 0, TOP_COUNT - 1, "WITHSCORES"];
    return this.#summed(Array.from({ length: count }, () => command));
  }

  /**
   * The mixed stream. In a pipeline the rank that the neighbours are around has to be known before
   * it is asked for: `ranks` has them, and one command less is sent for each than a program would.
   */
  async mixed({ count, seed, ranks }) {
    const { kinds, members, deltas } = mixedStream(this.#n, count, seed);
    let next = 0;
    const commands = Array.from(kinds, (kind, at) => {
      const name = this.#nameOf(members[at]);
      if (kind === INCREMENT) return ["ZINCRBY", KEY, deltas[at], name];
      if (kind === RANK) return ["ZREVRANK", KEY, name];
      const rank = kind === AROUND ? ranks[next++] : 0;
      const [start, stop] = kind === AROUND
        ? [Math.max(0, rank - AROUND_RADIUS), rank + AROUND_RADIUS]
        : [0, TOP_COUNT - 1];
      return ["ZREVRANGE", KEY, start, stop, "WITHSCORES"];
    });
    return this.#summed(commands);
  }

  async latency() {
    return {};
  }

  /** Engine cost in a Lua loop, without what the loop itself costs. */
  async lua({ kind, count, seed }) {
    const { members } = uniformStream(this.#n, count, seed);
    const names = Array.from(members, (member) => this.#nameOf(member));
    const calls = (script) => {
      const commands = [];
      for (let at = 0; at < count; at += LUA_AT_ONCE) {
        const some = names.slice(at, at + LUA_AT_ONCE);
        commands.push(["EVAL", LUA_LOOP[script], 1, COPY, ...some]);
      }
      return commands;
    };
    await this.command("COPY", KEY, COPY);
    const floor = await this.#clocked(calls("floor"));
    const loop = await this.#clocked(calls(kind));
    return { ns: (loop.ns - floor.ns) / count };
  }

  async #perCommand(commands) {
    const { ns } = await this.#clocked(commands);
    return { ns: ns / commands.length };
  }

  async #summed(commands) {
    const { ns, replies } = await this.#clocked(commands);
    const sum = replies.reduce((total, reply) => total + numberOf(reply), 0);
    return { ns: ns / commands.length, sum };
  }

  async #clocked(commands) {
    const replies = [];
    let ns = 0;
    for (let at = 0; at < commands.length; at += AT_ONCE) {
      const encoded = commands.slice(at, at + AT_ONCE).map(encodeCommand);
      const before = this.#cpuNs();
      const some = await this.#connection.pipeline(encoded);
      ns += this.#cpuNs() - before;
      const error = some.find((reply) => reply instanceof Error);
      if (error) throw new Problem(`redis-server: ${error.message}`);
      for (const reply of some) replies.push(reply);
    }
    return { ns, replies };
  }

  /** Time on a CPU of the main thread, from the scheduler: nanoseconds, where Linux keeps them. */
  #cpuNs() {
    const { pid } = this.#child;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]);
  }

  async stop() {
    this.#connection?.close();
    this.#forget?.();
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.kill("SIGTERM");
    await ended;
    this.#removeFolder();
  }

  #removeFolder() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What the other contenders add up: a rank, a score, or the last score of a range. */
const numberOf = (reply) => Number(Array.isArray(reply) ? reply.at(-1) : reply);
