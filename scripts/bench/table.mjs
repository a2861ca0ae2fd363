// The table that is printed: one line per row and size.
import { say } from "../lib/steps.mjs";

const COLUMNS = [
  ["row", ({ id }) => id],
  ["what", ({ what }) => what],
  ["N", ({ n }) => (n === undefined ? "" : sizeText(n))],
  ["ours", ({ ours, unit }) => figure(ours, unit)],
  ["peer", ({ peer, peerFigure, unit }) =>
    [peer, figure(peerFigure, unit)].filter(Boolean).join(" ")],
  ["ratio", ({ ratio }) => (ratio ? times(ratio.median) : "")],
  ["spread", ({ ratio }) => (ratio?.low === undefined ? "" : span(ratio))],
  ["goal", ({ goal }) => goal?.text ?? ""],
  ["", ({ hit, note }) => [hit === undefined ? "" : hit ? "hit" : "MISS", note].join(" ").trim()],
];

/** `10 k`, `1 M`. */
export function sizeText(n) {
  if (n >= 1e6) return `${n / 1e6} M`;
  return n >= 1000 ? `${n / 1000} k` : String(n);
}

const UNITS = {
  ns: (value) => (value >= 1e6 ? `${short(value / 1e6)} ms` : `${short(value)} ns`),
  ms: (value) => `${short(value)} ms`,
  bytes: (value) => `${short(value)} B`,
  KB: (value) => `${short(value)} KB`,
  times: (value) => times(value),
  members: (value) => sizeText(Math.round(value / 1000) * 1000),
};

function figure(value, unit) {
  return value === undefined ? "" : UNITS[unit](value);
}

function short(value) {
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

const times = (value) => `${short(value)}x`;

const span = ({ low, high }) => `${times(low)} … ${times(high)}`;

export function printTable(rows) {
  const cells = [COLUMNS.map(([title]) => title)];
  for (const row of rows) cells.push(COLUMNS.map(([, text]) => text(row)));
  const widths = COLUMNS.map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  say("");
  for (const line of cells) {
    say(line.map((cell, at) => cell.padEnd(widths[at])).join("  ").trimEnd());
  }
}
