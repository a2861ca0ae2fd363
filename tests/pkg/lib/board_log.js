// Fifty thousand commands to a board, the same ones as in tests/engine/board_log.rs. Both end with
// the hash and the bytes that tests/fixtures/board-log.txt says. Plain enough for any host.

export function playBoardLog(Leaderboard, count = 50_000) {
  const T0 = 1_791_993_600_000;
  let state = 0x9e3779b9;
  const draw = (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  const rules = { op: "sum", decimals: 2, min: "-100", outOfRange: "clamp" };
  const board = new Leaderboard(rules, { keepEvents: false });
  const text = (units) => {
    const digits = String(Math.abs(units)).padStart(3, "0");
    return `${units < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  for (let at = 0; at < count; at += 1) {
    const now = T0 + Math.floor(at / 3);
    const [kind, member, number] = [draw(100), `m${draw(2000)}`, draw(20_001)];
    if (at === count / 2) board.setRules({ ...rules, order: "asc" }, { migrate: true, now });
    if (kind < 80) board.submit(member, text(number - 5000), { now });
    else if (kind < 84) board.ban(member, { now });
    else if (kind < 92) board.unban(member, { now });
    else if (kind < 95) board.remove(member, { now });
    else if (board.get(member)) board.setMetadata(member, { n: number }, { now });
  }
  const bytes = board.snapshot();
  // FNV-1a, of 32 bits.
  let digest = 0x811c9dc5;
  for (const byte of bytes) digest = Math.imul(digest ^ byte, 0x01000193) >>> 0;
  return [board.hash(), bytes.length, digest.toString(16), board.version, board.size].join(" ");
}
