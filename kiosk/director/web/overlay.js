/** One table's score over a video: names, score, length, cube, clocks, the last roll; no words. */

import { reading, ticks } from "./clock.js";
import { byId, el, mark, setText } from "./dom.js";
import { Stream } from "./stream.js";
import { SIDES, minutes, seconds } from "./words.js";

const TICK_MS = 250;
const NUMBER = Number(document.body.dataset.table);

const tables = new Map();
let shown = null;
let came = 0;
let live = false;

/** Of several devices at one number the one where a match is played. */
function newest() {
  const here = [...tables.values()].filter(({ table, sides }) => table === NUMBER && sides !== null);
  return here.find(({ winner }) => winner === null) ?? here[0] ?? null;
}

function show(some) {
  for (const table of some) tables.set(table.place, table);
  const now = newest();
  mark(byId("board"), "hidden", now === null);
  if (now === null) return void (shown = null);
  if (now !== shown) came = performance.now();
  shown = now;
  for (const side of SIDES) showSide(side);
  setText(byId("length"), shown.length === null ? "" : String(shown.length));
  mark(byId("length"), "hidden", shown.length === null);
  showCube(shown.cube);
  tick();
}

function showSide(side) {
  const { name, score, on_turn: onTurn, running, flagged } = shown.sides[side];
  const row = byId(side);
  setText(row.querySelector(".name"), name ?? "");
  setText(row.querySelector(".score"), String(score));
  mark(row, "data-turn", onTurn && shown.winner === null);
  mark(row, "data-running", running && !shown.stale);
  mark(row, "data-flagged", flagged);
  mark(row, "data-won", shown.winner === side);
  const roll = onTurn && shown.winner === null && shown.roll ? shown.roll.split("-") : [];
  const dice = row.querySelector(".dice");
  if (dice.dataset.roll === roll.join("-")) return;
  dice.dataset.roll = roll.join("-");
  dice.replaceChildren(...roll.map((value) => die(Number(value))));
}

/** Where pips stand on a die, in thirds of it: columns and rows from 0. */
const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

function die(value) {
  const pips = PIPS[value].map(([column, row]) => el("i", { class: `c${column} r${row}` }));
  return el("span", { class: "die", role: "img", "aria-label": String(value) }, ...pips);
}

function showCube(cube) {
  const places = { white: byId("white").querySelector(".cube"), black: byId("black").querySelector(".cube") };
  const where = cube?.in_play ? (places[cube.owner] ?? byId("centre")) : null;
  for (const place of [places.white, places.black, byId("centre")]) {
    mark(place, "hidden", place !== where);
    if (place === where) setText(place, String(cube.offered ?? cube.level));
    mark(place, "data-offered", place === where && cube.offered !== null);
  }
}

/** Move the clocks on; those that are not to be believed are not shown. */
function tick() {
  if (shown === null) return;
  const gone = ticks(shown) ? performance.now() - came : 0;
  for (const side of SIDES) {
    const left = reading(shown.sides[side], gone);
    const delay = left.delay === null ? "" : `${seconds(left.delay)} `;
    const clock = shown.clocked && !shown.stale && live ? `${delay}${minutes(left.reserve)}` : "";
    setText(byId(side).querySelector(".clock"), clock);
  }
}

setInterval(tick, TICK_MS);
new Stream(
  () => "/live/events",
  {
    all: ({ tables: every }) => {
      tables.clear();
      show(every);
    },
    some: show,
  },
  (state) => {
    live = state === "live";
    mark(document.body, "data-connection", state);
    tick();
  },
  () => {
    tables.clear();
    show([]);
  },
);
