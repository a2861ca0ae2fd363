// Compares a board with the fold of the stream that was played into it.
//
// Who of two members with equal scores is ahead depends on which event the service took first, and
// only the service knows that. So ranks are checked to lie where the fold puts all of one score, to
// follow the times that the board answers, and to be each there once.
import { Random } from "./random.mjs";

const HEAD = 1000;

/**
 * Returns `{ total, version, compared, differences, top }` for one period of a board. The head is
 * compared in full, of the others `sample` chosen by `seed`, or all when there are fewer.
 */
export async function verify({ client, board, period, expected, sample, seed, ...rest }) {
  const { concurrency, onProgress } = rest;
  const differences = [];
  const path = `/v1/boards/${board}`;
  const { periods } = (await client.request("GET", path)).body;
  const { total, version } = periods[period];
  const members = expected.scores.size;
  if (total !== members) differences.push(`${total} members instead of ${members}`);
  if (version !== String(expected.events)) {
    differences.push(`version ${version} instead of ${expected.events}`);
  }
  const query = `period=${period}`;
  const head = (await client.request("GET", `${path}/top?${query}&limit=${HEAD}`)).body.entries;
  const wantedHead = Math.min(HEAD, members);
  if (head.length !== wantedHead) {
    differences.push(`${head.length} entries in the head instead of ${wantedHead}`);
  }
  head.forEach(({ member, rank }, position) => {
    if (rank !== position + 1) differences.push(`${member} at ${position + 1} has rank ${rank}`);
  });
  const listed = new Set(head.map(({ member }) => member));
  const others = [...expected.scores.keys()].filter((member) => !listed.has(member));
  const chosen = choose(others, sample, seed);
  const entries = await readMembers(client, path, query, chosen, { concurrency, onProgress });
  const found = [...head, ...entries];
  differences.push(...compareScores(found, expected.scores), ...compareOrder(found, expected));
  const compared = new Set(found.map(({ member }) => member)).size;
  return { total, version, compared, differences, top: head.slice(0, 10) };
}

/** `count` of the items, each as likely as any other. */
function choose(items, count, seed) {
  const random = new Random(seed);
  const pool = [...items];
  const chosen = Math.min(count, pool.length);
  for (let at = 0; at < chosen; at += 1) {
    const other = at + random.below(pool.length - at);
    [pool[at], pool[other]] = [pool[other], pool[at]];
  }
  return pool.slice(0, chosen);
}

async function readMembers(client, path, query, members, { concurrency, onProgress }) {
  const entries = [];
  const queue = members.values();
  const connection = async () => {
    for (const member of queue) {
      const segment = encodeURIComponent(member);
      const { body } = await client.request("GET", `${path}/members/${segment}?${query}`);
      entries.push(body);
      onProgress(entries.length, members.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, connection));
  return entries;
}

/** The sentences about scores that are not those of the fold. */
export function compareScores(entries, scores) {
  return entries.flatMap(({ member, score }) => {
    const wanted = scores.has(member) ? String(scores.get(member)) : "none";
    return score === wanted ? [] : [`${member} has score ${score} instead of ${wanted}`];
  });
}

/** The sentences about ranks that contradict the fold, the answered times or each other. */
export function compareOrder(entries, { scores }) {
  const spans = rankSpans(scores);
  const differences = [];
  const byRank = entries.toSorted((a, b) => a.rank - b.rank);
  byRank.forEach(({ member, rank, score, reachedAt }, at) => {
    const span = spans.get(score);
    if (span && (rank < span.first || rank > span.last)) {
      differences.push(`${member} has rank ${rank} instead of ${span.first} to ${span.last}`);
    }
    const ahead = byRank[at - 1];
    if (!ahead) return;
    if (ahead.rank === rank) {
      differences.push(`${ahead.member} and ${member} both have rank ${rank}`);
    }
    if (ahead.score === score && ahead.reachedAt > reachedAt) {
      differences.push(`${ahead.member} is ahead of ${member}, who reached ${score} before him`);
    }
  });
  return differences;
}

/** The ranks that those of each score share, as `{ first, last }` by the score's text. */
function rankSpans(scores) {
  const spans = new Map();
  [...scores.values()].sort((a, b) => b - a).forEach((score, at) => {
    const span = spans.get(String(score)) ?? { first: at + 1 };
    spans.set(String(score), { ...span, last: at + 1 });
  });
  return spans;
}
