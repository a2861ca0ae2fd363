// A Worker with one object that stores what it is given: what the life cycle of a server needs,
// without the product around it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CODE = `
import { DurableObject } from "cloudflare:workers";
export class Store extends DurableObject {
  fetch(request) {
    const { sql } = this.ctx.storage;
    sql.exec("CREATE TABLE IF NOT EXISTS stored (value TEXT)");
    if (request.method === "PUT") sql.exec("INSERT INTO stored VALUES ('x')");
    return Response.json(sql.exec("SELECT COUNT(*) AS count FROM stored").one().count);
  }
}
export default {
  fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === "/healthz") return new Response("ok");
    if (pathname === "/secret") return new Response(env.SECRET);
    return env.STORES.get(env.STORES.idFromName("one")).fetch(request);
  },
};
`;

const CONFIG = `
name = "tiny"
main = "tiny.mjs"
compatibility_date = "2026-11-01"
durable_objects.bindings = [{ name = "STORES", class_name = "Store" }]
migrations = [{ tag = "v1", new_sqlite_classes = ["Store"] }]
`;

/** Writes the Worker into a folder and returns the path of its configuration. */
export function writeTinyWorker(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tiny.mjs"), CODE);
  const config = join(folder, "wrangler.toml");
  writeFileSync(config, CONFIG);
  return config;
}
