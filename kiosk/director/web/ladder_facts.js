/** What is read from a ladder as the service tells it, and what happened on it in sentences. Pure. */

import { isolated } from "./names.js";
import { word } from "./words.js";

const MOST = 8;
const DAY_MS = 86_400_000;

/** The ladders there are, and the one that is shown, with its members by id. */
export function read(all, ladder) {
  const known = ladder === null ? [] : [...ladder.left, ...ladder.members];
  return { ...all, seq: ladder?.seq ?? 0, ladder, nameOf: new Map(known.map((each) => [each.member_id, each.name])) };
}

export const named = (told, id) => isolated(told.nameOf.get(id) ?? id);

export const pairOf = (told, { challenger, challenged }) => ({ one: named(told, challenger), other: named(told, challenged) });

/** A day as people read it. */
export const dayText = (day) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));

/** Challenges that are not played: overdue first, then as they are due; disputed ones have no day. */
export const open = (ladder) =>
  ladder.challenges
    .filter(({ state }) => state === "open" || state === "disputed")
    .sort((one, other) => (one.last_day ?? "9999").localeCompare(other.last_day ?? "9999") || one.number - other.number);

/** Those that are ended, the last one first. */
export const ended = (ladder) =>
  ladder.challenges.filter(({ state }) => state === "played" || state === "unplayed").reverse();

export const toConfirm = (ladder) => ladder.values.filter(({ confirm, confirmed }) => confirm && !confirmed);

/** What has become of a challenge, in a few words. */
export function became(told, challenge) {
  const { state, overdue, last_day: last, winner, score, absent } = challenge;
  if (state === "disputed") return word("ladder_again");
  if (state === "open") return overdue ? word("ladder_overdue", { day: dayText(Date.parse(last) + DAY_MS) }) : word("ladder_by_day", { day: dayText(last) });
  if (state === "played") return `${named(told, winner)}, ${score.join(" – ")}`;
  const { one, other } = pairOf(told, challenge);
  if (absent === null) return word("ladder_news_unplayed", { one, other });
  return word("ladder_news_absent", { one, other, name: named(told, absent) });
}

/** What happened since a picture: at most eight sentences, and how many more there were. */
export function changes(before, now) {
  if (now.ladder === null) return [];
  const found = now.ladder.recent.filter(({ seq }) => seq > before.seq).map((each) => happened(now, each));
  found.reverse();
  return found.length <= MOST ? found : [...found.slice(0, MOST), word("changed_more", { count: found.length - MOST })];
}

/** A fact in a sentence. */
export function happened(told, each) {
  const { kind, moves, winner, score, absent, undone } = each;
  const [first, second] = moves;
  const [one, other, by, could] = [first?.member_id, second?.member_id, winner, absent].map((id) => named(told, id ?? ""));
  const points = score?.join(" – ");
  switch (kind) {
    case "LadderOpened":
      return word("ladder_news_opened");
    case "LadderConfirmed":
      return word("ladder_news_confirmed");
    case "SeasonOpened":
      return word("ladder_news_season");
    case "SeasonClosed":
      return word("ladder_news_closed");
    case "LadderJoined":
      return word("ladder_news_joined", { name: one, place: first.now });
    case "LadderLeft":
      return word("ladder_news_left", { name: one });
    case "ChallengeMade":
      return word("ladder_news_made", { one, other });
    case "LadderResultTaken":
      return word("ladder_news_result", { winner: by, loser: winner === first.member_id ? other : one, score: points });
    case "ChallengeUnplayed":
      if (absent === null) return word("ladder_news_unplayed", { one, other });
      return word("ladder_news_absent", { one, other, name: could });
    case "LadderResultCorrected":
      if (winner !== null) return word("ladder_news_corrected", { one, other, winner: by, score: points });
    // falls through: a result that was taken back is to be played again
    case "LadderResultDisputed":
      return word("ladder_news_disputed", { one, other });
    case "LadderActUndone":
      return undone === null ? word("ladder_news_undone_again") : undoing(told, { ...each, kind: undone });
    default:
      return kind;
  }
}

const undoing = (told, fact) => word("ladder_news_undone", { words: happened(told, fact) });

/** Who moved by a fact, of those it is about. */
export const moved = (told, { kind, moves }) =>
  kind === "LadderJoined"
    ? ""
    : moves
        .filter(({ was, now }) => was !== now && was !== null && now !== null)
        .map(({ member_id: id, was, now }) => word("ladder_move", { name: named(told, id), was, now }))
        .join(", ");
