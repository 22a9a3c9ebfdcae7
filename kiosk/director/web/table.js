/** One table: its card, the director's orders, and all that happened. */

import { CardView } from "./card.js";
import { byId, mark, setText } from "./dom.js";
import { attempt } from "./faults.js";
import { isolated } from "./names.js";
import { OrderForms } from "./orders.js";
import { Outcomes } from "./outcomes.js";
import { ServiceClock } from "./service_clock.js";
import { loadForms } from "./sending.js";
import { Stream } from "./stream.js";
import { Timeline, enlarge, pictureOf } from "./timeline.js";
import { Waits } from "./waits.js";
import { word } from "./words.js";

const TICK_MS = 250;

const address = location.pathname.split("/")[2];
const clock = new ServiceClock();
const view = new CardView();
const outcomes = new Outcomes(clock);
const timeline = new Timeline((line, newer) => forms?.correct(line, newer));
let forms = null;
let waits = null;
let live = false;

/** What the director can do here, as soon as the service has said what there is. */
async function makeOrders() {
  const told = await loadForms();
  const openers = new Map(told.forms.map(({ kind, opens }) => [kind, opens]));
  forms = new OrderForms(told);
  waits = new Waits(clock, openers, (kind, wait) => forms.answer(kind, wait));
  if (view.card !== null) showOrders(view.card);
}

function showOrders(card) {
  attempt(() => forms?.show(card));
  attempt(() => waits?.show(card));
}

function showCard(card) {
  if (view.card === null) byId("card").append(view.root);
  attempt(() => view.show(card, performance.now(), clock.since(card.seen_utc)));
  attempt(() => showPicture(card));
  attempt(() => showOrders(card));
  setText(byId("title"), titleOf(card));
  document.title = (card.waits.length ? "(!) " : "") + titleOf(card);
}

/** What both players see of the roll that is asked about, or of the last. */
function showPicture({ picture, words }) {
  mark(byId("roll-picture"), "hidden", picture === null);
  if (picture === null || picture === byId("roll-enlarge").value) return;
  mark(byId("roll-enlarge"), "value", picture);
  byId("roll-enlarge").replaceChildren(pictureOf(picture, words.roll ?? word("asked_roll")));
}

function titleOf({ sides, words: { table } }) {
  if (!sides) return table;
  return word("match", {
    table,
    white: isolated(sides.white.name),
    black: isolated(sides.black.name),
  });
}

function showOrder(order) {
  if (order.journal_id !== view.card?.journal_id) return;
  outcomes.show(order);
  timeline.highlight(order.seqs);
}

function health(state) {
  live = state === "live";
  mark(document.body, "data-connection", state);
}

view.root.classList.add("large");
setInterval(() => {
  if (!live || view.card === null) return;
  view.tick(performance.now(), clock.since(view.card.seen_utc));
  outcomes.tick();
  waits?.tick();
}, TICK_MS);
byId("roll-enlarge").addEventListener("click", () => enlarge(byId("roll-enlarge").value));
makeOrders();
new Stream(
  () => `/tables/${address}/events?after=${timeline.last}`,
  {
    card: showCard,
    lines: (lines) => timeline.add(lines),
    order: showOrder,
    beat: (said) => clock.set(said),
  },
  health,
  (words) => setText(byId("no-lines"), words),
).restWhileHidden();
