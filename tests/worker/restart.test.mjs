// What was answered is stored: through an orderly restart, and through `kill -9` at any moment.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { memberPath, startService } from "./lib/service.mjs";

let service;
before(async () => (service = await startService()));
after(() => service?.end());

const WRITERS = 8;
const ROUNDS = 3;
const KILL_AFTER_ANSWERS = 60;

/** The answers to every kind of read, as text. */
async function photograph() {
  const paths = [
    "/v1/boards", "/v1/boards/kept", "/v1/boards/kept/top?limit=1000", "/v1/boards/cents",
    "/v1/boards/kept/top?period=day&limit=3", memberPath("kept", "m7"), "/v1/boards/cents/top",
    `${memberPath("kept", "__proto__")}?period=day`, "/v1/boards/empty/top", "/demo.json",
  ];
  const answers = await Promise.all(paths.map((path) => service.get(path)));
  return answers.map(({ status, text }, at) => `${paths[at]} ${status} ${text}`);
}

async function fill() {
  await service.create("kept", { periods: ["day", "all"] });
  await service.create("cents", { order: "asc", decimals: 2 });
  await service.create("empty");
  const members = [...Array.from({ length: 40 }, (_, at) => `m${at}`), "__proto__", "é", "a\0b"];
  await Promise.all(members.map((member, at) => service.submit("kept", member, (at * 7) % 10)));
  await service.submit("kept", "m7", "9223372036854775000", "kept-1");
  await service.submit("kept", "m7", -5, "kept-2");
  for (const score of ["0.10", "0.1", "-7.25"]) await service.submit("cents", "c", score);
  const overflow = { member: "m7", score: "9223372036854775000", eventId: "kept-3" };
  assert.equal((await service.post("kept", overflow)).body.error.details.replayed, false);
}

/** What the ids of before the restart are answered with. */
async function assertRemembered() {
  const again = await service.submit("kept", "m7", "9223372036854775000", "kept-1");
  assert.equal(again.replayed, true);
  const mutant = { member: "m7", score: 4, eventId: "kept-2" };
  assert.equal((await service.post("kept", mutant)).status, 409);
  const overflow = { member: "m7", score: "9223372036854775000", eventId: "kept-3" };
  const { error } = (await service.post("kept", overflow)).body;
  assert.deepEqual([error.code, error.details.replayed], ["score_overflow", true]);
  assert.equal((await service.put("kept", { periods: ["day", "all"] })).status, 200);
  assert.equal((await service.put("kept", {})).status, 409);
}

test("a restart changes no answer", { timeout: 60_000 }, async () => {
  await fill();
  const before = await photograph();
  await service.restart();
  assert.deepEqual(await photograph(), before);
  await assertRemembered();
  assert.deepEqual(await photograph(), before);
});

test("kill -9 changes no answer", { timeout: 60_000 }, async () => {
  await service.submit("kept", "m3", 100);
  const before = await photograph();
  await service.kill();
  await service.start();
  assert.deepEqual(await photograph(), before);
  await assertRemembered();
  const { version } = (await service.submit("kept", "m3", 1)).entries.all;
  const counted = JSON.parse(before[1].slice(before[1].indexOf("{"))).periods.all.version;
  assert.equal(version, String(Number(counted) + 1));
});

/** Writes events of their own member until the service is gone; returns the unanswered ones. */
async function writeUntilGone(events, onAnswer) {
  for (const event of events) {
    const answer = await service.post("hit", event).catch(() => undefined);
    if (answer?.status !== 200) return event;
    onAnswer(event);
  }
  throw new Error("all events were answered before the service was killed");
}

async function crashUnderLoad(round) {
  const answered = [];
  let enough;
  const reached = new Promise((resolve) => (enough = resolve));
  const writers = Array.from({ length: WRITERS }, (_, writer) => {
    const events = Array.from({ length: 5000 }, (_, n) => {
      const eventId = `round-${round}-${writer}-${n}`;
      return { member: `${eventId}-member`, score: n + 1, eventId };
    });
    return writeUntilGone(events, (event) => {
      answered.push(event);
      if (answered.length >= KILL_AFTER_ANSWERS) enough();
    });
  });
  await reached;
  await service.kill();
  const unanswered = await Promise.all(writers);
  await service.start();
  return { answered, unanswered };
}

async function storedScores() {
  const { body } = await service.get("/v1/boards/hit/top?limit=1000");
  assert.ok(body.total < 1000, "the head shows everybody");
  assert.equal(body.version, String(body.total), "every event has a member of its own");
  return new Map(body.entries.map(({ member, score }) => [member, score]));
}

test("kill -9 under 8 writers loses no answered event and doubles none", {
  timeout: 120_000,
}, async (t) => {
  await service.create("hit", { periods: ["day", "all"] });
  const sent = new Map();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { answered, unanswered } = await crashUnderLoad(round);
    for (const { member, score } of answered) sent.set(member, String(score));
    const stored = await storedScores();
    for (const [member, score] of sent) assert.equal(stored.get(member), score, member);
    t.diagnostic(`round ${round}: ${sent.size} answered, ${stored.size} stored`);
    // Sent again under their ids, the others are there too, once.
    await Promise.all(unanswered.map(async ({ member, score, eventId }) => {
      const { replayed } = await service.submit("hit", member, score, eventId);
      assert.equal(replayed, stored.has(member), member);
      sent.set(member, String(score));
    }));
    assert.deepEqual(new Map([...await storedScores()].sort()), new Map([...sent].sort()));
  }
});
