/** The forms by which a director gives orders. Nothing changes here: the table decides. */

import { byId, el, mark, say } from "./dom.js";
import { Unreadable, fill, formView, read, tellNames } from "./form_view.js";
import { FORMS, GROUPS, OFTEN } from "./order_forms.js";
import { AT_ONCE, consequences, verb } from "./order_words.js";

const WAIT_MS = 10_000;
const UNSURE =
  "The director's service did not answer. If it took the order, it stands in the list below as " +
  "soon as the connection is back.";

export class OrderForms {
  #card = null;
  #director;
  #rowText;
  #forms = new Map(Object.keys(FORMS).map((kind) => [kind, formView(kind)]));
  #pending = null;
  #sending = false;

  /** `rowText(seq)`: a line's words or null. */
  constructor(director, rowText) {
    this.#director = director;
    this.#rowText = rowText;
    byId("often").append(...OFTEN.map((kind) => this.#opener(kind)));
    byId("menu").append(...GROUPS.map((group) => this.#group(group)));
    byId("forms").append(...this.#forms.values());
    byId("more").addEventListener("click", () => {
      const folded = byId("menu").hidden;
      this.#open(null);
      this.#unfold(folded);
    });
    for (const form of this.#forms.values()) {
      form.addEventListener("submit", (submit) => {
        submit.preventDefault();
        this.#submitted(form);
      });
    }
    byId("orders").addEventListener("keydown", (key) => this.#pressed(key));
    byId("confirm-yes").addEventListener("click", () => this.#send(this.#pending));
    byId("confirm-no").addEventListener("click", () => this.#back());
  }

  /** The table as it stands now. What changed while an order is confirmed is looked at again. */
  show(card) {
    const before = this.#card;
    this.#card = card;
    if (before === null) this.#busy(false);
    mark(byId("often"), "data-stopped", card.stop !== null);
    for (const [kind, form] of this.#forms) {
      form.querySelector("fieldset").disabled = kind !== "message" && card.sides === null;
    }
    tellNames(byId("forms"), card.sides);
    const order = this.#pending;
    if (before === null || sight(before, order) === sight(card, order)) return;
    this.#prefill("score");
    if (order && !this.#sending && !AT_ONCE.includes(order.kind)) {
      this.#back();
      this.#complain("What you were about to decide on has just changed: look again.");
    }
  }

  /** Open the form that answers `wait`, a matter of this table. */
  answer(kind, wait) {
    if (this.#sending) return;
    this.#open(kind);
    const form = this.#forms.get(kind);
    fill(form, wait.fill);
    say(form.querySelector(".about"), wait.text);
    byId("orders").scrollIntoView({ block: "nearest" });
  }

  /** A line's number was clicked: the score is to be corrected by it. */
  correct(seq) {
    if (this.#sending) return;
    this.#open("score");
    fill(this.#forms.get("score"), { corrects_seq: seq });
    byId("score-white").focus();
    byId("orders").scrollIntoView({ block: "nearest" });
  }

  #opener(kind) {
    const button = el(
      "button",
      { type: "button", value: kind, "aria-expanded": "false", disabled: true },
      FORMS[kind].title,
    );
    button.addEventListener("click", () =>
      this.#open(button.getAttribute("aria-expanded") === "true" ? null : kind),
    );
    return button;
  }

  #group(group) {
    const kinds = Object.keys(FORMS).filter(
      (kind) => FORMS[kind].group === group && !OFTEN.includes(kind),
    );
    return el(
      "div",
      { role: "group", "aria-label": group },
      el("h3", {}, group),
      ...kinds.map((kind) => this.#opener(kind)),
    );
  }

  #unfold(is) {
    mark(byId("menu"), "hidden", !is);
    mark(byId("more"), "aria-expanded", String(is));
  }

  #pressed(key) {
    if (key.key === "Enter" && key.target.name === "text") {
      key.preventDefault();
      key.target.form.requestSubmit();
    }
    if (key.key === "Escape" && !this.#sending) this.#pending ? this.#back() : this.#open(null);
  }

  #open(kind) {
    if (this.#sending) return;
    this.#pending = null;
    mark(byId("confirm"), "hidden", true);
    this.#complain("");
    this.#unfold(false);
    for (const button of byId("orders").querySelectorAll("button[value]")) {
      mark(button, "aria-expanded", String(button.value === kind));
    }
    for (const [each, form] of this.#forms) mark(form, "hidden", each !== kind);
    if (kind === null) return;
    const form = this.#forms.get(kind);
    say(form.querySelector(".about"), "");
    this.#prefill(kind);
    form.querySelector("input:not([type=hidden]), textarea, select").focus();
  }

  /** A form starts from what stands at the table; what somebody has typed there stays. */
  #prefill(kind) {
    const starts = this.#card && FORMS[kind].starts?.(this.#card);
    const form = this.#forms.get(kind);
    if (!starts || form.dataset.from === JSON.stringify(starts)) return;
    form.dataset.from = JSON.stringify(starts);
    fill(form, starts);
  }

  async #submitted(form) {
    this.#complain("");
    const by = await this.#director.named();
    if (by === null) return this.#complain("Say who you are first: an order carries a name.");
    const order = this.#order(form, by);
    if (order === null) return;
    if (AT_ONCE.includes(order.kind)) return this.#send(order);
    this.#pending = order;
    const said = consequences(order, this.#card, this.#rowText(order.corrects_seq));
    byId("confirm-words").replaceChildren(...said.map((sentence) => el("p", {}, sentence)));
    say(byId("confirm-why"), `${by}: ${order.why}`);
    say(byId("confirm-yes"), verb(order));
    mark(form, "hidden", true);
    mark(byId("confirm"), "hidden", false);
    byId("confirm-yes").focus();
  }

  /** What the form orders, or null and a complaint. */
  #order(form, by) {
    try {
      const order = {
        journal_id: this.#card.journal_id,
        match_id: this.#card.match_id,
        kind: form.dataset.kind,
        by: by.trim(),
        why: "",
        ...read(form),
      };
      return { ...order, command_id: idOf(form, JSON.stringify(order)) };
    } catch (problem) {
      if (!(problem instanceof Unreadable)) throw problem;
      this.#complain(problem.message);
      return null;
    }
  }

  #back() {
    const form = this.#forms.get(this.#pending.kind);
    this.#pending = null;
    mark(byId("confirm"), "hidden", true);
    mark(form, "hidden", false);
    form.querySelector("[type=submit]").focus();
  }

  async #send(order) {
    this.#busy(true);
    const problem = await this.#post(order);
    this.#busy(false);
    if (problem !== null) {
      if (this.#pending) this.#back();
      this.#complain(problem);
      return;
    }
    const form = this.#forms.get(order.kind);
    form.reset();
    delete form.dataset.said;
    for (const each of this.#forms.values()) delete each.dataset.from;
    this.#open(null);
    (byId("often").querySelector(`[value="${order.kind}"]`) ?? byId("more")).focus();
  }

  /** Null when the service took it, else what went wrong in words. The stream tells the rest. */
  async #post(order) {
    try {
      const answer = await fetch("/orders", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(order),
        signal: AbortSignal.timeout(WAIT_MS),
      });
      if (answer.ok) return null;
      return `The order was not taken: ${(await answer.json()).error}`;
    } catch {
      return UNSURE;
    }
  }

  #busy(is) {
    this.#sending = is;
    for (const button of byId("orders").querySelectorAll("button")) button.disabled = is;
  }

  #complain(text) {
    say(byId("complaint"), text);
  }
}

const hex = (byte) => byte.toString(16).padStart(2, "0");

/** The same again for the same words: what is sent twice, because no answer came, is given once. */
function idOf(form, said) {
  if (form.dataset.said !== said) {
    form.dataset.said = said;
    form.dataset.id = Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");
  }
  return form.dataset.id;
}

/** All that the director sees and decides on: the match, its score, the proposal to answer. */
function sight(card, order) {
  const wait = card.waits.find(({ fill: { number } }) => number && number === order?.number);
  const score = card.sides ? [card.sides.white.score, card.sides.black.score] : [];
  return JSON.stringify([card.match_id, score, wait?.text]);
}
