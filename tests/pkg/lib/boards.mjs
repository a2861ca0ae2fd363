// Boards for tests, whose clock stands still unless a call says otherwise.
import assert from "node:assert/strict";
import { EdgeboardError, Leaderboard } from "../../../pkg/dist/index.node.js";

export const T0 = 1_791_993_600_000;

export const boardOf = (rules, options) => new Leaderboard(rules, { now: () => T0, ...options });

export const refused = (call, code, message) =>
  assert.throws(call, (error) => {
    assert.ok(error instanceof EdgeboardError, String(error));
    assert.equal(error.code, code, error.message);
    if (message !== undefined) assert.match(error.message, message);
    return true;
  });

/** Submits `[member, score]`, one millisecond after the other. */
export function played(rules, submissions) {
  const board = boardOf(rules);
  submissions.forEach(([member, score], at) => board.submit(member, score, { now: T0 + at }));
  return board;
}

export const names = (entries) => entries.map((entry) => entry.member);
