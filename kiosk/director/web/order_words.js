/** Orders in words: what will happen, and what became of it. Pure. */

import { SIDES, capital, isolate, other, plural } from "./words.js";

export const KINDS = {
  stop: "Stop clocks",
  start: "Start clocks",
  message: "Message",
  penalty: "Penalty",
  score: "Score",
};

/** The orders that are sent without a second look: they take nothing from anybody. */
export const AT_ONCE = ["stop", "message"];

/** What the button that sends it says. */
export function verb(order) {
  if (order.kind === "penalty") return `Award ${plural(order.points, "penalty point")}`;
  if (order.kind === "score") return "Correct the score";
  return KINDS[order.kind];
}

/** What will happen if it is sent now, sentence by sentence. */
export function consequences(order, card, corrected) {
  if (order.kind === "start") {
    const now = card.stop ? `They are stopped: ${card.stop}.` : "They are not stopped.";
    return [`Start the clocks of table ${card.table ?? "?"}. ${now}`];
  }
  const after = scoreAfter(order, card);
  const names = nameOf(card);
  const becomes = `${standing(card, now(card))} becomes ${standing(card, after)}`;
  const said = [
    order.kind === "penalty"
      ? `Award ${plural(order.points, "penalty point")} against ${names[order.side]}: ${becomes}.`
      : `Correct the score: ${becomes}.`,
  ];
  const winner = SIDES.find((side) => card.length != null && after[side] >= card.length);
  if (winner && card.winner == null) said.push(`That ends the match: ${names[winner]} wins.`);
  if (order.corrects_seq) said.push(`It corrects row ${order.corrects_seq}: ${corrected ?? "?"}`);
  return said;
}

/** What an order was about, for the list of orders. */
export function title(view) {
  return KINDS[view.kind] ?? view.kind;
}

/** A table silent for longer is said to be. */
const PATIENCE_MS = 3000;

/** What became of an order; `ageMs` is how long ago it was given. */
export function outcome(view, ageMs) {
  const reasons = view.reasons.join("; ");
  if (view.status === "accepted") return "done";
  if (view.status === "refused") return `The table refused: ${reasons}`;
  if (view.status === "undecided") return `The table could not decide it: ${reasons}`;
  if (ageMs == null || ageMs < PATIENCE_MS) return "waiting…";
  const silent = Math.floor(ageMs / 1000);
  return `Table has not answered for ${silent} s; it will decide it when it is back`;
}

const now = (card) => ({ white: card.sides.white.score, black: card.sides.black.score });

function scoreAfter(order, card) {
  if (order.kind === "score") return { white: order.white, black: order.black };
  const score = now(card);
  score[other(order.side)] += order.points;
  return score;
}

/** Both names; two of the same name are told apart by their sides. */
function nameOf(card) {
  const same = card.sides.white.name === card.sides.black.name;
  const name = (side) => isolate(card.sides[side].name) + (same ? ` (${capital(side)})` : "");
  return { white: name("white"), black: name("black") };
}

function standing(card, score) {
  const names = nameOf(card);
  return `${names.white} ${score.white} – ${names.black} ${score.black}`;
}
