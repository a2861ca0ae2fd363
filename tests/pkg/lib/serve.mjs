// A folder over HTTP, as a static host serves it.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves the folder on a free port of this machine: `{ url, close() }`. `/` is an empty page. */
export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/") return response.setHeader("Content-Type", "text/html").end();
    try {
      const content = readFileSync(join(folder, normalize(pathname)));
      response.setHeader("Content-Type", TYPES[extname(pathname)] ?? "application/octet-stream");
      return response.end(content);
    } catch {
      return response.writeHead(404).end();
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}
