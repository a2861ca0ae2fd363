// Layouts of packed scores. Numbers cross as their digits, which are exact in every width.
import { joinArguments } from "./arguments.js";
import { digits, integer, isWellFormed, position, show } from "./check.js";
import {
  EdgeboardError,
  OlderLayout as OlderBindings,
  rangeError,
  ScoreLayout as Bindings,
} from "./edgeboard.js";
import { assertReady } from "./ready.js";

/** What a number holds, in bits. */
const NUMBER_BITS = 53;

/** The insides of a layout that was not freed; set by the class, which alone can see them. */
let bindingsOf;

/** Fields packed into one number. Documented in index.d.ts. */
export class ScoreLayout {
  #bindings;
  #names;

  static {
    bindingsOf = (layout) => {
      if (layout instanceof ScoreLayout) return live(layout.#bindings, "ScoreLayout");
      throw new EdgeboardError("invalid_request", `it takes a ScoreLayout, not ${show(layout)}`);
    };
  }

  constructor(fields) {
    assertReady("ScoreLayout");
    if (!Array.isArray(fields)) {
      throw new EdgeboardError("invalid_request", `fields must be an array, not ${show(fields)}`);
    }
    const { bytes, lengths } = joinArguments(fields.flatMap((field, at) => wordsOf(field, at)));
    this.#bindings = new Bindings(bytes, lengths);
    this.#names = fields.map(({ name }) => name);
  }

  free() {
    this.#bindings?.free();
    this.#bindings = undefined;
  }

  get bits() {
    return bindingsOf(this).bits();
  }

  encode(values) {
    const bindings = bindingsOf(this);
    if (typeof values !== "object" || values === null) {
      throw new EdgeboardError("invalid_request", `values must be an object, not ${show(values)}`);
    }
    const unknown = Object.keys(values).find((name) => !this.#names.includes(name));
    if (unknown !== undefined) {
      throw new EdgeboardError("invalid_request", `there is no field called ${show(unknown)}`);
    }
    const own = (name) => (Object.hasOwn(values, name) ? values[name] : undefined);
    const all = this.#names.map((name) => digits(name, own(name)));
    return codeOf(bindings, bindings.encode(all.join(" ")));
  }

  decode(code) {
    const values = bindingsOf(this).decode(codeText(code)).split(" ");
    return Object.fromEntries(this.#names.map((name, at) => [name, exact(values[at])]));
  }

  add(code, delta, time) {
    const bindings = bindingsOf(this);
    const present = code === null || code === undefined ? undefined : codeText(code);
    const sum = bindings.add(present, digits("delta", delta), digits("time", time));
    return codeOf(bindings, sum);
  }
}

/** A form of packed scores that boards had before. Documented in index.d.ts. */
export class OlderLayout {
  #bindings;

  constructor(bindings) {
    if (!(bindings instanceof OlderBindings)) {
      const message = "an OlderLayout is made by fractionOfFuture, remainingDigits or million";
      throw new EdgeboardError("invalid_request", message);
    }
    this.#bindings = bindings;
  }

  static fractionOfFuture({ future, unit = "s" } = {}) {
    assertReady("OlderLayout.fractionOfFuture");
    return made("fraction", unit, position("future", future));
  }

  static remainingDigits({ digits: count, until, unit = "s" } = {}) {
    assertReady("OlderLayout.remainingDigits");
    if (!Number.isInteger(count) || count < 0 || count >= 2 ** 32) {
      const message = `digits must be a whole number, not ${show(count)}`;
      throw new EdgeboardError("invalid_request", message);
    }
    return made("digits", unit, position("until", until), count);
  }

  static million({ unit = "s" } = {}) {
    assertReady("OlderLayout.million");
    return made("million", unit);
  }

  free() {
    this.#bindings?.free();
    this.#bindings = undefined;
  }

  get maxPoints() {
    return live(this.#bindings, "OlderLayout").maxPoints();
  }

  isSound(score) {
    return live(this.#bindings, "OlderLayout").isSound(doubleText(score));
  }

  decode(score) {
    const [points, time] = live(this.#bindings, "OlderLayout").decode(doubleText(score));
    return { points, time };
  }

  convert(score, startMs, layout) {
    const bindings = live(this.#bindings, "OlderLayout");
    const target = bindingsOf(layout);
    const start = position("startMs", startMs);
    return codeOf(target, bindings.convert(doubleText(score), start, target));
  }
}

if (Symbol.dispose) {
  for (const { prototype } of [ScoreLayout, OlderLayout]) {
    prototype[Symbol.dispose] = prototype.free;
  }
}

function made(form, unit, moment = 0, count = 0) {
  return new OlderLayout(new OlderBindings(form, String(unit), moment, count));
}

function live(bindings, name) {
  if (bindings === undefined) {
    throw new EdgeboardError("disposed", `this ${name} was freed and cannot be used any more`);
  }
  return bindings;
}

/** The four words of a field, as they cross. */
function wordsOf(field, at) {
  if (typeof field !== "object" || field === null) {
    throw new EdgeboardError("invalid_request", `field ${at} must be an object`);
  }
  const { name, bits } = field;
  const [order, unit] = [field.order ?? "desc", field.unit ?? ""];
  if (!Number.isInteger(bits) || bits < 0 || bits >= 2 ** 32) {
    const message = `bits of field ${at} must be a whole number, not ${show(bits)}`;
    throw new EdgeboardError("invalid_request", message);
  }
  for (const word of [name, order, unit]) {
    if (typeof word === "string" && isWellFormed(word)) continue;
    const message = `name, order and unit of field ${at} must be well-formed strings`;
    throw new EdgeboardError("invalid_request", message);
  }
  return [name, bits, order, unit];
}

function codeText(code) {
  const hasDigits = typeof code === "string" || typeof code === "bigint";
  return String(hasDigits ? code : integer("score", code));
}

/** The text of a double: `String` writes the one that gives it back. */
function doubleText(score) {
  if (["number", "string", "bigint"].includes(typeof score)) return String(score);
  throw rangeError("invalid_score", `score must be a number or a string, not ${show(score)}`);
}

/** Codes of a layout are all numbers, or all bigints. */
function codeOf(layout, text) {
  return layout.bits() <= NUMBER_BITS ? Number(text) : BigInt(text);
}

/** A value is a number as far as that is exact. */
function exact(text) {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}
