// The demo page in a browser, against the service on real workerd.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DAY_MS, NOON, startService } from "../worker/lib/service.mjs";
import { openPage, startBrowser } from "./lib/browser.mjs";

const SCORES = "**/v1/boards/demo/scores";
const TOP = "**/v1/boards/demo/top?*";

let service;
let browser;
let day = NOON;

before(async () => {
  service = await startService();
  await service.create("demo", { op: "sum", periods: ["day", "all"] });
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await service?.end();
});

/** A test on a day of its own, on which the board of the day is empty, with a page of its own. */
function pageTest(name, run, { complaints = [], ...options } = {}) {
  test(name, async () => {
    day += DAY_MS;
    await service.setClock(day);
    const visitor = await openPage(browser, service.url, options);
    try {
      await run(visitor);
      const unexpected = visitor.complaints.filter((text) => !complaints.some((c) => c.test(text)));
      assert.deepEqual(unexpected, []);
    } finally {
      await visitor.context.close();
    }
  });
}

/** What the browser says of an answer that a test made fail. */
const FAILED_REQUEST = /^Failed to load resource/;

/** Submits over HTTP, as another player's game does. */
function play(member, score) {
  return service.submit("demo", member, String(score), crypto.randomUUID());
}

/** A member's points of the day, as the service has them. */
async function pointsOf(member) {
  const path = `/v1/boards/demo/members/~${Buffer.from(member).toString("base64url")}?period=day`;
  return (await service.get(path)).body.score;
}

/** Collects the bodies of the submissions that the page sends. */
function watchSubmissions({ page }) {
  const sent = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.postDataJSON());
  });
  return sent;
}

function withResolvers() {
  let resolve;
  return { promise: new Promise((done) => (resolve = done)), resolve };
}

pageTest("an empty board invites, and the first score takes its top", async (visitor) => {
  await visitor.loadBoard();
  const { page } = visitor;
  await page.getByText("Today: nobody yet").waitFor();
  assert.equal(await page.locator("table").isVisible(), false);
  await page.getByRole("button", { name: "Be the first" }).click();
  assert.ok(await visitor.name.evaluate((input) => input === document.activeElement));
  await visitor.submit("Ada", "1500");
  await visitor.shows(() => visitor.result(), "Counted: 1,500 points, rank 1.");
  await visitor.shows(() => visitor.rows(), ["1 Ada 1,500 You"]);
  await visitor.shows(() => visitor.standing(), "Ada: 1 of 1, 1,500, ");
  assert.equal(await page.locator("#empty").isVisible(), false);
  assert.equal(await page.getByRole("table", { name: "1 player" }).count(), 1);
  assert.equal(await page.getByRole("rowheader", { name: "Ada" }).count(), 1);
  assert.equal(await pointsOf("Ada"), "1500");
});

pageTest("scores of others appear and move the own row", async (visitor) => {
  await visitor.loadBoard();
  await visitor.submit("Ada", "100");
  await visitor.shows(() => visitor.standing(), "Ada: 1 of 1, 100, ");
  await play("Bob", 300);
  await play("Cleo", 200);
  await play("Dan", 50);
  const rows = ["1 Bob 300", "2 Cleo 200", "3 Ada 100 You", "4 Dan 50"];
  await visitor.shows(() => visitor.rows(), rows);
  await visitor.shows(() => visitor.standing(), "Ada: 3 of 4, 100, 25%");
  await visitor.shows(() => visitor.page.locator("#standing-next").textContent(),
    "101 more points pass Cleo.");
  await visitor.submit("Ada", "250");
  await visitor.shows(() => visitor.result(), "Counted: 350 points, rank 1.");
  await visitor.shows(() => visitor.rows(),
    ["1 Ada 350 You", "2 Bob 300", "3 Cleo 200", "4 Dan 50"]);
  await visitor.shows(() => visitor.standing(), "Ada: 1 of 4, 350, 75%");
  await visitor.submit("Ada", "-320");
  await visitor.shows(() => visitor.standing(), "Ada: 4 of 4, 30, 0%");
});

pageTest("equal points are shown as a tie, with the times that decide it", async (visitor) => {
  await play("First", 70);
  await service.setClock(day + 1);
  await play("Second", 70);
  await play("Third", 60);
  await visitor.loadBoard();
  await visitor.shows(() => visitor.rows(), ["1 First 70 tie", "2 Second 70 tie", "3 Third 60"]);
  const times = await visitor.page.locator("#top-rows time").allTextContents();
  assert.match(times[0], /12:00:00\.000$/);
  assert.match(times[1], /12:00:00\.001$/);
  assert.doesNotMatch(times[2], /\./);
});

pageTest("markup in a name is text and runs nothing", async (visitor) => {
  const markup = "<img src=x onerror=document.title='ran'><b>x</b>";
  await play(markup, 5);
  await visitor.loadBoard();
  await visitor.submit(`${markup}&amp;`, "7");
  await visitor.shows(() => visitor.rows(), [`1 ${markup}&amp; 7 You`, `2 ${markup} 5`]);
  await visitor.shows(() => visitor.standing(), `${markup}&amp;: 1 of 2, 7, 50%`);
  assert.equal(await visitor.page.locator("main img, main b").count(), 0);
  assert.doesNotMatch(await visitor.page.title(), /ran/);
});

pageTest("a second press at once belongs to the first", async (visitor) => {
  const { page } = visitor;
  await page.clock.install({ time: NOON });
  await visitor.loadBoard();
  await page.clock.pauseAt(NOON + 60_000);
  const sent = watchSubmissions(visitor);
  await visitor.submit("Ada", "10");
  await visitor.shows(() => visitor.result(), "Counted: 10 points, rank 1.");
  await page.clock.runFor(450);
  await visitor.send.click();
  await page.clock.runFor(450);
  await visitor.points.press("Enter");
  // Other points are another score, however quick; and so are the same ones a while later.
  await visitor.points.fill("11");
  await visitor.send.evaluate((button) => [1, 2, 3].forEach(() => button.click()));
  await visitor.shows(() => visitor.result(), "Counted: 21 points, rank 1.");
  await page.clock.runFor(550);
  await visitor.send.dblclick();
  await visitor.shows(() => visitor.result(), "Counted: 32 points, rank 1.");
  // While a score is on its way, there is nothing else to send, however long it takes.
  const { promise: released, resolve: release } = withResolvers();
  await page.route(SCORES, (route) => released.then(() => route.continue()));
  await visitor.submit("Ada", "12");
  await page.clock.runFor(5000);
  await visitor.points.press("Enter");
  assert.equal(await visitor.send.textContent(), "Sending…");
  release();
  await visitor.shows(() => visitor.result(), "Counted: 44 points, rank 1.");
  assert.deepEqual(sent.map(({ score }) => score), ["10", "11", "11", "12"]);
  assert.equal(await pointsOf("Ada"), "44");
});

pageTest("a score whose answer is lost is sent again under its id", async (visitor) => {
  await visitor.loadBoard();
  const sent = watchSubmissions(visitor);
  let losses = 2;
  await visitor.page.route(SCORES, async (route) => {
    if (losses-- <= 0) return route.continue();
    await route.fetch();
    return losses === 0 ? route.fulfill({ status: 503, body: "busy" }) : route.abort();
  });
  await visitor.submit("Ada", "40");
  await visitor.shows(() => visitor.result(),
    "It had arrived before and counted once: 40 points, rank 1.");
  await visitor.shows(() => visitor.rows(), ["1 Ada 40 You"]);
  assert.equal(sent.length, 3);
  assert.equal(new Set(sent.map(({ eventId }) => eventId)).size, 1);
  assert.equal(await pointsOf("Ada"), "40");
}, { complaints: [FAILED_REQUEST] });

pageTest("a score without any answer outlives a reload and counts once", async (visitor) => {
  const { page } = visitor;
  await page.clock.install();
  await visitor.loadBoard();
  const sent = watchSubmissions(visitor);
  await page.route(SCORES, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await visitor.submit("Ada", "40");
  await visitor.shows(async () => {
    await page.clock.runFor(1000);
    return visitor.result();
  }, /^The service could not be reached\. Your score is kept/);
  await page.unroute(SCORES);
  await page.reload();
  await visitor.shows(() => visitor.result(), /^This score was not confirmed yet/);
  assert.equal(await visitor.name.inputValue(), "Ada");
  assert.equal(await visitor.name.isEditable(), false);
  await page.getByRole("button", { name: "Send again" }).click();
  await visitor.shows(() => visitor.result(), /^It had arrived before and counted once: 40 points/);
  assert.equal(new Set(sent.map(({ eventId }) => eventId)).size, 1);
  assert.equal(await pointsOf("Ada"), "40");
  // The next score is a new one.
  await visitor.submit("Ada", "2");
  await visitor.shows(() => visitor.result(), "Counted: 42 points, rank 1.");
}, { complaints: [FAILED_REQUEST] });

pageTest("a kept score can be discarded", async (visitor) => {
  const { page } = visitor;
  await page.clock.install();
  await visitor.loadBoard();
  await page.route(SCORES, (route) => route.abort());
  await visitor.submit("Ada", "40");
  const discard = page.getByRole("button", { name: "Discard" });
  await visitor.shows(async () => {
    await page.clock.runFor(1000);
    return discard.isVisible();
  }, true);
  await page.unroute(SCORES);
  await discard.click();
  await visitor.submit("Ada", "3");
  await visitor.shows(() => visitor.rows(), ["1 Ada 3 You"]);
}, { complaints: [FAILED_REQUEST] });

pageTest("a refusal shows the service's own words", async (visitor) => {
  await visitor.loadBoard();
  await visitor.submit("Max", "9223372036854775808");
  await visitor.shows(() => visitor.result(), /^9223372036854775808 is outside/);
  assert.equal(await visitor.page.locator("#result").getAttribute("data-kind"), "bad");
  await visitor.submit("Max", "9223372036854775807");
  await visitor.shows(() => visitor.rows(), ["1 Max 9,223,372,036,854,775,807 You"]);
}, { complaints: [FAILED_REQUEST] });

pageTest("what cannot be a score is named beside its field and not sent", async (visitor) => {
  await visitor.loadBoard();
  const sent = watchSubmissions(visitor);
  const { page } = visitor;
  await visitor.submit("  ", "1.5");
  assert.equal(await page.locator("#name-error").textContent(), "Enter a name.");
  assert.match(await page.locator("#points-error").textContent(), /whole number/);
  assert.equal(await visitor.name.getAttribute("aria-invalid"), "true");
  assert.ok(await visitor.name.evaluate((input) => input === document.activeElement));
  await visitor.submit("é".repeat(33), "");
  assert.match(await page.locator("#name-error").textContent(), /66 bytes, the limit is 64/);
  assert.equal(await page.locator("#points-error").textContent(), "Enter the points.");
  await visitor.submit("é".repeat(32), " +007 ");
  await visitor.shows(() => visitor.rows(), [`1 ${"é".repeat(32)} 7 You`]);
  assert.deepEqual(sent.map(({ score }) => score), ["7"]);
});

pageTest("a lost connection is said calmly and recovers", async (visitor) => {
  await play("Bob", 5);
  await visitor.loadBoard();
  await visitor.page.route(TOP, (route) => route.abort());
  await visitor.shows(() => visitor.connection(), /^Not connected\. Shown as of .*; trying/);
  assert.deepEqual(await visitor.rows(), ["1 Bob 5"]);
  await play("Cleo", 6);
  await visitor.page.unroute(TOP);
  await visitor.shows(() => visitor.rows(), ["1 Cleo 6", "2 Bob 5"]);
  await visitor.shows(() => visitor.connection(), "Live");
}, { complaints: [FAILED_REQUEST] });

pageTest("the player is remembered, also one with a name like a path", async (visitor) => {
  await visitor.loadBoard();
  await visitor.submit("../é ?#%", "9");
  await visitor.shows(() => visitor.standing(), "../é ?#%: 1 of 1, 9, ");
  await visitor.page.reload();
  await visitor.shows(() => visitor.standing(), "../é ?#%: 1 of 1, 9, ");
  await visitor.shows(() => visitor.rows(), ["1 ../é ?#% 9 You"]);
  assert.equal(await visitor.name.inputValue(), "../é ?#%");
});

pageTest("below the list the own place is known all the same", async (visitor) => {
  for (let i = 1; i <= 11; i++) await play(`Bot ${i}`, 100 * i);
  await visitor.loadBoard();
  await visitor.submit("Ada", "50");
  await visitor.shows(() => visitor.standing(), "Ada: 12 of 12, 50, 0%");
  await visitor.shows(() => visitor.page.locator("caption").textContent(), "Top 10 of 12 players");
  assert.equal((await visitor.rows()).length, 10);
  await visitor.page.getByRole("button", { name: "Show top 100" }).click();
  await visitor.shows(async () => (await visitor.rows()).at(-1), "12 Ada 50 You");
});

pageTest("the periods are switched by keyboard, and a new day starts empty", async (visitor) => {
  await visitor.loadBoard();
  await visitor.submit("Veteran", "1000000");
  await visitor.shows(() => visitor.rows(), ["1 Veteran 1,000,000 You"]);
  day += DAY_MS;
  await service.setClock(day);
  await visitor.page.getByText("Today: nobody yet").waitFor();
  await visitor.shows(() => visitor.standing(),
    "No score here yet for this name. The next one counts.");
  const today = visitor.page.getByRole("radio", { name: "Today" });
  await today.focus();
  await today.press("ArrowRight");
  const isFirst = async () => (await visitor.rows()).includes("1 Veteran 1,000,000 You");
  await visitor.shows(isFirst, false);
  await visitor.shows(async () => /Veteran 1,000,000 You/.test(await visitor.rows()), true);
  assert.equal(await visitor.page.getByRole("radio", { name: "All time" }).isChecked(), true);
});

pageTest("a hidden tab asks for nothing, a shown one at once", async (visitor) => {
  const { page } = visitor;
  await page.clock.install();
  await visitor.loadBoard();
  let asked = 0;
  page.on("request", () => asked++);
  const turn = (hidden) => page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
  await turn(true);
  asked = 0;
  await page.clock.runFor(60_000);
  assert.equal(asked, 0);
  await play("Bob", 5);
  await turn(false);
  await visitor.shows(() => visitor.rows(), ["1 Bob 5"]);
});

pageTest("what did not change is not written again", async (visitor) => {
  await play("Bob", 5);
  await play("Cleo", 4);
  await visitor.loadBoard();
  await visitor.shows(async () => (await visitor.rows()).length, 2);
  await visitor.page.evaluate(() => {
    window.written = [];
    const note = (records) => window.written.push(...records.map(({ target }) =>
      (target.closest?.("tr") ?? target.parentElement.closest("tr")).textContent));
    const options = { subtree: true, childList: true, characterData: true };
    new MutationObserver(note).observe(document.getElementById("top-rows"), options);
  });
  await visitor.page.waitForResponse(TOP);
  await visitor.page.waitForResponse(TOP);
  assert.deepEqual(await visitor.page.evaluate(() => window.written), []);
  await play("Cleo", -1);
  await visitor.shows(() => visitor.rows(), ["1 Bob 5", "2 Cleo 3"]);
  const written = await visitor.page.evaluate(() => window.written);
  assert.ok(written.length > 0 && written.every((row) => row.includes("Cleo")), `${written}`);
});

for (const width of [320, 390]) {
  pageTest(`${width} px are wide enough`, async (visitor) => {
    // The scores are the largest there are, so each width has players of its own.
    const longName = (letter) => `${width}${letter.repeat(61)}`;
    await play(longName("W"), "9223372036854775807");
    await play(longName("X"), "-9223372036854775808");
    await visitor.loadBoard();
    await visitor.submit(longName("M"), "9223372036854775807");
    await visitor.shows(async () => (await visitor.rows()).length, 3);
    await visitor.shows(() => visitor.standing(), /M: 2 of 3/);
    const { page } = visitor;
    const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(await scrollWidth(), width);
    await visitor.submit("é".repeat(33), "1.5");
    assert.equal(await scrollWidth(), width);
  }, { viewport: { width, height: 640 } });
}

pageTest("who wants less motion gets none", async (visitor) => {
  await play("Bob", 5);
  await visitor.loadBoard();
  await visitor.shows(() => visitor.rows(), ["1 Bob 5"]);
  await visitor.page.evaluate(() => {
    const { animate } = Element.prototype;
    window.animated = 0;
    Element.prototype.animate = function (...args) {
      window.animated++;
      return animate.apply(this, args);
    };
  });
  await play("Cleo", 6);
  await visitor.shows(() => visitor.rows(), ["1 Cleo 6", "2 Bob 5"]);
  assert.equal(await visitor.page.evaluate(() => window.animated), 0);
  await visitor.page.emulateMedia({ reducedMotion: "no-preference" });
  await play("Bob", 2);
  await visitor.shows(() => visitor.rows(), ["1 Bob 7", "2 Cleo 6"]);
  assert.ok(await visitor.page.evaluate(() => window.animated) > 0);
}, { reducedMotion: "reduce" });

pageTest("a service without a demo says so", async (visitor) => {
  const error = { code: "not_found", message: "this service has no demo", details: {} };
  const answer = { status: 404, json: { error } };
  await visitor.page.route("**/demo.json", (route) => route.fulfill(answer));
  await visitor.load();
  await visitor.page.getByRole("heading", { name: "No demo here" }).waitFor();
  assert.equal(await visitor.page.locator("#demo").isVisible(), false);
  assert.equal(await visitor.page.locator("#connection").isVisible(), false);
}, { complaints: [FAILED_REQUEST] });

pageTest("all words are there, and the policy allows nothing from elsewhere", async (visitor) => {
  const { headers } = await service.get("/", { key: null });
  assert.match(headers.get("content-security-policy"), /default-src 'none'; script-src 'self'/);
  await visitor.loadBoard();
  const markup = await visitor.page.content();
  assert.doesNotMatch(markup, /undefined|\{\w+\}/);
});
