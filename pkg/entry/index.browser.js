import initialize, { EdgeboardError } from "./edgeboard.js";
import { setReady } from "./ready.js";
import { addZones } from "./zones.js";

// In these words bundlers see that the files belong to the package.
const wasmUrl = () => new URL("./edgeboard_bg.wasm", import.meta.url);
const zonesUrl = () => new URL("./zones.bin", import.meta.url);

let pending;
let pendingZones;

/**
 * Fetches and compiles the module: once, whatever the number of calls, or again if it failed. The
 * data of zones is fetched by the first call that asks for it.
 */
export function init(input) {
  const options = optionsOf(input);
  const unknown = unknownOption(options);
  if (unknown !== undefined) {
    const message = `init has no option called ${unknown}`;
    return Promise.reject(new EdgeboardError("invalid_request", message));
  }
  const { module, zones } = options;
  pending ??= initialize({ module_or_path: module ?? wasmUrl() }).then(
    setReady,
    (error) => {
      pending = undefined;
      throw error;
    },
  );
  if (!zones) return pending;
  const source = zones === true ? zonesUrl() : zones;
  pendingZones ??= Promise.all([bytesOf(source), pending])
    .then(([bytes]) => addZones(bytes))
    .catch((error) => {
      pendingZones = undefined;
      throw error;
    });
  return pendingZones;
}
export * from "./exports.js";

/** What is passed is where the module comes from, or an object with options. */
function optionsOf(input) {
  if (input === undefined || input === null) return {};
  const prototype = typeof input === "object" && input && Object.getPrototypeOf(input);
  return prototype === Object.prototype || prototype === null ? input : { module: input };
}

function unknownOption(options) {
  return Object.keys(options).find((name) => name !== "module" && name !== "zones");
}

/** A URL, a Response or bytes, as bytes. */
async function bytesOf(source) {
  let found = await source;
  if (typeof found === "string" || found instanceof URL) found = await fetch(found);
  if (found instanceof Response) {
    if (found.ok) return new Uint8Array(await found.arrayBuffer());
    const message = `the data of zones could not be fetched: ${found.status} for ${found.url}`;
    throw new EdgeboardError("zones_not_loaded", message);
  }
  return ArrayBuffer.isView(found)
    ? new Uint8Array(found.buffer, found.byteOffset, found.byteLength)
    : new Uint8Array(found);
}
