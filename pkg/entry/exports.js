export { decodeScore, encodeScore } from "./codec.js";
export { EdgeboardError } from "./edgeboard.js";
export { SortedSet } from "./sorted_set.js";
