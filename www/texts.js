// Every word of the page, by language. Another language is another dictionary of the same keys.
//
// A value is a text with {placeholders}, or texts by plural category, chosen by the value `count`.

const en = {
  pageTitle: "edgeboard: every score counts, exactly once",
  heroTitle: "Every score counts. Exactly once.",
  heroLead:
    "edgeboard is a leaderboard engine for Cloudflare Workers. It keeps exact ranks, each board " +
    "beside its own storage.",
  heroInvite: "The one below is real: add a score and watch it move.",

  connecting: "Connecting…",
  live: "Live",
  lost: "Not connected. Trying again…",
  lostSince: "Not connected. Shown as of {time}; trying again…",
  boardMissing: "The demo board is not there yet. Looking again…",
  noDemoTitle: "No demo here",
  noDemoText:
    "This edgeboard service runs without a demo board, so there is nothing to play with on this " +
    "page. Its API answers all the same. Whoever runs it can switch the demo on by setting the " +
    "secret EDGEBOARD_DEMO_KEY.",

  boardTitle: "Demo board",
  periodLegend: "Period",
  periods: {
    minute: "This minute",
    hour: "This hour",
    day: "Today",
    week: "This week",
    month: "This month",
    all: "All time",
  },
  columnRank: "Rank",
  columnPlayer: "Player",
  columnPoints: "Points",
  columnReached: "Reached",
  captionAll: { one: "{count} player", other: "{count} players" },
  captionTop: "Top {shown} of {count} players",
  you: "You",
  tie: "tie",
  tieHint: "Same points: who reached them first is ahead.",
  loading: "Loading the board…",
  emptyTitle: "{period}: nobody yet",
  emptyText: "The first score takes the top of the board.",
  emptyAction: "Be the first",
  periodEnds: "Starts again at {time}, your time",
  showMore: "Show top {count}",
  showLess: "Show top {count} only",

  standingTitle: "Your rank",
  standingNoPlayer: "Submit a score, and your rank appears here.",
  standingNoScore: "No score here yet for this name. The next one counts.",
  standingRank: "Rank",
  standingPoints: "Points",
  standingBetter: "Better than",
  ofCount: "of {count}",
  percent: "{percent}%",
  ofPlayers: "of players",
  passGap: {
    one: "{count} more point passes {name}.",
    other: "{count} more points pass {name}.",
  },
  behindTie: "Level with {name}, who was there first.",
  aheadOfTie: "Level with {name}, but you were there first.",
  leadGap: { one: "{count} point ahead of {name}.", other: "{count} points ahead of {name}." },
  alone: "You have the board to yourself.",
  standingNews: "{name} is now on rank {rank} of {count}.",

  formTitle: "Add a score",
  nameLabel: "Player name",
  pointsLabel: "Points to add",
  pointsHelp: "A whole number; a minus takes points away.",
  chipsLabel: "Suggestions",
  send: "Submit score",
  sending: "Sending…",
  sent: "Counted",
  sendAgain: "Send again",
  discard: "Discard",
  nameMissing: "Enter a name.",
  nameTooLong: "This name is too long: it takes {bytes} bytes, the limit is {limit}.",
  pointsMissing: "Enter the points.",
  pointsInvalid: "Points are a whole number such as 100 or -50.",
  retrying: "No answer yet. Trying again ({attempt} of {attempts})…",
  unanswered:
    "The service could not be reached. Your score is kept: send it again, and it counts once.",
  kept: "This score was not confirmed yet. Send it again, and it counts once.",
  discarded: "Discarded. If it had arrived before, it stays counted.",
  counted: "Counted: {score} points, rank {rank}.",
  countedBefore: "It had arrived before and counted once: {score} points, rank {rank}.",
  countedNoChange: "Nothing to add: still {score} points, rank {rank}.",
  countedPending: "Counted. Its rank follows in a moment.",
  httpError: "The service answered with status {status}.",

  factsTitle: "What you can rely on",
  factExactTitle: "Exact, to the last digit",
  factExactText:
    "Scores are 64-bit integers from end to end and travel as text, so no number is ever rounded.",
  factTiesTitle: "First come, first ranked",
  factTiesText:
    "Equal points need no coin: whoever reached them first is ahead, even by a millisecond.",
  factOnceTitle: "Safe to send twice",
  factOnceText:
    "Each score carries an id. A retry, a double click or a flaky network counts a single time.",
  factDurableTitle: "Stored, then answered",
  factDurableText:
    "A score is on disk when the answer leaves. A crash in the next instant loses nothing.",
  terminalTitle: "The same list, from a terminal",
  terminalLink: "Open it as JSON",
  footer: "Open source, MIT or Apache-2.0. Nothing on this page is loaded from elsewhere.",
};

const dictionaries = { en };

const languageOf = (tag) => tag.split("-")[0];

/** The language of the page: the first of the visitor's that there is a dictionary for. */
export const language = navigator.languages.map(languageOf)
  .find((tag) => Object.hasOwn(dictionaries, tag)) ?? "en";

/** The language as numbers and times are written, with the visitor's region where it fits. */
export const locale = navigator.languages.find((tag) => languageOf(tag) === language) ?? language;

const dictionary = dictionaries[language];
const plurals = new Intl.PluralRules(locale);
const counts = new Intl.NumberFormat(locale);

/** Returns the text of `key` with its placeholders filled. Numbers are written by the locale. */
export function text(key, values = {}) {
  const found = dictionary[key];
  const pattern = typeof found === "string" ? found : found[plurals.select(Number(values.count))];
  return pattern.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "string" ? value : counts.format(value);
  });
}

/** Returns the label of a kind of period; kinds without a word of their own go by their id. */
export function periodText(kind, id) {
  return dictionary.periods[kind] ?? id;
}

/** Writes the fixed words into the document. */
export function fillTexts(root) {
  root.documentElement.lang = language;
  root.title = text("pageTitle");
  for (const element of root.querySelectorAll("[data-text]")) {
    element.textContent = text(element.dataset.text);
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", text(element.dataset.label));
  }
}
