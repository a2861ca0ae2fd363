// Repeats a task: once a second while all is well, less often while it fails, never while nobody
// looks.

const INTERVAL_MS = 1000;
const LONGEST_INTERVAL_MS = 8000;

export class Poller {
  #task;
  #onFailure;
  #timer;
  #running = false;
  #wanted = false;
  #stopped = false;
  #failures = 0;

  constructor(task, { onFailure }) {
    this.#task = task;
    this.#onFailure = onFailure;
  }

  start() {
    document.addEventListener("visibilitychange", () => this.now());
    window.addEventListener("online", () => this.now());
    this.now();
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Runs the task at once, or once more where it is already running. */
  now() {
    this.#wanted = true;
    if (!this.#running) this.#run();
  }

  async #run() {
    clearTimeout(this.#timer);
    // `visibilitychange` starts it again.
    while (this.#wanted && !this.#stopped && !document.hidden) {
      this.#wanted = false;
      this.#running = true;
      try {
        await this.#task();
        this.#failures = 0;
      } catch (error) {
        this.#failures++;
        this.#onFailure(error);
      }
      this.#running = false;
    }
    if (this.#stopped || document.hidden) return;
    const interval = Math.min(INTERVAL_MS * 2 ** this.#failures, LONGEST_INTERVAL_MS);
    this.#timer = setTimeout(() => this.now(), interval);
  }
}
