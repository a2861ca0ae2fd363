// The command lines of the two fuzzing tools.
import { parseArgs } from "node:util";
import { Problem } from "./problem.mjs";

/**
 * Reads `--seconds` and whatever else a tool has: numbers, and words before the options. Throws a
 * Problem with the help text for what is wrong.
 */
export function readFuzzOptions(args, { help, numbers, allowPositionals = false }) {
  const fail = (sentence) => new Problem(`${sentence}\n\n${help}`);
  const text = Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: "string" }]));
  const options = { ...text, help: { type: "boolean", default: false } };
  let parsed;
  try {
    parsed = parseArgs({ args, options, strict: true, allowPositionals });
  } catch (error) {
    throw fail(error.message.split(". ")[0]);
  }
  const read = ([name, { standard, min, max }]) => {
    const value = parsed.values[name];
    if (value === undefined) return [name, standard];
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return [name, number];
    throw fail(`--${name} ${value}: it takes a whole number from ${min} to ${max}.`);
  };
  const found = Object.fromEntries(Object.entries(numbers).map(read));
  return { ...found, help: parsed.values.help, words: parsed.positionals };
}
