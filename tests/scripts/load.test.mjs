// The load tool's stream and its checks, without a service.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../scripts/lib/problem.mjs";
import { readOptions } from "../../scripts/load/options.mjs";
import { Random } from "../../scripts/load/random.mjs";
import { fold, submissions } from "../../scripts/load/stream.mjs";
import { compareOrder, compareScores } from "../../scripts/load/verify.mjs";

const OPTIONS = { seed: 1, events: 20_000, players: 1000, repeats: 0.05 };
const play = (options) => [...submissions({ ...OPTIONS, ...options })];
const once = (stream) => stream.filter(({ isRepeat }) => !isRepeat);

test("the generator gives the published numbers of splitmix64", () => {
  const random = new Random(1_234_567);
  const numbers = [random.bits64(), random.bits64(), random.bits64()];
  const published = [6457827717110365317n, 3203168211198807973n, 9817491932198370423n];
  assert.deepEqual(numbers, published);
});

test("the same seed plays the same stream, another seed another one", () => {
  assert.deepEqual(play(), play());
  assert.notDeepEqual(play({ seed: 2 }), play());
});

test("the stream is what it was in earlier versions", () => {
  const [first, second] = play();
  assert.deepEqual(
    [first.eventId, first.member, first.score, second.eventId, second.member, second.score],
    ["load-1-1000-0", "user:0000458", 270, "load-1-1000-1", "user:0000112", 76],
  );
});

test("a shorter run, or one with other repeats, plays the same events", () => {
  const whole = once(play()).map(({ eventId, member, score }) => [eventId, member, score]);
  const short = once(play({ events: 500 })).map((e) => [e.eventId, e.member, e.score]);
  const without = play({ repeats: 0 }).map((e) => [e.eventId, e.member, e.score]);
  assert.deepEqual(short, whole.slice(0, 500));
  assert.deepEqual(without, whole);
});

test("every event is there once, and a share of them once more with the same content", () => {
  const stream = play();
  const events = new Map(once(stream).map((event) => [event.eventId, event]));
  assert.equal(events.size, OPTIONS.events);
  const repeats = stream.filter(({ isRepeat }) => isRepeat);
  assert.ok(Math.abs(repeats.length / OPTIONS.events - OPTIONS.repeats) < 0.01);
  for (const repeat of repeats) {
    assert.deepEqual({ ...repeat, isRepeat: false }, events.get(repeat.eventId));
    assert.ok(repeat.isRepeated);
  }
  assert.equal(new Set(repeats.map(({ eventId }) => eventId)).size, repeats.length);
});

test("repeats come at once and late, never before their event", () => {
  const positions = new Map();
  const distances = [];
  play().forEach(({ eventId, isRepeat }, at) => {
    if (isRepeat) distances.push(at - positions.get(eventId));
    else positions.set(eventId, at);
  });
  const atOnce = distances.filter((distance) => distance === 1).length;
  assert.ok(atOnce > distances.length / 4 && atOnce < (distances.length * 3) / 4);
  assert.ok(distances.every((distance) => distance === 1 || distance > 50));
});

test("deltas are mostly positive, with deductions and zeros, of 12 bits", () => {
  const deltas = once(play()).map(({ score }) => score);
  const share = (holds) => deltas.filter(holds).length / deltas.length;
  assert.ok(deltas.every((delta) => Number.isSafeInteger(delta) && Math.abs(delta) < 4096));
  assert.ok(Math.abs(share((delta) => delta < 0) - 0.08) < 0.01);
  assert.ok(Math.abs(share((delta) => delta === 0) - 0.01) < 0.005);
  assert.ok(Math.abs(share((delta) => Math.abs(delta) < 64) - 0.53) < 0.05);
});

test("a few players play most, in bursts", () => {
  const members = once(play({ players: 100 })).map(({ member }) => member);
  const counts = new Map();
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  const sizes = [...counts.values()].sort((a, b) => b - a);
  const busiest = sizes.slice(0, 10).reduce((sum, size) => sum + size) / members.length;
  assert.ok(busiest > 0.42 && busiest < 0.55, `${busiest}`);
  const neighbours = members.filter((member, at) => member === members[at - 1]).length;
  assert.ok(neighbours > members.length / 10, `${neighbours}`);
});

test("the fold counts each id once", () => {
  const event = { eventId: "e1", member: "a", score: 5 };
  const folded = fold([event, { eventId: "e2", member: "b", score: -2 }, event]);
  assert.deepEqual([...folded.scores], [["a", 5], ["b", -2]]);
  assert.deepEqual([folded.events, folded.sum, folded.submissions], [2, 3, 3]);
});

test("the fold of a stream is that of its events without the repeats", () => {
  const [all, without] = [fold(play()), fold(once(play()))];
  assert.deepEqual(all.scores, without.scores);
  assert.equal(all.sum, [...all.scores.values()].reduce((a, b) => a + b));
});

const EARLY = "2026-10-14T16:00:00.000Z";
const LATE = "2026-10-14T16:00:00.001Z";
const scores = new Map([["a", 7], ["b", 5], ["c", 5], ["d", 1]]);
const row = (member, rank, score, reachedAt) => ({ member, rank, score, reachedAt });
const board = () => [
  row("a", 1, "7", LATE), row("b", 2, "5", EARLY), row("c", 3, "5", LATE), row("d", 4, "1", EARLY),
];

test("a board that equals the fold has no differences, in whole and in part", () => {
  assert.deepEqual(compareScores(board(), scores), []);
  assert.deepEqual(compareOrder(board(), { scores }), []);
  assert.deepEqual(compareOrder([board()[3], board()[1]], { scores }), []);
});

test("each way of being wrong is a difference", () => {
  const [a, b, c, d] = board();
  assert.match(compareScores([{ ...a, score: "8" }], scores)[0], /a has score 8 instead of 7/);
  assert.match(compareScores([row("x", 1, "1", LATE)], scores)[0], /x has .* instead of none/);
  const order = (...entries) => compareOrder(entries, { scores }).join("; ");
  assert.match(order(a, { ...b, rank: 1 }), /b has rank 1 instead of 2 to 3/);
  assert.match(order(a, { ...b, rank: 3 }, c, d), /b and c both have rank 3/);
  assert.match(order(a, { ...b, reachedAt: LATE }, { ...c, reachedAt: EARLY }), /b is ahead of c/);
});

test("wrong options are refused with a sentence", () => {
  const wrong = [
    ["--unknown"], ["--events", "0"], ["--events", "1e3"], ["--events"], ["--repeats", "2"],
    ["--sample", "10"], ["--board", "a/b"], ["--url", "localhost"], ["--kills", "2"],
    ["--kill", "--url", "http://localhost:1"], ["something"],
  ];
  for (const args of wrong) {
    assert.throws(() => readOptions(args), Problem, args.join(" "));
  }
});

test("options have their documented defaults", () => {
  const { events, players, repeats, seed, concurrency, url, kill } = readOptions([]);
  assert.deepEqual({ events, players, repeats, seed }, {
    events: 100_000, players: 10_000, repeats: 0.05, seed: 1,
  });
  assert.deepEqual({ concurrency, url, kill }, {
    concurrency: 64, url: "http://localhost:8787", kill: false,
  });
  assert.deepEqual(readOptions(["--kill", "--kills", "5"]).kills, 5);
});
