// The visitor's own place: rank, points, share, and what is next.
import { formatScore, formatShare } from "./format.js";
import { text } from "./texts.js";

/** A screen reader hears of a new rank at most this often. */
const NEWS_INTERVAL_MS = 5000;

export class StandingPanel {
  #elements;
  #list = "";
  #lastRank = null;
  #newsAt = 0;

  constructor(elements) {
    this.#elements = elements;
  }

  update({ player, standing, top, descending }) {
    const { title, none, figures, next } = this.#elements;
    title.textContent = player || text("standingTitle");
    title.dir = "auto";
    none.hidden = standing !== null;
    none.textContent = player ? text("standingNoScore") : text("standingNoPlayer");
    figures.hidden = standing === null;
    next.textContent = standing && descending ? nextStep(standing, top) : "";
    next.hidden = next.textContent === "";
    if (standing) this.#fill(standing);
    else this.#lastRank = null;
  }

  /** Notes a rank that the visitor has been told already. */
  expect(rank) {
    this.#lastRank = rank;
  }

  #fill({ member, period, rank, score, percentile, total }) {
    const { rank: rankText, of, score: points, share, better, news } = this.#elements;
    rankText.textContent = formatScore(String(rank));
    of.textContent = text("ofCount", { count: total });
    points.textContent = formatScore(score);
    points.value = score;
    // Alone, nobody is worse, and "better than 0%" would be true but unkind.
    share.hidden = total === 1;
    better.textContent = text("percent", { percent: formatShare(percentile) });
    const list = `${period} ${member}`;
    if (list !== this.#list) this.#lastRank = null;
    this.#list = list;
    const isNew = this.#lastRank !== null && this.#lastRank !== rank;
    if (isNew && Date.now() - this.#newsAt < NEWS_INTERVAL_MS) return;
    this.#lastRank = rank;
    if (!isNew) return;
    this.#newsAt = Date.now();
    news.textContent = text("standingNews", { name: member, rank, count: total });
  }
}

/** Says how far the next player is; nothing where the list does not show that player. */
function nextStep(standing, { entries, version }) {
  // The two come from two answers, which may tell of two moments.
  if (standing.version !== version) return "";
  if (standing.total === 1) return text("alone");
  const index = entries.findIndex((entry) => entry.member === standing.member);
  if (index === -1) return "";
  const above = entries[index - 1];
  const below = entries[index + 1];
  if (above) {
    const name = above.member;
    if (above.score === standing.score) return text("behindTie", { name });
    // Reaching the same score would still be behind whoever was there first.
    return text("passGap", { name, count: units(above.score) - units(standing.score) + 1n });
  }
  const name = below.member;
  if (below.score === standing.score) return text("aheadOfTie", { name });
  return text("leadGap", { name, count: units(standing.score) - units(below.score) });
}

/** The demo counts in whole points, which may be more than a number can hold. */
function units(score) {
  return BigInt(score);
}
