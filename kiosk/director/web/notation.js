/** Plays as players write them, 24/18 13/11 or bar/22* or 6/off(2), from and to pairs of own points. */

const BAR = 25;
const OFF = 0;
const MOST_MOVES = 4;
const STEP = /^(bar|off|\d{1,2})((?:\/(?:bar|off|\d{1,2})\*?)+)(?:\((\d)\))?$/;

const point = (letters) => (letters === "bar" ? BAR : letters === "off" ? OFF : Number(letters));

/** The moves that a text names, or null if it is no play. An empty text is the play of none. */
export function readPlay(text) {
  const moves = [];
  for (const step of text.trim().toLowerCase().split(/[\s,]+/).filter(Boolean)) {
    const found = STEP.exec(step);
    if (found === null) return null;
    const [, first, rest, times] = found;
    const stops = [first, ...rest.slice(1).replaceAll("*", "").split("/")].map(point);
    for (let time = 0; time < Number(times ?? 1); time += 1) {
      for (let stop = 1; stop < stops.length; stop += 1) moves.push([stops[stop - 1], stops[stop]]);
    }
  }
  const fits = moves.every(([from, to]) => from > to && from <= BAR && to >= OFF && to < BAR);
  return fits && moves.length <= MOST_MOVES ? moves : null;
}

const named = (own) => (own === BAR ? "bar" : own === OFF ? "off" : String(own));

/** A play in the same notation, equal moves counted. */
export function writePlay(moves, hits) {
  const steps = new Map();
  const hit = new Set(hits);
  for (const [from, to] of moves) {
    const step = `${named(from)}/${named(to)}${hit.delete(to) ? "*" : ""}`;
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  return [...steps].map(([step, count]) => (count > 1 ? `${step}(${count})` : step)).join(" ");
}
