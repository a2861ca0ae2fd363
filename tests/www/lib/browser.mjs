// The demo page in Chromium, against the service of one test file.
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { chromium } from "playwright-core";

/** No condition of a test takes longer; a test that waits this long has failed. */
const LIMIT_MS = 15_000;
const POLL_INTERVAL_MS = 20;

/** Starts Chromium; it talks to nobody but the page's server. */
export function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
      "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    ],
  });
}

/** Opens the page in a browser profile of its own. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "UTC", ...options });
  context.setDefaultTimeout(LIMIT_MS);
  const page = new DemoPage(context, await context.newPage(), url);
  page.prepare();
  return page;
}

/** The page as its visitor sees it. */
export class DemoPage {
  /** What the browser complained about. */
  complaints = [];

  constructor(context, page, url) {
    this.context = context;
    this.page = page;
    this.url = url;
    this.name = page.getByLabel("Player name");
    this.points = page.getByLabel("Points to add");
    this.send = page.locator("#send");
  }

  prepare() {
    const { page, complaints } = this;
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.stack));
    page.on("request", (request) => {
      if (!request.url().startsWith(`${this.url}/`)) complaints.push(`asked ${request.url()}`);
    });
  }

  async load() {
    await this.page.goto(`${this.url}/`);
  }

  /** Loads the page and waits until it shows the board. */
  async loadBoard() {
    await this.load();
    await this.shows(() => this.connection(), "Live");
  }

  async submit(name, points) {
    await this.name.fill(name);
    await this.points.fill(points);
    await this.send.click();
  }

  /** The rows of the list: `rank name points`, marked where they are tied or the visitor's own. */
  rows() {
    return this.page.locator("#top-rows tr").evaluateAll((rows) => rows.map((row) => {
      const seen = (selector) => !row.querySelector(selector).hidden;
      const [rank, , points] = row.cells;
      const words = [rank.textContent, row.querySelector(".name").textContent, points.textContent];
      if (seen(".tie")) words.push("tie");
      if (seen(".badge") && row.classList.contains("own")) words.push("You");
      return words.join(" ");
    }));
  }

  /** The visitor's own place as `name: rank of count, points, share`. */
  standing() {
    return this.page.evaluate(() => {
      const text = (id) => document.getElementById(id).textContent;
      if (document.getElementById("standing-figures").hidden) return text("standing-none");
      const share = document.getElementById("standing-share").hidden ? "" : text("standing-better");
      const place = `${text("standing-rank")} ${text("standing-of")}`;
      return `${text("standing-title")}: ${place}, ${text("standing-score")}, ${share}`;
    });
  }

  connection() {
    return this.page.locator("#connection-text").textContent();
  }

  result() {
    return this.page.locator("#result").textContent();
  }

  /** Waits until `read` gives what is expected: an equal value, or a text that matches. */
  async shows(read, expected) {
    const deadline = performance.now() + LIMIT_MS;
    for (;;) {
      const found = await read();
      const late = performance.now() > deadline;
      try {
        if (expected instanceof RegExp) assert.match(found, expected);
        else assert.deepEqual(found, expected);
        return;
      } catch (error) {
        if (late) throw error;
      }
      await delay(POLL_INTERVAL_MS);
    }
  }
}
