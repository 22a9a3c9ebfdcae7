/** The forms by which a director gives orders. Nothing changes here: the table decides. */

import { byId, el, mark, say } from "./dom.js";
import { AT_ONCE, consequences, verb } from "./order_words.js";
import { SIDES } from "./words.js";

const WAIT_MS = 10_000;
const UNSURE =
  "The director's service did not answer. If it took the order, it stands in the list below as " +
  "soon as the connection is back.";

export class OrderForms {
  #card = null;
  #director;
  #rowText;
  #pending = null;
  #sending = false;

  /** `rowText(seq)`: a line's words or null. */
  constructor(director, rowText) {
    this.#director = director;
    this.#rowText = rowText;
    for (const button of byId("kinds").children) {
      button.addEventListener("click", () => this.#open(isOpen(button) ? null : button.value));
    }
    for (const form of forms()) {
      form.addEventListener("submit", (submit) => {
        submit.preventDefault();
        this.#submitted(form);
      });
    }
    byId("orders").addEventListener("keydown", (key) => {
      if (key.key === "Enter" && key.target.localName === "textarea") {
        key.preventDefault();
        key.target.form.requestSubmit();
      }
      if (key.key === "Escape" && !this.#sending) this.#pending ? this.#back() : this.#open(null);
    });
    byId("confirm-yes").addEventListener("click", () => this.#send(this.#pending));
    byId("confirm-no").addEventListener("click", () => this.#back());
  }

  /** The table as it stands now. A score that changed while one is confirmed is looked at again. */
  show(card) {
    const before = this.#card;
    this.#card = card;
    if (before === null) this.#busy(false);
    mark(byId("kinds"), "data-stopped", card.stop !== null);
    for (const form of forms()) {
      form.querySelector("fieldset").disabled = needsMatch(form) && card.sides === null;
    }
    for (const side of SIDES) {
      for (const label of document.querySelectorAll(`[data-name="${side}"]`)) {
        say(label, card.sides?.[side].name ?? "");
      }
    }
    if (scoreOf(before) === scoreOf(card)) return;
    this.#prefill();
    if (this.#pending && !this.#sending && !AT_ONCE.includes(this.#pending.kind)) {
      this.#back();
      this.#complain("The score or the match has just changed: look again.");
    }
  }

  /** A line's number was clicked: the score is to be corrected by it. */
  correct(seq) {
    if (this.#sending) return;
    this.#open("score");
    byId("score-row").value = String(seq);
    byId("score-white").focus();
    byId("orders").scrollIntoView({ block: "nearest" });
  }

  #open(kind) {
    if (this.#sending) return;
    this.#pending = null;
    mark(byId("confirm"), "hidden", true);
    this.#complain("");
    for (const button of byId("kinds").children) {
      mark(button, "aria-expanded", String(button.value === kind));
    }
    for (const form of forms()) mark(form, "hidden", form.dataset.kind !== kind);
    if (kind === null) return;
    this.#prefill();
    formOf(kind).querySelector("input, textarea").focus();
  }

  /** The score form starts from the score; what somebody has typed there stays. */
  #prefill() {
    if (!this.#card?.sides) return;
    const standing = scoreOf(this.#card);
    const form = formOf("score");
    if (form.dataset.from === standing) return;
    form.dataset.from = standing;
    for (const side of SIDES) byId(`score-${side}`).value = String(this.#card.sides[side].score);
  }

  async #submitted(form) {
    this.#complain("");
    const by = await this.#director.named();
    if (by === null) return this.#complain("Say who you are first: an order carries a name.");
    const order = this.#order(form, by);
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

  #order(form, by) {
    const filled = new FormData(form);
    const text = (name) => (filled.get(name) ?? "").replace(/\s+/g, " ").trim();
    const order = {
      journal_id: this.#card.journal_id,
      match_id: this.#card.match_id,
      kind: form.dataset.kind,
      by: by.trim(),
      why: text("why"),
    };
    if (filled.has("text")) order.text = text("text");
    if (filled.has("side")) order.side = text("side");
    for (const name of ["points", "white", "black", "corrects_seq"]) {
      if (text(name) !== "") order[name] = Number(text(name));
    }
    if (text("section") !== "") order.section = text("section");
    return { ...order, command_id: idOf(form, JSON.stringify(order)) };
  }

  #back() {
    const kind = this.#pending.kind;
    this.#pending = null;
    mark(byId("confirm"), "hidden", true);
    mark(formOf(kind), "hidden", false);
    formOf(kind).querySelector("[type=submit]").focus();
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
    formOf(order.kind).reset();
    delete formOf(order.kind).dataset.said;
    delete formOf("score").dataset.from;
    this.#open(null);
    byId("kinds").querySelector(`[value="${order.kind}"]`).focus();
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

const forms = () => document.querySelectorAll("#orders form");
const formOf = (kind) => document.querySelector(`#orders form[data-kind="${kind}"]`);
const isOpen = (button) => button.getAttribute("aria-expanded") === "true";
const needsMatch = (form) => form.dataset.kind !== "message";
const scoreOf = (card) =>
  card?.sides ? `${card.match_id} ${card.sides.white.score} ${card.sides.black.score}` : "";
