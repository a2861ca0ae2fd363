// SQLite in memory, with the table and the index that a leaderboard has there. A rank is a count of
// whoever is ahead, which takes time in proportion to it.
import { openSqlite } from "../peers.mjs";

export class Sqlite {
  /** A rank takes milliseconds, so that the mixed stream is played without them. */
  static hasSlowRanks = true;

  #rank;
  #window;
  #put;
  #increment;
  #score;
  #each;

  constructor() {
    const { db } = openSqlite();
    db.exec("CREATE TABLE board (id TEXT PRIMARY KEY, score REAL NOT NULL) WITHOUT ROWID");
    db.exec("CREATE INDEX by_score ON board (score DESC, id DESC)");
    this.#put = db.prepare("INSERT INTO board VALUES (?, ?)");
    this.#increment = db.prepare("UPDATE board SET score = score + ? WHERE id = ?");
    this.#score = db.prepare("SELECT score FROM board WHERE id = ?");
    this.#rank = db.prepare("SELECT COUNT(*) AS ahead FROM board WHERE (score, id) > (?, ?)");
    this.#window = db.prepare(
      "SELECT id, score FROM board ORDER BY score DESC, id DESC LIMIT ? OFFSET ?",
    );
    this.#each = db.prepare("SELECT id, score FROM board");
  }

  put(name, score) {
    this.#put.run(name, score);
  }

  /** Asking for the new score too would cost it more, so it has no answer to compare. */
  increment(name, delta) {
    this.#increment.run(delta, name);
    return NaN;
  }

  score(name) {
    return this.#score.get(name).score;
  }

  rank(name) {
    return this.#rank.get(this.score(name), name).ahead;
  }

  window(start, stop) {
    return this.#window.all(stop - start + 1, start).map(({ id, score }) => [id, score]);
  }

  /** All rows, one by one. */
  rows() {
    return this.#each.iterate();
  }
}
