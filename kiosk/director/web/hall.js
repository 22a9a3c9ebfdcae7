/**
 * The hall's screen: who must go where, who is next, what is played, the draws. What does not fit is
 * paged through; whoever was called last stands first.
 */

import { byId, el, mark, setText } from "./dom.js";
import { EventFeed } from "./event_feed.js";
import { attempt } from "./faults.js";
import { hung, parts } from "./hall_bracket.js";
import { LostSince, bracketName, byWhen, lengthName, nameOf, placeName, roundName, rounds, timeOfDay, whereName, winnersOf } from "./sheet.js";
import { Stream } from "./stream.js";
import { SIDES, word } from "./words.js";

/** Rows that stand below each other; `hall.css` has their height. */
const ROWS = 6;
/** Lines of a list of standings below each other. */
const LINES = 12;
/** Pairings of a bracket that can be read from afar: beside each other, and below. */
const WIDE = { columns: 4, leaves: 8 };
const UPRIGHT = { columns: 2, leaves: 12 };
const PAGE_MS = 10_000;
const NEW_MS = 90_000;
const SIDE_NAMES = { white: word("white"), black: word("black") };

const tables = new Map();
const called = new Map();
const lost = new LostSince();
const event = new EventFeed(changed);
let first = true;
let turn = 0;

const keyOf = (call) => JSON.stringify([call.table, call.called_ms, ...call.names]);

/** A call is over for this list once its two are seen playing at their table. */
function begun({ table, seated }) {
  const wanted = [...seated].sort().join("\n");
  return [...tables.values()].some(
    ({ table: number, sides }) =>
      number === table && sides && SIDES.map((side) => sides[side].name).sort().join("\n") === wanted,
  );
}

/** When each call was first seen here: a new one stands out for a while. */
function learnCalls() {
  let isNew = false;
  const now = new Set(event.places?.calls.map(keyOf));
  for (const key of called.keys()) if (!now.has(key)) called.delete(key);
  for (const key of now) {
    if (called.has(key)) continue;
    called.set(key, first ? -NEW_MS : performance.now());
    isNew = true;
  }
  return isNew && !first;
}

// --- rows -----------------------------------------------------------------------------------------

const about = (...parts) => el("p", { class: "about" }, parts.filter(Boolean).join(" · "));

const number = (table) => el("b", { class: "number" }, table === null ? "" : String(table));

function callRow(call) {
  const fresh = performance.now() - called.get(keyOf(call)) < NEW_MS;
  const names = el("div", { class: "names" }, ...call.seated.map((name) => el("p", {}, nameOf(name))));
  const where = about(whereName(call.where), lengthName(call.where));
  return el("li", { class: "row", "data-new": fresh }, number(call.table), names, where);
}

function nextRow({ seated, where }) {
  const both = el("div", { class: "names" }, ...seated.map((name) => el("p", {}, nameOf(name))));
  return el("li", { class: "row" }, both, about(whereName(where), lengthName(where)));
}

function playingRow(table) {
  const lines = SIDES.map((side) => {
    const { name, score } = table.sides[side];
    const won = table.winner === side;
    return el("p", { "data-won": won }, nameOf(name ?? SIDE_NAMES[side]), el("b", { class: "score" }, String(score)));
  });
  const length = table.length === null ? word("single_game") : word("to_points", { points: table.length });
  const names = el("div", { class: "names" }, ...lines);
  return el("li", { class: "row" }, number(table.table), names, about(length));
}

function pairingRow(pairing, pairings) {
  const lines = pairing.places.map((place, nth) => {
    const score = pairing.score ? String(pairing.score[nth]) : pairing.winner === nth ? "✓" : "";
    const soft = place.name === null;
    const name = nameOf(placeName(place, pairings));
    return el("p", { "data-won": pairing.winner === nth, "data-soft": soft }, name, el("b", { class: "score" }, score));
  });
  return el("li", { class: "row plain" }, el("div", { class: "names" }, ...lines));
}

// --- pages ----------------------------------------------------------------------------------------

/** The rounds of a division that a hall wants to see: the last that is over, and what goes on. */
function shownRounds(division) {
  const every = rounds(division);
  const over = ({ pairings }) => pairings.every(({ state }) => state === "over");
  const known = ({ pairings }) => pairings.some(({ places }) => places.some(({ name }) => name !== null));
  return every.filter((one) => {
    if (!known(one)) return false;
    if (!over(one)) return true;
    const later = every.filter(({ where }) => where.bracket === one.where.bracket && where.round > one.where.round);
    return later.length === 0 || later.some((next) => next.where.round === one.where.round + 1 && !over(next));
  });
}

/** All that is shown beside the calls: a title and its rows. What fails takes nothing else along. */
function sections() {
  const divisions = (event.divisions ?? []).filter(({ standings }) => standings !== null);
  const parts = [won, nextUp, nowPlaying, ...divisions.map((division) => () => roundsOf(division))];
  return parts.flatMap((part) => attempt(part, () => []));
}

/** Two names to a row, where nothing parts more. */
function won() {
  const found = winnersOf(event.divisions).flatMap(({ names, where }) =>
    names.flatMap((_name, nth) => (nth % 2 ? [] : [{ names: names.slice(nth, nth + 2), where }])),
  );
  return found.length > 0 ? [{ title: word("winners"), rows: found.map((one) => () => wonRow(one)) }] : [];
}

function wonRow({ names, where }) {
  const lines = names.map((name) => el("p", { "data-won": true }, nameOf(name)));
  return el("li", { class: "row" }, el("div", { class: "names" }, ...lines), about(where));
}

function nextUp() {
  const next = event.places?.next ?? [];
  return next.length > 0 ? [{ title: word("next_up"), rows: next.map((one) => () => nextRow(one)) }] : [];
}

function nowPlaying() {
  const playing = [...tables.values()].filter(({ sides, playing: is }) => sides !== null && is);
  playing.sort((one, other) => (one.table ?? Infinity) - (other.table ?? Infinity));
  return playing.length > 0 ? [{ title: word("now_playing"), rows: playing.map((one) => () => playingRow(one)) }] : [];
}

/** All games of a Swing are one round: who plays stands among those who play now. */
const roundsOf = (division) =>
  shownRounds(division)
    .filter(({ where }) => where.bracket !== "swing")
    .map(({ where, pairings }) => ({
      title: [division.name, roundName(where), byWhen(where)].filter(Boolean).join(" · "),
      rows: pairings.map((one) => () => pairingRow(one, division.pairings)),
    }));

/** What needs the whole screen: each bracket in parts, and how all stand who play in no bracket. */
function wholeScreens() {
  const most = matchMedia("(orientation: portrait)").matches ? UPRIGHT : WIDE;
  return (event.divisions ?? []).flatMap((division) => attempt(() => wholeScreensOf(division, most), () => []));
}

function wholeScreensOf(division, most) {
  const { name, pairings, standings } = division;
  if (standings !== null) {
    const rows = standings.map((one) => () => standingRow(one));
    return rows.length > 0 ? pages({ title: `${name} · ${word("standings")}`, rows }, 2 * LINES) : [];
  }
  const brackets = [...new Set(pairings.map(({ where }) => where.bracket))];
  return brackets.flatMap((bracket) => {
    const found = parts(division, bracket, most);
    const title = [name, bracketName(bracket)].filter(Boolean).join(" · ");
    return found.map((part, nth) => ({
      title,
      of: found.length > 1 ? word("page_of", { page: nth + 1, pages: found.length }) : "",
      rows: [],
      draw: () => hung(part, pairings),
    }));
  });
}

function standingRow({ group, place, name, wins, losses, chips, still_in: isIn }) {
  const rank = el("b", { class: "rank" }, [group, place].filter(Boolean).join(" "));
  const score = el("b", { class: "score" }, chips === null ? `${wins} – ${losses}` : String(chips));
  return el("li", { class: "line", "data-soft": !isIn }, rank, nameOf(name), score);
}

/** What fits of it at once, so many rows each. */
function pages({ title, rows }, most) {
  const count = Math.max(1, Math.ceil(rows.length / most));
  const each = Math.ceil(rows.length / count) || most;
  return Array.from({ length: count }, (_none, nth) => ({
    title,
    of: count > 1 ? word("page_of", { page: nth + 1, pages: count }) : "",
    rows: rows.slice(nth * each, (nth + 1) * each),
  }));
}

/** Every screen in turn: what stands left of it, or all over it, and what stands right. */
function screens() {
  const rest = sections();
  const whole = wholeScreens().map((right) => ({ left: null, right }));
  if (event.places === null) {
    return [...rest.flatMap((one) => pages(one, 2 * ROWS)).map((right) => ({ left: null, right })), ...whole];
  }
  const calls = event.places.calls.filter((call) => !begun(call));
  const all = { title: word("go_to_table"), rows: calls.map((call) => () => callRow(call)) };
  const newest = { ...all, of: "", rows: all.rows.slice(0, ROWS) };
  const beside = rest.flatMap((one) => pages(one, ROWS)).map((right) => ({ left: newest, right }));
  if (calls.length <= ROWS) {
    const called = beside.length > 0 || (calls.length === 0 && whole.length > 0) ? beside : [{ left: newest, right: null }];
    return woven(called, whole);
  }
  const wide = pages(all, 2 * ROWS).map((left) => ({ left, right: null }));
  return [...beside, ...whole].flatMap((one) => [...wide, one]).concat(beside.length + whole.length ? [] : wide);
}

/** Between two of the second always one of the first, so that calls are never long away. */
function woven(some, others) {
  if (some.length === 0) return others;
  const count = Math.max(some.length, others.length);
  return Array.from({ length: count }, (_none, nth) => [
    some[nth % some.length],
    ...(nth < others.length ? [others[nth]] : []),
  ]).flat();
}

function fill(section, page) {
  mark(section, "hidden", page === null);
  section.querySelector(".drawn")?.remove();
  if (page === null) return section.querySelector("ul").replaceChildren();
  const [title, small] = section.querySelectorAll("h2 span, small");
  setText(title, page.title);
  setText(small, page.of);
  const rows = page.rows.map((make) => attempt(make, failedRow));
  section.querySelector("ul").replaceChildren(...rows);
  mark(section.querySelector("ul"), "hidden", Boolean(page.draw));
  if (page.draw) section.append(attempt(page.draw, failedDraw));
}

const failedRow = () => el("li", { class: "row plain" }, el("p", { class: "failed" }, word("part_failed")));
const failedDraw = () => el("div", { class: "drawn" }, el("p", { class: "failed" }, word("part_failed")));

/** Which screen it is, by what stands on it: it stays when others come before it. */
const nameOfScreen = ({ left, right }) => JSON.stringify([right ? "" : left?.of, right?.title, right?.of]);
let shown = "";

function show() {
  const every = screens();
  const here = every.findIndex((one) => nameOfScreen(one) === shown);
  if (every.length > 0 && every[turn % every.length] && nameOfScreen(every[turn % every.length]) !== shown && here >= 0) {
    turn = here;
  }
  const screen = every[turn % Math.max(1, every.length)] ?? null;
  shown = screen ? nameOfScreen(screen) : "";
  const nothing = screen === null || (screen.left !== null && screen.left.rows.length === 0 && screen.right === null);
  mark(byId("nothing"), "hidden", !nothing);
  if (event.public !== null) setText(byId("nothing"), event.places ? word("nobody_called") : word("nothing_drawn"));
  const quiet = screen?.left?.rows.length === 0;
  const left = quiet ? null : (screen?.left ?? null);
  const right = screen?.right ?? null;
  fill(byId("calls"), left);
  fill(byId("rest"), right);
  mark(document.body, "data-split", left !== null && right !== null);
}

function turnOver() {
  turn += 1;
  shown = "";
  const main = document.querySelector("main");
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return show();
  const fade = main.animate({ opacity: [1, 0] }, 200);
  fade.finished.then(() => {
    show();
    main.animate({ opacity: [0, 1] }, 200);
  });
}

function changed() {
  setText(byId("event"), event.name);
  mark(byId("event"), "data-long", event.name.length > 30);
  const minutes = event.public?.delay_min ?? 0;
  setText(byId("later"), minutes > 0 ? word("shown_later", { count: minutes }) : "");
  mark(byId("find"), "hidden", !(event.places || event.divisions));
  if (learnCalls()) {
    turn = 0;
    shown = "";
    again();
  }
  if (event.public !== null) first = false;
  show();
}

let turning = null;
function again() {
  clearInterval(turning);
  turning = setInterval(turnOver, PAGE_MS);
}

function showTables(some) {
  for (const table of some) tables.set(table.place, table);
  show();
}

function heard(listeners) {
  const told = Object.entries({ beat: () => {}, ...listeners });
  return Object.fromEntries(told.map(([name, listen]) => [name, (said) => (lost.heard(), listen(said))]));
}

const clock = () => setText(byId("clock"), timeOfDay(Date.now()));
clock();
setInterval(clock, 1000);
again();
document.addEventListener("keydown", ({ key }) => {
  if (key !== "ArrowRight") return;
  again();
  turnOver();
});
/** Whoever reads on by hand has all of a page's time from then on. */
for (const moved of ["scroll", "wheel", "pointerdown"]) {
  document.addEventListener(moved, again, { capture: true, passive: true });
}
new Stream(
  () => `/hall/events${location.search}`, // a refusal comes in the page's language
  heard({
    ...event.listeners,
    all: ({ tables: every }) => {
      tables.clear();
      showTables(every);
    },
    some: showTables,
  }),
  (state) => lost.show(state),
  (words) => {
    tables.clear();
    event.clear();
    setText(byId("nothing"), words);
  },
);
