/** The forms by which a director gives orders. Nothing changes here: the table decides. */

import { byId, el, mark, setText } from "./dom.js";
import { isLost, settle } from "./focus.js";
import { Unreadable, fill, formView, read, remember, restrict, starts, tellNames } from "./form_view.js";
import { own } from "./person.js";
import { ask, isInstant, newId, orderTo } from "./sending.js";
import { word } from "./words.js";

export class OrderForms {
  #card = null;
  #told;
  #forms;
  #pending = null;
  #sending = false;
  #opened = null;

  /** `told`: the forms and their drawers as the service describes them. */
  constructor(told) {
    this.#told = new Map(told.forms.map((form) => [form.kind, form]));
    this.#forms = new Map(told.forms.map((form) => [form.kind, formView(form)]));
    byId("often").append(...told.forms.filter(isOften).map((form) => this.#opener(form)));
    byId("menu").append(...told.drawers.map((drawer) => this.#drawer(drawer)));
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
      const { needs_match: needsMatch } = this.#told.get(kind);
      form.querySelector("fieldset").disabled = needsMatch && card.sides === null;
    }
    tellNames(byId("forms"), card.sides);
    for (const [name, values] of Object.entries(card.choices)) {
      const [kind, field] = name.split(".");
      restrict(this.#forms.get(kind), field, values);
    }
    const order = this.#pending;
    if (before === null || sight(before, order) === sight(card, order)) return;
    for (const form of this.#told.values()) if (isOften(form)) this.#prefill(form.kind);
    if (order && !this.#sending && !this.#told.get(order.kind).at_once) {
      this.#back();
      this.#complain(word("changed"));
    }
  }

  /** Open the form that answers `wait`, a matter of this table; or give it, if it asks nothing. */
  answer(kind, wait) {
    if (this.#sending) return;
    if (isInstant(this.#told.get(kind))) return this.#submitted(this.#forms.get(kind));
    const asked = document.activeElement;
    this.#open(kind);
    this.#opened = asked;
    const form = this.#forms.get(kind);
    fill(form, wait.fill);
    setText(form.querySelector(".about"), wait.advice ?? wait.text);
    byId("orders").scrollIntoView({ block: "nearest" });
  }

  /**
   * A line's number was clicked: the order that corrects it is given by it. A roll has orders of
   * its own, one while its turn is played and one when that is over; all else has the one at hand.
   */
  correct(line, newer) {
    if (this.#sending) return;
    const found = this.#corrects(line, newer);
    if (found === undefined) return; // an order that is not this person's to give
    const { kind, fields } = found;
    const asked = document.activeElement;
    this.#open(kind);
    this.#opened = asked;
    const row = rowOf({ fields });
    if (row) fill(this.#forms.get(kind), { [row.name]: line.seq });
    byId("orders").scrollIntoView({ block: "nearest" });
  }

  #corrects(line, newer) {
    const told = [...this.#told.values()];
    const here = line.match_id === this.#card?.match_id;
    const over = (form) => newer.some(({ kind }) => form.closed_by.includes(kind));
    const own = told.find((form) =>
      over(form) ? form.corrects.includes(line.kind) : form.rules_on.includes(line.kind),
    );
    return (here && own) || told.find((form) => isOften(form) && rowOf(form));
  }

  #opener({ kind, title, resumes }) {
    const button = el(
      "button",
      {
        type: "button",
        value: kind,
        "aria-expanded": "false",
        "data-resumes": resumes,
        disabled: true,
      },
      title,
    );
    button.addEventListener("click", () =>
      this.#open(button.getAttribute("aria-expanded") === "true" ? null : kind),
    );
    return button;
  }

  #drawer({ name, title }) {
    const forms = [...this.#told.values()].filter((form) => form.drawer === name && !isOften(form));
    return el(
      "div",
      { role: "group", "aria-label": title },
      el("h3", {}, title),
      ...forms.map((form) => this.#opener(form)),
    );
  }

  #unfold(is) {
    mark(byId("menu"), "hidden", !is);
    mark(byId("more"), "aria-expanded", String(is));
  }

  #pressed(key) {
    if (key.key === "Enter" && key.target.enterKeyHint === "send") {
      key.preventDefault();
      key.target.form.requestSubmit();
    }
    if (key.key !== "Escape" || this.#sending) return;
    if (this.#pending) return this.#back();
    const { value } = byId("orders").querySelector("button[value][aria-expanded=true]") ?? {};
    const opener = this.#opened;
    this.#open(null);
    settle(opener, this.#atHand(value), byId("more"));
  }

  /** The button that is always there for an order, if it is one of the few. */
  #atHand(kind) {
    return byId("often").querySelector(`[value="${kind}"]`);
  }

  #open(kind) {
    if (this.#sending) return;
    this.#opened = null;
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
    setText(form.querySelector(".about"), "");
    this.#prefill(kind);
    form.querySelector("input:not([type=hidden]), textarea, select").focus();
    if (isLost()) byId("more").focus();
  }

  /** A form starts from what stands at the table; what somebody has typed there stays. */
  #prefill(kind) {
    if (!this.#card) return;
    const form = this.#forms.get(kind);
    const begins = starts(this.#told.get(kind), this.#card);
    if (form.dataset.from === JSON.stringify(begins)) return;
    form.dataset.from = JSON.stringify(begins);
    fill(form, begins);
  }

  async #submitted(form) {
    this.#complain("");
    const order = this.#order(form);
    if (order === null) return;
    if (this.#told.get(order.kind).at_once) return this.#send(order);
    const before = sight(this.#card, order);
    const at = this.#busy(true);
    const { problem, answer } = await ask("/orders/look", order, word("silent"));
    this.#busy(false, at);
    if (problem || sight(this.#card, order) !== before) {
      form.querySelector("[type=submit]").focus();
      return this.#complain(problem ?? word("changed"));
    }
    this.#pending = order;
    byId("confirm-words").replaceChildren(...answer.sentences.map((words) => el("p", {}, words)));
    setText(byId("confirm-why"), `${own}: ${order.why}`);
    setText(byId("confirm-yes"), answer.verb);
    mark(form, "hidden", true);
    mark(byId("confirm"), "hidden", false);
    byId("confirm-yes").focus();
  }

  /** What the form orders, or null and a complaint. */
  #order(form) {
    try {
      const { kind } = form.dataset;
      const order = orderTo(this.#card, kind, read(form, this.#told.get(kind)));
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
    if (isLost()) form.querySelector("[type=submit]").focus();
  }

  async #send(order) {
    const at = this.#busy(true);
    const { problem } = await ask("/orders", order, word("unsure"));
    this.#busy(false, at);
    if (problem) {
      if (this.#pending) this.#back();
      this.#complain(problem);
      return;
    }
    const form = this.#forms.get(order.kind);
    remember(form, order.why);
    form.reset();
    delete form.dataset.said;
    for (const each of this.#forms.values()) delete each.dataset.from;
    const opener = this.#opened;
    this.#open(null);
    if (isLost()) settle(opener, this.#atHand(order.kind), byId("more"));
  }

  /** While an order is on its way nothing is pressed; `at` gets the focus back that it had. */
  #busy(is, at = document.activeElement) {
    this.#sending = is;
    for (const button of byId("orders").querySelectorAll("button")) button.disabled = is;
    if (!is && isLost()) settle(at);
    return at;
  }

  #complain(text) {
    setText(byId("complaint"), text);
  }
}

const isOften = ({ often }) => often;
const rowOf = ({ fields }) => fields.find(({ sort }) => sort === "row");

/** The same again for the same words: what is sent twice, because no answer came, is given once. */
function idOf(form, said) {
  if (form.dataset.said !== said) {
    form.dataset.said = said;
    form.dataset.id = newId();
  }
  return form.dataset.id;
}

/** All that the director sees and decides on: the match, its score, the proposal to answer. */
function sight(card, order) {
  const wait = card.waits.find(({ fill: { number } }) => number && number === order?.number);
  const score = card.sides ? [card.sides.white.score, card.sides.black.score] : [];
  return JSON.stringify([card.match_id, score, wait?.text]);
}
