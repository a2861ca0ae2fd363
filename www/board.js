// The board as the page knows it: four questions, answered by the service over HTTP.
//
// The page knows a board by these methods only, so that anything that answers them can stand in.

/** How long one request may take before it counts as lost. */
const TIME_LIMIT_MS = 10_000;

/**
 * @typedef {{member: string, rank: number, score: string, reachedAt: string}} Entry
 * @typedef {{period: string, entries: Entry[], total: number, version: string}} Top
 * @typedef {Entry & {percentile: number, total: number, version: string}} Standing
 * @typedef {{member: string, score: string, eventId: string}} Submission
 */

/** What went wrong with a request: `code` as the API documents it, or `no_answer`. */
export class BoardError extends Error {
  constructor(code, message, { status = 0, retryAfterMs = 0 } = {}) {
    super(message);
    this.name = "BoardError";
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the same request may succeed later, and is safe to send again. */
  get isTemporary() {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** Opens the demo board; fails with `not_found` where the service has none. */
export async function openDemo() {
  const { board, key } = await request("/demo.json");
  return new RemoteBoard(board, key);
}

/** A board behind the HTTP API. */
export class RemoteBoard {
  #key;

  constructor(name, key) {
    this.name = name;
    this.path = `/v1/boards/${encodeURIComponent(name)}`;
    this.#key = key;
  }

  /** Returns the rules and the current periods. */
  describe() {
    return request(this.path);
  }

  /** Returns the head of a period. @returns {Promise<Top>} */
  top({ period, limit }) {
    return request(`${this.path}/top?${new URLSearchParams({ period, limit })}`);
  }

  /** Returns where a member stands; `null` without a score. @returns {Promise<Standing?>} */
  async member(member, { period }) {
    const query = new URLSearchParams({ period });
    try {
      return await request(`${this.path}/members/${memberSegment(member)}?${query}`);
    } catch (error) {
      if (error.code === "member_not_ranked") return null;
      throw error;
    }
  }

  /**
   * Submits a score. Sent again with the same event id it counts once.
   * @param {Submission} submission
   */
  submit({ member, score, eventId }) {
    return request(`${this.path}/scores`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#key}`, "content-type": "application/json" },
      body: JSON.stringify({ member, score, eventId }),
    });
  }
}

/** Names may hold anything, also `..` and `/`: in a path they go as base64url. */
function memberSegment(member) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(member));
  return `~${btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

async function request(path, options = {}) {
  let response;
  let body;
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    response = await fetch(path, { cache: "no-store", signal, ...options });
    body = await response.text();
  } catch (error) {
    throw new BoardError("no_answer", error.message);
  }
  const answer = parse(body);
  if (response.ok && answer) return answer;
  const { status, headers } = response;
  const retryAfterMs = Number(headers.get("retry-after")) * 1000 || 0;
  const { code, message } = answer?.error ?? {};
  throw new BoardError(code ?? "no_api", message ?? "", { status, retryAfterMs });
}

/** What stands between page and service may answer with something that is not JSON. */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
