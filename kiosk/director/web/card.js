/** One table's card: made once, then only what changed is touched. */

import { reading, ticks } from "./clock.js";
import { el, mark, say } from "./dom.js";
import { isDone, silence } from "./state.js";
import { SIDES, age, capital, minutes, plural, points, seconds } from "./words.js";

export class CardView {
  #card = null;
  #came = 0;
  #banners = "";

  constructor() {
    this.number = el("a", { class: "number" });
    this.score = el("span", { class: "points" });
    this.length = el("span", { class: "length" });
    this.game = el("p", { class: "game" });
    this.cube = el("span", { class: "cube", hidden: true });
    this.sides = { white: sideRow("white"), black: sideRow("black") };
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
    mark(this.number, "href", `/tables/${encodeURIComponent(card.journal_id)}`);
    mark(this.number, "aria-label", card.table == null ? "No table number" : `Table ${card.table}`);
    say(this.number, card.table == null ? "?" : String(card.table));
    this.#showMatch(card);
    for (const side of SIDES) this.#showSide(card, side);
    this.#showBanners(card);
    this.tick(came, heardMs);
  }

  /** Move the clocks on to `now`. */
  tick(now, heardMs) {
    const card = this.#card;
    if (card === null) return;
    const words = silence(card, heardMs, age);
    mark(this.stale, "hidden", words === null);
    if (words !== null) say(this.stale, `STALE · ${words}`);
    if (!card.sides || !card.clocked) return;
    const gone = ticks(card) ? now - this.#came : 0;
    for (const side of SIDES) {
      const left = reading(card.sides[side], gone);
      say(this.sides[side].reserve, minutes(left.reserve));
      say(this.sides[side].delay, card.sides[side].running ? String(seconds(left.delay)) : "");
    }
  }

  #showMatch(card) {
    const sides = card.sides;
    say(this.score, sides ? points(sides.white.score, sides.black.score) : "");
    say(this.length, sides ? (card.length == null ? "single game" : `to ${card.length}`) : "");
    const game = card.game == null ? "" : `Game ${card.game}`;
    say(this.game, card.crawford ? `${game} · Crawford` : game);
    say(this.doing, card.doing);
    mark(this.doing, "title", card.doing);
    mark(this.roll, "hidden", card.roll === null);
    if (this.roll.getAttribute("aria-label") !== `Rolled ${card.roll}`) {
      mark(this.roll, "aria-label", `Rolled ${card.roll}`);
      mark(this.roll, "role", "img");
      this.roll.replaceChildren(...(card.roll ?? "").split("-").map((die) => el("i", {}, die)));
    }
    this.#showCube(card.cube);
    say(this.foot, footnote(card));
  }

  #showCube(cube) {
    const shown = cube !== null && cube.in_play;
    mark(this.cube, "hidden", !shown);
    if (!shown) return;
    const words =
      cube.offered != null
        ? `Cube at ${cube.level}, ${cube.offered} offered`
        : `Cube at ${cube.level}, ${cube.owner ? `${capital(cube.owner)}'s` : "centred"}`;
    say(this.cube, String(cube.offered ?? cube.level));
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
    say(parts.name, shown?.name ?? "");
    mark(parts.name, "title", shown?.name);
    mark(parts.row, "data-running", shown?.running && !card.stale && !card.halted);
    mark(parts.row, "data-turn", shown?.on_turn && !isDone(card));
    mark(parts.row, "data-flagged", shown?.flagged);
    mark(parts.row, "data-winner", card.winner === side);
    mark(parts.clock, "hidden", !shown || !card.clocked);
    say(parts.state, stateWords(card, side, shown));
  }

  #showBanners(card) {
    const key = JSON.stringify(card.banners);
    if (key === this.#banners) return;
    this.#banners = key;
    this.list.replaceChildren(
      ...card.banners.map(({ look, text, wait }) =>
        el("li", { class: look, title: text, "data-wait": wait }, text),
      ),
    );
  }
}

/** What a director asks now and then; shown where there is room. */
function footnote(card) {
  const facts = [card.profile, card.event_id, `row ${card.seq}`, plural(card.screens, "screen")];
  return facts.filter((fact) => fact !== null).join(" · ");
}

function stateWords(card, side, shown) {
  if (!shown) return "";
  if (card.winner === side) return "won the match";
  if (shown.running) return card.stale ? "clock ran when last heard" : "clock runs";
  return shown.on_turn ? "on turn" : "";
}

function sideRow(side) {
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
  const disc = el("i", { class: "disc", role: "img", "aria-label": capital(side) });
  const row = el("div", { class: `side ${side}` }, marker, disc, name, state, clock);
  return { row, name, state, delay, reserve, clock };
}
