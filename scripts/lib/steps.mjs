// What a person sees of a set-up: one line per step, with its time, and progress in between.

const LIVE_INTERVAL_MS = 200;
const PLAIN_INTERVAL_MS = 15_000;

/** `0.2 s`, `48 s`, `3 min 05 s`. */
export function duration(ms) {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

/** Prints a line that is not part of a step's progress. */
export function say(text) {
  clearLive();
  process.stdout.write(`${text}\n`);
}

function clearLive() {
  if (process.stdout.isTTY) process.stdout.write("\r\x1b[2K");
}

/**
 * Runs one step. `work` gets a function to report its latest line with, and returns a few words on
 * how it went; they stand in the step's line.
 */
export async function step(title, work) {
  const startedAt = performance.now();
  const elapsed = () => duration(performance.now() - startedAt);
  let latest = "";
  const live = process.stdout.isTTY;
  const show = () => {
    const line = `  … ${title}, ${elapsed()}${latest && `: ${latest}`}`;
    if (!live) process.stdout.write(`${line.slice(0, 200)}\n`);
    else process.stdout.write(`\r\x1b[2K${line.slice(0, (process.stdout.columns || 80) - 1)}`);
  };
  const timer = setInterval(show, live ? LIVE_INTERVAL_MS : PLAIN_INTERVAL_MS);
  try {
    const words = await work((line) => (latest = line));
    say(`✓ ${title}${words ? `: ${words}` : ""}  ${elapsed()}`);
  } finally {
    clearInterval(timer);
    clearLive();
  }
}
