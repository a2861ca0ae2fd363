/** The number itself, and NaN for what is none: unlike `Number(value)`, which makes 0 of null. */
export function numberOrNaN(value) {
  return typeof value === "number" ? value : NaN;
}
