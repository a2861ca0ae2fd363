// Before anything is timed: the same log of operations gives the same answers as redis-server, ties
// included. Scores are few and members many, so that most ranks are decided by the member's bytes.
import { Problem } from "../lib/problem.mjs";
import { encodeCommand } from "./resp.mjs";
import { mulHigh, NAMES, Splitmix } from "./workload.mjs";

const OPERATIONS = 20_000;
const MEMBERS = 1500;
const SCORES = 40;
const KEY = "exact";

/** How each kind of operation is asked of both sides. */
const KINDS = [
  {
    redis: (name, score) => ["ZADD", KEY, score, name],
    ours: (set, name, score) => set.zadd(name, score),
  },
  {
    redis: (name, score) => ["ZINCRBY", KEY, score, name],
    ours: (set, name, score) => set.zincrby(name, score),
  },
  { redis: (name) => ["ZREM", KEY, name], ours: (set, name) => set.zrem(name) },
  { redis: (name) => ["ZRANK", KEY, name], ours: (set, name) => set.zrank(name) },
  { redis: (name) => ["ZREVRANK", KEY, name], ours: (set, name) => set.zrevrank(name) },
  { redis: (name) => ["ZSCORE", KEY, name], ours: (set, name) => set.zscore(name) },
  {
    redis: (name, score) => ["ZREVRANGE", KEY, score, score + 10, "WITHSCORES"],
    ours: (set, name, score) => set.zrevrange(score, score + 10).flat(),
  },
];

/** Compares every answer, then the whole order; returns how many answers there were. */
export async function checkAgainstRedis(connection, set) {
  const random = new Splitmix(2026);
  const operations = Array.from({ length: OPERATIONS }, () => {
    random.next();
    const kind = KINDS[mulHigh(random.high, KINDS.length)];
    const index = mulHigh(random.low, MEMBERS);
    random.next();
    const name = index % 3 === 0 ? NAMES.int(index) : NAMES.user(index);
    return { kind, name, score: mulHigh(random.low, SCORES) };
  });
  const ours = operations.map(({ kind, name, score }) => kind.ours(set, name, score));
  const commands = operations.map(({ kind, name, score }) => kind.redis(name, score));
  const theirs = await connection.pipeline(commands.map(encodeCommand));
  ours.forEach((answer, at) => mustAgree(commands[at].join(" "), answer, theirs[at]));
  const everything = ["ZRANGE", KEY, "0", "-1", "WITHSCORES"];
  const order = await connection.command(...everything);
  mustAgree(everything.join(" "), set.zrange(0, -1).flat(), order);
  await connection.command("DEL", KEY);
  return OPERATIONS + 1;
}

function mustAgree(command, ours, theirs) {
  const text = (answer) => (Array.isArray(answer) ? answer.map(String).join(" ") : String(answer));
  if (text(ours) === text(theirs)) return;
  throw new Problem(`wrong answers: ${command} is ${text(ours).slice(0, 200)} here and ` +
    `${text(theirs).slice(0, 200)} in redis-server.`);
}
