// The life cycle of a local server: `wrangler dev` with workerd below it, as `npm start`, the load
// tool and the Worker's tests run it. Needs built files; it never builds.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { writeEnvFile } from "./env_file.mjs";
import { onInterrupt } from "./interrupt.mjs";
import { newerNode } from "./node.mjs";
import { CACHE_DIR } from "./paths.mjs";
import { findFreePort, HOST } from "./ports.mjs";
import { Problem } from "./problem.mjs";
import { family, signalAll, waitGone } from "./processes.mjs";
import { tail } from "./run.mjs";

const START_LIMIT_MS = 60_000;
const HEALTH_LIMIT_MS = 5_000;
const POLL_INTERVAL_MS = 25;
const POLITE_MS = 5000;
const OUTPUT_CHARS_MAX = 100_000;

/**
 * Starts a server and resolves once it answers `GET /healthz`.
 *
 * - `port`: 0 takes a free one.
 * - `stateDir`: the folder of its storage; starting again on it finds everything again.
 * - `config`: path of a wrangler.toml. Without a [build] section it starts quicker.
 * - `vars`: variables of the Worker, beside those of the config.
 * - `log`: called with each piece of wrangler's output.
 */
export async function startServer({ port = 0, stateDir, config, vars = {}, log = () => {} }) {
  const server = new Server(port || (await findFreePort()), log);
  server.launch({ stateDir, config, vars });
  await server.untilReady();
  return server;
}

class Server {
  #child;
  #log;
  #output = "";
  #tempDir;
  #forgetInterrupt;
  #ending = false;
  #lastStatus;
  #ended;

  constructor(port, log) {
    this.port = port;
    this.url = `http://${HOST}:${port}`;
    this.#log = log;
  }

  /** The process id of wrangler. */
  get pid() {
    return this.#child.pid;
  }

  /** Resolves with a sentence when the server ends without `stop` or `kill9`. */
  get ended() {
    return this.#ended.promise;
  }

  /** What wrangler printed last. */
  get output() {
    return this.#output;
  }

  launch({ stateDir, config, vars }) {
    mkdirSync(stateDir, { recursive: true });
    this.#tempDir = mkdtempSync(join(tmpdir(), "edgeboard-"));
    const envFile = join(this.#tempDir, "vars");
    writeEnvFile(envFile, vars);
    const args = ["--no-warnings", "--import", hereUrl("end_with_parent.mjs"), wranglerPath()];
    args.push("dev", "--config", config, "--ip", HOST, "--port", String(this.port));
    args.push("--inspector-port", "0", "--persist-to", stateDir, "--env-file", envFile);
    this.#child = spawn(newerNode(), args, {
      cwd: dirname(config),
      env: wranglerEnv(this.#tempDir, vars),
      // The channel is what end_with_parent.mjs watches.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      // Ctrl-C must reach this process only, which then ends the tree in order.
      detached: true,
    });
    this.#forgetInterrupt = onInterrupt(() => this.stop());
    this.#watch();
  }

  #watch() {
    let resolve;
    this.#ended = { promise: new Promise((done) => (resolve = done)) };
    const end = (sentence) => {
      if (!this.#ending) resolve(sentence);
    };
    const take = (chunk) => {
      this.#output = (this.#output + chunk).slice(-OUTPUT_CHARS_MAX);
      this.#log(chunk);
      // wrangler starts another workerd then, but its proxy never reaches that one.
      if (chunk.includes("runtime crashed unexpectedly")) end("workerd ended unexpectedly");
    };
    this.#child.stdout.setEncoding("utf8").on("data", take);
    this.#child.stderr.setEncoding("utf8").on("data", take);
    this.#child.on("error", (error) => end(`wrangler could not be started: ${error.message}`));
    this.#child.on("exit", (code, signal) => end(`wrangler ended by itself (${signal ?? code})`));
  }

  async untilReady() {
    const deadline = Date.now() + START_LIMIT_MS;
    const ended = this.ended.then((sentence) => ({ sentence }));
    for (;;) {
      // A limit of its own: the one of `fetch` does not always end a body that stays away.
      const silence = delay(HEALTH_LIMIT_MS, false, { ref: false });
      const outcome = await Promise.race([this.#isHealthy(), ended, silence]);
      if (outcome === true) return;
      if (!outcome && Date.now() < deadline) {
        await delay(POLL_INTERVAL_MS);
        continue;
      }
      await this.stop();
      const answer = this.#lastStatus ? `only the status ${this.#lastStatus}` : "no answer";
      const why = outcome ? outcome.sentence : `${answer} in ${START_LIMIT_MS / 1000} s`;
      throw new Problem(`the server did not start: ${why}. Its last words:\n${tail(this.#output)}`);
    }
  }

  async #isHealthy() {
    try {
      const answer = await fetch(`${this.url}/healthz`, {
        signal: AbortSignal.timeout(HEALTH_LIMIT_MS),
      });
      await answer.arrayBuffer();
      this.#lastStatus = answer.status;
      return answer.ok;
    } catch {
      return false;
    }
  }

  /** The process id of the workerd that runs the Worker (wrangler's proxy is a second one). */
  workerdPid() {
    const proxyAddress = `entry=${HOST}:${this.port} `;
    return family(this.pid)
      .find(({ args }) => /\bworkerd serve\b/.test(args) && !args.includes(proxyAddress))?.pid;
  }

  /** `kill -9` of workerd by its id, as a crash would; then wrangler goes too. */
  async kill9() {
    this.#ending = true;
    const workerd = this.workerdPid();
    if (workerd === undefined) throw new Error("there is no workerd to kill");
    const processes = this.#processes();
    signalAll([workerd, ...processes], "SIGKILL");
    const left = await waitGone(processes, POLITE_MS);
    this.#cleanUp();
    if (left.length > 0) throw new Error(`processes ${left.join(", ")} are still there`);
  }

  /** Ends the server; resolves when all of its processes are gone. */
  async stop() {
    this.#ending = true;
    const processes = this.#processes();
    // wrangler ends its children itself; one signalled beside it might be started again.
    signalAll(processes.filter((pid) => pid === this.pid), "SIGTERM");
    if (processes.includes(this.pid)) await waitGone(processes, POLITE_MS);
    const left = this.#processes();
    signalAll(left, "SIGKILL");
    await waitGone(left, POLITE_MS);
    this.#cleanUp();
  }

  /** wrangler and everything below it; nothing when it could not even be started. */
  #processes() {
    return this.pid === undefined ? [] : family(this.pid).map(({ pid }) => pid);
  }

  #cleanUp() {
    this.#forgetInterrupt();
    rmSync(this.#tempDir, { recursive: true, force: true });
  }
}

const hereUrl = (name) => new URL(name, import.meta.url).href;

function wranglerPath() {
  return createRequire(fileURLToPath(import.meta.url)).resolve("wrangler");
}

/** No account, no questions, no requests to other machines, no files in the home folder. */
function wranglerEnv(tempDir, vars) {
  const env = {
    ...process.env,
    CI: "1",
    NO_COLOR: "1",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_WRITE_LOGS: "false",
    WRANGLER_REGISTRY_PATH: join(tempDir, "registry"),
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    X_LOCAL_EXPLORER: "false",
    X_LOCAL_OBSERVABILITY: "false",
    TMPDIR: tempDir,
    // Parsing wrangler's 15 MB takes half a second; compiled once, it takes a tenth.
    NODE_COMPILE_CACHE: join(CACHE_DIR, "node-compile"),
  };
  // A variable of the same name in the environment would win over the file.
  for (const name of Object.keys(vars)) delete env[name];
  return env;
}
