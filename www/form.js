// The form that submits a score.
import { formatScore } from "./format.js";
import { text } from "./texts.js";

/** Presses this close together with the same content are one: a double click, a held key. */
const DOUBLE_PRESS_MS = 500;

export class SubmitForm {
  #elements;
  #outbox;
  #onCounted;
  #maxNameBytes = null;
  #busy = false;
  #lastPress = { content: "", at: -Infinity };
  #labelTimer;

  constructor(elements, { outbox, player, onCounted }) {
    this.#elements = elements;
    this.#outbox = outbox;
    this.#onCounted = onCounted;
    const { form, name, points, chips, discard } = elements;
    name.value = player;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#press();
    });
    for (const input of [name, points]) {
      input.addEventListener("input", () => this.#complain(input, ""));
    }
    for (const chip of chips.querySelectorAll("button")) {
      chip.textContent = (chip.value.startsWith("-") ? "" : "+") + formatScore(chip.value);
      chip.addEventListener("click", () => this.#suggest(chip.value));
    }
    discard.addEventListener("click", () => this.#discard());
    this.#show();
    if (outbox.pending) this.#say("kept", text("kept"));
  }

  /** Takes the board's limits, once they are known. */
  configure({ maxMemberBytes }) {
    this.#maxNameBytes = maxMemberBytes;
  }

  focus() {
    const { name, points } = this.#elements;
    (name.value === "" ? name : points).focus();
  }

  #suggest(value) {
    const { points } = this.#elements;
    if (points.readOnly) return;
    points.value = value;
    this.#complain(points, "");
  }

  #press() {
    const { name, points } = this.#elements;
    const content = JSON.stringify([name.value, points.value]);
    const at = performance.now();
    const last = this.#lastPress;
    const isRepeat = content === last.content && at - last.at < DOUBLE_PRESS_MS;
    this.#lastPress = { content, at };
    if (this.#busy || isRepeat) return;
    if (!this.#outbox.pending) {
      const submission = this.#read();
      if (!submission) return;
      this.#outbox.put(submission);
    }
    this.#send();
  }

  /** Reads the fields; says what is wrong and returns nothing where something is. */
  #read() {
    const { name, points } = this.#elements;
    const member = name.value.trim().toWellFormed();
    const written = points.value.trim().replace("\u2212", "-");
    const isWhole = /^[+-]?\d+$/.test(written);
    this.#complain(name, this.#nameFault(member));
    this.#complain(points, isWhole ? "" : text(written ? "pointsInvalid" : "pointsMissing"));
    const wrong = [name, points].find((input) => input.getAttribute("aria-invalid") === "true");
    wrong?.focus();
    return wrong ? null : { member, score: BigInt(written.replace("+", "")).toString() };
  }

  #nameFault(member) {
    const bytes = new TextEncoder().encode(member).length;
    const limit = this.#maxNameBytes;
    if (bytes === 0) return text("nameMissing");
    return limit !== null && bytes > limit ? text("nameTooLong", { bytes, limit }) : "";
  }

  async #send() {
    const { member } = this.#outbox.pending;
    this.#busy = true;
    this.#show();
    this.#say("none", "");
    try {
      const answer = await this.#outbox.send({
        onRetry: (attempt, attempts) => this.#say("none", text("retrying", { attempt, attempts })),
      });
      this.#say("good", this.#onCounted(member, answer));
      this.#end("sent");
    } catch (error) {
      this.#say(error.isTemporary ? "kept" : "bad", refusal(error));
      this.#end();
    }
  }

  #end(label) {
    this.#busy = false;
    this.#show(label);
    // The button itself answers the press, for as long as a second press would be a double click.
    if (label) this.#labelTimer = setTimeout(() => this.#show(), 2 * DOUBLE_PRESS_MS);
  }

  #discard() {
    this.#outbox.clear();
    this.#show();
    this.#say("none", text("discarded"));
    this.focus();
  }

  /** What is pending can only be sent as it is: changed, it would be another score. */
  #show(label = this.#busy ? "sending" : this.#outbox.pending ? "sendAgain" : "send") {
    const { name, points, chips, send, discard } = this.#elements;
    const { pending } = this.#outbox;
    clearTimeout(this.#labelTimer);
    if (pending) {
      name.value = pending.member;
      points.value = pending.score;
    }
    for (const input of [name, points]) input.readOnly = pending !== null;
    for (const chip of chips.children) chip.setAttribute("aria-disabled", String(pending !== null));
    discard.hidden = this.#busy || pending === null;
    // Not `disabled`, which would take the focus away.
    send.setAttribute("aria-disabled", String(this.#busy));
    send.textContent = text(label);
    send.dataset.state = label;
  }

  #say(kind, message) {
    const { result } = this.#elements;
    result.dataset.kind = kind;
    result.textContent = message;
  }

  #complain(input, message) {
    const error = document.getElementById(`${input.id}-error`);
    error.textContent = message;
    error.hidden = message === "";
    input.setAttribute("aria-invalid", String(message !== ""));
  }
}

function refusal(error) {
  if (error.isTemporary) return text("unanswered");
  return error.message || text("httpError", { status: String(error.status) });
}
