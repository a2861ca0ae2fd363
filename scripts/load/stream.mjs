// The stream that the load tool plays, and what it must come to. Pure: the same options give the
// same events, so that a run can be repeated and its result be known before it starts.
import { Random } from "./random.mjs";

/** How many bits the deltas span: they lie between 1 and 4095, half of them below 64. */
const DELTA_BITS = 12;

/** Of a hundred events, how many take points away and how many change nothing. */
const DEDUCTIONS_PERCENT = 8;
const ZEROS_PERCENT = 1;

/** One event in this many starts a burst: a player in a match, whose events come close together. */
const BURST_EVERY = 40;
const BURST_EVENTS_MAX = 20;

/** Of the repeats, half come at once; the others this many events later, or more. */
const LATE_EVENTS_MIN = 100;
const LATE_EVENTS_SPREAD = 10_000;

/**
 * Yields submissions `{ eventId, member, score, isRepeated, isRepeat }`: `events` different ones,
 * and among them, for the share `repeats`, the same one once more.
 */
export function* submissions({ seed, events, players, repeats }) {
  const random = new Random(seed);
  const burst = { member: "", left: 0 };
  const late = new Map();
  for (let index = 0; index < events; index += 1) {
    // Every event takes its draws in the same order, whatever comes of them: so a longer run, or
    // one with another share of repeats, plays the same events under the same ids.
    const member = nextMember(random, burst, players);
    const score = nextDelta(random);
    const [isRepeated, isLate] = [random.unit() < repeats, random.unit() < 0.5];
    const distance = LATE_EVENTS_MIN + random.below(LATE_EVENTS_SPREAD);
    const event = { eventId: `load-${seed}-${players}-${index}`, member, score, isRepeated };
    yield { ...event, isRepeat: false };
    if (isRepeated && isLate) addTo(late, index + distance, event);
    if (isRepeated && !isLate) yield { ...event, isRepeat: true };
    for (const earlier of take(late, index)) yield { ...earlier, isRepeat: true };
  }
  for (const earlier of [...late.values()].flat()) yield { ...earlier, isRepeat: true };
}

/** A few players play most: 1 % of them make 21.5 % of the events, 10 % make 46 %. */
function nextMember(random, burst, players) {
  const skewed = Math.floor(random.unit() ** 3 * players);
  const [starts, length] = [random.below(BURST_EVERY), 2 + random.below(BURST_EVENTS_MAX - 1)];
  // Other players' events come in between, as they do.
  if (burst.left > 0 && random.unit() < 0.75) {
    burst.left -= 1;
    return burst.member;
  }
  // Spread over the ids, so that who plays much does not show in the name.
  const id = (skewed * 7_368_787 + 11) % players;
  const member = `user:${String(id).padStart(7, "0")}`;
  if (burst.left === 0 && starts === 0) Object.assign(burst, { member, left: length - 1 });
  return member;
}

/** A delta whose magnitude is bell-shaped on a logarithmic scale. */
function nextDelta(random) {
  const bits = random.bits64();
  const sum = [0n, 16n, 32n, 48n].reduce((total, at) => total + Number((bits >> at) & 0xffffn), 0);
  const exponent = (sum * DELTA_BITS) / 2 ** 18;
  const whole = Math.floor(exponent);
  // Piecewise linear between the powers of two: no logarithm, no rounding that differs.
  const magnitude = Math.floor(2 ** whole * (1 + exponent - whole));
  const percent = random.below(100);
  if (percent < DEDUCTIONS_PERCENT) return -Math.ceil(magnitude / 2);
  return percent < DEDUCTIONS_PERCENT + ZEROS_PERCENT ? 0 : magnitude;
}

function addTo(lists, key, value) {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function take(lists, key) {
  const list = lists.get(key) ?? [];
  lists.delete(key);
  return list;
}

/**
 * What a board holds after these submissions, each event id counted once:
 * `{ scores: member -> score, events, sum, submissions }`.
 */
export function fold(stream) {
  const counted = new Set();
  const scores = new Map();
  let [sum, count] = [0, 0];
  for (const { eventId, member, score } of stream) {
    count += 1;
    if (counted.has(eventId)) continue;
    counted.add(eventId);
    scores.set(member, (scores.get(member) ?? 0) + score);
    sum += score;
  }
  return { scores, events: counted.size, sum, submissions: count };
}
