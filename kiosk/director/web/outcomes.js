/** What became of the orders to this table, the newest first. */

import { byId, el, mark, setText } from "./dom.js";
import { localTime } from "./timeline.js";
import { word } from "./words.js";

const MOST = 30;

/** A table silent for longer is said to be. */
const PATIENCE_MS = 3000;

/** What became of an order; `ageMs` is how long ago it was given. */
function outcome(view, ageMs) {
  if (view.status !== "waiting" || ageMs == null || ageMs < PATIENCE_MS) return view.outcome;
  return word("unanswered", { seconds: Math.floor(ageMs / 1000) });
}

export class Outcomes {
  #list = byId("outcomes");
  #rows = new Map();
  #clock;

  constructor(clock) {
    this.#clock = clock;
  }

  show(view) {
    const known = this.#rows.get(view.command_id);
    const row = known ?? this.#add(view);
    row.view = view;
    this.#write(row);
    if (known?.view.status !== view.status || view.status !== "waiting") this.#aloud(row);
  }

  /** Say again how long the table has been silent. */
  tick() {
    for (const row of this.#rows.values()) if (row.view.status === "waiting") this.#write(row);
  }

  #add(view) {
    const words = el("span", { class: "became" });
    const rows = el("span", { class: "rows" });
    const given = view.given_utc && new Date(view.given_utc).toISOString().slice(11, 19);
    const root = el(
      "li",
      {},
      el("time", {}, given ? localTime(given) : ""),
      el("b", {}, view.title),
      el("bdi", { class: "by" }, view.by),
      view.why && el("bdi", { class: "why" }, `“${view.why}”`),
      words,
      rows,
    );
    const row = { view, root, words, rows, aloud: null };
    this.#rows.set(view.command_id, row);
    this.#list.prepend(root);
    if (this.#rows.size > MOST) this.#forget();
    mark(byId("no-outcomes"), "hidden", true);
    return row;
  }

  #write(row) {
    const { view } = row;
    mark(row.root, "data-status", view.status);
    setText(row.words, outcome(view, this.#clock.since(view.given_utc)));
    const links = view.seqs.map((seq) => el("a", { href: `#row-${seq}` }, word("row", { seq })));
    if (row.rows.childElementCount !== links.length) row.rows.replaceChildren(...links);
  }

  /** Only news is read aloud, not every second of waiting. */
  #aloud(row) {
    const became = outcome(row.view, null);
    const words = word("became", { title: row.view.title, outcome: became });
    if (row.aloud === words) return;
    row.aloud = words;
    setText(byId("outcome-aloud"), words);
  }

  #forget() {
    const [oldest, row] = this.#rows.entries().next().value;
    row.root.remove();
    this.#rows.delete(oldest);
  }
}
