// The command line of the load tool.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LOCAL_DIR } from "../lib/paths.mjs";
import { Problem } from "../lib/problem.mjs";

export const HELP = `Usage: npm run load -- [options]

Plays a reproducible stream of score events into a running service (start it with \`npm start\`) and
checks at the end that the board holds exactly what the stream comes to. Ends with 1 if it does not.

  --events <n>       different events to send (default 100000)
  --players <n>      how many players they are spread over; a few play most (default 10000)
  --repeats <share>  share of the events that are sent once more, under the same id: half at once,
                     half late (default 0.05)
  --seed <n>         the same seed plays the same events (default 1)
  --concurrency <n>  connections, each with one request under way (default 64)
  --url <url>        the service (default http://localhost:8787)
  --board <name>     the board (default: a new one). Playing the same stream into the same board
                     again, or going on with it after an interruption, counts nothing twice
  --sample <n>       members behind the first 1,000 whose entries are compared, 2000 or more
                     (default 2000)
  --kill             start a server of its own, with its data in a temporary folder; kill its
                     workerd (-9) in the middle of the stream, start it again, and go on
  --kills <n>        how often, with --kill (default 3)
  --help             show this

What is not answered, or answered 503, is sent again under the same id for up to a minute. The key
comes from EDGEBOARD_KEY, or from .edgeboard/key, where \`npm start\` keeps it.
`;

const DEFAULT_URL = "http://localhost:8787";

/** Name, default, and range of the options that are numbers. */
const NUMBERS = [
  { name: "events", standard: 100_000, min: 1, max: 100_000_000 },
  { name: "players", standard: 10_000, min: 1, max: 9_999_999 },
  { name: "repeats", standard: 0.05, min: 0, max: 1, mayBeFraction: true },
  { name: "seed", standard: 1, min: 0, max: Number.MAX_SAFE_INTEGER },
  { name: "concurrency", standard: 64, min: 1, max: 1000 },
  { name: "sample", standard: 2000, min: 2000, max: 9_999_999 },
  { name: "kills", standard: 3, min: 1, max: 100 },
];

/** Reads the arguments into an object of options; throws a Problem for what is wrong with them. */
export function readOptions(args) {
  const values = parse(args);
  const numbers = NUMBERS.map((rule) => [rule.name, readNumber(rule, values[rule.name])]);
  const options = { ...values, ...Object.fromEntries(numbers) };
  if (options.kill && options.url) throw new Problem("--kill has a server of its own: omit --url.");
  if (values.kills !== undefined && !options.kill) throw new Problem("--kills goes with --kill.");
  if (options.board !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(options.board)) {
    throw new Problem(`"${options.board}" is no name of a board: it has up to 64 letters, ` +
      "digits, '.', '_' and '-', and starts with a letter or a digit.");
  }
  return { ...options, url: readUrl(options.url ?? DEFAULT_URL) };
}

function parse(args) {
  const text = { type: "string" };
  const flag = { type: "boolean", default: false };
  const numbers = Object.fromEntries(NUMBERS.map(({ name }) => [name, text]));
  const options = { ...numbers, url: text, board: text, kill: flag, help: flag };
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [sentence] = error.message.split(". ");
    throw new Problem(`${sentence}. \`npm run load -- --help\` explains the options.`);
  }
}

function readNumber({ name, standard, min, max, mayBeFraction = false }, text) {
  if (text === undefined) return standard;
  const form = mayBeFraction ? /^\d+(\.\d+)?$/ : /^\d+$/;
  const number = Number(text);
  if (form.test(text) && number >= min && number <= max) return number;
  const kind = mayBeFraction ? "number" : "whole number";
  throw new Problem(`--${name} ${text}: it takes a ${kind} from ${min} to ${max}.`);
}

function readUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Problem(`--url ${text}: it takes an address such as ${DEFAULT_URL}.`);
}

/** The server key of the service that runs here. */
export function readKey() {
  if (process.env.EDGEBOARD_KEY) return process.env.EDGEBOARD_KEY;
  try {
    return readFileSync(join(LOCAL_DIR, "key"), "utf8").trim();
  } catch {
    throw new Problem("there is no key: set EDGEBOARD_KEY, or start the service with " +
      "`npm start`, which keeps one in .edgeboard/key.");
  }
}
