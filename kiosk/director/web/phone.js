/** For one player: where and when he plays, against whom, what comes then; and all draws. */

import { byId, el, mark, setText } from "./dom.js";
import { EventFeed } from "./event_feed.js";
import { attempt } from "./faults.js";
import { keep, kept } from "./kept.js";
import { findByName, plain } from "./names.js";
import { LostSince, bracketName, byWhen, lengthName, nameOf, placeName, roundName, rounds, timeOfDay, whereName, winnersOf } from "./sheet.js";
import { Stream } from "./stream.js";
import { word } from "./words.js";

const KEY = "me";
const MOST_FOUND = 12;

const lost = new LostSince();
const event = new EventFeed(show);
const field = byId("find").elements.name;
let me = kept(KEY);

/** Everybody who stands anywhere here. */
function everybody() {
  const names = new Set();
  for (const { names: two } of [...(event.places?.calls ?? []), ...(event.places?.next ?? [])]) {
    for (const name of two) names.add(name);
  }
  for (const { pairings } of event.divisions ?? []) {
    for (const { places } of pairings) for (const { name } of places) if (name !== null) names.add(name);
  }
  return [...names].sort((one, other) => one.localeCompare(other));
}

function choose(name) {
  me = name;
  keep(KEY, name);
  field.value = "";
  show();
  if (name) byId("other").focus();
  else field.focus();
}

function showFound() {
  const typed = plain(field.value);
  const found = findByName(everybody(), field.value);
  const rows = found.slice(0, MOST_FOUND).map((name) =>
    el("li", {}, el("button", { type: "button", onclick: () => choose(name) }, el("bdi", {}, name))),
  );
  if (typed !== "" && rows.length === 0) rows.push(el("li", {}, word("nobody_of_name")));
  byId("found").replaceChildren(...rows);
}

// --- the one who looks -----------------------------------------------------------------------------

/** Of a couple, who sits down; then against whom. */
function seatedLines({ names, seated }) {
  const mine = names[0] === me ? 0 : 1;
  return [...(seated[mine] === me ? [] : [line("against", el("bdi", {}, seated[mine]))]), against(seated[1 - mine])];
}

function line(name, ...about) {
  return el("p", { class: name }, ...about);
}

/** Against whom; the name keeps its own direction. */
function against(name) {
  const [before, after] = word("against", { name: "\n" }).split("\n");
  return el("p", { class: "against" }, before, el("bdi", {}, name), after);
}

/** My pairings, each with its division's: those that are over, the one I can play, what comes. */
function myPairings() {
  return (event.divisions ?? []).flatMap(({ pairings }) =>
    pairings
      .filter(({ state, places }) => state !== "unplayed" && places.some(({ name }) => name === me))
      .map((pairing) => ({ pairing, pairings })),
  );
}

function showNow(mine) {
  const call = event.places?.calls.find(({ names }) => names.includes(me));
  const next = event.places?.next.find(({ names }) => names.includes(me));
  const ahead = mine.find(({ pairing }) => pairing.state === "ready" || pairing.state === "waiting");
  const about = ({ where }) => line("about", [whereName(where), lengthName(where)].filter(Boolean).join(" · "));
  mark(byId("now"), "data-called", Boolean(call));
  if (call) {
    byId("now").replaceChildren(
      line("table", word("numbered", { number: call.table })),
      ...seatedLines(call),
      about(call),
      line("about", word("called_at", { time: timeOfDay(call.called_ms) })),
    );
  } else if (next) {
    byId("now").replaceChildren(
      line("table", word("you_are_next")),
      ...seatedLines(next),
      about(next),
    );
  } else if (ahead) {
    const { pairing, pairings } = ahead;
    const place = pairing.places.find(({ name }) => name !== me);
    byId("now").replaceChildren(
      line("table", word("your_next_match")),
      against(placeName(place, pairings)),
      about(pairing),
    );
  } else byId("now").replaceChildren(line("table", word("no_match_of_yours")));
}

function showMe() {
  mark(byId("me"), "hidden", me === "");
  mark(byId("find"), "hidden", me !== "");
  if (me === "") return;
  setText(byId("me-name"), me);
  const mine = myPairings();
  showNow(mine);
  byId("mine").replaceChildren(
    ...mine.map(({ pairing, pairings }) => pairingRow(pairing, pairings, whereName(pairing.where))),
  );
}

// --- everybody -------------------------------------------------------------------------------------

function pairingRow(pairing, pairings, title = "") {
  const lines = pairing.places.map((place, nth) => {
    const score = pairing.score ? String(pairing.score[nth]) : pairing.winner === nth ? "✓" : "";
    const name = nameOf(placeName(place, pairings));
    const marks = { "data-won": pairing.winner === nth, "data-me": place.name !== null && place.name === me };
    return el("p", { ...marks, "data-soft": place.name === null }, name, el("b", { class: "score" }, score));
  });
  return el("li", { class: "pairing" }, title && line("about", title), ...lines);
}

function twoRow({ names, seated, where, table }) {
  const lines = seated.map((name, nth) => el("p", { "data-me": names[nth] === me }, nameOf(name)));
  const number = table === undefined ? null : el("b", { class: "number" }, String(table));
  return el("li", { class: "two" }, number, el("div", {}, ...lines, line("about", whereName(where))));
}

function showWon() {
  const found = winnersOf(event.divisions);
  mark(byId("won"), "hidden", found.length === 0);
  byId("won").querySelector("ul").replaceChildren(
    ...found.map(({ names, where }) => {
      const lines = names.map((name) => el("p", { "data-won": true, "data-me": name === me }, nameOf(name)));
      return el("li", { class: "two" }, el("div", {}, ...lines, line("about", where)));
    }),
  );
}

function showList(name, some) {
  mark(byId(name), "hidden", some.length === 0);
  byId(name).querySelector("ul").replaceChildren(...some.map(twoRow));
}

function fold(title, rows) {
  return el("details", { open: isOpen(title) }, el("summary", {}, title), el("ul", {}, ...rows));
}

/** What somebody opened stays open. Asked of what is shown: a toggle is told too late. */
function isOpen(title) {
  const shown = [...document.querySelectorAll("#draws details[open] > summary")];
  return shown.some(({ textContent }) => textContent === title);
}

/** Who plays in no bracket: how he stands. */
function standingRow({ group, place, name, wins, losses, chips, still_in: isIn }) {
  const rank = el("b", {}, [group, place].filter(Boolean).join(" "));
  const score = el("b", { class: "score" }, chips === null ? `${wins} – ${losses}` : String(chips));
  return el("li", {}, el("p", { "data-me": name === me, "data-soft": !isIn }, rank, nameOf(name), score));
}

const failedFolds = () => [el("p", { class: "failed" }, word("part_failed"))];

function foldsOf(division) {
  const title = (...more) => [division.name, ...more].filter(Boolean).join(" · ");
  const standings = division.standings?.length ? [fold(title(word("standings")), division.standings.map(standingRow))] : [];
  const all = rounds(division).map(({ where, pairings }) =>
    fold(title(bracketName(where.bracket), roundName(where), byWhen(where)), pairings.map((pairing) => pairingRow(pairing, division.pairings))),
  );
  return [...standings, ...all];
}

/** How all stand, and each round, in folds. */
function showDraws() {
  const folds = (event.divisions ?? []).flatMap((division) => attempt(() => foldsOf(division), failedFolds));
  mark(byId("draws"), "hidden", folds.length === 0);
  byId("draws").querySelector("div").replaceChildren(...folds);
}

function show() {
  const is = event.public !== null;
  mark(byId("nothing"), "hidden", is);
  mark(byId("told"), "hidden", !is);
  if (!is) return;
  if (event.name) setText(byId("event"), event.name);
  const minutes = event.public.delay_min;
  setText(byId("later"), minutes > 0 ? word("shown_later", { count: minutes }) : "");
  attempt(showFound);
  attempt(showMe);
  attempt(showWon);
  attempt(() => showList("calls", event.places?.calls ?? []));
  attempt(() => showList("next", event.places?.next ?? []));
  const focused = document.activeElement?.matches("#draws summary") ? document.activeElement.textContent : null;
  attempt(showDraws);
  if (focused === null) return;
  [...document.querySelectorAll("#draws summary")].find(({ textContent }) => textContent === focused)?.focus();
}

field.addEventListener("input", showFound);
byId("find").addEventListener("submit", (submit) => {
  submit.preventDefault();
  byId("found").querySelector("button")?.click();
});
byId("other").addEventListener("click", () => choose(""));

const stream = new Stream(
  () => "/phone/events",
  Object.fromEntries(
    Object.entries({ beat: () => {}, ...event.listeners }).map(([name, listen]) => [
      name,
      (said) => (lost.heard(), listen(said)),
    ]),
  ),
  (state) => lost.show(state),
  (words) => {
    event.clear();
    setText(byId("nothing"), words);
  },
);
stream.restWhileHidden();
