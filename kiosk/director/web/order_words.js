/** Orders in words: what will happen, and what became of it. Pure. */

import { FORMS } from "./order_forms.js";
import { SIDES, capital, isolate, minutes, other, plural } from "./words.js";

/** The orders that are sent without a second look: they take nothing from anybody. */
export const AT_ONCE = ["stop", "message"];

/** What the button that sends it says. */
export function verb(order) {
  if (order.kind === "penalty") return `Award ${plural(order.points, "penalty point")}`;
  return FORMS[order.kind].go.replace("…", "");
}

/** What will happen if it is sent now, sentence by sentence. */
export function consequences(order, card, corrected) {
  const said = SAID[order.kind](order, card, nameOf(card));
  if (order.corrects_seq) said.push(`It corrects row ${order.corrects_seq}: ${corrected ?? "?"}`);
  return said;
}

/** What an order was about, for the list of orders. */
export function title(view) {
  return FORMS[view.kind]?.title ?? view.kind;
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

const LEVELS = { 1: "a single game", 2: "a gammon", 3: "a backgammon" };
const option = (kind, name, value) =>
  FORMS[kind].fields.find((field) => field[1] === name)[3].find(([each]) => each === value)[1];
const time = (seconds) => minutes(seconds * 1e9);
const begin = (sentence) => `${capital(sentence)}.`;

const SAID = {
  start: (_order, card) => {
    const now = card.stop ? `They are stopped: ${card.stop}.` : "They are not stopped.";
    return [`Start the clocks of table ${card.table ?? "?"}. ${now}`];
  },
  time: ({ side, seconds, mode }, _card, names) => [
    {
      add: `Give ${names[side]} ${time(seconds)} more.`,
      subtract: `Take ${time(seconds)} from ${names[side]}.`,
      set: `Set the time of ${names[side]} to ${time(seconds)}.`,
    }[mode],
  ],
  expiry: ({ first, gin }, _card, names) => {
    if (gin) return [`${names[gin]} is sure to win on the board, and wins the match.`];
    if (!first) return ["Nobody can tell whose time was used up first: no clock from now on."];
    return [`The time of ${names[first]} was used up first: ${names[other(first)]} wins the match.`];
  },
  delay: ({ side }, _card, names) => [
    `${names[side]} took the dice too early; what that costs, the book says.`,
  ],
  replaced: ({ white_s, black_s }, _card, names) => [
    `The new clock shows ${names.white} ${time(white_s)} and ${names.black} ${time(black_s)}.`,
  ],
  clock: ({ profile, at_once }) => [
    `Bring in the clock of ${profile} ${at_once ? "at once" : "from the next game on"}.`,
  ],
  penalty: (order, card, names) => [
    `Award ${plural(order.points, "penalty point")} against ${names[order.side]}: ` +
      `${becomes(card, penalised(card, order))}.`,
    ...ending(card, penalised(card, order)),
  ],
  forfeit: ({ side, disqualified, section }, card, names) => [
    disqualified
      ? `${names[side]} is disqualified under ${section}.`
      : `${names[side]} loses the match under ${section}.`,
    ...(card.winner == null ? [`That ends the match: ${names[other(side)]} wins.`] : []),
  ],
  score: ({ white, black }, card) => [
    `Correct the score: ${becomes(card, { white, black })}.`,
    ...ending(card, { white, black }),
  ],
  cube: ({ level, owner }, _card, names) => [
    `Put the cube at ${level}, ${owner ? `owned by ${names[owner]}` : "in the centre"}.`,
  ],
  undo: () => ["Undo the doubles that were not allowed, as far as the book lets them be undone."],
  length: ({ points }) => [`The match is to ${plural(points, "point")}, from when the book says.`],
  result: ({ winner }, card, names) => [
    `${names[winner]} stands on the draw sheet as the winner of the match.`,
    ...(card.winner ? [] : ["That ends the match."]),
  ],
  earlier: ({ of_match, winner, white, black }) => [
    `Match ${of_match} was won by ${capital(winner)}, White ${white} – Black ${black}.`,
    "The match at the table goes on as it is.",
  ],
  final: () => ["The result stands, and can no longer be corrected."],
  dispute: ({ favours }, _card, names) => [
    `Rule for ${favours ? names[favours] : "nobody"}: the dispute is over and play goes on.`,
  ],
  game: ({ winner, level }, _card, names) => [
    `${names[winner]} won ${LEVELS[level]}: the game ends now.`,
  ],
  gin: ({ gin }) => [
    gin
      ? "The outcome is certain: the game ends as it was offered."
      : "The outcome is not certain: the offer falls, and the game is played on.",
  ],
  move: ({ illegal }) => [
    illegal ? "The move was illegal: it is made again." : "The move stands, and play goes on.",
  ],
  accuse: ({ accuser }) => [
    `The last move is said to be illegal by ${option("accuse", "accuser", accuser)}; who made it ` +
      "agrees or not.",
  ],
  panel: ({ members, with_director }) => [
    `${plural(members, "member")} of the committee, ${with_director ? "with" : "without"} the ` +
      "director, hear the appeal.",
  ],
  appeal: ({ upheld }) => [
    upheld
      ? "The ruling is upheld."
      : "The ruling is overturned; what follows from that is yours to order.",
  ],
  late: ({ side, late_min, grant_min }, _card, names) => [
    `${names[side]} is missing; the match should have started ${plural(late_min, "minute")} ago.`,
    grant_min === undefined
      ? "What that costs is counted by the book and put to you."
      : `A delay of ${plural(grant_min, "minute")} is granted.`,
  ],
  leave: (order, _card, names) => [
    `${names[order.side]} may leave for ${plural(order.minutes, "minute")}; the clocks stop.`,
  ],
  adjourn: () => ["The match is put off; the clocks stay as they are until you start them."],
  observer: ({ name, fee }) => [`${name} observes the match${fee ? " for a fee" : ""}.`],
  conduct: ({ conduct, side }, _card, names) => [
    `Note that ${side ? names[side] : "a spectator"} ${option("conduct", "conduct", conduct)}.`,
  ],
  camera: ({ side }, _card, names) => [
    `${names[side]} refuses the camera; what the book says of that is put to you.`,
  ],
  mixer: ({ mixer }) => [
    `From the next roll on the dice are thrown ${option("mixer", "mixer", mixer)}.`,
  ],
  profile: ({ profile }) => [`From the next game on the match is played by ${profile}.`],
  accept: (order, card, names) => {
    const wait = asked(order, card);
    if (wait?.points) {
      const after = penalised(card, wait);
      return [begin(`${said(wait)}: ${becomes(card, after)}`), ...ending(card, after)];
    }
    const loser = wait?.side;
    return [begin(said(wait)), ...(loser ? [`${names[other(loser)]} wins the match.`] : [])];
  },
  decline: (order, card) => [`Decline: ${said(asked(order, card))}.`, "Nothing follows from it."],
};

const asked = (order, card) =>
  card.waits.find(({ orders, fill }) => orders.includes(order.kind) && fill.number === order.number);

const said = (wait) => wait?.text ?? "what waits no more";

const now = (card) => ({ white: card.sides.white.score, black: card.sides.black.score });

function penalised(card, { side, points }) {
  const score = now(card);
  score[other(side)] += points;
  return score;
}

function ending(card, after) {
  const winner = SIDES.find((side) => card.length != null && after[side] >= card.length);
  return winner && card.winner == null
    ? [`That ends the match: ${nameOf(card)[winner]} wins.`]
    : [];
}

/** Both names; two of the same name are told apart by their sides. */
function nameOf(card) {
  const same = card.sides.white.name === card.sides.black.name;
  const name = (side) => isolate(card.sides[side].name) + (same ? ` (${capital(side)})` : "");
  return { white: name("white"), black: name("black") };
}

const becomes = (card, after) => `${standing(card, now(card))} becomes ${standing(card, after)}`;

function standing(card, score) {
  const names = nameOf(card);
  return `${names.white} ${score.white} – ${names.black} ${score.black}`;
}
