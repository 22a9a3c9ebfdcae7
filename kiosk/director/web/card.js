/** One table's card: made once, then only what changed is touched. */

import { tableAddress } from "./addresses.js";
import { reading, ticks } from "./clock.js";
import { el, mark, setText } from "./dom.js";
import { isLong, shortened } from "./names.js";
import { isDone } from "./state.js";
import { SIDES, age, minutes, points, seconds, word } from "./words.js";

/** Characters of a name that a small card has room for, in two lines. */
const LONGEST_NAME = 20;

export class CardView {
  #small;
  #card = null;
  #came = 0;
  #banners = "";

  /** `small`: one of many, which can be chosen by its `box`. */
  constructor(small = false) {
    this.#small = small;
    this.box = el("input", { type: "checkbox" });
    this.number = el("a", { class: "number" });
    this.score = el("span", { class: "points" });
    this.length = el("span", { class: "length" });
    this.game = el("p", { class: "game" });
    this.cube = el("span", { class: "cube", hidden: true });
    this.sides = {
      white: sideRow("white", word("white")),
      black: sideRow("black", word("black")),
    };
    this.doing = el("span", { class: "doing" });
    this.roll = el("span", { class: "roll" });
    this.stale = el("p", { class: "silence", hidden: true });
    this.list = el("ul", { class: "banners" });
    this.foot = el("p", { class: "foot" });
    this.root = el(
      "article",
      { class: "card" },
      el(
        "header",
        {},
        el("h2", {}, this.number),
        el("p", { class: "score" }, this.score, this.length),
        this.cube,
        this.game,
        small && el("label", { class: "choose" }, this.box),
      ),
      this.sides.white.row,
      this.sides.black.row,
      el("p", { class: "now" }, this.roll, this.doing),
      this.stale,
      this.list,
      this.foot,
    );
  }

  get card() {
    return this.#card;
  }

  /** Show a card that came at `came` (ms of performance.now). `heardMs`: how long ago, or null. */
  show(card, came, heardMs) {
    this.#card = card;
    this.#came = came;
    mark(this.root, "data-stale", card.stale);
    mark(this.root, "data-done", isDone(card));
    mark(this.root, "data-need", card.banners[0]?.look);
    mark(this.number, "href", tableAddress(card.journal_id));
    mark(this.number, "aria-label", card.words.table);
    mark(this.box, "aria-label", card.words.table);
    setText(this.number, card.table == null ? "?" : String(card.table));
    this.#showMatch(card);
    for (const side of SIDES) this.#showSide(card, side);
    this.#showBanners(card);
    this.tick(came, heardMs);
  }

  /** Move the clocks on to `now`. */
  tick(now, heardMs) {
    const card = this.#card;
    if (card === null) return;
    mark(this.stale, "hidden", !card.stale);
    if (card.stale) setText(this.stale, silence(heardMs));
    if (!card.sides || !card.clocked) return;
    const gone = ticks(card) ? now - this.#came : 0;
    for (const side of SIDES) {
      const left = reading(card.sides[side], gone);
      setText(this.sides[side].reserve, minutes(left.reserve));
      setText(this.sides[side].delay, left.delay === null ? "" : String(seconds(left.delay)));
    }
  }

  #showMatch(card) {
    const { sides, words } = card;
    setText(this.score, sides ? points(sides.white.score, sides.black.score) : "");
    setText(this.length, words.length);
    setText(this.game, words.game);
    setText(this.doing, card.doing);
    mark(this.doing, "title", card.doing);
    mark(this.roll, "hidden", card.roll === null);
    if (this.roll.getAttribute("aria-label") !== words.roll) {
      mark(this.roll, "aria-label", words.roll);
      mark(this.roll, "role", "img");
      this.roll.replaceChildren(...(card.roll ?? "").split("-").map((die) => el("i", {}, die)));
    }
    this.#showCube(card.cube, words.cube);
    setText(this.foot, words.foot);
  }

  #showCube(cube, words) {
    const shown = cube !== null && cube.in_play;
    mark(this.cube, "hidden", !shown);
    if (!shown) return;
    setText(this.cube, String(cube.offered ?? cube.level));
    mark(this.cube, "role", "img");
    mark(this.cube, "aria-label", words);
    mark(this.cube, "title", words);
    mark(this.cube, "data-offered", cube.offered != null);
    const home = cube.owner ? this.sides[cube.owner].row : this.root.firstElementChild;
    if (this.cube.parentElement !== home) {
      home.insertBefore(this.cube, cube.owner ? this.sides[cube.owner].clock : this.game);
    }
  }

  #showSide(card, side) {
    const parts = this.sides[side];
    const shown = card.sides?.[side];
    mark(parts.row, "hidden", !shown);
    const name = shown?.name ?? "";
    setText(parts.name, this.#small ? shortened(name, LONGEST_NAME) : name);
    mark(parts.name, "data-long", this.#small && isLong(name));
    mark(parts.name, "title", shown?.name);
    mark(parts.row, "data-running", shown?.running && !card.stale && !card.halted);
    mark(parts.row, "data-turn", shown?.on_turn && !isDone(card));
    mark(parts.row, "data-flagged", shown?.flagged);
    mark(parts.row, "data-winner", card.winner === side);
    mark(parts.clock, "hidden", !shown || !card.clocked);
    setText(parts.state, card.words.sides[side]);
  }

  #showBanners(card) {
    const key = JSON.stringify(card.banners);
    if (key === this.#banners) return;
    this.#banners = key;
    mark(this.list, "data-more", card.banners.length > 1 ? String(card.banners.length - 1) : null);
    this.list.replaceChildren(
      ...card.banners.map(({ look, text, wait }) =>
        el("li", { class: look, title: text, "data-wait": wait }, text),
      ),
    );
  }
}

/** Why the clocks of a stale table can't be trusted; `heardMs`: how long ago, or null. */
const silence = (heardMs) =>
  heardMs == null ? word("stale_since_start") : word("stale", { age: age(heardMs) });

/** `colour` is the side's, in words. */
function sideRow(side, colour) {
  const name = el("bdi", { class: "name" });
  const state = el("span", { class: "hidden" });
  const delay = el("span", { class: "delay" });
  const reserve = el("span", { class: "reserve" });
  const clock = el(
    "span",
    { class: "clock" },
    delay,
    reserve,
  );
  const marker = el("i", { class: "marker", "aria-hidden": "true" });
  const disc = el("i", { class: "disc", role: "img", "aria-label": colour });
  const row = el("div", { class: `side ${side}` }, marker, disc, name, state, clock);
  return { row, name, state, delay, reserve, clock };
}
