export { decodeScore, encodeScore } from "./codec.js";
export { EdgeboardError } from "./edgeboard.js";
export { Leaderboard } from "./leaderboard.js";
export { OlderLayout, ScoreLayout } from "./layout.js";
export { Period } from "./period.js";
export { Redis } from "./redis.js";
export { RedisError } from "./reply.js";
export { SegmentTree } from "./segment_tree.js";
export { SortedSet } from "./sorted_set.js";
