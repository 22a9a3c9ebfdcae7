/** What waits for the director in the whole hall: one list, the next thing first. */

import { byId, el, mark, say } from "./dom.js";
import { sinceWords } from "./waits.js";

export class Queue {
  #clock;
  #rows = new Map();

  constructor(clock) {
    this.#clock = clock;
  }

  /** `cards` are all tables'. A line is made once, and moved only when its place has changed. */
  show(cards) {
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
    const pressing = matters.filter(({ wait }) => wait.pressing).length;
    say(byId("queue-count"), String(pressing));
    mark(byId("queue"), "data-some", matters.length > 0);
    mark(byId("queue-none"), "hidden", matters.length > 0);
    this.tick();
  }

  tick() {
    for (const { wait, since } of this.#rows.values()) say(since, sinceWords(wait, this.#clock));
  }

  #row({ card, wait, id }) {
    const row = this.#rows.get(id) ?? newRow();
    this.#rows.set(id, row);
    row.wait = wait;
    mark(row.root, "data-need", wait.need);
    mark(row.link, "href", `/tables/${encodeURIComponent(card.journal_id)}`);
    say(row.table, card.words.table);
    say(row.number, card.table == null ? "?" : String(card.table));
    say(row.text, wait.text);
    say(row.names, card.sides ? `${card.sides.white.name} – ${card.sides.black.name}` : "");
    return row;
  }
}

function newRow() {
  const table = el("span", { class: "hidden" });
  const number = el("b", { "aria-hidden": "true" });
  const text = el("span", { class: "text" });
  const names = el("bdi", { class: "names" });
  const since = el("span", { class: "since" });
  const link = el("a", {}, table, " ", number, " ", text, " ", names, " ", since);
  return { root: el("li", {}, link), link, table, number, text, names, since };
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
