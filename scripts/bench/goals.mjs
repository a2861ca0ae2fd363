// Goals: a ratio or a figure that has to be reached, and whether it was.

/** A ratio of at least so much; nothing where there is no goal. */
export function atLeast(least, reached) {
  if (least === undefined || reached === undefined) return {};
  const text = `>= ${least.toLocaleString("en-US")}x`;
  return { goal: { text, value: least }, hit: reached >= least };
}

/** A figure of at most so much. */
export function atMost(most, reached, unit) {
  if (most === undefined || reached === undefined) return {};
  const text = `<= ${most.toLocaleString("en-US")}${unit === "x" ? "x" : ` ${unit}`}`;
  return { goal: { text, value: most }, hit: reached <= most };
}
