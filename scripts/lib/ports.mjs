import { createServer } from "node:net";

/** What the server listens on: this machine only. */
export const HOST = "127.0.0.1";

/** Whether nothing listens on the port yet. */
export async function isPortFree(port) {
  return (await listenOnce(port)) !== undefined;
}

/** A port that nothing listens on. */
export async function findFreePort() {
  return listenOnce(0);
}

/** Listens for a moment and returns the port, or undefined when it is taken. */
function listenOnce(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(port, HOST, () => {
      const taken = server.address().port;
      server.close(() => resolve(taken));
    });
  });
}
