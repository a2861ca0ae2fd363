// How far a run is: a bar on a terminal, a plain line every few seconds elsewhere.

const LIVE_INTERVAL_MS = 200;
const PLAIN_INTERVAL_MS = 5000;
const BAR_CHARS = 20;

/** The rate shown is that of the last seconds: after a pause the average would mislead. */
const RATE_WINDOW_MS = 5000;

export const grouped = (number) => Math.round(number).toLocaleString("en-US");

/** Shows how `done` approaches `total` until `finish` is called. */
export class Progress {
  #title;
  #total;
  #out;
  #done = 0;
  #marks;
  #timer;

  constructor(title, total, out = process.stdout) {
    this.#title = title;
    this.#total = total;
    this.#out = out;
    this.#marks = [{ at: performance.now(), done: 0 }];
    const interval = out.isTTY ? LIVE_INTERVAL_MS : PLAIN_INTERVAL_MS;
    this.#timer = setInterval(() => this.#show(), interval);
  }

  set(done) {
    this.#done = done;
  }

  /** Prints a line for good; the bar goes on below it. */
  say(text) {
    this.#clear();
    this.#out.write(`${text}\n`);
  }

  finish() {
    clearInterval(this.#timer);
    this.#clear();
  }

  #show() {
    const line = this.#line(performance.now());
    if (this.#out.isTTY) this.#out.write(`\r\x1b[2K${line.slice(0, this.#out.columns - 1 || 79)}`);
    else this.#out.write(`${line}\n`);
  }

  #clear() {
    if (this.#out.isTTY) this.#out.write("\r\x1b[2K");
  }

  #line(now) {
    this.#marks.push({ at: now, done: this.#done });
    while (this.#marks.length > 2 && this.#marks[1].at < now - RATE_WINDOW_MS) this.#marks.shift();
    const [first] = this.#marks;
    const rate = ((this.#done - first.done) * 1000) / Math.max(now - first.at, 1);
    const left = this.#total - this.#done;
    const eta = rate > 0 ? `, ${Math.ceil(left / rate)} s to go` : "";
    const share = this.#total > 0 ? this.#done / this.#total : 1;
    const filled = Math.floor(share * BAR_CHARS);
    const bar = `[${"#".repeat(filled)}${".".repeat(BAR_CHARS - filled)}]`;
    const percent = `${Math.floor(share * 100)} %`.padStart(5);
    const count = `${grouped(this.#done)} of ${grouped(this.#total)}`;
    return `${this.#title} ${bar} ${percent}  ${count}, ${grouped(rate)}/s${eta}`;
  }
}
