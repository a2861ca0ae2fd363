// The submission on its way. It is kept under its event id until there is a final answer, so that
// whatever happens in between, also a reload of the page, it counts once.

const STORAGE_KEY = "edgeboard.submission";
const ATTEMPTS = 5;
const FIRST_DELAY_MS = 400;

export class Outbox {
  #board;
  #storage;
  #connected;

  constructor(storage) {
    this.#storage = storage;
    this.#board = new Promise((resolve) => (this.#connected = resolve));
    this.pending = parse(storage.getItem(STORAGE_KEY));
  }

  /** Names the board that submissions go to; until then they wait. */
  connect(board) {
    this.#connected(board);
  }

  /** Takes a new submission, in place of the one before. */
  put({ member, score }) {
    this.pending = { member, score, eventId: crypto.randomUUID() };
    this.#storage.setItem(STORAGE_KEY, JSON.stringify(this.pending));
  }

  clear() {
    this.pending = null;
    this.#storage.removeItem(STORAGE_KEY);
  }

  /**
   * Sends what is pending until it is answered, a few times at most. An answer, also a refusal,
   * is final and clears it. Without one it throws a temporary error and keeps it.
   */
  async send({ onRetry }) {
    const board = await this.#board;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await board.submit(this.pending);
        this.clear();
        return answer;
      } catch (error) {
        if (!error.isTemporary) {
          this.clear();
          throw error;
        }
        if (attempt === ATTEMPTS) throw error;
        await delay(Math.max(error.retryAfterMs, FIRST_DELAY_MS * 2 ** (attempt - 1)));
        onRetry(attempt + 1, ATTEMPTS);
      }
    }
  }
}

function delay(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
