/** What the event makes public: tables, scores, cubes and clocks. What is not public never comes. */

import { reading, ticks } from "./clock.js";
import { byId, el, mark, setText } from "./dom.js";
import { attempt } from "./faults.js";
import { Stream } from "./stream.js";
import { SIDES, minutes, seconds, word } from "./words.js";

const TICK_MS = 250;
const NAMES = { white: word("white"), black: word("black") };

const views = new Map();
let live = false;

class TableView {
  #table = null;
  #came = 0;

  constructor() {
    this.title = el("h2");
    this.about = el("p", { class: "about" });
    this.cube = el("span", { class: "cube", role: "img", hidden: true });
    this.picture = el("img", { class: "roll-picture", hidden: true });
    this.sides = Object.fromEntries(SIDES.map((side) => [side, sideRow(side)]));
    const rows = SIDES.map((side) => this.sides[side].row);
    const head = el("header", {}, this.title, this.about, this.cube);
    this.root = el("li", { class: "table" }, head, ...rows, this.picture);
  }

  show(table) {
    this.#table = table;
    this.#came = performance.now();
    mark(this.root, "hidden", table.sides === null);
    mark(this.root, "data-still", table.stale || table.stopped);
    mark(this.root, "data-done", table.winner !== null);
    if (table.sides === null) return;
    setText(this.title, table.table === null ? word("no_number") : word("numbered", { number: table.table }));
    setText(this.about, about(table));
    for (const side of SIDES) this.#showSide(table, side);
    this.#showCube(table.cube);
    this.#showPicture(table.picture);
    this.tick();
  }

  /** Move the clocks on. */
  tick() {
    const table = this.#table;
    if (!table.sides || !table.clocked) return;
    const gone = ticks(table) ? performance.now() - this.#came : 0;
    for (const side of SIDES) {
      const left = reading(table.sides[side], gone);
      setText(this.sides[side].reserve, minutes(left.reserve));
      setText(this.sides[side].delay, left.delay === null ? "" : String(seconds(left.delay)));
    }
  }

  #showSide(table, side) {
    const { row, name, score, clock, state } = this.sides[side];
    const shown = table.sides[side];
    setText(name, shown.name || NAMES[side]);
    setText(score, String(shown.score));
    mark(clock, "hidden", !table.clocked);
    mark(row, "data-running", shown.running && !table.stale);
    mark(row, "data-turn", shown.on_turn && table.winner === null);
    mark(row, "data-flagged", shown.flagged);
    mark(row, "data-winner", table.winner === side);
    setText(state, standing(table, side));
  }

  #showCube(cube) {
    mark(this.cube, "hidden", cube === null || !cube.in_play);
    if (cube === null || !cube.in_play) return;
    setText(this.cube, String(cube.offered ?? cube.level));
    mark(this.cube, "aria-label", cubeWords(cube));
    mark(this.cube, "data-offered", cube.offered !== null);
    const home = cube.owner ? this.sides[cube.owner].row : this.root.firstElementChild;
    if (this.cube.parentElement !== home) home.append(this.cube);
  }

  #showPicture(picture) {
    mark(this.picture, "hidden", picture === null);
    if (picture === null) return mark(this.picture, "src", null);
    mark(this.picture, "alt", word("last_roll"));
    mark(this.picture, "src", `/live/pictures/${encodeURIComponent(picture)}.jpg`);
  }
}

function sideRow(side) {
  const name = el("bdi", { class: "name" });
  const score = el("b", { class: "score" });
  const delay = el("span", { class: "delay" });
  const reserve = el("span", { class: "reserve" });
  const clock = el("span", { class: "clock" }, delay, reserve);
  const state = el("span", { class: "hidden" });
  const disc = el("span", { class: "disc" });
  const row = el("p", { class: `side ${side}` }, disc, name, state, clock, score);
  return { row, name, score, clock, state, delay, reserve };
}

function about({ length, game, crawford, stale, stopped, winner }) {
  const parts = [length === null ? word("single_game") : word("to_points", { points: length })];
  if (winner === null && game !== null) {
    parts.push(crawford ? word("game_crawford", { number: game }) : word("game", { number: game }));
  }
  if (winner === null && stale) parts.push(word("no_news"));
  else if (winner === null && stopped) parts.push(word("stopped"));
  return parts.join(" · ");
}

function standing({ winner, stale, sides }, side) {
  if (winner === side) return word("won");
  if (sides[side].running && !stale) return word("clock_runs");
  return sides[side].on_turn && winner === null ? word("on_turn") : "";
}

function cubeWords({ level, owner, offered }) {
  if (offered !== null) return word("cube_offered", { level, offered });
  if (owner === null) return word("cube_centred", { level });
  return word("cube_owned", { level, side: NAMES[owner] });
}

function showAll({ tables }) {
  for (const { root } of views.values()) root.remove();
  views.clear();
  showSome(tables);
}

function showSome(tables) {
  for (const table of tables) {
    const view = views.get(table.place) ?? new TableView();
    views.set(table.place, view);
    view.number = table.table ?? Infinity;
    attempt(() => view.show(table));
  }
  settle();
}

/** By table number; a view is moved only when its place has changed. */
function settle() {
  const sorted = [...views].sort(([a, one], [b, other]) => one.number - other.number || a - b);
  let next = byId("tables").firstElementChild;
  for (const [, { root }] of sorted) {
    if (root === next) next = next.nextElementSibling;
    else byId("tables").insertBefore(root, next);
  }
  const some = sorted.some(([, { root }]) => !root.hidden);
  mark(byId("nothing"), "hidden", some);
  setText(byId("nothing"), word("no_match"));
}

/** The event shows nothing any more, or not yet: what stood here goes. */
function refused(words) {
  showAll({ tables: [] });
  setText(byId("nothing"), words);
}

setInterval(() => {
  if (live) for (const view of views.values()) view.tick();
}, TICK_MS);
new Stream(
  () => "/live/events",
  { all: showAll, some: showSome },
  (state) => {
    live = state === "live";
    mark(document.body, "data-connection", state);
  },
  refused,
);
