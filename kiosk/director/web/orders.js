/** The forms by which a director gives orders. Nothing changes here: the table decides. */

import { byId, el, mark, say } from "./dom.js";
import { Unreadable, fill, formView, read, remember, starts, tellNames } from "./form_view.js";
import { ask, isInstant, newId, orderTo } from "./sending.js";
import { word } from "./words.js";

export class OrderForms {
  #card = null;
  #director;
  #told;
  #forms;
  #pending = null;
  #sending = false;

  /** `told`: the forms and their drawers as the service describes them. */
  constructor(director, told) {
    this.#director = director;
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
    this.#open(kind);
    const form = this.#forms.get(kind);
    fill(form, wait.fill);
    say(form.querySelector(".about"), wait.advice ?? wait.text);
    byId("orders").scrollIntoView({ block: "nearest" });
  }

  /** A line's number was clicked: the order at hand that corrects a row is given by it. */
  correct(seq) {
    if (this.#sending) return;
    const { kind, fields } = [...this.#told.values()].find((form) => isOften(form) && rowOf(form));
    this.#open(kind);
    fill(this.#forms.get(kind), { [rowOf({ fields }).name]: seq });
    byId("orders").scrollIntoView({ block: "nearest" });
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
    if (!this.#card) return;
    const form = this.#forms.get(kind);
    const begins = starts(this.#told.get(kind), this.#card);
    if (form.dataset.from === JSON.stringify(begins)) return;
    form.dataset.from = JSON.stringify(begins);
    fill(form, begins);
  }

  async #submitted(form) {
    this.#complain("");
    const by = await this.#director.named();
    if (by === null) return this.#complain(word("nameless"));
    const order = this.#order(form, by);
    if (order === null) return;
    if (this.#told.get(order.kind).at_once) return this.#send(order);
    const before = sight(this.#card, order);
    this.#busy(true);
    const { problem, answer } = await ask("/orders/look", order, word("silent"));
    this.#busy(false);
    if (problem || sight(this.#card, order) !== before) {
      form.querySelector("[type=submit]").focus();
      return this.#complain(problem ?? word("changed"));
    }
    this.#pending = order;
    byId("confirm-words").replaceChildren(...answer.sentences.map((words) => el("p", {}, words)));
    say(byId("confirm-why"), `${by}: ${order.why}`);
    say(byId("confirm-yes"), answer.verb);
    mark(form, "hidden", true);
    mark(byId("confirm"), "hidden", false);
    byId("confirm-yes").focus();
  }

  /** What the form orders, or null and a complaint. */
  #order(form, by) {
    try {
      const { kind } = form.dataset;
      const order = orderTo(this.#card, kind, by, read(form, this.#told.get(kind)));
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
    const { problem } = await ask("/orders", order, word("unsure"));
    this.#busy(false);
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
    this.#open(null);
    (byId("often").querySelector(`[value="${order.kind}"]`) ?? byId("more")).focus();
  }

  #busy(is) {
    this.#sending = is;
    for (const button of byId("orders").querySelectorAll("button")) button.disabled = is;
  }

  #complain(text) {
    say(byId("complaint"), text);
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
