// Loaded into wrangler's process before its own code. When the process that started it is gone,
// even by `kill -9`, the channel to it closes: the server ends instead of staying behind, and the
// folder with its keys goes too.
import { rmSync } from "node:fs";

process.on("disconnect", () => {
  rmSync(process.env.TMPDIR, { recursive: true, force: true });
  process.kill(process.pid, "SIGTERM");
});
