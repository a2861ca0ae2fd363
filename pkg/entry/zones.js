// The data of zones and the calendars that were made with it.
import { Calendar, EdgeboardError, RuleOfPeriods, Zones } from "./edgeboard.js";

/** So many rules are kept ready; a program seldom has more. */
const CALENDARS_MAX = 64;

/** Where the data comes from when it is first needed; nothing in a browser. */
let source;
let zones;
const calendars = new Map();

/** For the entries that have the data at hand: a function that returns its bytes. */
export function setZonesSource(bytes) {
  source = bytes;
}

/** Takes the data; what rules there are is read again with it. */
export function addZones(bytes) {
  const added = Zones.parse(bytes);
  calendars.forEach((calendar) => calendar.free());
  calendars.clear();
  zones?.free();
  zones = added;
}

/** The calendar of a rule in JSON. */
export function calendarOf(json) {
  const known = calendars.get(json);
  if (known !== undefined) return known;
  const calendar = makeCalendar(JSON.parse(json));
  if (calendars.size >= CALENDARS_MAX) forgetFirst();
  calendars.set(json, calendar);
  return calendar;
}

function makeCalendar(data) {
  const rule = readRule(data);
  try {
    return inZones(rule);
  } finally {
    rule.free();
  }
}

function inZones(rule) {
  zones ??= new Zones();
  try {
    return new Calendar(rule, zones);
  } catch (error) {
    if (error.code !== "zones_not_loaded" || source === undefined) throw error;
    addZones(source());
    return new Calendar(rule, zones);
  }
}

function readRule(data) {
  const { kind, ...fields } = typeof data === "object" && data !== null ? data : { kind: data };
  if (typeof kind !== "string") throw refused("kind", "it takes a text");
  const rule = new RuleOfPeriods(kind);
  try {
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value === "string") rule.text(field, value);
      else if (typeof value === "number") rule.number(field, value);
      else if (value !== null) throw refused(field, "it takes a text");
    }
    return rule;
  } catch (error) {
    rule.free();
    throw error;
  }
}

function refused(field, reason) {
  return new EdgeboardError("invalid_request", `${field}: ${reason}`);
}

function forgetFirst() {
  const [json, calendar] = calendars.entries().next().value;
  calendars.delete(json);
  calendar.free();
}
