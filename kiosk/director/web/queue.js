/** What waits for the director in the whole hall: one list, the next thing first. */

import { tableAddress } from "./addresses.js";
import { byId, el, mark, setText } from "./dom.js";
import { holding, isLost } from "./focus.js";
import { isolated, shortened } from "./names.js";
import { ask, isInstant, newId, orderTo } from "./sending.js";
import { sinceWords } from "./waits.js";
import { SIDES, word } from "./words.js";

/** Characters of a name, two of which stand in two lines. */
const LONGEST_NAME = 22;

export class Queue {
  #clock;
  #verbs = new Map();
  #cards = [];
  #rows = new Map();

  constructor(clock) {
    this.#clock = clock;
  }

  /** From here on a matter can be answered with what takes but one tap; `told`: all forms. */
  answerBy(told) {
    this.#verbs = new Map(told.forms.filter(isInstant).map(({ kind, verb }) => [kind, verb]));
    this.show(this.#cards);
  }

  /** `cards` are all tables'. A line is made once, and moved only when its place has changed. */
  show(cards) {
    this.#cards = cards;
    holding(byId("queue-list"), () => this.#show(cards), byId("many"));
  }

  #show(cards) {
    const matters = cards
      .flatMap((card) => card.waits.map((wait) => ({ card, wait, id: `${card.journal_id} ${wait.key}` })))
      .sort(byUrgency);
    const here = new Set(matters.map(({ id }) => id));
    for (const [id, row] of this.#rows) {
      if (here.has(id)) continue;
      row.root.remove();
      this.#rows.delete(id);
    }
    let next = byId("queue-list").firstElementChild;
    for (const matter of matters) {
      const row = this.#row(matter);
      if (row.root === next) next = next.nextElementSibling;
      else byId("queue-list").insertBefore(row.root, next);
    }
    const tables = new Set(matters.map(({ card }) => card.journal_id)).size;
    setText(byId("queue-count"), String(matters.length));
    setText(byId("queue-tables"), String(tables));
    mark(byId("queue"), "data-some", matters.length > 0);
    mark(byId("queue-none"), "hidden", matters.length > 0);
    this.tick();
  }

  tick() {
    for (const { wait, since } of this.#rows.values()) setText(since, sinceWords(wait, this.#clock));
  }

  #row({ card, wait, id }) {
    const row = this.#rows.get(id) ?? this.#newRow();
    this.#rows.set(id, row);
    row.wait = wait;
    row.card = card;
    mark(row.root, "data-need", wait.need);
    mark(row.link, "href", tableAddress(card.journal_id));
    setText(row.table, card.words.table);
    setText(row.number, card.table == null ? "?" : String(card.table));
    setText(row.text, wait.text);
    const names = SIDES.map((side) => shortened(card.sides?.[side].name ?? "", LONGEST_NAME));
    setText(row.names, card.sides ? names.map(isolated).join(" – ") : "");
    const coming = wait.need === "called" ? card.coming : null;
    setText(row.coming, coming ?? "");
    mark(row.coming, "hidden", coming === null);
    const verb = this.#verbs.get(wait.orders[0]);
    mark(row.button, "hidden", verb === undefined);
    setText(row.button, verb ?? "");
    mark(row.button, "aria-label", verb && word("waits", { table: card.words.table, words: verb }));
    return row;
  }

  #newRow() {
    const row = newRow();
    row.button.addEventListener("click", () => this.#answer(row));
    return row;
  }

  /** One tap answers what waits first. */
  async #answer(row) {
    const { card, wait, button } = row;
    setText(byId("queue-complaint"), "");
    button.disabled = true;
    const order = { ...orderTo(card, wait.orders[0], {}), command_id: newId() };
    const { problem } = await ask("/orders", order, word("silent"));
    button.disabled = false;
    if (isLost()) (row.button.hidden ? row.link : row.button).focus();
    setText(byId("queue-complaint"), problem ?? "");
  }
}

function newRow() {
  const table = el("span", { class: "hidden" });
  const number = el("b", { "aria-hidden": "true" });
  const text = el("span", { class: "text" });
  const names = el("bdi", { class: "names" });
  const since = el("span", { class: "since" });
  const link = el("a", {}, table, " ", number, " ", text, " ", names, " ", since);
  const coming = el("p", { class: "coming", hidden: true });
  const button = el("button", { type: "button", class: "go", hidden: true });
  const root = el("li", {}, link, coming, button);
  return { root, link, table, number, text, names, since, coming, button };
}

/** The gravest first, of two alike the one that has waited longer. */
function byUrgency(a, b) {
  return (
    b.wait.urgency - a.wait.urgency ||
    (a.wait.since_utc ?? "").localeCompare(b.wait.since_utc ?? "") ||
    (a.card.table ?? Infinity) - (b.card.table ?? Infinity) ||
    (a.id < b.id ? -1 : 1)
  );
}
