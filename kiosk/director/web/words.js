/** Words in the viewer's language, and numbers as people read them. */

/** What the page brought along, by name; `kiosk/director/words.py` has the list. */
const WORDS = new Map(Object.entries(JSON.parse(document.getElementById("words").textContent)));

/** The words of this name, their places filled. */
export function word(name, places = {}) {
  if (!WORDS.has(name)) throw new Error(`no words are called ${name}`);
  return WORDS.get(name).replace(/\{(\w+)\}/g, (_whole, place) => {
    if (!Object.hasOwn(places, place)) throw new Error(`${name} lacks its ${place}`);
    return places[place];
  });
}

export const SIDES = ["white", "black"];

const SECOND_NS = 1e9;

/** Whole seconds left, rounded up: 0 only when nothing is left. */
export const seconds = (ns) => Math.ceil(Math.max(0, ns) / SECOND_NS);

/** A reserve as m:ss, e.g. 8:03. */
export function minutes(ns) {
  const all = seconds(ns);
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}

/** How long ago, coarse enough to be read at a glance: 12 s, 3 min, 2 h, 5 d. */
export function age(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 120) return word("seconds", { count: s });
  if (s < 7200) return word("minutes", { count: Math.floor(s / 60) });
  if (s < 172_800) return word("hours", { count: Math.floor(s / 3600) });
  return word("days", { count: Math.floor(s / 86_400) });
}

/** Points as they stand: 2 – 1. White's first. */
export const points = (white, black) => `${white} – ${black}`;
