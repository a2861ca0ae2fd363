// What the visitor looks at and what is known of it. No drawing here.
import { openDemo } from "./board.js";

export const SHORT_LIMIT = 10;
export const LONG_LIMIT = 100;

const PLAYER_KEY = "edgeboard.player";

/** How long a player without a score is taken to have none, unless this page submits one. */
const ABSENT_FOR_MS = 30_000;

export class Session {
  board = null;
  description = null;
  top = null;
  /** The player's own entry with its shares; `null` where there is none. */
  standing = null;
  #choice;
  #storage;
  #absent = null;

  constructor(storage) {
    this.#storage = storage;
    const player = storage.getItem(PLAYER_KEY) ?? "";
    this.#choice = Object.freeze({ kind: null, limit: SHORT_LIMIT, player });
  }

  get kind() {
    return this.#choice.kind;
  }

  get limit() {
    return this.#choice.limit;
  }

  get player() {
    return this.#choice.player;
  }

  /** The kinds of the board's periods, as its rules list them. */
  get kinds() {
    return this.description.rules.periods.map((period) => period.kind);
  }

  /** The current period of the chosen kind. */
  get period() {
    return this.description.periods[this.kind];
  }

  choose(change) {
    this.#choice = Object.freeze({ ...this.#choice, ...change });
    if (change.player === undefined) return;
    this.#absent = null;
    this.#storage.setItem(PLAYER_KEY, change.player);
  }

  /** Asks for what is chosen. Returns whether it is still what is chosen. */
  async refresh() {
    this.board ??= await openDemo();
    this.description ??= await this.board.describe();
    if (this.kind === null) this.choose({ kind: this.kinds[0] });
    const choice = this.#choice;
    const top = await this.board.top({ period: choice.kind, limit: choice.limit });
    // The period has ended and the next one began.
    if (this.period.id !== top.period) this.description = await this.board.describe();
    const standing = await this.#findStanding(top, choice);
    if (choice !== this.#choice) return false;
    this.top = top;
    this.standing = standing;
    return true;
  }

  async #findStanding(top, { kind, player }) {
    if (player === "") return null;
    const listed = top.entries.some((entry) => entry.member === player);
    if (!listed && (top.entries.length === top.total || this.#isAbsent(top, player))) return null;
    if (this.#isKnown(top, player)) return this.standing;
    const standing = await this.board.member(player, { period: kind });
    if (!standing) this.#absent = { period: top.period, player, until: Date.now() + ABSENT_FOR_MS };
    return standing;
  }

  #isAbsent(top, player) {
    const { period, player: name, until } = this.#absent ?? {};
    return period === top.period && name === player && Date.now() < until;
  }

  /** A period's version says all: as long as it stands, so does what was read at it. */
  #isKnown(top, player) {
    const known = this.standing;
    return known?.member === player && known.period === top.period
      && known.version === top.version;
  }
}
