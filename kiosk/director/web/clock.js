/** What a card's clocks show, some time after it came. A clock does not tick: it is read. */

import { SIDES } from "./words.js";

const MS_NS = 1e6;

/** One side's reserve and delay, `ms` after the card: the delay runs first, then the reserve. */
export function reading(side, ms) {
  if (!side.running) return { reserve: side.reserve_ns, delay: side.delay_ns };
  const gone = ms * MS_NS;
  return {
    reserve: Math.max(0, side.reserve_ns - Math.max(0, gone - side.delay_ns)),
    delay: Math.max(0, side.delay_ns - gone),
  };
}

/** Whether anything on the card moves by itself. A stale table's clocks are not guessed at. */
export const ticks = (card) =>
  !card.stale && !card.halted && card.sides != null && SIDES.some((side) => card.sides[side].running);
