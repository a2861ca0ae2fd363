// Starts the tiny Worker, tells the process ids, and waits for its end.
import { startServer } from "../../../scripts/lib/server.mjs";

const [config, stateDir] = process.argv.slice(2);
const server = await startServer({ config, stateDir });
process.stdout.write(JSON.stringify([server.pid, server.workerdPid()]));
await server.ended;
