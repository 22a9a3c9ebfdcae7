/** What became of an event between two pictures of it, in sentences. Pure. */

import { nameOf, ranges, versus } from "./event_reading.js";
import { isolated } from "./names.js";
import { word } from "./words.js";

const MOST = 8;

/** At most eight sentences, and how many more there were. */
export function changes(before, now) {
  const found = [...tables(before, now), ...divisions(before, now), ...played(before, now), ...left(before, now)];
  if (found.length <= MOST) return found;
  return [...found.slice(0, MOST), word("changed_more", { count: found.length - MOST })];
}

function* tables(before, now) {
  const [was, is] = [before, now].map((each) => ranges(each.tables.map(({ table }) => table)));
  if (was !== is) yield word("changed_tables", { tables: is });
  if (before.name !== now.name) yield word("changed_name", { name: isolated(now.name) });
}

function* divisions(before, now) {
  for (const { division_id: id, name } of before.divisions) {
    if (!now.divisionOf.has(id)) yield word("division_removed", { name: isolated(name) });
  }
  for (const division of now.divisions) {
    const was = before.divisionOf.get(division.division_id);
    const name = isolated(division.name);
    if (!was) {
      yield word("changed_new", { name });
      continue;
    }
    if (was.name !== division.name || JSON.stringify(was.format) !== JSON.stringify(division.format)) {
      yield word("changed_format", { name });
    }
    if (JSON.stringify(was.last_days) !== JSON.stringify(division.last_days)) yield word("changed_round_dates", { name });
    yield* entered(before, now, was, division);
    yield* drawn(was.draw, division.draw, name);
  }
}

function* entered(before, now, was, division) {
  const names = (event, ids) => ids.map((id) => isolated(nameOf(event, id))).slice(0, 3).join(", ");
  const name = isolated(division.name);
  const [old, here] = [new Set(was.entries), new Set(division.entries)];
  const came = division.entries.filter((id) => !old.has(id));
  const went = was.entries.filter((id) => !here.has(id));
  if (came.length) yield word("changed_entered", { name, count: came.length, names: names(now, came) });
  if (went.length) yield word("changed_scratched", { name, names: names(before, went) });
}

function* drawn(was, is, name) {
  if (was && !is) yield word("changed_taken_back", { name });
  if (is && is.number !== was?.number) yield word("changed_drawn", { name, number: is.number });
  if (is?.published && !(was?.published && was.number === is.number)) {
    yield word("changed_published", { name });
  }
  if (is && was?.number === is.number && was.late_left !== is.late_left) {
    yield word("changed_late", { name, count: is.late_left });
  }
}

function* played(before, now) {
  for (const [key, here] of now.pairingOf) {
    const was = before.pairingOf.get(key)?.pairing;
    if (!was) continue;
    const who = versus(now, here);
    const is = here.pairing;
    if (is.result !== null && JSON.stringify(is.result) !== JSON.stringify(was.result)) {
      yield word("changed_result", { who, winner: isolated(winnerText(now, is.result)) });
    } else if (is.result === null && was.result !== null) {
      yield word("changed_reopened", { who });
    } else if (is.table !== null && is.table !== was.table) {
      yield word("changed_called", { who, table: is.table });
    } else if (is.put_off && !was.put_off) {
      yield word("changed_put_off", { who });
    } else if (is.table === null && was.table !== null) {
      yield word("changed_uncalled", { who });
    }
    if (is.dated && was.dated && said(is.dated) !== said(was.dated)) yield word("changed_dated", { who });
  }
}

/** All that two who play by a date have said. */
const said = ({ offered, arranged, told_chairman: told, claim, replay_points: points }) =>
  JSON.stringify([offered, arranged, told, claim, points]);

/** Who is through by a result, in words. */
export const winnerText = (event, { winner }) =>
  winner === null ? word("neither") : nameOf(event, winner);

function* left(before, now) {
  for (const { entry_id: id, name, gone } of now.entries) {
    const was = before.entryOf.get(id);
    if (was && gone && !was.gone) yield word("changed_gone", { name: isolated(name) });
    if (was && !gone && was.gone) yield word("changed_back", { name: isolated(name) });
  }
}

