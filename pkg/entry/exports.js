export { decodeScore, encodeScore } from "./codec.js";
export { EdgeboardError } from "./edgeboard.js";
export { Redis } from "./redis.js";
export { RedisError } from "./reply.js";
export { SegmentTree } from "./segment_tree.js";
export { SortedSet } from "./sorted_set.js";
