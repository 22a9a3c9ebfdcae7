/**
 * A draw as it hangs in the hall: as many rounds side by side as can be read from afar, the winners'
 * lines between them. A bracket that is larger hangs in parts, one after the other.
 */

import { el } from "./dom.js";
import { lengthName, nameOf, placeName, roundName } from "./sheet.js";

const SVG = "http://www.w3.org/2000/svg";
/** From here on few pairings stand below each other, and larger. */
const FEW = 4;
/** Letters that fit a line: up to the first as they are, up to the second in smaller ones. */
const LETTERS = [17, 25];

/**
 * The parts of a bracket that say something now, `[{ columns: [{ where, boxes }], links, slots }]`:
 * the last round that is over, and those after it, `most.columns` at once, in each of them
 * `most.leaves` pairings at most below each other.
 */
export function parts({ pairings }, bracket, most) {
  const here = pairings.filter(({ state, where }) => state !== "unplayed" && where.bracket === bracket);
  const numbers = [...new Set(here.map(({ where }) => where.round))].sort((one, other) => one - other);
  const byNumber = new Map(here.map((pairing) => [pairing.number, pairing]));
  const feeders = ({ places }) =>
    places.filter(({ comes }) => comes === "winner").map(({ of }) => byNumber.get(of)).filter(Boolean);
  const found = windows(here, numbers, most.columns).flatMap((rounds) => {
    const inside = here.filter(({ where }) => rounds.includes(where.round));
    return chunks(inside, feeders, most.leaves).map((roots) => laid(roots, rounds, feeders));
  });
  const open = found.filter(({ columns }) => columns.some(({ boxes }) => boxes.some(({ pairing }) => !isOver(pairing))));
  return open.length > 0 ? open : found;
}

const isOver = ({ state }) => state === "over";
const isKnown = ({ places }) => places.some(({ name }) => name !== null);

/** Rounds that are shown together: each begins with the last of those before it. */
function windows(here, numbers, columns) {
  const going = numbers.findIndex((number) => here.some(({ where, state }) => where.round === number && state !== "over"));
  const last = Math.max(0, numbers.length - columns);
  const found = [];
  let begin = Math.min(last, going < 0 ? last : Math.max(0, going - 1));
  for (; begin < numbers.length; begin += columns - 1) {
    const rounds = numbers.slice(begin, begin + columns);
    const later = here.some((pairing) => pairing.where.round > rounds[0] && isKnown(pairing));
    if (found.length > 0 && (rounds.length < 2 || !later)) break;
    if (here.some((pairing) => rounds.includes(pairing.where.round) && isKnown(pairing))) found.push(rounds);
  }
  return found;
}

/** Those that lead to no other one here, in groups of so many lines. */
function chunks(inside, feeders, leaves) {
  const known = new Set(inside);
  const own = (pairing) => feeders(pairing).filter((each) => known.has(each));
  const fed = new Set(inside.flatMap(own));
  const lines = (pairing) => own(pairing).reduce((sum, each) => sum + lines(each), 0) || 1;
  const found = [];
  let room = 0;
  for (const root of inside.filter((pairing) => !fed.has(pairing))) {
    if (found.length === 0 || lines(root) > room) {
      found.push([]);
      room = leaves;
    }
    found.at(-1).push(root);
    room -= lines(root);
  }
  return found;
}

/** Every pairing's place: its column, and how far down, in lines. */
function laid(roots, rounds, feeders) {
  const columns = rounds.map((number) => ({ number, where: null, boxes: [] }));
  const links = [];
  let slots = 0;
  const put = (pairing) => {
    const column = rounds.indexOf(pairing.where.round);
    const from = feeders(pairing).filter(({ where }) => rounds.includes(where.round)).map(put);
    const y = from.length > 0 ? from.reduce((sum, each) => sum + each.y, 0) / from.length : slots++ + 0.5;
    const box = { pairing, column, y };
    columns[column].boxes.push(box);
    if (!pairing.where.third) columns[column].where ??= pairing.where;
    for (const each of from) links.push([each, box]);
    return box;
  };
  for (const root of roots) put(root);
  return { columns: columns.filter(({ boxes }) => boxes.length > 0), links, slots };
}

/** A part on the wall. What is of a place that is known from its line is not said again. */
export function hung({ columns, links, slots }, pairings) {
  const made = el("div", { class: "bracket", "data-few": slots <= FEW });
  const lines = document.createElementNS(SVG, "svg");
  lines.setAttribute("viewBox", `0 0 ${columns.length} ${slots}`);
  lines.setAttribute("preserveAspectRatio", "none");
  lines.setAttribute("aria-hidden", "true");
  const first = columns[0].boxes[0].column;
  for (const [from, to] of links) {
    const path = document.createElementNS(SVG, "path");
    const [start, end] = [from.column - first + 0.93, to.column - first];
    path.setAttribute("d", `M${start} ${from.y}H${(start + end) / 2}V${to.y}H${end}`);
    lines.append(path);
  }
  const fed = new Set(links.flatMap(([from]) => from.pairing.number));
  made.append(
    ...columns.map(({ where, boxes }) => {
      const title = [where ? roundName(where) : "", where ? lengthName(where) : ""].filter(Boolean).join(" · ");
      const list = el("ul", {}, ...boxes.map((box) => placed(boxOf(box.pairing, pairings, fed), box.y, slots)));
      return el("section", { class: "column" }, el("h3", {}, title), list);
    }),
  );
  const wall = el("div", { class: "lines" });
  wall.append(lines);
  made.append(wall);
  made.style.setProperty("--columns", columns.length);
  return el("div", { class: "drawn", tabindex: "0" }, made);
}

function placed(box, y, slots) {
  box.style.top = `${(100 * y) / slots}%`;
  return box;
}

function boxOf(pairing, pairings, fed) {
  const lines = pairing.places.map((place, nth) => {
    const score = pairing.score ? String(pairing.score[nth]) : pairing.winner === nth ? "✓" : "";
    const line = place.name === null && place.comes === "winner" && fed.has(place.of);
    const name = nameOf(line ? "" : placeName(place, pairings), LETTERS);
    return el("p", { "data-won": pairing.winner === nth, "data-soft": place.name === null }, name, el("b", { class: "score" }, score));
  });
  const third = pairing.where.third ? el("small", {}, roundName(pairing.where)) : null;
  return el("li", { class: "box", "data-state": pairing.state }, third, ...lines);
}
