// How scores, shares and times are written.
import { locale } from "./texts.js";

const wholes = new Intl.NumberFormat(locale);
const shares = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const point = new Intl.NumberFormat(locale).formatToParts(0.5)
  .find(({ type }) => type === "decimal").value;

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const calendar = { day: "numeric", month: "short" };
const second = { second: "2-digit" };
const millisecond = { second: "2-digit", fractionalSecondDigits: 3 };

const styles = {
  minute: new Intl.DateTimeFormat(locale, clock),
  second: new Intl.DateTimeFormat(locale, { ...clock, ...second }),
  millisecond: new Intl.DateTimeFormat(locale, { ...clock, ...millisecond }),
  dayAndMinute: new Intl.DateTimeFormat(locale, { ...calendar, ...clock }),
  dayAndMillisecond: new Intl.DateTimeFormat(locale, { ...calendar, ...clock, ...millisecond }),
};

/** Writes a score, which comes as a decimal text and may be larger than a number can hold. */
export function formatScore(score) {
  const [whole, fraction] = score.replace("-", "").split(".");
  const sign = score.startsWith("-") ? "-" : "";
  return sign + wholes.format(BigInt(whole)) + (fraction ? point + fraction : "");
}

/** Writes a percentage. Rounded down, so that only all of the players are 100 %. */
export function formatShare(percent) {
  return shares.format(Math.floor(percent * 10) / 10);
}

/** Writes when a score was reached: the day only if it is not today, milliseconds on demand. */
export function formatReached(date, now, { exact }) {
  const today = date.toDateString() === now.toDateString();
  if (exact) return (today ? styles.millisecond : styles.dayAndMillisecond).format(date);
  return (today ? styles.second : styles.dayAndMinute).format(date);
}

/** Writes a moment of today or of the coming day. */
export function formatMoment(date, now) {
  const soon = date - now < 86_400_000;
  return (soon ? styles.minute : styles.dayAndMinute).format(date);
}

/** Writes a time of day to the second. */
export function formatClock(date) {
  return styles.second.format(date);
}
