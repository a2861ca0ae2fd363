export { EdgeboardError, SortedSet, decodeScore, encodeScore } from "./edgeboard.js";
