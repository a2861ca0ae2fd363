// The page: joins what is known (session.js) with what is shown.
import { SubmitForm } from "./form.js";
import { formatClock, formatMoment, formatScore } from "./format.js";
import { Outbox } from "./outbox.js";
import { PeriodSwitch } from "./periods.js";
import { Poller } from "./poller.js";
import { LONG_LIMIT, Session, SHORT_LIMIT } from "./session.js";
import { StandingPanel } from "./standing.js";
import { openStorage } from "./storage.js";
import { TopTable } from "./table.js";
import { fillTexts, periodText, text } from "./texts.js";

const byId = (id) => document.getElementById(id);

fillTexts(document);

const session = new Session(openStorage("localStorage"));
const outbox = new Outbox(openStorage("sessionStorage"));
const poller = new Poller(refresh, { onFailure: showFailure });
const table = new TopTable(byId("top-rows"));
const periods = new PeriodSwitch(byId("periods"), { onChoice: (kind) => look({ kind }) });
const standing = new StandingPanel({
  title: byId("standing-title"),
  none: byId("standing-none"),
  figures: byId("standing-figures"),
  rank: byId("standing-rank"),
  of: byId("standing-of"),
  score: byId("standing-score"),
  share: byId("standing-share"),
  better: byId("standing-better"),
  next: byId("standing-next"),
  news: byId("standing-news"),
});
const form = new SubmitForm(
  {
    form: byId("form"),
    name: byId("name"),
    points: byId("points"),
    chips: byId("chips"),
    send: byId("send"),
    discard: byId("discard"),
    result: byId("result"),
  },
  { outbox, player: session.player, onCounted: counted },
);

let updatedAt = null;

showConnection("connecting", text("connecting"));
showStanding();
byId("be-first").addEventListener("click", () => form.focus());
byId("more").addEventListener("click", () => {
  look({ limit: session.limit === SHORT_LIMIT ? LONG_LIMIT : SHORT_LIMIT });
});
poller.start();

/** Changes what is looked at. */
function look(change) {
  session.choose(change);
  byId("top").setAttribute("aria-busy", "true");
  poller.now();
}

async function refresh() {
  const isFirst = session.description === null;
  const isCurrent = await session.refresh();
  if (isFirst) showBoard();
  if (!isCurrent) return;
  updatedAt = new Date();
  showConnection("live", text("live"));
  showTop();
  showStanding();
}

/** Shows what stays the same as long as the board has its rules. */
function showBoard() {
  const { board, description } = session;
  outbox.connect(board);
  form.configure(description.rules);
  periods.show(session.kinds, session.kind, description);
  const url = new URL(`${board.path}/top?limit=${SHORT_LIMIT}`, location.href).href;
  byId("terminal-command").textContent = `curl '${url}'`;
  byId("terminal-link").href = url;
  byId("terminal").hidden = false;
}

function showTop() {
  const { entries, total } = session.top;
  const now = new Date();
  const isEmpty = entries.length === 0;
  byId("top").setAttribute("aria-busy", "false");
  byId("loading").hidden = true;
  byId("top").hidden = isEmpty;
  byId("empty").hidden = !isEmpty;
  const list = `${session.top.period} ${session.limit}`;
  table.update({ list, entries, player: session.player, now });
  const period = periodText(session.kind, session.top.period);
  write(byId("empty-title"), text("emptyTitle", { period }));
  const caption = entries.length === total ? "captionAll" : "captionTop";
  write(byId("top-caption"), text(caption, { shown: entries.length, count: total }));
  showFoot(now);
}

function showFoot(now) {
  const { endsAt } = session.period;
  const end = byId("period-end");
  end.hidden = endsAt === null;
  if (endsAt) write(end, text("periodEnds", { time: formatMoment(new Date(endsAt), now) }));
  const more = byId("more");
  const isShort = session.limit === SHORT_LIMIT;
  more.hidden = session.top.total <= SHORT_LIMIT;
  const count = isShort ? LONG_LIMIT : SHORT_LIMIT;
  write(more, text(isShort ? "showMore" : "showLess", { count }));
}

function showStanding() {
  const { player, top, description } = session;
  const descending = description?.rules.order === "desc" && description.rules.decimals === 0;
  standing.update({ player, standing: session.standing, top, descending });
}

/** Takes the answer to a submission; returns the words for it. */
function counted(member, answer) {
  look({ player: member });
  const effect = answer.entries[session.kind];
  if (!effect) return text("countedPending");
  const { rank, score } = effect.entry;
  standing.expect(rank);
  const outcome = effect.applied ? "counted" : "countedNoChange";
  return text(answer.replayed ? "countedBefore" : outcome, { score: formatScore(score), rank });
}

function showFailure(error) {
  if (error.code === "not_found" && session.board === null) {
    poller.stop();
    for (const id of ["demo", "invite", "connection"]) byId(id).hidden = true;
    byId("no-demo").hidden = false;
    return;
  }
  if (!(error instanceof Error) || error.name !== "BoardError") console.error(error);
  if (error.code === "board_not_found") showConnection("lost", text("boardMissing"));
  else if (updatedAt === null) showConnection("lost", text("lost"));
  else showConnection("lost", text("lostSince", { time: formatClock(updatedAt) }));
}

/** The words change with the state only, so that a screen reader hears them once. */
function showConnection(state, words) {
  byId("connection").dataset.state = state;
  write(byId("connection-text"), words);
}

function write(element, content) {
  if (element.textContent !== content) element.textContent = content;
}
