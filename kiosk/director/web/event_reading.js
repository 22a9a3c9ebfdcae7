/** What a page reads from the picture of an event (`GET /event`). Pure. */

import { isolated } from "./names.js";
import { word } from "./words.js";

export const keyText = ({ division_id: division, pairing_id: pairing }) => `${division} ${pairing}`;

/** The picture with what is looked up in it by name. */
export function read(told) {
  const entries = new Map(told.entries.map((each) => [each.entry_id, each]));
  const divisions = new Map(told.divisions.map((each) => [each.division_id, each]));
  const pairings = new Map();
  for (const division of told.divisions) {
    for (const pairing of division.pairings) {
      const key = { division_id: division.division_id, pairing_id: pairing.pairing_id };
      pairings.set(keyText(key), { key, division, pairing });
    }
  }
  return { ...told, entryOf: entries, divisionOf: divisions, pairingOf: pairings };
}

export const nameOf = (event, entryId) => event.entryOf.get(entryId)?.name ?? entryId;

/** "1, 2, 3, 5" as "1-3, 5". */
export function ranges(numbers) {
  const found = [];
  for (const number of [...numbers].sort((one, two) => one - two)) {
    const last = found.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}

const MOST_TABLES = 500;

/** The numbers of "1-3, 5"; null if it says anything else, or a table beyond 500. */
export function numbers(said) {
  const found = new Set();
  for (const part of said.replace(/\s*[-–]\s*/g, "-").split(/[,;\s]+/).filter(Boolean)) {
    const fits = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(part);
    if (!fits) return null;
    const [from, to] = [Number(fits[1]), Number(fits[2] ?? fits[1])];
    if (from < 1 || to < from || to > MOST_TABLES) return null;
    for (let number = from; number <= to; number++) found.add(number);
  }
  return found.size ? [...found].sort((one, two) => one - two) : null;
}

/** A bracket's name as people say it; its own if nobody has a word for it. */
export function bracketName(name) {
  if (name === "main") return word("bracket_main");
  if (name === "consolation") return word("bracket_consolation");
  if (name === "last-chance") return word("bracket_last_chance");
  if (name === "swiss") return word("bracket_swiss");
  if (name === "groups") return word("bracket_groups");
  if (name === "swing") return word("bracket_swing");
  return name;
}

/** How many rounds each bracket of a division has. */
export function lastRounds(division) {
  const found = new Map();
  for (const { bracket, round } of division.pairings) {
    found.set(bracket, Math.max(round, found.get(bracket) ?? 0));
  }
  return found;
}

/** Whether who loses is out, or drops into another bracket. */
export const isKnockOut = ({ format }) => format.shape.brackets.length > 0;

/** A round's name: its number, the last ones by name. Where losers drop in, only the final has one. */
export function roundName(division, bracket, round) {
  if (!isKnockOut(division)) return word("round", { number: round });
  const left = lastRounds(division).get(bracket) - round;
  const drawn = division.format.shape.brackets.find(({ name }) => name === bracket)?.feeds.length === 0;
  if (left === 0) return word("final");
  if (left === 1 && drawn) return word("semi_finals");
  if (left === 2 && drawn) return word("quarter_finals");
  return word("round", { number: round });
}

const isThird = ({ pairing_id: id }) => id.endsWith("-third");

/** "2-1": how a sheet calls a pairing within its bracket. */
export function numberOf(pairing) {
  const { pairing_id: id, bracket } = pairing;
  if (isThird(pairing)) return word("third_place");
  return id.startsWith(`${bracket}-`) ? id.slice(bracket.length + 1) : id;
}

/** Who of an entry sits down: of a couple one player, by his seat, or both. */
const seatedName = (event, entryId, seat) =>
  (seat > 0 && event.entryOf.get(entryId)?.players[seat - 1]?.name) || nameOf(event, entryId);

/** Who stands in a place, or who will. */
export function placeText(event, division, bracket, place, seat = 0) {
  if (place.entry_id !== null) return seatedName(event, place.entry_id, seat);
  if (place.known) return place.comes === "late" ? word("late_closed") : word("bye");
  if (place.comes === "late") return word("late_number", { number: place.of });
  const of = event.pairingOf.get(keyText({ division_id: division.division_id, pairing_id: place.of }));
  const from = of?.pairing;
  const pairing = !from
    ? place.of
    : from.bracket === bracket
      ? numberOf(from)
      : `${bracketName(from.bracket)} ${numberOf(from)}`;
  return place.comes === "winner" ? word("winner_of", { match: pairing }) : word("loser_of", { match: pairing });
}

/** Both who play, in a sentence. */
export function versus(event, { division, pairing }) {
  const [one, two] = pairing.places.map((place, nth) =>
    isolated(placeText(event, division, pairing.bracket, place, pairing.seats[nth])),
  );
  return word("versus", { one, two });
}

/** Where on which sheet; of the main bracket its division's name is enough. */
export function whereOf({ division, pairing }) {
  const { bracket, round } = pairing;
  const names = bracket === "main" ? [] : [bracketName(bracket)];
  const last = isThird(pairing) ? word("third_place") : roundName(division, bracket, round);
  return [isolated(division.name), ...names, last].join(" · ");
}

/** Everything that is played now, by table. */
export function playing(event) {
  return event.tables
    .filter(({ key }) => key !== null)
    .map(({ table, key, silent, begun }) => ({ table, silent, begun, ...event.pairingOf.get(keyText(key)) }))
    .filter(({ pairing }) => pairing);
}

/** Nobody plays there, and its device, if it has one, answers. */
export const freeTables = (event) =>
  event.tables.filter(({ key, silent }) => key === null && !silent).map(({ table }) => table);

/**
 * Pairings that could be played, and are not proposed: no table is free, or one of them plays. Who
 * plays by a date is none of them.
 */
export function unplaced(event) {
  const proposed = new Set(event.proposals.map(({ key }) => keyText(key)));
  return [...event.pairingOf.values()].filter(
    ({ key, division, pairing }) =>
      division.draw?.published &&
      !division.format.by_date &&
      pairing.state === "ready" &&
      pairing.table === null &&
      !pairing.put_off &&
      !proposed.has(keyText(key)),
  );
}

/** Those that go on once they are called again. */
export const putOff = (event) => [...event.pairingOf.values()].filter(({ pairing }) => pairing.put_off);

/**
 * Who waits for an opponent, by the match that keeps them waiting: the longest at a table first,
 * then those that have none. A later phase of an encounter waits for its own two: it keeps no others.
 */
export function holding(event) {
  const held = new Map();
  for (const { division, pairing } of event.pairingOf.values()) {
    if (pairing.state !== "waiting" || !division.draw?.published || division.format.by_date) continue;
    const [waits] = pairing.places.filter(({ entry_id: id }) => id !== null);
    const open = pairing.places.find(({ known }) => !known);
    if (!waits || !open) continue;
    for (const key of roots(event, division, open)) {
      const names = held.get(key) ?? new Set();
      held.set(key, names.add(waits.entry_id));
    }
  }
  return [...held]
    .map(([key, ids]) => ({ ...event.pairingOf.get(key), holds: [...ids] }))
    .sort((one, two) => (one.pairing.called_ms ?? Infinity) - (two.pairing.called_ms ?? Infinity));
}

/** The pairings at hand on which it hangs who comes into a place. */
function roots(event, division, place) {
  if (place.comes !== "winner" && place.comes !== "loser") return [];
  const key = keyText({ division_id: division.division_id, pairing_id: place.of });
  const pairing = event.pairingOf.get(key)?.pairing;
  if (!pairing) return [];
  if (pairing.state === "ready") return [key];
  return pairing.places.filter(({ known }) => !known).flatMap((each) => roots(event, division, each));
}

/** The pairings somebody is in, those that are still to be played first. */
export function pairingsOf(event, entryId) {
  const his = [...event.pairingOf.values()].filter(({ pairing }) =>
    pairing.places.some(({ entry_id: id }) => id === entryId),
  );
  return [...his.filter(({ pairing }) => isOpen(pairing)), ...his.filter(({ pairing }) => !isOpen(pairing))];
}

/** Who is first in each bracket that is over, with its division. */
export const winnersOf = (event) =>
  event.divisions.flatMap((division) => division.winners.map((won) => ({ division, ...won })));

/** Where they won: a division with one bracket has its own name alone. */
export function wonWhere({ division, bracket }) {
  const single = division.pairings.every((pairing) => pairing.bracket === bracket);
  return [isolated(division.name), ...(single ? [] : [bracketName(bracket)])].join(" · ");
}

/** Where somebody is now, in a word or two. */
export function whereIs(event, { entry_id: id, gone }) {
  if (gone) return word("cause_gone");
  const open = pairingsOf(event, id).map(({ pairing }) => pairing).filter(isOpen);
  const called = open.find(({ table }) => table !== null);
  if (called) return word("numbered", { number: called.table });
  const here = open.find(({ state }) => state === "ready");
  if (here) return here.put_off ? word("is_put_off") : word("ready");
  return open.length ? word("at_waits") : word("at_nothing");
}

/** A bracket's rounds, each with its pairings in the order of the sheet. */
export function roundsOf(division, bracket) {
  const found = new Map();
  for (const pairing of division.pairings) {
    if (pairing.bracket !== bracket) continue;
    if (!found.has(pairing.round)) found.set(pairing.round, []);
    found.get(pairing.round).push(pairing);
  }
  return [...found].sort(([one], [two]) => one - two);
}

export const isOpen = ({ state }) => state === "ready" || state === "waiting";

/** Whether there is nothing left to play in what is published. */
export const isOver = (event) =>
  event.divisions.length > 0 &&
  event.divisions.every(
    ({ draw, pairings, next }) => draw?.published && !pairings.some(isOpen) && next.length === 0,
  );

/** The players of a pairing; of a couple those who sit down. */
const peopleOf = (event, { places, seats }) =>
  places.flatMap(({ entry_id: id }, nth) =>
    (event.entryOf.get(id)?.players ?? []).filter((_, at) => seats[nth] === 0 || seats[nth] === at + 1),
  );

/** Why a match that can be played is not proposed. */
export function whyUnplaced(event, { pairing }) {
  const people = new Set(peopleOf(event, pairing).map(({ player_id: id }) => id));
  if (people.size < peopleOf(event, pairing).length) return word("why_self");
  const among = (other) => peopleOf(event, other).find(({ player_id: id }) => people.has(id));
  for (const { table, pairing: other } of playing(event)) {
    const busy = among(other);
    if (busy) return word("why_plays", { name: isolated(busy.name), table });
  }
  for (const { key, table } of event.proposals) {
    const first = among(event.pairingOf.get(keyText(key)).pairing);
    if (first) return word("why_first", { name: isolated(first.name), table });
  }
  const free = freeTables(event).length;
  if (free === 0) return word("why_no_table");
  return event.proposals.length >= free ? word("why_others") : word("why_held");
}
