/** What a card's clocks show, some time after it came. A clock does not tick: it is read. */

import { SIDES } from "./words.js";

const MS_NS = 1e6;

/**
 * One side's reserve, and its delay as its clock shows it or null, `ms` after the card. What runs
 * before the reserve is `delay_ns`; by Bronstein that is nothing, and the delay runs beside it.
 */
export function reading(side, ms) {
  if (!side.running) return { reserve: side.reserve_ns, delay: null };
  const gone = ms * MS_NS;
  const { reserve_ns: reserve, delay_ns: before, delay_shown_ns: delay } = side;
  return {
    reserve: Math.max(0, reserve - Math.max(0, gone - before)),
    delay: delay == null ? null : Math.max(0, delay - gone),
  };
}

/** Whether anything on the card moves by itself. A stale table's clocks are not guessed at. */
export const ticks = (card) =>
  !card.stale && !card.halted && card.sides != null && SIDES.some((side) => card.sides[side].running);
