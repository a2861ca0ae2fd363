/**
 * The formula of the design document in plain JavaScript, and nothing of edgeboard: the other side
 * of every cross-check. It is exact in doubles for the values it is given here.
 */

export const MAX_POINTS = 2 ** 25 - 1;
export const MAX_SECONDS = 2 ** 28 - 1;

const WEIGHT = 2 ** 28;

export function encodeScore(points, seconds) {
  return points * WEIGHT + (MAX_SECONDS - seconds);
}

export function decodeScore(score) {
  return { points: Math.floor(score / WEIGHT), seconds: MAX_SECONDS - (score % WEIGHT) };
}

/** What the formula is defined for. */
export function inDomain(points, seconds) {
  const within = (value, max) => Number.isInteger(value) && value >= 0 && value <= max;
  return within(points, MAX_POINTS) && within(seconds, MAX_SECONDS);
}

/** Random numbers from a seed (mulberry32), so that a failing run can be repeated. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed of this run: EDGEBOARD_SEED, or a new one. */
export function chooseSeed() {
  return Number(process.env.EDGEBOARD_SEED ?? Math.floor(Math.random() * 2 ** 32)) >>> 0;
}
