/** How tables are counted and sorted. Pure: a card in, answers out. */

const OVER = "match_over";
const VACANT = "vacant";

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

/** Needs first, then table numbers, then a fixed order. */
export const byNeed = (a, b) => b.need - a.need || byTable(a, b);

/** Table numbers, then a fixed order. */
export function byTable(a, b) {
  return (
    (a.table ?? Infinity) - (b.table ?? Infinity) ||
    (a.journal_id < b.journal_id ? -1 : 1) // Infinity - Infinity is NaN, which is falsy too
  );
}
