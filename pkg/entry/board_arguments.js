// What a board is made with and told, before it crosses into the module.
import { instant, member, show } from "./check.js";
import { EdgeboardError } from "./edgeboard.js";
import { Period } from "./period.js";

/** The options of a board. */
export function boardOptions(options) {
  const { now = Date.now, period, seen = new Map(), keepEvents = true, ...others } = options;
  for (const name in others) {
    throw new EdgeboardError("invalid_request", `a Leaderboard has no option called ${name}`);
  }
  if (typeof now !== "function") {
    throw new EdgeboardError("invalid_request", "now must be a function that returns a time");
  }
  if (typeof seen?.get !== "function" || typeof seen?.set !== "function") {
    throw new EdgeboardError("invalid_request", "seen must have get and set, as a Map has");
  }
  const { startsAt, endsAt } = boundsOf(period);
  return { now, seen, keepEvents: keepEvents === true, startsAt, endsAt };
}

/** The bounds of a period, NaN where it has none: given ones, or those of its rule and id. */
function boundsOf(period) {
  if (period === undefined || period === null) return { startsAt: NaN, endsAt: NaN };
  const { id, ...rule } = Object(period);
  const isGiven = "startsAt" in rule || "endsAt" in rule || id === undefined;
  const bounds = isGiven ? rule : Period.parse(rule, id);
  const bound = (name) => (bounds[name] ?? null) === null
    ? NaN
    : instant(`period.${name}`, bounds[name]);
  return { startsAt: bound("startsAt"), endsAt: bound("endsAt") };
}

/** A member's name. */
export const memberName = (name) => member(name);

/** A value as JSON. */
export function json(value) {
  let text;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw new EdgeboardError("invalid_request", `metadata must be JSON: ${error.message}`);
  }
  if (text !== undefined) return text;
  throw new EdgeboardError("invalid_request", `metadata must be JSON, not ${show(value)}`);
}

// What the module reads: it would not see any other name.
const RULES = new Set([
  "order", "op", "decimals", "min", "max", "outOfRange", "tie", "rankKind", "columns", "periods",
  "timeZone", "graceSeconds", "maxMembers", "maxMemberBytes", "onFull", "exactHead", "shards",
  "idempotencyDays", "maxIds", "review", "read", "redisScore",
]);
const COLUMN = new Set(["name", "order", "decimals", "min", "max"]);

/** Rules without what is undefined, and with exact numbers as text. */
export function plainRules(rules) {
  if (typeof rules !== "object" || rules === null || Array.isArray(rules)) {
    throw new EdgeboardError("invalid_request", `rules must be an object, not ${show(rules)}`);
  }
  onlyKnown(rules, RULES, "rule");
  if (Array.isArray(rules.columns)) {
    rules.columns.forEach((column) => onlyKnown(Object(column), COLUMN, "property of a column"));
  }
  return plain(rules);
}

function onlyKnown(value, known, what) {
  const unknown = Object.keys(value).find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new EdgeboardError("invalid_request", `there is no ${what} called ${show(unknown)}`);
}

function plain(value) {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(given.map(([name, inner]) => [name, plain(inner)]));
}
