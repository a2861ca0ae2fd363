// `npm start`: sets up what is missing, builds, and serves the Worker and the demo page on this
// machine, with its storage in .edgeboard/state. Ctrl-C ends it.
import { join } from "node:path";
import { BUILDS } from "./lib/builds.mjs";
import { demoKey, serverKey } from "./lib/keys.mjs";
import { LOCAL_DIR, ROOT } from "./lib/paths.mjs";
import { isPortFree } from "./lib/ports.mjs";
import { Problem, runMain } from "./lib/problem.mjs";
import { startServer } from "./lib/server.mjs";
import { claimStorage } from "./lib/single_server.mjs";
import { say, step } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

const DEFAULT_PORT = 8787;
const DEMO_BOARD = { op: "sum", periods: ["day", "all"] };

function chosenPort() {
  const text = process.env.PORT || String(DEFAULT_PORT);
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Problem(`PORT is ${text}: set it to a number from 1 to 65535, or unset it.`);
}

async function requireFreePort(port) {
  if (await isPortFree(port)) return;
  throw new Problem(`port ${port} is in use: stop what listens there, or choose another with ` +
    `\`PORT=${port + 1} npm start\`.`);
}

/** The board of the page. Creating it again with the same rules changes nothing. */
async function createDemoBoard(url, key) {
  const answer = await fetch(`${url}/v1/boards/demo`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(DEMO_BOARD),
  });
  const text = await answer.text();
  if (!answer.ok) say(`! the board demo could not be created: ${answer.status} ${text}`);
}

function greet(port, key) {
  const url = `http://localhost:${port}`;
  say(`
edgeboard is ready at ${url} (Ctrl-C ends it). One score:

  curl -X POST ${url}/v1/boards/demo/scores \\
    -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\
    -d '{"member": "ada", "score": 10, "eventId": "first"}'

key: ${key}
`);
}

/** What wrangler says while the server runs, without a line for each request. */
function logOutput(text) {
  const lines = text.split("\n").filter((line) => line.trim() && !/wrangler:info\]/.test(line));
  if (lines.length > 0) say(lines.join("\n"));
}

runMain(async () => {
  const port = chosenPort();
  const key = serverKey();
  // Both are known now, and would be a pity to hear of after a long set-up.
  await requireFreePort(port);
  const releaseStorage = claimStorage();
  process.on("exit", releaseStorage);
  await setup({ forTests: false });
  await step(`build the ${BUILDS.worker.title}`, BUILDS.worker.build);
  await requireFreePort(port);

  let server;
  let started = false;
  await step("start the server", async () => {
    const log = (text) => started && logOutput(text);
    server = await startServer({
      port,
      stateDir: join(LOCAL_DIR, "state"),
      config: join(ROOT, "wrangler.toml"),
      vars: { EDGEBOARD_KEY: key, EDGEBOARD_DEMO_KEY: demoKey() },
      log,
    });
    await createDemoBoard(server.url, key);
    started = true;
  });
  greet(port, key);
  const sentence = await server.ended;
  await server.stop();
  throw new Problem(`${sentence}: run \`npm start\` again. What was answered is stored.`);
});
