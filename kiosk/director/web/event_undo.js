/** Acts that took something away are undone: the last one at once, older ones from a list. */

import { Unheard, fetched, may } from "./event_desk.js";
import { note, press } from "./event_parts.js";
import { reportFault } from "./faults.js";
import { isolated } from "./names.js";
import { rows } from "./section.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

const WHERE = "undo";

/** What was done is undone by one button, until something else is done here. */
export function undoLast(desk, kind = "Undo") {
  if (desk.undoable === null || !may(kind)) return nothing;
  const undo = () => desk.act(WHERE, kind, { first: desk.undoable }, word("undone"));
  return html`<button type="button" id="undo-last" ?disabled=${desk.busy !== null} @click=${() => press(desk, WHERE, undo)}>${word("undo")}</button>${note(desk, WHERE)}`;
}

export class UndoList {
  #desk;
  #redraw;
  #acts = null;
  #seq = null;
  #isOpen = false;

  constructor(desk, redraw) {
    this.#desk = desk;
    this.#redraw = redraw;
  }

  show() {
    if (!may("Undo")) return nothing;
    if (this.#isOpen && this.#seq !== this.#desk.event.seq) this.#ask();
    const toggle = ({ target }) => {
      this.#isOpen = target.open;
      if (target.open) this.#ask();
    };
    return html`<section class="box"><details @toggle=${toggle}>
      <summary>${word("undo_title")}</summary>
      ${this.#acts?.length === 0 ? html`<p class="hint">${word("undo_none")}</p>` : nothing}
      <ul class="undo-list">${rows(this.#acts ?? [], ({ first }) => first, (act) => this.#act(act))}</ul>
      ${note(this.#desk, "undo-list")}
    </details></section>`;
  }

  #act({ first, at_ms: at, by, words, against }) {
    const undo = () => this.#desk.act("undo-list", "Undo", { first }, word("undone"));
    const when = new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    return html`<li>
      <bdi>${words}</bdi> <small>${word("undo_by", { time: when, name: isolated(by) })}</small>
      ${against.length
        ? html`<p class="hint">${against.join("; ")}</p>`
        : html`<button type="button" ?disabled=${this.#desk.busy !== null} aria-label=${`${word("undo")}: ${words}`} @click=${() => press(this.#desk, "undo-list", undo)}>${word("undo")}</button>`}
    </li>`;
  }

  async #ask() {
    this.#seq = this.#desk.event.seq;
    try {
      const { seq, acts } = await fetched("/event/undo");
      [this.#seq, this.#acts] = [seq, acts];
      this.#redraw();
    } catch (error) {
      this.#seq = null; // asked again with the next picture
      if (!(error instanceof Unheard)) reportFault(error);
    }
  }
}
