/** What waits for the director at one table, and the orders that answer it. */

import { byId, el, mark, setText } from "./dom.js";
import { holding } from "./focus.js";
import { age, word } from "./words.js";

export class Waits {
  #clock;
  #openers;
  #answer;
  #rows = new Map();
  #shown = "";

  /** `openers` say which form a button opens, by kind; `answer(kind, wait)` opens it. */
  constructor(clock, openers, answer) {
    this.#clock = clock;
    this.#openers = openers;
    this.#answer = answer;
  }

  /** A row is made once, and its buttons too: nobody loses one under the finger or the focus. */
  show({ waits }) {
    const shown = JSON.stringify(waits);
    if (shown === this.#shown) return;
    this.#shown = shown;
    holding(byId("wait-list"), () => this.#show(waits), byId("more"));
    this.tick();
  }

  #show(waits) {
    const rows = waits.map((wait) => this.#row(wait));
    this.#rows = new Map(rows.map((row) => [row.wait.key, row]));
    stand(byId("wait-list"), rows.map(({ root }) => root));
    mark(byId("waits"), "hidden", waits.length === 0);
  }

  tick() {
    for (const { wait, since } of this.#rows.values()) {
      setText(since, word("waits_for", { age: sinceWords(wait, this.#clock) }));
    }
  }

  #row(wait) {
    const row = this.#rows.get(wait.key) ?? newRow();
    row.wait = wait;
    mark(row.root, "data-need", wait.need);
    setText(row.text, word("sentence", { words: wait.text }));
    setText(row.cites, wait.cites.length ? ` [${wait.cites.join("; ")}]` : "");
    setText(row.advice, wait.advice ?? "");
    mark(row.advice, "hidden", wait.advice === null);
    const mine = wait.orders.filter((kind) => this.#openers.has(kind));
    stand(row.answers, mine.map((kind) => this.#button(row, kind)));
    return row;
  }

  #button(row, kind) {
    const known = row.buttons.get(kind);
    const button = known ?? el("button", { type: "button" }, this.#openers.get(kind));
    mark(button, "class", kind === row.wait.orders[0] ? "go" : null);
    if (known) return known;
    button.addEventListener("click", () => this.#answer(kind, row.wait));
    row.buttons.set(kind, button);
    return button;
  }
}

function newRow() {
  const text = el("bdi", { class: "text" });
  const cites = el("span", { class: "cites" });
  const since = el("span", { class: "since" });
  const advice = el("p", { class: "advice" });
  const answers = el("div", { class: "answers" });
  const root = el("li", {}, el("p", {}, text, cites, " ", since), advice, answers);
  return { root, text, cites, since, advice, answers, buttons: new Map() };
}

/** These and no others, in this order; what stands right is not touched. */
function stand(list, children) {
  for (const old of [...list.children]) if (!children.includes(old)) old.remove();
  children.forEach((child, place) => {
    if (list.children[place] !== child) list.insertBefore(child, list.children[place] ?? null);
  });
}

/** How long it has waited. */
export function sinceWords(wait, clock) {
  const ms = clock.since(wait.since_utc);
  return ms === null ? "?" : age(ms);
}
