// A server for one run, which is killed in the middle of it and started again on the same data.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { BUILDS } from "../lib/builds.mjs";
import { onInterrupt } from "../lib/interrupt.mjs";
import { ROOT } from "../lib/paths.mjs";
import { Problem } from "../lib/problem.mjs";
import { startServer } from "../lib/server.mjs";
import { step } from "../lib/steps.mjs";
import { grouped } from "./progress.mjs";

/** Longer than `startServer` takes to give up. */
const BACK_WITHIN_MS = 120_000;

export class OwnServer {
  #stateDir = mkdtempSync(join(tmpdir(), "edgeboard-load-"));
  #server;
  #forget;
  key = randomBytes(24).toString("base64url");

  /** Starts it, and ends it when the run is interrupted. */
  async start() {
    // wrangler would build it too, but inside the time that a start may take.
    await step("build the Worker", BUILDS.worker.build);
    this.#forget = onInterrupt(() => this.end());
    await this.#launch(0);
  }

  async #launch(port) {
    this.#server = await startServer({
      port,
      stateDir: this.#stateDir,
      config: join(ROOT, "wrangler.toml"),
      vars: { EDGEBOARD_KEY: this.key },
    });
  }

  get url() {
    return this.#server.url;
  }

  /** Kills workerd, starts it again at the same address; returns the id of the killed process. */
  async crash() {
    const pid = this.#server.workerdPid();
    await this.#server.kill9();
    await this.#launch(this.#server.port);
    return pid;
  }

  /** Ends the server and deletes its data. */
  async end() {
    this.#forget?.();
    await this.#server?.stop();
    rmSync(this.#stateDir, { recursive: true, force: true });
  }
}

/** Crashes a server at `kills` points spread over `total` answers. */
export class Crashes {
  #server;
  #points;
  #say;
  #underWay = Promise.resolve();
  #fail;

  constructor({ server, kills, total, say }) {
    this.#server = server;
    this.#say = say;
    this.#points = Array.from({ length: kills }, (_, at) => (total * (at + 1)) / (kills + 1));
    /** Fails when the server does not come back; never resolves. */
    this.failed = new Promise((_, reject) => (this.#fail = reject));
    this.failed.catch(() => {});
  }

  /** To be told the number of answers; a crash begins here and goes on beside the requests. */
  reached(answers) {
    if (this.#points.length === 0 || answers < this.#points[0]) return;
    this.#points.shift();
    this.#underWay = this.#underWay.then(() => this.#crash(answers)).catch(this.#fail);
  }

  async #crash(answers) {
    const startedAt = performance.now();
    const tooLate = delay(BACK_WITHIN_MS, undefined, { ref: false });
    const pid = await Promise.race([this.#server.crash(), tooLate]);
    if (pid === undefined) {
      throw new Problem(`the killed server did not come back within ${BACK_WITHIN_MS / 1000} s.`);
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    this.#say(`killed workerd (process ${pid}) after ${grouped(answers)} answers; back after ` +
      `${seconds} s`);
  }

  /** Resolves when no crash is under way. */
  settled() {
    return this.#underWay;
  }
}
