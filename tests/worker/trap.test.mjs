// A trap in the WebAssembly instance, which all objects share: it ends the requests that are under
// way with a 503 at once, and nothing else. What it interrupted is there or not, never half.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newEventId, startService } from "./lib/service.mjs";

let service;
before(async () => (service = await startService()));
after(() => service?.end());

const BOARDS = ["red", "green", "blue"];

/** How long a request may take on a quiet machine; below 5 s, the service's limit for a call. */
const ANSWERED_WITHIN_MS = 1000;
const ANSWERED_WITHIN_MAX_MS = 4500;

/** Which reading of the clock traps; each request makes one or more. */
const READINGS = [0, 1, 2, 3, 5, 8, 13, 21];

/** An exception out of an import, and a trap of a WebAssembly instruction. */
const KINDS = ["throw", "trap"];

const quiet = async () => {
  const paths = ["/v1/boards/quiet", "/v1/boards/quiet/top", "/v1/boards/quiet/members/a"];
  return (await Promise.all(paths.map((path) => service.get(path)))).map(({ text }) => text);
};

async function timed(work) {
  const startedAt = performance.now();
  const answer = await work();
  return { ...answer, elapsedMs: performance.now() - startedAt };
}

const newEvents = () => BOARDS.flatMap((board) =>
  Array.from({ length: 5 }, () => ({ board, member: "a", score: 1, eventId: newEventId() })));

/** Requests of all kinds to several boards, under way together. */
function startRequests(events) {
  const reads = BOARDS.flatMap((board) =>
    ["", "/top", "/members/a"].map((path) => () => service.get(`/v1/boards/${board}${path}`)));
  const writes = events.map(({ board, ...event }) => () => service.post(board, event));
  return Promise.all([...reads, ...writes].map(timed));
}

const slowestOf = (answers) => Math.max(...answers.map(({ elapsedMs }) => elapsedMs));

function assertAnswered({ status, body, headers, text, elapsedMs }, limitMs) {
  assert.ok(elapsedMs < limitMs, `${status} after ${Math.round(elapsedMs)} ms`);
  if (status === 200) return;
  assert.deepEqual([status, body?.error.code], [503, "unavailable"], text);
  assert.equal(headers.get("retry-after"), "1");
  assert.deepEqual(body.error.details, {});
}

/** Each of the boards has one member, with this score in every period. */
async function assertSums(sum) {
  for (const board of BOARDS) {
    for (const query of ["", "?period=day"]) {
      assert.deepEqual(await service.top(board, query), [`1 a ${sum}`]);
    }
  }
}

test("a trap ends what is under way with 503, at once, and nothing else changes", {
  timeout: 120_000,
}, async (t) => {
  for (const board of [...BOARDS, "quiet"]) {
    await service.create(board, { periods: ["day", "all"] });
    await service.submit(board, "a", 1);
  }
  const untouched = await quiet();
  // A busy machine is slow without a trap, too.
  const undisturbedMs = slowestOf(await startRequests(newEvents()));
  const limitMs = Math.min(ANSWERED_WITHIN_MS + 3 * undisturbedMs, ANSWERED_WITHIN_MAX_MS);
  let sum = 6;
  await assertSums(sum);
  for (const [kind, reading] of KINDS.flatMap((kind) => READINGS.map((n) => [kind, n]))) {
    const events = newEvents();
    await service.setTrap(reading, kind);
    const answers = await startRequests(events);
    for (const answer of answers) assertAnswered(answer, limitMs);
    const ended = answers.filter(({ status }) => status === 503).length;
    t.diagnostic(`${kind} at reading ${reading}: ${ended} of ${answers.length} answered 503, ` +
      `the slowest after ${Math.round(slowestOf(answers))} ms`);
    assert.ok(ended > 0, `reading ${reading} was not reached`);
    assert.deepEqual(await quiet(), untouched);
    // Sent again under their ids, all events count once.
    sum += events.length / BOARDS.length;
    for (const { board, member, score, eventId } of events) {
      await service.submit(board, member, score, eventId);
    }
    await assertSums(sum);
  }
});

test("a trap while a board is created leaves it created once, or not at all", async () => {
  for (const reading of [0, 1]) {
    await service.setTrap(reading);
    const interrupted = await timed(() => service.put(`new-${reading}`, {}));
    assertAnswered(interrupted, ANSWERED_WITHIN_MAX_MS);
    assert.equal(interrupted.status, 503);
    const again = await service.put(`new-${reading}`, {});
    assert.ok([200, 201].includes(again.status), again.text);
    const { body } = await service.get("/v1/boards?limit=1000");
    assert.equal(body.boards.filter(({ name }) => name === `new-${reading}`).length, 1);
    assert.equal((await service.submit(`new-${reading}`, "a", 1)).pending.length, 0);
  }
});
