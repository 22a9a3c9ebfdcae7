/** Small words and numbers as people read them. Nothing here knows the page. */

export const SIDES = ["white", "black"];

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const SECOND_NS = 1e9;

/** Whole seconds left, rounded up: 0 only when nothing is left. */
export const seconds = (ns) => Math.ceil(Math.max(0, ns) / SECOND_NS);

/** A reserve as m:ss, e.g. 8:03. */
export function minutes(ns) {
  const all = seconds(ns);
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}

/** How long ago, coarse enough to be read at a glance: 12 s, 3 min, 2 h, 5 days. */
export function age(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 120) return `${s} s`;
  if (s < 7200) return `${Math.floor(s / 60)} min`;
  if (s < 172_800) return `${Math.floor(s / 3600)} h`;
  return `${Math.floor(s / 86_400)} days`;
}

/** Points as they stand: 2 – 1. White's first. */
export const points = (white, black) => `${white} – ${black}`;
