// Boards of every kind of period, in zones and with a time at which they begin.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertError, DAY_MS, NOON, startService } from "./lib/service.mjs";

let service;
before(async () => (service = await startService()));
after(() => service?.end());

/** Runs `work` with the clock of the service at an instant, and sets it back to noon. */
async function at(time, work) {
  await service.setClock(typeof time === "string" ? Date.parse(time) : time);
  try {
    return await work();
  } finally {
    await service.setClock(NOON);
  }
}

/** The ids of the periods in which an event of an instant counts, by their kinds. */
async function periodsAt(board, time) {
  const { entries } = await at(time, () => service.submit(board, "a", 1));
  return Object.fromEntries(
    Object.entries(entries).map(([kind, { period }]) => [kind, period]),
  );
}

test("one event counts in the minute, hour, day, week and month, and in all time", async () => {
  const periods = ["minute", "hour", "day", "week", "month", "all"];
  await service.create("kinds", { periods });
  const ids = {
    minute: "2026-10-14T12:00", hour: "2026-10-14T12", day: "2026-10-14", week: "2026-W42",
    month: "2026-10", all: "all",
  };
  assert.deepEqual(await periodsAt("kinds", NOON), ids);
  await at(NOON + DAY_MS, () => service.submit("kinds", "b", 5));
  for (const wanted of [...Object.values(ids), ...periods]) {
    const query = `?period=${encodeURIComponent(wanted)}`;
    const { body } = await at(NOON + DAY_MS, () => service.get(`/v1/boards/kinds/top${query}`));
    const both = ["week", "month", "all", ids.week, ids.month].includes(wanted);
    const isOld = [ids.minute, ids.hour, ids.day].includes(wanted);
    const expected = both ? ["b", "a"] : [isOld ? "a" : "b"];
    assert.deepEqual(body.entries.map((entry) => entry.member), expected, wanted);
  }
});

test("a week ends in the night to Monday, and the one before it can be read", async () => {
  await service.create("weeks", { periods: ["week"] });
  assert.deepEqual(await periodsAt("weeks", "2027-01-03T23:59:59.999Z"), { week: "2026-W53" });
  assert.deepEqual(await periodsAt("weeks", "2027-01-04T00:00:00.000Z"), { week: "2027-W01" });
  await at("2027-01-05T00:00Z", async () => {
    const { body } = await service.get("/v1/boards/weeks");
    assert.equal(body.periods.week.startsAt, "2027-01-04T00:00:00.000Z");
    assert.equal(body.periods.week.endsAt, "2027-01-11T00:00:00.000Z");
    assert.equal(body.periods.week.acceptsUntil, "2027-01-11T00:01:00.000Z");
    const before = await service.get("/v1/boards/weeks/top?period=week:previous");
    assert.equal(before.body.period, "2026-W53");
    assert.equal(before.body.total, 1);
  });
});

test("a board in a zone has its days, and an hour that is there twice is two", async () => {
  await service.create("zone", { timeZone: "Europe/Berlin", periods: ["hour", "day", "month"] });
  const known = [
    ["2026-10-24T21:59:59.999Z", "2026-10-24T23", "2026-10-24"],
    ["2026-10-24T22:00:00.000Z", "2026-10-25T00", "2026-10-25"],
    ["2026-10-25T00:30:00.000Z", "2026-10-25T02", "2026-10-25"],
    ["2026-10-25T01:30:00.000Z", "2026-10-25T02+0100", "2026-10-25"],
    ["2026-10-25T22:59:59.999Z", "2026-10-25T23", "2026-10-25"],
  ];
  for (const [time, hour, day] of known) {
    assert.deepEqual(await periodsAt("zone", time), { hour, day, month: "2026-10" });
  }
  await at("2026-10-25T01:45Z", async () => {
    const { body } = await service.get("/v1/boards/zone/top?period=2026-10-25T02%2B0100");
    assert.deepEqual([body.period, body.total], ["2026-10-25T02+0100", 1]);
    assert.deepEqual((await service.get("/v1/boards/zone")).body.periods.day, {
      id: "2026-10-25", startsAt: "2026-10-24T22:00:00.000Z", endsAt: "2026-10-25T23:00:00.000Z",
      acceptsUntil: "2026-10-25T23:01:00.000Z", total: 1, version: "4",
    });
  });
});

test("a period begins at the time that its rule says, with the same id", async () => {
  const weekly = {
    kind: "week", weekStart: "monday", startAt: "09:00", zone: "America/Los_Angeles",
  };
  await service.create("reset", { periods: [weekly, { kind: "day", startAt: "04:00" }] });
  const known = [
    ["2026-10-19T03:59:59.999Z", "2026-W42", "2026-10-18"],
    ["2026-10-19T15:59:59.999Z", "2026-W42", "2026-10-19"],
    ["2026-10-19T16:00:00.000Z", "2026-W43", "2026-10-19"],
  ];
  for (const [time, week, day] of known) {
    assert.deepEqual(await periodsAt("reset", time), { week, day });
  }
  const { rules } = (await service.get("/v1/boards/reset")).body;
  assert.deepEqual(rules.periods, [weekly, { kind: "day", startAt: "04:00" }]);
});

test("numbered periods begin with their base, and before it nothing counts", async () => {
  const numbered = { kind: "numbered", base: NOON, length: "36h" };
  await service.create("numbered", { periods: [numbered] });
  const event = { member: "a", score: 1, eventId: "n1" };
  const early = await at(NOON - 1, () => service.post("numbered", event));
  assertError(early, 409, "period_not_started");
  assert.equal((await service.post("numbered", event)).status, 200, "the id was left free");
  assert.deepEqual(await periodsAt("numbered", NOON + 1.5 * DAY_MS), { numbered: "n2" });
  const { body } = await at(NOON + 2 * DAY_MS, () =>
    service.get("/v1/boards/numbered/top?period=n1"));
  assert.deepEqual([body.period, body.total], ["n1", 1]);
});

test("bounds are judged in the longest kind that is listed", async () => {
  await service.create("judged", { periods: ["minute", "month", "week"] });
  const most = "9223372036854775807";
  await service.submit("judged", "a", most);
  const event = { member: "a", score: 1, eventId: "j1" };
  const answer = await at(NOON + 7 * DAY_MS, () => service.post("judged", event));
  const error = assertError(answer, 400, "score_overflow");
  assert.match(error.message, /'month'/);
  const { entries } = await at("2026-11-01T00:00Z", () => service.submit("judged", "a", 2));
  assert.equal(entries.month.entry.score, "2");
});

test("a zone that there is not is refused by its name", async () => {
  const answer = await service.put("nowhere", { periods: ["day"], timeZone: "Mars/Olympus" });
  const error = assertError(answer, 400, "invalid_request");
  assert.match(error.message, /"Mars\/Olympus"/);
});
