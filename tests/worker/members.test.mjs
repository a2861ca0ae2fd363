// Names of members: any text, compared by bytes, in bodies and in paths.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertError, memberPath, newEventId, startService } from "./lib/service.mjs";

let service;
before(async () => (service = await startService()));
after(() => service?.end());

const NAMES = [
  "constructor", "__proto__", "prototype", "hasOwnProperty", "toString", "..", ".", "...", "/",
  "a/b", "a b", "a+b", "a%20b", "%", "%zz", "?", "#", "&x=1", "~", "~abc", ":", "a:ban", "a:unban",
  "user:1001", "\"", "\\", "'", "'; DROP TABLE entries; --", "null", "0", "-1", "true", "👩‍👩‍👧‍👦",
  "é", "e\u0301", "名前", "\u202Eevil", "\uFEFF", "<script>alert(1)</script>", "\0", "a\0b", "a",
  "A", " a", "a ", "\n", "\u007F", "{}", "[]", "x".repeat(64), "é".repeat(32), "\u{10FFFF}",
];

test("every name is an ordinary member, found by its base64url form", async () => {
  await service.create("names");
  for (const [at, member] of NAMES.entries()) {
    const { entries } = await service.submit("names", member, at + 1);
    assert.equal(entries.all.entry.member, member);
    assert.equal(entries.all.previous, null, `${member} was taken for another`);
  }
  for (const [at, member] of NAMES.entries()) {
    const { status, body } = await service.get(memberPath("names", member));
    assert.deepEqual([status, body?.member, body?.score], [200, member, String(at + 1)]);
  }
  const { body } = await service.get("/v1/boards/names/top");
  assert.deepEqual(body.entries.map(({ member }) => member), NAMES.toReversed());
});

test("percent-encoding finds every name but the two that paths swallow", async () => {
  for (const [at, member] of NAMES.entries()) {
    if (member === "." || member === "..") continue;
    const segment = encodeURIComponent(member).replace(/^~/, "%7E");
    const { status, body } = await service.get(`/v1/boards/names/members/${segment}`);
    assert.deepEqual([status, body?.member, body?.score], [200, member, String(at + 1)]);
  }
  for (const segment of ["%2E", "%2e%2E"]) {
    const { status } = await service.get(`/v1/boards/names/members/${segment}`);
    assert.ok([400, 404].includes(status), `${segment}: ${status}`);
  }
});

test("a raw colon belongs to the name where it is read", async () => {
  for (const member of ["user:1001", "a:ban", "a:unban"]) {
    const { body } = await service.get(`/v1/boards/names/members/${member}`);
    assert.equal(body.member, member);
  }
});

test("what is no name is refused", async () => {
  for (const member of [7, 0, 1.5, true, false, null, [], ["a"], {}, ""]) {
    const answer = await service.post("names", { member, score: 1, eventId: newEventId() });
    assertError(answer, 400, "invalid_member");
  }
  const missing = await service.post("names", { score: 1, eventId: newEventId() });
  assertError(missing, 400, "invalid_member");
  for (const segment of ["~", "~*", "~_w", "~YQ==", "%FF", "%C3", "%ED%A0%80", "a".repeat(513)]) {
    assertError(await service.get(`/v1/boards/names/members/${segment}`), 400, "invalid_member");
  }
});

test("a name that is no Unicode is refused", async () => {
  const send = (raw) => service.send("POST", "/v1/boards/names/scores", { raw });
  const lone = '{"member":"\\ud800","score":1,"eventId":"u1"}';
  assertError(await send(lone), 400, "invalid_request");
  for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
    const raw = Buffer.concat([
      Buffer.from('{"member":"'), Buffer.from(bytes), Buffer.from('","score":1,"eventId":"u2"}'),
    ]);
    assertError(await send(raw), 400, "invalid_request");
  }
});

test("names are as long as the board's rule allows, in bytes", async () => {
  const send = (board, member) =>
    service.post(board, { member, score: 1, eventId: newEventId() });
  for (const member of ["x".repeat(65), `${"é".repeat(32)}x`]) {
    const { message } = assertError(await send("names", member), 400, "invalid_member");
    assert.match(message, /65.*64/);
  }
  await service.create("short-names", { maxMemberBytes: 1 });
  assert.equal((await send("short-names", "x")).status, 200);
  assertError(await send("short-names", "é"), 400, "invalid_member");
  await service.create("long-names", { maxMemberBytes: 512 });
  const longest = "€".repeat(170) + "xx";
  assert.equal((await send("long-names", longest)).status, 200);
  assert.equal((await service.get(memberPath("long-names", longest))).body.member, longest);
  assertError(await send("long-names", "x".repeat(513)), 400, "invalid_member");
});

test("a member who is not there is not ranked", async () => {
  for (const member of ["nobody", "valueOf", "x".repeat(512)]) {
    assertError(await service.get(memberPath("names", member)), 404, "member_not_ranked");
  }
});
