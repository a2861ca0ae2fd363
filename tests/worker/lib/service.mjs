// The service on real workerd, for one test file, and requests to it.
//
// Every start sets the clock of the service, so that nothing depends on when the tests run.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "../../../scripts/lib/server.mjs";

export const KEY = "server-key-of-the-tests";
export const DEMO_KEY = "demo-key-of-the-tests";

/** A Wednesday; what `NOON_TEXT` says. */
export const NOON = Date.UTC(2026, 9, 14, 12);
export const NOON_TEXT = "2026-10-14T12:00:00.000Z";
export const DAY_MS = 86_400_000;

/** No request may hang: the service's own limit is 20 s. */
const REQUEST_LIMIT_MS = 25_000;

const CONFIG = fileURLToPath(new URL("../wrangler.toml", import.meta.url));

/** Starts a service with empty storage. */
export async function startService() {
  const service = new Service();
  await service.start();
  return service;
}

export class Service {
  #stateDir = mkdtempSync(join(tmpdir(), "edgeboard-test-"));
  #server;

  async start() {
    this.#server = await startServer({
      stateDir: this.#stateDir,
      config: CONFIG,
      vars: { EDGEBOARD_KEY: KEY, EDGEBOARD_DEMO_KEY: DEMO_KEY },
    });
    await this.setClock(NOON);
  }

  get url() {
    return this.#server.url;
  }

  /** Ends the server in order and starts another on the same storage. */
  async restart() {
    await this.#server.stop();
    await this.start();
  }

  /** `kill -9` of workerd; `start` goes on with the same storage. */
  kill() {
    return this.#server.kill9();
  }

  async end() {
    await this.#server?.stop();
    rmSync(this.#stateDir, { recursive: true, force: true });
  }

  /** Stops the clock of the service at an instant. */
  async setClock(ms) {
    assert.equal((await this.send("POST", `/test/clock?ms=${ms}`)).status, 204);
  }

  /**
   * Lets the n-th reading of the clock from now on, counted from 0, end the WebAssembly instance:
   * by an exception (`throw`) or by an instruction (`trap`).
   */
  async setTrap(reading, kind = "trap") {
    const path = `/test/trap?reading=${reading}&kind=${kind}`;
    assert.equal((await this.send("POST", path)).status, 204);
  }

  /**
   * Sends a request; `body` is sent as JSON, `raw` as it is. Returns `{ status, headers, text,
   * body }`, with `body` parsed where it is JSON.
   */
  async send(method, path, { body, raw, key = KEY, headers = {} } = {}) {
    const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
    const answer = await fetch(this.url + path, {
      method,
      headers: { ...authorization, ...headers },
      body: body === undefined ? raw : JSON.stringify(body),
      duplex: raw instanceof ReadableStream ? "half" : undefined,
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parse(text) };
  }

  get(path, options) {
    return this.send("GET", path, options);
  }

  put(board, rules, options) {
    return this.send("PUT", `/v1/boards/${board}`, { body: rules, ...options });
  }

  post(board, body, options) {
    return this.send("POST", `/v1/boards/${board}/scores`, { body, ...options });
  }

  /** Creates a board that is not there yet. */
  async create(board, rules = {}) {
    const { status, text } = await this.put(board, rules);
    assert.equal(status, 201, text);
    return board;
  }

  /** Submits a score that has to be taken; returns the answer's body. */
  async submit(board, member, score, eventId = newEventId()) {
    const { status, text, body } = await this.post(board, { member, score, eventId });
    assert.equal(status, 200, text);
    return body;
  }

  /** The head of a board as `member score` lines, or of one of its periods. */
  async top(board, query = "") {
    const { status, text, body } = await this.get(`/v1/boards/${board}/top${query}`);
    assert.equal(status, 200, text);
    return body.entries.map(({ rank, member, score }) => `${rank} ${member} ${score}`);
  }
}

let events = 0;

/** An id that no other event of this process has. */
export function newEventId() {
  events += 1;
  return `event-${events}`;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The path of a member, by its base64url form. */
export function memberPath(board, member) {
  return `/v1/boards/${board}/members/~${Buffer.from(member).toString("base64url")}`;
}

/** Every JSON answer says what it is and is not kept by others. */
export function assertHeaders({ headers }) {
  assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("cache-control"), "no-store");
}

/**
 * Checks an answer to be this error, in the documented form; returns the error. `input` says what
 * was sent, where a test sends many things.
 */
export function assertError(answer, status, code, input = "") {
  const { error } = answer.body ?? {};
  const shown = `${input} ${answer.text.slice(0, 500)}`;
  assert.equal(`${answer.status} ${error?.code}`, `${status} ${code}`, shown);
  assert.deepEqual(Object.keys(answer.body), ["error"]);
  assert.deepEqual(Object.keys(error).sort(), ["code", "details", "message"]);
  assert.ok(error.message.length > 10 && error.message.length < 1000, error.message);
  assert.equal(typeof error.details, "object");
  assert.ok(error.details !== null);
  assertHeaders(answer);
  return error;
}

/** Waits until `holds` resolves with something true, at most `limitMs`. */
export async function until(holds, limitMs = 10_000) {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await holds();
    if (found) return found;
    assert.ok(performance.now() < deadline, `not so within ${limitMs} ms: ${holds}`);
  }
}
