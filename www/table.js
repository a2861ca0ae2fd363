// The top list. A row belongs to its player: it is written where something changed, and moves.
import { formatReached, formatScore } from "./format.js";
import { text } from "./texts.js";

const MOVE_MS = 450;
const FLASH_MS = 1200;
const stillness = window.matchMedia("(prefers-reduced-motion: reduce)");

export class TopTable {
  #body;
  #list;
  #rows = new Map();

  constructor(body) {
    this.#body = body;
  }

  /** Shows entries; those of another `list` do not seem to come from those shown before. */
  update({ list, entries, player, now }) {
    if (list !== this.#list) this.#removeAllBut(new Set());
    this.#list = list;
    const places = this.#orderChanges(entries) ? this.#measure() : null;
    this.#removeAllBut(new Set(entries.map((entry) => entry.member)));
    const isFirst = this.#rows.size === 0;
    entries.forEach((entry, index) => {
      const isTied = [entries[index - 1], entries[index + 1]]
        .some((neighbour) => neighbour?.score === entry.score);
      const row = this.#rows.get(entry.member) ?? this.#add(entry.member);
      const isOwn = entry.member === player;
      const isChanged = row.update({ entry, isOwn, isTied, share: share(entry, entries[0]), now });
      if (isChanged && !isFirst) animate(row.element, FLASH, FLASH_MS);
      const present = this.#body.children[index];
      if (present !== row.element) this.#body.insertBefore(row.element, present ?? null);
    });
    if (places && !isFirst) this.#move(places);
  }

  #add(member) {
    const row = new Row(member);
    this.#rows.set(member, row);
    return row;
  }

  #removeAllBut(members) {
    for (const [member, row] of this.#rows) {
      if (members.has(member)) continue;
      row.element.remove();
      this.#rows.delete(member);
    }
  }

  #orderChanges(entries) {
    const { children } = this.#body;
    return entries.length !== children.length
      || entries.some(({ member }, i) => this.#rows.get(member)?.element !== children[i]);
  }

  #measure() {
    const places = new Map();
    for (const [member, { element }] of this.#rows) {
      places.set(member, element.getBoundingClientRect().top);
    }
    return places;
  }

  /** Lets each row glide from where it was, which is the least that makes a change of rank seen. */
  #move(places) {
    for (const [member, { element }] of this.#rows) {
      const before = places.get(member);
      const distance = before - element.getBoundingClientRect().top;
      if (distance === 0) continue;
      const from = before === undefined
        ? { opacity: 0 }
        : { transform: `translateY(${distance}px)` };
      animate(element, [from, {}], MOVE_MS);
    }
  }
}

const FLASH = [{ backgroundColor: "var(--flash)" }, {}];

function animate(element, frames, duration) {
  if (!stillness.matches) element.animate(frames, { duration, easing: "cubic-bezier(.2,.7,.2,1)" });
}

/** How long the bar behind a row is: its share of the leader's score. */
function share(entry, leader) {
  const part = Number(entry.score) / Number(leader.score);
  return Number(entry.score) > 0 && part <= 1 ? part : 0;
}

class Row {
  #rank = make("span");
  #badge = make("span", "badge", text("you"));
  #points = make("data");
  #tie = make("abbr", "tie", text("tie"));
  #time = make("time");
  #score = null;

  constructor(member) {
    const name = make("bdi", "name", member);
    const player = make("th", "player");
    player.scope = "row";
    player.append(name, this.#tie, this.#badge);
    const rank = make("td", "rank");
    rank.append(this.#rank);
    const points = make("td", "points");
    points.append(this.#points);
    const reached = make("td", "reached");
    reached.append(this.#time);
    this.#tie.title = text("tieHint");
    this.element = make("tr");
    this.element.append(rank, player, points, reached);
  }

  /** Writes an entry; returns whether its score is another than before. */
  update({ entry, isOwn, isTied, share, now }) {
    const { rank, score, reachedAt } = entry;
    const isChanged = this.#score !== score;
    this.#score = score;
    write(this.#rank, String(rank));
    write(this.#points, formatScore(score));
    this.#points.value = score;
    write(this.#time, formatReached(new Date(reachedAt), now, { exact: isTied }));
    this.#time.dateTime = reachedAt;
    this.#tie.hidden = !isTied;
    this.#badge.hidden = !isOwn;
    this.element.classList.toggle("own", isOwn);
    this.element.dataset.rank = rank;
    this.element.style.setProperty("--share", `${(share * 100).toFixed(2)}%`);
    return isChanged;
  }
}

function make(tag, className = "", content = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = content;
  return element;
}

/** Leaves a text alone that is there already. */
function write(element, content) {
  if (element.textContent !== content) element.textContent = content;
}
