/** What the hall's screen and a phone both say of an event: rounds, places, names, when. */

import { dayOf, dayText } from "./days.js";
import { byId, el, mark } from "./dom.js";
import { word } from "./words.js";

const two = (number) => String(number).padStart(2, "0");

/** The time of day of a wall time in ms, e.g. 14:05. */
export function timeOfDay(ms) {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

const BRACKETS = new Map([
  ["consolation", () => word("consolation")],
  ["last chance", () => word("last_chance")],
]);

/** A bracket's name; of the main one, and where all play in one, its division's is enough. */
export function bracketName(bracket) {
  const plain = bracket.replaceAll(/[_-]/g, " ").toLowerCase();
  if (["main", "swiss", "swing"].includes(plain)) return "";
  return BRACKETS.get(plain)?.() ?? bracket;
}

export function roundName({ round, of, third, fed }) {
  if (third) return word("third_place");
  const names = [word("final"), word("semi_finals"), word("quarter_finals")];
  return round < 1 || of - round > (fed ? 0 : 2) || of < 1 ? word("round", { number: round }) : names[of - round];
}

/** Division, bracket and round in one line. */
export const whereName = (where) =>
  [where.division, bracketName(where.bracket), roundName(where)].filter(Boolean).join(" · ");

/** Who is first in each bracket that is over, and where. */
export const winnersOf = (divisions) =>
  (divisions ?? []).flatMap(({ name, winners }) =>
    winners.map(({ bracket, names }) => ({ names, where: [name, bracketName(bracket)].filter(Boolean).join(" · ") })),
  );

/** By when a round is played, if it has a date. */
export const byWhen = ({ by }) => (by ? word("played_by", { day: dayText(dayOf(by)) }) : "");

/** How far is played, and by when. */
export function lengthName({ length, best_of: matches, by }) {
  const parts = [];
  if (length !== null) parts.push(word("to_points", { points: length }));
  if (matches > 1) parts.push(word("best_of", { count: matches }));
  if (by) parts.push(byWhen({ by }));
  return parts.join(" · ");
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** How much room a name wants, in letters of the Latin alphabet. */
const room = (name) => [...name].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);

/**
 * A name, each in its own direction; a long one in smaller letters, and whole under the pointer.
 * `few` letters fit as they are, `more` in smaller ones.
 */
export function nameOf(name, [few, more] = [25, 42]) {
  const long = room(name) > more ? "2" : room(name) > few ? "1" : null;
  return el("bdi", { class: "name", title: long && name, "data-long": long }, name);
}

/** Who comes into a place of a pairing, as far as that is known. */
export function placeName(place, pairings) {
  if (place.name !== null) return place.name;
  if (place.known || place.comes === "nobody") return word("bye");
  if (place.comes === "late") return word("late_arrival");
  const fed = pairings.find(({ number }) => number === place.of);
  const names = fed?.places.map(({ name }) => name) ?? [];
  if (names.length === 0 || names.includes(null)) return "…";
  const match = names.join(" – ");
  return place.comes === "winner" ? word("winner_of", { match }) : word("loser_of", { match });
}

/** The pairings of a division by bracket and round, in the sheet's order; nobody plays a bye. */
export function rounds({ pairings }) {
  const found = new Map();
  for (const pairing of pairings) {
    if (pairing.state === "unplayed") continue;
    const { bracket, round, third } = pairing.where;
    const key = JSON.stringify([bracket, round, third]);
    if (!found.has(key)) found.set(key, { where: pairing.where, pairings: [] });
    found.get(key).pairings.push(pairing);
  }
  return [...found.values()];
}

/** Beside the words for a lost connection: since when. */
export class LostSince {
  #since = el("p", { id: "lost-since" });
  #heard = Date.now();

  constructor() {
    byId("lost").append(this.#since);
  }

  /** Something came. */
  heard() {
    this.#heard = Date.now();
  }

  /** The connection is in another state. */
  show(state) {
    mark(document.body, "data-connection", state);
    if (state === "lost") this.#since.textContent = word("lost_since", { time: timeOfDay(this.#heard) });
  }
}
