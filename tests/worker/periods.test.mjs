// Periods: days change at midnight UTC, and a repeated event stays where it was.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertError, DAY_MS, memberPath, NOON, startService } from "./lib/service.mjs";

let service;
before(async () => (service = await startService()));
after(() => service?.end());

const MIDNIGHT = NOON + DAY_MS / 2;

/** Runs `work` with the clock of the service at an instant, and sets it back to noon. */
async function at(ms, work) {
  await service.setClock(ms);
  try {
    return await work();
  } finally {
    await service.setClock(NOON);
  }
}

test("the last millisecond of a day counts in it, the first of the next in the next", async () => {
  await service.create("edge", { periods: ["day", "all"] });
  const last = await at(MIDNIGHT - 1, () => service.submit("edge", "a", 1));
  const first = await at(MIDNIGHT, () => service.submit("edge", "a", 10));
  assert.equal(last.entries.day.period, "2026-10-14");
  assert.equal(first.entries.day.period, "2026-10-15");
  assert.deepEqual([first.entries.day.entry.score, first.entries.day.version], ["10", "1"]);
  assert.equal(first.entries.day.previous, null);
  assert.deepEqual([first.entries.all.entry.score, first.entries.all.version], ["11", "2"]);
  await at(MIDNIGHT, async () => {
    assert.deepEqual(await service.top("edge", "?period=day"), ["1 a 10"]);
    assert.deepEqual(await service.top("edge", "?period=day:previous"), ["1 a 1"]);
    assert.deepEqual(await service.top("edge", "?period=current"), ["1 a 10"]);
    assert.deepEqual(await service.top("edge", "?period=previous"), ["1 a 1"]);
    assert.deepEqual(await service.top("edge", "?period=2026-10-14"), ["1 a 1"]);
    assert.deepEqual(await service.top("edge", "?period=2026-10-15"), ["1 a 10"]);
    assert.deepEqual(await service.top("edge", "?period=all"), ["1 a 11"]);
    assert.deepEqual(await service.top("edge"), ["1 a 11"]);
  });
});

test("an event of yesterday, repeated after midnight, is yesterday's and counts once", async () => {
  await service.create("midnight", { periods: ["day", "all"] });
  const first = await at(MIDNIGHT - 1, () => service.submit("midnight", "a", 5, "e1"));
  await at(MIDNIGHT + 5000, async () => {
    const again = await service.submit("midnight", "a", 5, "e1");
    assert.deepEqual(again, { ...first, replayed: true });
    const today = await service.get("/v1/boards/midnight/top?period=day");
    assert.deepEqual(today.body, {
      period: "2026-10-15", entries: [], total: 0, version: "0", limit: 100,
    });
    const member = await service.get(`${memberPath("midnight", "a")}?period=day`);
    assertError(member, 404, "member_not_ranked");
    assert.deepEqual(await service.top("midnight", "?period=day:previous"), ["1 a 5"]);
    assert.deepEqual(await service.top("midnight"), ["1 a 5"]);
    const other = await service.post("midnight", { member: "a", score: 6, eventId: "e1" });
    assertError(other, 409, "idempotency_conflict");
  });
});

test("a board shows the day that is now", async () => {
  await service.create("now", { periods: ["day"] });
  await service.submit("now", "a", 5);
  const day = async (ms) => (await at(ms, () => service.get("/v1/boards/now"))).body.periods.day;
  const today = await day(MIDNIGHT - 1);
  assert.deepEqual([today.id, today.total, today.version], ["2026-10-14", 1, "1"]);
  assert.deepEqual(await day(MIDNIGHT), {
    id: "2026-10-15",
    startsAt: "2026-10-15T00:00:00.000Z",
    endsAt: "2026-10-16T00:00:00.000Z",
    acceptsUntil: "2026-10-16T00:01:00.000Z",
    total: 0,
    version: "0",
  });
});

test("a day board without all time is read by its day", async () => {
  await service.create("daily", { periods: ["day"] });
  await service.submit("daily", "a", 5);
  const { body } = await service.get("/v1/boards/daily/top");
  assert.equal(body.period, "2026-10-14");
  assertError(await service.get("/v1/boards/daily/top?period=all"), 404, "period_not_found");
});

test("days that exist once in four years and at the turn of years have their ids", async () => {
  await service.create("calendar", { periods: ["day"] });
  const days = ["2026-12-31", "2027-01-01", "2028-02-29", "2028-03-01", "2100-02-28"];
  for (const day of days) {
    const answer = await at(Date.parse(`${day}T23:59:59.999Z`), () =>
      service.submit("calendar", "a", 1));
    assert.equal(answer.entries.day.period, day);
    assert.equal(answer.entries.day.entry.score, "1");
  }
});

test("a sum that overflows is judged in the longest period; a new day starts at 0", async () => {
  await service.create("judged", { periods: ["day", "all"] });
  const most = "9223372036854775807";
  await service.submit("judged", "a", most);
  await at(MIDNIGHT, async () => {
    const event = { member: "a", score: 1, eventId: "j1" };
    assertError(await service.post("judged", event), 400, "score_overflow");
    const { entries } = await service.submit("judged", "a", -7);
    assert.deepEqual([entries.day.entry.score, entries.all.entry.score],
      ["-7", "9223372036854775800"]);
  });
  await service.create("judged-daily", { periods: ["day"] });
  await service.submit("judged-daily", "a", most);
  await at(MIDNIGHT, async () => {
    const { entries } = await service.submit("judged-daily", "a", most);
    assert.equal(entries.day.entry.score, most);
  });
});

test("a short period stops at the end of the range where the long one goes on", async () => {
  await service.create("clamped", { periods: ["day", "all"] });
  await service.submit("clamped", "a", "-9223372036854775807");
  await at(MIDNIGHT, async () => {
    await service.submit("clamped", "a", "9223372036854775807");
    const { entries } = await service.submit("clamped", "a", "9223372036854775807", "clamped-1");
    assert.equal(entries.all.entry.score, "9223372036854775807");
    const { score } = entries.day.entry;
    assert.deepEqual([score, entries.day.reason], ["9223372036854775807", "clamped"]);
    const again = await service.submit("clamped", "a", "9223372036854775807", "clamped-1");
    assert.deepEqual([again.entries.day.reason, again.entries.day.applied],
      ["clamped", entries.day.applied]);
  });
});

test("a period that the board does not have is not found", async () => {
  await service.create("some", { periods: ["day", "all"] });
  await service.submit("some", "a", 1);
  const unknown = [
    "week", "2026-W42", "2026-10", "2026-02-30", "2026-10-15", "2026-10-13", "1970-01-01",
    "9999-12-31", "10000-01-01", "2026-10-14T12", "all:previous", "day:next", "day:", ":previous",
    "previous", "DAY", "", "..", "a".repeat(500), "2026-1-1", "+2026-10-14", "Previous:day",
  ];
  for (const period of unknown) {
    const query = `?period=${encodeURIComponent(period)}`;
    for (const path of ["/v1/boards/some/top", "/v1/boards/some/members/a"]) {
      assertError(await service.get(path + query), 404, "period_not_found");
    }
  }
});
