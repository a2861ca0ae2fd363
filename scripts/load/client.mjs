// Requests to the service over connections that stay open, tried again where that is safe.
import http from "node:http";
import https from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { Problem } from "../lib/problem.mjs";

/** How long one attempt may take: longer than the service's own limit. */
const ATTEMPT_LIMIT_MS = 30_000;

/** How long a request is tried before the run ends, and how long it pauses in between. */
const GIVE_UP_AFTER_MS = 60_000;
const PAUSE_MIN_MS = 25;
const PAUSE_MAX_MS = 2000;

export class Client {
  #key;
  #agents;
  #url;
  #retries = 0;

  constructor({ url, key, connections }) {
    const options = { keepAlive: true, maxSockets: connections };
    this.#agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
    this.#key = key;
    this.#url = new URL(url);
  }

  /** How often a request had to be sent again. */
  get retries() {
    return this.#retries;
  }

  get url() {
    return this.#url.origin;
  }

  /** Sends everything from now on, retries too, to another address. */
  moveTo(url) {
    this.#url = new URL(url);
  }

  close() {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** One attempt: `{ status, body }`; throws where there is no answer. */
  attempt(method, path, body, limitMs = ATTEMPT_LIMIT_MS) {
    const { request } = this.#url.protocol === "https:" ? https : http;
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = { authorization: `Bearer ${this.#key}` };
    if (payload) {
      headers["content-type"] = "application/json";
      headers["content-length"] = payload.length;
    }
    const agent = this.#agents[this.#url.protocol];
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent, signal: AbortSignal.timeout(limitMs) };
      const sent = request(new URL(path, this.#url), options, (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode, body: parse(text) });
        });
      });
      sent.on("error", reject);
      sent.end(payload);
    });
  }

  /**
   * Sends a request until it is answered; returns `{ status, body, attempts }`. Only for requests
   * that may arrive twice: reads, and events under an id.
   */
  async request(method, path, body) {
    const startedAt = performance.now();
    for (let attempts = 1; ; attempts += 1) {
      const { failure, answer } = await this.#tryOnce(method, path, body);
      if (answer) return { ...answer, attempts };
      if (performance.now() - startedAt > GIVE_UP_AFTER_MS) {
        const seconds = GIVE_UP_AFTER_MS / 1000;
        throw new Problem(`${this.url} did not take ${method} ${path} within ${seconds} s ` +
          `(${attempts} attempts, the last: ${failure}).`);
      }
      this.#retries += 1;
      await delay(pause(attempts));
    }
  }

  async #tryOnce(method, path, body) {
    let answer;
    try {
      answer = await this.attempt(method, path, body);
    } catch (error) {
      return { failure: error.code ?? error.message };
    }
    if (answer.status === 503) return { failure: "503" };
    if (answer.status < 400) return { answer };
    const { code = "", message = "" } = answer.body?.error ?? {};
    throw new Problem(`${this.url} refused ${method} ${path}: ${answer.status} ${code} ${message}`);
  }
}

/** Doubles up to the limit; half of it is left to chance, so that clients do not come in step. */
function pause(attempts) {
  const limit = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** Math.min(attempts, 20));
  return (limit * (1 + Math.random())) / 2;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
