import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { commandLine, family, waitGone } from "../../scripts/lib/processes.mjs";
import { startServer } from "../../scripts/lib/server.mjs";
import { writeTinyWorker } from "./lib/tiny_worker.mjs";

let folder;
let options;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeboard-server-"));
  options = { config: writeTinyWorker(folder), stateDir: join(folder, "state") };
});

after(() => rmSync(folder, { recursive: true, force: true }));

const put = async (url) => (await fetch(url, { method: "PUT" })).json();
const count = async (url) => (await fetch(url)).json();

test("what was answered is there again after kill -9, and no process is left behind", async () => {
  const first = await startServer(options);
  assert.equal(await put(first.url), 1);
  const processes = family(first.pid).map(({ pid }) => pid);
  assert.ok(processes.includes(first.workerdPid()));
  await first.kill9();
  assert.deepEqual(await waitGone(processes, 0), []);

  const second = await startServer(options);
  assert.equal(await count(second.url), 1);
  await second.stop();
  assert.deepEqual(family(second.pid), []);
});

test("a variable reaches the Worker as it is, and no command line shows it", async () => {
  const secret = `a$HOME "b" #c \${d}\\`;
  const server = await startServer({ ...options, vars: { SECRET: secret } });
  try {
    assert.equal(await (await fetch(`${server.url}/secret`)).text(), secret);
    assert.ok(family(server.pid).every(({ args }) => !args.includes("$HOME")));
  } finally {
    await server.stop();
  }
});

test("a server whose workerd is killed by others says so", async () => {
  const server = await startServer(options);
  process.kill(server.workerdPid(), "SIGKILL");
  assert.equal(await server.ended, "workerd ended unexpectedly");
  await server.stop();
  assert.deepEqual(family(server.pid), []);
});

for (const signal of ["SIGTERM", "SIGKILL"]) {
  test(`a server does not outlive a starter that got ${signal}`, async () => {
    const script = fileURLToPath(new URL("lib/start_tiny.mjs", import.meta.url));
    const arguments_ = [script, options.config, options.stateDir];
    const starter = spawn(process.execPath, arguments_, { stdio: ["ignore", "pipe", "inherit"] });
    const [answer] = await once(starter.stdout, "data");
    const pids = JSON.parse(answer);
    assert.match(commandLine(pids[1]), /workerd/);
    starter.kill(signal);
    assert.deepEqual(await waitGone(pids, 10_000), []);
  });
}
