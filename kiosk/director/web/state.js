/** What is the matter with a table, in words and in order of urgency. Pure: a card in, texts out. */

import { SIDES, capital, lost, plural } from "./words.js";

const OVER = "match_over";
const VACANT = "vacant";

/** Bits of a card's `need`, and a wait's one, as `waits.py` has them. */
export const NEED = {
  result: 1,
  behind: 2,
  lost_device: 4,
  wish: 8,
  stopped: 16,
  stale: 32,
  absent: 64,
  flag: 128,
  decision: 256,
  alarm: 512,
  halted: 1024,
  called: 2048,
};

/** The name of a wait's need. */
export const needName = (need) => Object.keys(NEED).find((name) => NEED[name] === need);

/** Why play stopped when a player called; the call itself says it already. */
const STOPPED_BY_CALL = ["the director was called", "something is disputed"];

/**
 * Everything a director should see at once. `kind` picks the colour and the icon,
 * `wait` says that it waits for the director and is answered by an order.
 * @returns {{kind: "call"|"decide"|"flag"|"alarm"|"absent"|"stop"|"lost"|"note", text: string, wait: boolean}[]}
 */
export function banners(card) {
  const found = [];
  const add = (kind, text, wait = false) => found.push({ kind, text, wait });
  const waiting = (need, kind) => {
    const those = card.waits.filter((wait) => wait.need === need);
    for (const wait of those) add(kind, capital(wait.text), true);
    return those;
  };
  const matters = waiting(NEED.called, "call");
  if (card.called && matters.length === 0) add("call", `${capital(card.called)} calls the director`);
  if (card.halted) add("alarm", `The table has halted: ${card.halted}`);
  for (const alarm of card.alarms) add("alarm", alarm);
  waiting(NEED.decision, "decide");
  const told = waiting(NEED.flag, "flag").map((wait) => wait.side);
  for (const side of SIDES) {
    if (card.sides?.[side].flagged && !told.includes(side)) {
      add("flag", `${capital(side)}'s time is used up`);
    }
  }
  waiting(NEED.absent, "absent");
  if (card.stop && !(card.called && STOPPED_BY_CALL.includes(card.stop))) {
    add("stop", `Stopped: ${card.stop}`);
  }
  for (const device of card.lost_devices) add("lost", lost(device));
  if (card.screens === 0 && !card.stale) add("lost", "No players' screen");
  waiting(NEED.wish, "note");
  waiting(NEED.result, "note");
  if (card.message) add("note", unread(card.message));
  if (card.behind > 0) add("note", `${plural(card.behind, "row")} not yet received`);
  return found;
}

function unread(message) {
  const waiting = SIDES.filter((side) => !message.seen[side]).map(capital);
  return `Message not yet read by ${waiting.join(" and ") || "anybody"}: “${message.text}”`;
}

/** Where a table is counted in the header; a stale one is never counted as playing. */
export function counted(card) {
  return {
    call: card.called != null,
    wait: card.waits.length > 0,
    stale: card.stale,
    playing: !card.stale && !isDone(card) && card.match_id != null && card.phase !== VACANT,
    done: isDone(card),
  };
}

export const isDone = (card) => card.winner != null || card.phase === OVER;

/** Why the clocks of this table can't be trusted now, or null. */
export function silence(card, ageMs, asText) {
  if (!card.stale) return null;
  return ageMs == null ? "not heard since the service started" : `not heard for ${asText(ageMs)}`;
}

/** Needs first, then table numbers, then a fixed order. */
export function byNeed(a, b) {
  return (
    b.need - a.need ||
    (a.table ?? Infinity) - (b.table ?? Infinity) ||
    (a.journal_id < b.journal_id ? -1 : 1) // Infinity - Infinity is NaN, which is falsy too
  );
}
