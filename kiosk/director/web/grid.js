/** The grid of all tables: who needs the director comes first. */

import { Batch } from "./batch.js";
import { CardView } from "./card.js";
import { byId, el, mark, setText } from "./dom.js";
import { attempt } from "./faults.js";
import { holding } from "./focus.js";
import { keep, kept } from "./kept.js";
import { holdsName, plain } from "./names.js";
import { Queue } from "./queue.js";
import { ServiceClock } from "./service_clock.js";
import { loadForms } from "./sending.js";
import { Sound } from "./sound.js";
import { byNeed, byTable, counted } from "./state.js";
import { Stream } from "./stream.js";
import { word } from "./words.js";

const TICK_MS = 250;

/** More tables than this stand close together where there is room for all. */
const CROWD = 30;
const COUNTS = ["call", "wait", "stale", "playing", "done"];
const ORDERS = { need: byNeed, table: byTable };

const views = new Map();
const clock = new ServiceClock();
const sound = new Sound();
const queue = new Queue(clock);
const sort = byId("sort");
const grid = byId("grid");
const filter = byId("filter");
let only = null;
let live = false;
let batch = null;

function showAll(cards) {
  const here = new Set(cards.map((card) => card.journal_id));
  for (const card of cards) attempt(() => put(card));
  holding(grid, () => {
    for (const [id, view] of views) {
      if (here.has(id)) continue;
      view.root.remove();
      views.delete(id);
    }
    settle();
  }, filter);
}

function show(card) {
  attempt(() => put(card));
  holding(grid, settle, filter);
}

function put(card) {
  const view = views.get(card.journal_id) ?? new CardView(true);
  announce(view.card, card);
  views.set(card.journal_id, view);
  view.show(card, performance.now(), clock.since(card.seen_utc));
}

/** What newly waits is said aloud, once; what can wait is not. */
function announce(before, card) {
  const known = new Set(before?.waits.map((wait) => wait.key));
  const fresh = card.waits.filter((wait) => wait.aloud && !known.has(wait.key));
  byId("calls-aloud").append(
    ...fresh.map(({ text }) =>
      el("p", {}, word("waits", { table: card.words.table, words: text })),
    ),
  );
  if (before !== null && fresh.some(({ need }) => need === "called")) sound.ring();
  while (byId("calls-aloud").children.length > 5) byId("calls-aloud").firstElementChild.remove();
}

/** Sort, filter and count again. A card is moved only when its place has changed. */
function settle() {
  const sorted = [...views.values()].sort((a, b) => ORDERS[sort.value](a.card, b.card));
  let next = grid.firstElementChild;
  for (const { root } of sorted) {
    if (root === next) next = next.nextElementSibling;
    else grid.insertBefore(root, next);
  }
  attempt(() => sift(sorted));
  attempt(() => count(sorted));
  attempt(() => queue.show(sorted.map(({ card }) => card)));
  mark(grid, "data-crowd", views.size > CROWD);
}

function sift(sorted) {
  const wanted = plain(filter.value);
  let found = 0;
  for (const { root, card } of sorted) {
    const shown = (only === null || counted(card)[only]) && matches(card, wanted);
    mark(root, "hidden", !shown);
    found += shown;
  }
  mark(byId("nothing"), "hidden", found > 0);
  setText(byId("nothing"), views.size ? word("nothing_fits") : word("nothing_heard"));
}

/** A number names a table; anything else is looked for in the names. */
function matches(card, wanted) {
  if (/^\d+$/.test(wanted)) return String(card.table) === wanted;
  const names = [card.sides?.white.name, card.sides?.black.name].join("\n");
  return wanted === "" || holdsName(names, wanted);
}

function count(sorted) {
  const totals = Object.fromEntries(COUNTS.map((key) => [key, 0]));
  for (const { card } of sorted) {
    for (const [key, is] of Object.entries(counted(card))) totals[key] += is;
  }
  for (const key of COUNTS) {
    const button = byId(`count-${key}`);
    setText(button.querySelector("b"), String(totals[key]));
    mark(button, "data-some", totals[key] > 0);
  }
  const urgent = sorted.filter(({ card }) => card.stale || card.banners.some(isUrgent)).length;
  document.title = urgent ? word("tables_pressing", { count: urgent }) : word("tables");
}

const isUrgent = ({ look }) => ["call", "decide", "flag", "alarm"].includes(look);

function health(state) {
  live = state === "live";
  mark(document.body, "data-connection", state);
}

filter.addEventListener("input", settle);
for (const key of COUNTS) {
  byId(`count-${key}`).addEventListener("click", () => {
    only = only === key ? null : key;
    for (const each of COUNTS) mark(byId(`count-${each}`), "aria-pressed", String(each === only));
    settle();
  });
}
sort.value = kept("sort") || "need";
sort.addEventListener("change", () => {
  keep("sort", sort.value);
  settle();
});

/** What can be ordered from here, as soon as the service has said what there is. */
async function makeOrders() {
  const told = await loadForms();
  batch = new Batch(told, views);
  queue.answerBy(told);
}

makeOrders();
setInterval(() => {
  if (!live) return; // what stands on the clocks stays until the service is back
  const now = performance.now();
  for (const view of views.values()) view.tick(now, clock.since(view.card.seen_utc));
  queue.tick();
  batch?.tick();
}, TICK_MS);
new Stream(
  () => "/events",
  {
    cards: showAll,
    card: show,
    order: (view) => batch?.show(view),
    beat: (said) => clock.set(said),
  },
  health,
);
