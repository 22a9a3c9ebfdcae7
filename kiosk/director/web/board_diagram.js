/** A board as a diagram, White's home below on the right. A position has each side's checkers by its own points 1 to 24, then the bar. */

import { svg } from "./vendor/lit-html/lit-html.js";
import { SIDES } from "./words.js";

const POINTS = 24;
const ALL = 15;
const WIDE = 22; /* px: a point */
const FRAME = 12;
const BAR = 24;
const HIGH = 250;
const STACK = 5; /* checkers drawn before a number stands on the last */
const TRAY = 26;

const left = (column) => FRAME + column * WIDE + (column >= 6 ? BAR : 0);
/** Column and half of White's point: 1 to 12 below from right to left, 13 to 24 above from left to right. */
const place = (point) => (point <= 12 ? { column: 12 - point, above: false } : { column: point - 13, above: true });

/** White's number of a side's own point. */
const byWhite = (side, point) => (side === "white" ? point : POINTS + 1 - point);
const off = (own) => ALL - own.reduce((sum, count) => sum + count, 0);

function triangle(point, mover) {
  const { column, above } = place(point);
  const x = left(column);
  const [base, tip] = above ? [FRAME, FRAME + 92] : [HIGH - FRAME, HIGH - FRAME - 92];
  return svg`<path class=${`point${point % 2 ? " odd" : ""}`} d=${`M${x} ${base} h${WIDE} L${x + WIDE / 2} ${tip} Z`}></path>
    <text class="label" x=${x + WIDE / 2} y=${above ? 9 : HIGH - 3}>${byWhite(mover, point)}</text>`;
}

function stack(x, above, side, count, changed) {
  const size = WIDE / 2 - 1;
  const at = (nth) => (above ? FRAME + size + 1 + nth * 2 * size : HIGH - FRAME - size - 1 - nth * 2 * size);
  const shown = Math.min(count, STACK);
  const kept = count - Math.max(0, changed);
  return svg`${Array.from({ length: shown }, (_none, nth) => svg`<circle class=${`${side}${nth >= kept ? " came" : ""}`} cx=${x} cy=${at(nth)} r=${size}></circle>`)}
    ${changed < 0 && shown < STACK ? svg`<circle class="left" cx=${x} cy=${at(shown)} r=${size}></circle>` : ""}
    ${count > STACK ? svg`<text class=${`on-${side}`} x=${x} y=${at(STACK - 1) + 3}>${count}</text>` : ""}`;
}

function checkersOf(side, board, before) {
  const own = board[side];
  const was = before?.[side] ?? own;
  const points = own.slice(0, POINTS).map((count, index) => {
    const { column, above } = place(byWhite(side, index + 1));
    return stack(left(column) + WIDE / 2, above, side, count, count - was[index]);
  });
  const middle = FRAME + 6 * WIDE + BAR / 2;
  const onBar = own[POINTS];
  const bar = onBar || was[POINTS]
    ? svg`<g transform=${`translate(0 ${side === "white" ? 100 : -100})`}>${stack(middle, side === "white", side, onBar, onBar - was[POINTS])}</g>`
    : "";
  const tray = FRAME + 12 * WIDE + BAR + TRAY / 2;
  const gone = off(own);
  return svg`${points}${bar}${gone ? svg`<text class="label" x=${tray} y=${side === "white" ? HIGH - 20 : 26}>${gone}</text>
    <circle class=${side} cx=${tray} cy=${side === "white" ? HIGH - 44 : 44} r="8"></circle>` : ""}`;
}

/** The diagram, its points numbered as the mover counts them; what differs from `before` is marked. `label` says in words what it shows. */
export function boardDiagram(board, mover, label, before = undefined) {
  const width = 2 * FRAME + 12 * WIDE + BAR + TRAY;
  return svg`<svg class="board" viewBox=${`0 0 ${width} ${HIGH}`} role="img" aria-label=${label}>
    <rect class="wood" width=${width} height=${HIGH}></rect>
    <rect class="field" x=${FRAME} y=${FRAME} width=${6 * WIDE} height=${HIGH - 2 * FRAME}></rect>
    <rect class="field" x=${FRAME + 6 * WIDE + BAR} y=${FRAME} width=${6 * WIDE} height=${HIGH - 2 * FRAME}></rect>
    ${Array.from({ length: POINTS }, (_none, index) => triangle(index + 1, mover))}
    ${SIDES.map((side) => checkersOf(side, board, before))}
  </svg>`;
}
