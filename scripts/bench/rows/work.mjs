// The rows that are no rounds of single operations.
import { CALENDAR_ROWS } from "./calendars.mjs";
import { CODEC_ROWS } from "./codecs.mjs";
import { ESTIMATE_ROWS } from "./estimates.mjs";
import { MEMORY_ROWS } from "./memory.mjs";
import { SNAPSHOT_ROWS } from "./snapshots.mjs";
import { START_ROWS } from "./start.mjs";

export const WORK_ROWS = [
  ...MEMORY_ROWS, ...START_ROWS, ...SNAPSHOT_ROWS, ...CODEC_ROWS, ...CALENDAR_ROWS,
  ...ESTIMATE_ROWS,
];
