/** One order to all tables or to some: chosen on the grid, given to each, told what became of it. */

import { byId, el, mark, setText } from "./dom.js";
import { isLost } from "./focus.js";
import { Unreadable, fill, formView, read, starts } from "./form_view.js";
import { ask, newId, orderTo } from "./sending.js";
import { word } from "./words.js";

/** A table that is silent for longer has not been reached, though the order waits for it. */
const PATIENCE_MS = 5000;
const MOST_SENT = 5;

export class Batch {
  #views;
  #told;
  #forms;
  #pending = null;
  #sent = [];

  /** `views` are the cards on the grid, by journal. */
  constructor(told, views) {
    this.#views = views;
    this.#told = new Map(told.forms.filter(({ many }) => many).map((form) => [form.kind, form]));
    this.#forms = new Map([...this.#told].map(([kind, form]) => [kind, formView(form)]));
    for (const [kind, form] of this.#forms) {
      setText(form.querySelector("[type=submit]"), word("many_go"));
      byId("batch-forms").append(form);
      fill(form, starts(this.#told.get(kind), {}));
      form.addEventListener("submit", (submit) => {
        submit.preventDefault();
        this.#submitted(form);
      });
      const { title } = this.#told.get(kind);
      const opener = el("button", { type: "button", value: kind, "aria-pressed": "false" }, title);
      opener.addEventListener("click", () => this.#open(kind));
      byId("batch-kinds").append(opener);
    }
    byId("many").addEventListener("click", () => this.#choose(byId("batch").hidden));
    byId("batch-all").addEventListener("click", () => this.#tick(true));
    byId("batch-none").addEventListener("click", () => this.#tick(false));
    byId("grid").addEventListener("change", () => this.count());
    byId("batch-yes").addEventListener("click", () => this.#give());
    byId("batch-no").addEventListener("click", () => this.#back());
    byId("batch").addEventListener("keydown", (key) => {
      if (key.key === "Escape") this.#pending ? this.#back() : this.#choose(false);
    });
    byId("many").disabled = this.#told.size === 0;
  }

  /** How many tables are ticked now. */
  count() {
    const chosen = this.#chosen().length;
    setText(byId("batch-count"), String(chosen));
    if (this.#pending) this.#back();
  }

  /** What became of an order; most are none of ours. */
  show(view) {
    for (const one of this.#sent) {
      if (!one.orders.has(view.command_id)) continue;
      one.orders.get(view.command_id).view = view;
      this.#showProgress(one);
    }
  }

  /** Time alone makes a table one that was not reached. */
  tick() {
    for (const one of this.#sent) this.#showProgress(one);
  }

  #choose(is) {
    mark(byId("batch"), "hidden", !is);
    mark(byId("many"), "aria-expanded", String(is));
    mark(byId("grid"), "data-choosing", is);
    for (const { box } of this.#views.values()) box.checked = false;
    this.count();
    this.#open(is ? this.#told.keys().next().value : null);
    if (is) byId("batch-all").focus();
    else byId("many").focus();
  }

  #open(kind) {
    this.#complain("");
    if (this.#pending) this.#back();
    for (const button of byId("batch-kinds").children) {
      mark(button, "aria-pressed", String(button.value === kind));
    }
    for (const [each, form] of this.#forms) mark(form, "hidden", each !== kind);
  }

  /** Of the tables that the filter shows. */
  /** All that are shown; where none is to be ticked or was, words. */
  #tick(is) {
    const shown = [...this.#views.values()].filter(({ root }) => !root.hidden);
    const same = shown.every(({ box }) => box.checked === is);
    for (const { box } of shown) box.checked = is;
    this.count();
    this.#complain(same && !is ? word("nobody_chosen") : shown.length === 0 ? word("nothing_fits") : "");
  }

  #chosen() {
    const ticked = [...this.#views.values()].filter(({ box }) => box.checked);
    return ticked.map(({ card }) => card).sort((a, b) => (a.table ?? Infinity) - (b.table ?? Infinity));
  }

  #submitted(form) {
    this.#complain("");
    const told = this.#told.get(form.dataset.kind);
    const cards = this.#chosen().filter((card) => card.sides !== null || !told.needs_match);
    if (cards.length === 0) return this.#complain(word("nobody_chosen"));
    try {
      this.#pending = { form, told, cards, said: read(form, told) };
    } catch (problem) {
      if (!(problem instanceof Unreadable)) throw problem;
      return this.#complain(problem.message);
    }
    const tables = listed(cards);
    setText(byId("batch-words"), word("many_sure", { title: told.title, count: cards.length, tables }));
    mark(form, "hidden", true);
    mark(byId("batch-confirm"), "hidden", false);
    byId("batch-yes").focus();
  }

  #back() {
    const { form } = this.#pending;
    this.#pending = null;
    mark(byId("batch-confirm"), "hidden", true);
    mark(form, "hidden", false);
    if (isLost()) form.querySelector("[type=submit]").focus();
  }

  #give() {
    const { form, told, cards, said } = this.#pending;
    this.#back();
    const root = el("li", {});
    const one = { title: told.title, orders: new Map(), root, since: performance.now() };
    for (const card of cards) {
      const order = { ...orderTo(card, told.kind, said), command_id: newId() };
      const row = { card, view: null, problem: null };
      one.orders.set(order.command_id, row);
      ask("/orders", order, word("silent")).then(({ problem }) => {
        row.problem = problem ?? null;
        this.#showProgress(one);
      });
    }
    this.#sent.unshift(one);
    byId("batch-outcomes").prepend(root);
    for (const { root: old } of this.#sent.splice(MOST_SENT)) old.remove();
    this.#showProgress(one);
    form.reset();
    fill(form, starts(told, {}));
    byId("many").focus();
  }

  /** One line: how many have it, which have not been reached, which refused and why. */
  #showProgress({ title, orders, root, since }) {
    const rows = [...orders.values()];
    const got = rows.filter(({ view }) => view?.status === "accepted");
    const refused = rows.filter(({ view, problem }) => problem ?? isRefused(view));
    const left = rows.filter((row) => !got.includes(row) && !refused.includes(row));
    const late = performance.now() - since > PATIENCE_MS;
    const parts = [word("many_got", { title, count: got.length })];
    const tables = listed(left.map(({ card }) => card));
    if (left.length) parts.push(late ? word("many_missed", { count: left.length, tables }) : word("many_sending", { count: left.length }));
    for (const { card, view, problem } of refused) {
      const why = problem ?? view.outcome;
      parts.push(word("waits", { table: card.words.table, words: why }));
    }
    mark(root, "data-state", refused.length ? "refused" : left.length ? "waiting" : "accepted");
    setText(root, parts.join(" · "));
  }

  #complain(text) {
    setText(byId("batch-complaint"), text);
  }
}

const isRefused = (view) => view?.status === "refused" || view?.status === "undecided";

/** Their numbers, 7, 31. */
const listed = (cards) => cards.map(({ table }) => table ?? "?").join(", ");
