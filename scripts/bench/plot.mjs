// Cost against the number of members, as an SVG with logarithmic axes.
import { sizeText } from "./table.mjs";

const [WIDTH, HEIGHT] = [860, 480];
const AREA = { left: 70, right: 600, top: 50, bottom: 420 };
const COLORS = ["#0b6e4f", "#21a179", "#c05621", "#b91c1c", "#7c3aed", "#6b7280", "#1d4ed8"];
const LEGEND = { left: 625, top: 70, step: 24 };

/** `curves` are `{ label, points: [[members, ns], …] }`. */
export function drawPlot(curves) {
  const x = axis(curves.flatMap(({ points }) => points.map(([n]) => n)), AREA.left, AREA.right);
  const y = axis(curves.flatMap(({ points }) => points.map(([, ns]) => ns)), AREA.bottom, AREA.top);
  const parts = [
    `<text x="${AREA.left}" y="28" class="title">CPU time per operation of the mixed stream</text>`,
    ...x.decades.map((n) => verticalLine(x.at(n), sizeText(n))),
    ...y.decades.map((ns) => horizontalLine(y.at(ns), timeText(ns))),
    `<text x="${(AREA.left + AREA.right) / 2}" y="${HEIGHT - 15}" class="middle">members</text>`,
    ...curves.map((curve, index) => drawCurve(curve, index, x, y)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"
  font-family="system-ui, sans-serif" font-size="13">
<style>.title { font-size: 16px; font-weight: 600 } .middle { text-anchor: middle }
.end { text-anchor: end } .grid { stroke: #ddd }</style>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${parts.join("\n")}
</svg>
`;
}

/** A logarithmic axis over whole decades around the values. */
function axis(values, from, to) {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  const at = (value) => round(from + ((Math.log10(value) - low) / (high - low)) * (to - from));
  const decades = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  return { at, decades };
}

const round = (value) => Math.round(value * 10) / 10;

function timeText(ns) {
  if (ns >= 1e6) return `${ns / 1e6} ms`;
  return ns >= 1000 ? `${ns / 1000} µs` : `${ns} ns`;
}

function verticalLine(x, text) {
  return `<line x1="${x}" x2="${x}" y1="${AREA.top}" y2="${AREA.bottom}" class="grid"/>` +
    `<text x="${x}" y="${AREA.bottom + 20}" class="middle">${text}</text>`;
}

function horizontalLine(y, text) {
  return `<line x1="${AREA.left}" x2="${AREA.right}" y1="${y}" y2="${y}" class="grid"/>` +
    `<text x="${AREA.left - 8}" y="${y + 4}" class="end">${text}</text>`;
}

function drawCurve({ label, points }, index, x, y) {
  const color = COLORS[index % COLORS.length];
  const places = points.map(([n, ns]) => `${x.at(n)},${y.at(ns)}`);
  const dots = places.map((place) => {
    const [cx, cy] = place.split(",");
    return `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${color}"/>`;
  });
  const line = `<polyline points="${places.join(" ")}" fill="none" stroke="${color}" ` +
    "stroke-width=\"2\"/>";
  const top = LEGEND.top + index * LEGEND.step;
  const key = `<line x1="${LEGEND.left}" x2="${LEGEND.left + 24}" y1="${top}" y2="${top}" ` +
    `stroke="${color}" stroke-width="3"/>`;
  return [line, ...dots, key, `<text x="${LEGEND.left + 32}" y="${top + 4}">${label}</text>`]
    .join("\n");
}
