// The switch between the periods of the board.
import { periodText } from "./texts.js";

export class PeriodSwitch {
  #fieldset;
  #onChoice;

  constructor(fieldset, { onChoice }) {
    this.#fieldset = fieldset;
    this.#onChoice = onChoice;
  }

  /** Draws a choice for each kind, once; one kind alone needs no switch. */
  show(kinds, chosen, description) {
    const drawn = [...this.#fieldset.querySelectorAll("input")].map((input) => input.value);
    if (drawn.join() === kinds.join()) return;
    this.#fieldset.querySelectorAll("label").forEach((label) => label.remove());
    this.#fieldset.hidden = kinds.length < 2;
    for (const kind of kinds) {
      this.#fieldset.append(this.#choice(kind, kind === chosen, description.periods[kind].id));
    }
  }

  #choice(kind, checked, id) {
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "period", value: kind, checked });
    input.addEventListener("change", () => this.#onChoice(kind));
    const word = document.createElement("span");
    word.textContent = periodText(kind, id);
    const label = document.createElement("label");
    label.append(input, word);
    return label;
  }
}
