/** What waits for the director at one table, and the orders that answer it. */

import { byId, el, mark, say } from "./dom.js";
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

  /** The page is touched only when what waits has changed: nobody loses a button under the finger. */
  show({ waits }) {
    const shown = JSON.stringify(waits);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#rows = new Map(waits.map((wait) => [wait, this.#row(wait)]));
    byId("wait-list").replaceChildren(...[...this.#rows.values()].map(({ root }) => root));
    mark(byId("waits"), "hidden", waits.length === 0);
    this.tick();
  }

  tick() {
    for (const [wait, { since }] of this.#rows) {
      say(since, word("waits_for", { age: sinceWords(wait, this.#clock) }));
    }
  }

  #row(wait) {
    const since = el("span", { class: "since" });
    const buttons = wait.orders.map((kind) =>
      el(
        "button",
        {
          type: "button",
          class: kind === wait.orders[0] ? "go" : null,
          onclick: () => this.#answer(kind, wait),
        },
        this.#openers.get(kind),
      ),
    );
    const cites = wait.cites.length ? ` [${wait.cites.join("; ")}]` : null;
    const root = el(
      "li",
      { "data-need": wait.need },
      el(
        "p",
        {},
        el("bdi", { class: "text" }, word("sentence", { words: wait.text })),
        cites && el("span", { class: "cites" }, cites),
        " ",
        since,
      ),
      wait.advice && el("p", { class: "advice" }, wait.advice),
      el("div", { class: "answers" }, ...buttons),
    );
    return { root, since };
  }
}

/** How long it has waited. */
export function sinceWords(wait, clock) {
  const ms = clock.since(wait.since_utc);
  return ms === null ? "?" : age(ms);
}
