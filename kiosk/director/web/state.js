/** What is the matter with a table, in words and in order of urgency. Pure: a card in, texts out. */

import { SIDES, capital, lost, plural } from "./words.js";

const OVER = "match_over";
const VACANT = "vacant";

/** Why play stopped when a player called; the call itself says it already. */
const STOPPED_BY_CALL = "the director was called";

/**
 * Everything a director should see at once. `kind` picks the colour and the icon.
 * @returns {{kind: "call"|"flag"|"alarm"|"stop"|"lost"|"note", text: string}[]}
 */
export function banners(card) {
  const found = [];
  const add = (kind, text) => found.push({ kind, text });
  if (card.called) add("call", `${capital(card.called)} calls the director`);
  for (const side of SIDES) {
    if (card.sides?.[side].flagged) add("flag", `${capital(side)}'s time is used up`);
  }
  if (card.halted) add("alarm", `The table has halted: ${card.halted}`);
  for (const alarm of card.alarms) add("alarm", alarm);
  if (card.stop && !(card.called && card.stop === STOPPED_BY_CALL)) add("stop", `Stopped: ${card.stop}`);
  for (const device of card.lost_devices) add("lost", lost(device));
  if (card.screens === 0 && !card.stale) add("lost", "No players' screen");
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
