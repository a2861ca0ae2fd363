// Periods in JavaScript: the table that the native engine agrees with, whatever the zone of the
// host, and the clocks of the host's own ICU.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { EdgeboardError, Period } from "../../pkg/dist/index.node.js";

const FIXTURE = fileURLToPath(new URL("../fixtures/periods.jsonl", import.meta.url));
const ENTRY = new URL("../../pkg/dist/index.node.js", import.meta.url).href;
const TABLE = readFileSync(FIXTURE, "utf8").trim().split("\n").map((line) => JSON.parse(line));

const invalid = (call, pattern) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof EdgeboardError, String(error));
    assert.equal(error.code, "invalid_request", error.message);
    assert.match(error.message, pattern);
    return true;
  });

test("a week in a zone", () => {
  const rule = { kind: "week", zone: "Asia/Seoul" };
  const week = {
    id: "2026-W08",
    startsAt: Date.parse("2026-02-15T15:00:00Z"),
    endsAt: Date.parse("2026-02-22T15:00:00Z"),
  };
  assert.deepEqual(Period.of(rule, Date.parse("2026-02-18T12:00:00Z")), week);
  assert.deepEqual(Period.of(rule, new Date("2026-02-18T12:00:00Z")), week);
  assert.deepEqual(Period.of(rule, "2026-02-18T12:00:00Z"), week);
  assert.deepEqual(Period.parse(rule, "2026-W08"), week);
  assert.equal(Period.next(rule, "2026-W08").id, "2026-W09");
  assert.equal(Period.previous(rule, "2026-W01").id, "2025-W52");
  assert.equal(Period.key(rule, "2026-W08"), "week:2026-W08");
  assert.equal(Period.keptUntil(rule, "2026-W08"), Date.parse("2026-03-08T15:00:00Z"));
});

test("all time has no bounds, and what is absent is null", () => {
  assert.deepEqual(Period.of("all", 0), { id: "all", startsAt: null, endsAt: null });
  assert.equal(Period.next("all", "all"), null);
  assert.equal(Period.keptUntil("all", "all"), null);
  assert.equal(Period.key("all", "all"), "total");
  for (const method of ["parse", "next", "previous", "key", "keptUntil"]) {
    assert.equal(Period[method]("day", "2026-02-30"), null, method);
  }
  assert.equal(Period.parse({ kind: "day", zone: "Pacific/Apia" }, "2011-12-30"), null);
  assert.equal(Period.previous("day", "1970-01-01"), null);
  const numbered = { kind: "numbered", base: "2023-01-01T00:00:00+08:00", length: "1d" };
  assert.equal(Period.of(numbered, 1672502399999), null);
  assert.equal(Period.of(numbered, 1672502400000).id, "n1");
  assert.equal(Period.of(numbered, new Date("2023-02-05T00:00:00+08:00")).id, "n36");
});

test("a season may have dates for its bounds", () => {
  const [startsAt, endsAt] = [new Date("2026-03-01"), new Date("2026-06-01")];
  const rule = { kind: "season", id: "spring", startsAt, endsAt };
  const season = { id: "spring", startsAt: startsAt.getTime(), endsAt: endsAt.getTime() };
  assert.deepEqual(Period.of(rule, startsAt), season);
  assert.equal(Period.of(rule, endsAt), null);
});

test("a rule that cannot be is refused by the name of its field", () => {
  const known = [
    [null, /^a rule must be a kind of period or an object with its kind, not null/],
    [undefined, /^a rule must be/], [5, /^a rule must be/], [["day"], /^a rule must be/],
    [{ toJSON: () => undefined }, /^a rule must be data/], [{ kind: 1n }, /^a rule must be data/],
    [{}, /^kind: it takes a text/], [{ kind: 5 }, /^kind: it takes a text/],
    ["Day", /^kind: "Day" is not one of minute, hour,/], ["", /^kind: "" is not/],
    [{ kind: "day", zones: "UTC" }, /"zones"/], [{ kind: "day", zone: true }, /^zone: it takes/],
    [{ kind: "day", zone: 9 }, /^zone: 9 is a number/], ["season", /^id: .* needs one/],
    [{ kind: "day", zone: "Asia/Soul" }, /^zone: there is no "Asia\/Soul" in version 20\d\d\w of/],
    [{ kind: "day", zone: "asia/seoul" }, /^zone: there is no "asia\/seoul"/],
    [{ kind: "day", weekStart: "monday" }, /^weekStart: a period of kind 'day' has none/],
    [{ kind: "numbered", base: 0.5, length: "1d" }, /^base: 0\.5 is not an instant/],
    [{ kind: "week", keep: "2 weeks" }, /^keep: "2 weeks" is not a number from 1/],
  ];
  for (const [rule, pattern] of known) {
    for (let again = 0; again < 2; again += 1) invalid(() => Period.of(rule, 0), pattern);
  }
});

test("an instant or an id that cannot be is refused", () => {
  for (const instant of [NaN, "", "soon", null, undefined, 1n, {}, [0], new Date(NaN)]) {
    invalid(() => Period.of("day", instant), /^instant must be milliseconds since 1970/);
  }
  for (const instant of [-1, -1e300, Infinity, 253402300800000, new Date(-5)]) {
    invalid(() => Period.of("day", instant), /^a time must be .* 0 to 253402300799999/);
  }
  for (const id of [5, null, undefined, ["2026-10-11"], "\ud83d"]) {
    invalid(() => Period.parse("day", id), /^id must be a well-formed string/);
  }
  invalid(() => new Period(), /static/);
});

test("fields that are null are not given, and what a rule says now counts", () => {
  const rule = { kind: "day", zone: null, keep: undefined };
  assert.equal(Period.of(rule, 0).id, "1970-01-01");
  rule.zone = "-10:00";
  assert.equal(Period.of(rule, 0).id, "1969-12-31");
});

test("more rules than are kept ready give the same answers", () => {
  for (let round = 0; round < 2; round += 1) {
    for (let minutes = 0; minutes < 200; minutes += 1) {
      const startAt = new Date(minutes * 60_000).toISOString().slice(11, 16);
      const day = Period.of({ kind: "day", startAt }, Date.UTC(2026, 9, 11, 12));
      assert.equal(day.startsAt, Date.UTC(2026, 9, 11, 0, minutes));
    }
  }
});

/** What a process in a zone of its own answers to the table. */
async function answersIn(zone) {
  const source = `
    import { readFileSync } from "node:fs";
    import { Period } from ${JSON.stringify(ENTRY)};
    const lines = readFileSync(${JSON.stringify(FIXTURE)}, "utf8").trim().split("\\n");
    const answers = lines.map((line) => JSON.parse(line)).map(({ rule, at }) => {
      const period = Period.of(rule, at);
      const { id } = period;
      return { ...period, key: Period.key(rule, id), keptUntil: Period.keptUntil(rule, id) };
    });
    console.log(JSON.stringify([new Date(0).getTimezoneOffset(), answers]));
  `;
  const args = ["--input-type=module", "--eval", source];
  const options = { env: { ...process.env, TZ: zone }, maxBuffer: 100_000_000 };
  return JSON.parse((await promisify(execFile)(process.execPath, args, options)).stdout);
}

test("every host gives the answers of the native engine, whatever its own zone", async () => {
  assert.ok(TABLE.length > 1000, String(TABLE.length));
  const expected = TABLE.map(({ id, startsAt, endsAt, key, keptUntil }) =>
    ({ id, startsAt, endsAt, key, keptUntil }));
  const zones = { "America/Los_Angeles": 480, UTC: 0, "Asia/Seoul": -540 };
  for (const [zone, offset] of Object.entries(zones)) {
    const [own, answers] = await answersIn(zone);
    assert.equal(own, offset, "the host is in that zone");
    assert.deepEqual(answers, expected, zone);
  }
});

/** Local date and time by the ICU of Node. */
function clockOf(zone) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit",
    hour: "2-digit", minute: "2-digit",
  });
  return (ms) => {
    const parts = format.formatToParts(ms).map(({ type, value }) => [type, value]);
    const { year, month, day, hour, minute } = Object.fromEntries(parts);
    return `${year}-${month}-${day}T${hour}:${minute}`;
  };
}

test("minutes are those of the clocks of ICU, in the past that both know", () => {
  const zones = [
    "America/New_York", "America/Sao_Paulo", "America/St_Johns", "Europe/Berlin", "Europe/London",
    "Asia/Seoul", "Asia/Kolkata", "Asia/Tehran", "Asia/Kathmandu", "Australia/Lord_Howe",
    "Pacific/Apia", "Pacific/Chatham", "Pacific/Kwajalein", "Africa/Cairo", "Antarctica/Troll",
  ];
  const [from, until] = [Date.UTC(1980, 0), Date.UTC(2021, 0)];
  for (const zone of zones) {
    const clock = clockOf(zone);
    // An odd step, so that all times of day come.
    for (let ms = from; ms < until; ms += 86_400_000 * 5 + 3_600_000 * 7 + 1_740_000) {
      const { id, startsAt, endsAt } = Period.of({ kind: "minute", zone }, ms);
      assert.equal(id.slice(0, 16), clock(ms), `${zone} ${ms}`);
      assert.ok(startsAt <= ms && ms < endsAt && endsAt - startsAt === 60_000);
    }
  }
});

test("a day begins with the first instant of its date, by the clocks of ICU", () => {
  const zones = [
    "America/Sao_Paulo", "Asia/Beirut", "America/Havana", "Pacific/Apia", "Asia/Amman",
  ];
  for (const zone of zones) {
    const clock = clockOf(zone);
    let day = Period.of({ kind: "day", zone }, Date.UTC(2010, 0, 1, 12));
    while (day.startsAt < Date.UTC(2020, 0)) {
      assert.equal(clock(day.startsAt).slice(0, 10), day.id, zone);
      assert.ok(clock(day.startsAt - 60_000) < `${day.id}T00:00`, `${zone} ${day.id}`);
      day = Period.next({ kind: "day", zone }, day.id);
    }
  }
});
