/** An event is run: who plays where next, who plays now, who waits for whom, how the draws stand. */

import { byId } from "./dom.js";
import { sheet } from "./event_bracket.js";
import { allDated, dates, isPressing } from "./event_dates.js";
import { Desk, may } from "./event_desk.js";
import { ifMay, nextBox, note, press, showDone, to } from "./event_parts.js";
import {
  freeTables,
  holding,
  isOver,
  keyText,
  nameOf,
  playing,
  putOff,
  unplaced,
  versus,
  whereIs,
  whyUnplaced,
  whereOf,
  winnersOf,
  wonWhere,
} from "./event_reading.js";
import { alarms } from "./run_alarms.js";
import { asks, takesBack } from "./run_format.js";
import { QuickResults } from "./run_quick.js";
import { UndoList, undoLast } from "./event_undo.js";
import { isLost, settle } from "./focus.js";
import { findByName, isolated, plain } from "./names.js";
import { About } from "./run_about.js";
import { rows, section } from "./section.js";
import { ServiceClock } from "./service_clock.js";
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { age, word } from "./words.js";

const TICK_MS = 5000;
const MOST_FOUND = 12;

const clock = new ServiceClock();
const desk = new Desk(redraw, clock);
const about = new About(desk, redraw);
const undoList = new UndoList(desk, redraw);
const quick = new QuickResults(desk, redraw);
/** Proposals that are not called with the others. */
const left = new Set();
let find = "";

function redraw() {
  const { event } = desk;
  if (event === null) return;
  const had = !isLost();
  render(section(() => alarms(desk, event)), byId("alarms"));
  render(html`${section(() => next(event))}${note(desk, "slip")}`, byId("next"));
  showDone(desk, byId("done"));
  render(section(() => undoLast(desk)), byId("undo"));
  render(event.divisions.length ? whole(event) : nothing, byId("page"));
  openAsked(event);
  about.show(event);
  if (had && isLost()) settle(byId("next").querySelector("a, button"), byId("page").querySelector("button"));
}

/** The match that a score slip's code leads to, once. */
let asked = new URLSearchParams(location.search);

function openAsked(event) {
  const key = { division_id: asked.get("division"), pairing_id: asked.get("pairing") };
  asked = new URLSearchParams();
  if (key.pairing_id === null) return;
  if (event.pairingOf.has(keyText(key))) about.pairing(key);
  else desk.complain("slip", word("slip_gone"));
}

const since = (ms) => age(clock.since(new Date(ms).toISOString()));

/** The one thing to do now. */
function next(event) {
  const setUp = may("MakeDivision") ? html`<a class="go" href="/event/set-up">${word("go_set_up")}</a>` : nothing;
  if (!event.divisions.some(({ draw, pairings }) => draw?.published || pairings.some(({ result }) => result))) return nextBox(word("next_set_up"), setUp);
  if (event.proposals.length > 0) return nextBox(word("next_call", { count: event.proposals.length }), calls(event));
  const asked = event.divisions.flatMap((division) => asks(desk, event, division));
  if (asked.length > 0) {
    const shown = rows(asked, ({ where }) => where, (each) => each.shown);
    return nextBox(word("next_round"), html`<div class="answers">${shown}</div>`);
  }
  const dead = silentTable(event);
  if (dead) return nextBox(word("next_silent", { number: dead.table }), goOn(dead));
  const byDate = allDated(event);
  const pressing = byDate.filter(isPressing).length;
  if (pressing > 0) return nextBox(word("next_dates", { count: pressing }), to(`${byDate.find(isPressing).key.division_id}-dates`));
  const count = playing(event).length;
  if (count > 0) return nextBox(word("next_wait", { count }));
  if (putOff(event).length) return nextBox(word("next_put_off", { count: putOff(event).length }));
  if (byDate.length > 0) return nextBox(word("next_dates_wait", { count: byDate.length }));
  if (isOver(event)) return nextBox(word("next_over"), ifMay("NoteForReport", () => html`<a class="go" href="/event/report">${word("go_report")}</a>`));
  if (unplaced(event).length) return nextBox(word("next_no_table"), setUp);
  return nextBox(word("next_late"), setUp);
}

/** A table at which nothing is heard while a match is on, if somebody here may move it. */
const silentTable = (event) => (may("Move") ? playing(event).find(({ silent }) => silent) : undefined);

const goOn = (dead) => html`<button type="button" class="go" @click=${() => about.pairing(dead.key)}>${word("go_on_at")}</button>`;

/** Below the button, so that it stays where it is when a table falls silent. */
function alsoSilent(event) {
  const dead = silentTable(event);
  return dead ? html`<p class="also" role="status">${word("next_silent", { number: dead.table })} ${goOn(dead)}</p>` : nothing;
}

/** Who should play where: all of them by one button, or those that stay ticked. */
function calls(event) {
  const chosen = event.proposals.filter(({ key }) => !left.has(keyText(key)));
  const count = chosen.length;
  const call = async () => {
    if (!byId("starts").reportValidity()) return;
    const at = chosen.map(({ key, table }) => [key, table]);
    const fields = { at_tables: at, starts_in_min: Number(byId("starts").value) };
    if (!(await desk.act("call", "Call", fields, word("called", { count })))) return;
    left.clear();
    redraw();
  };
  const tick = (key) => {
    if (!left.delete(key)) left.add(key);
    redraw();
  };
  const off = desk.busy !== null || !may("Call");
  return html`
    ${may("Call") ? html`<button type="button" id="call" class="go big" ?disabled=${off || count === 0} @click=${() => press(desk, "call", call)}>${word("call_all", { count })}</button>` : nothing}
    ${may("Call") ? html`<label class="starts">${word("starts_in")} <input type="number" id="starts" min="0" max="240" step="1" required value="5"></label>` : nothing}
    ${note(desk, "call")}
    ${alsoSilent(event)}
    <ul class="proposals" aria-label=${word("proposals")}>
      ${rows(
        event.proposals,
        ({ key }) => keyText(key),
        ({ key, table, waits_ms: waits }) => {
          const here = event.pairingOf.get(keyText(key));
          return html`<li><label class="tick">
            <input type="checkbox" .checked=${!left.has(keyText(key))} ?disabled=${off} @change=${() => tick(keyText(key))}>
            <b class="table-number">${table}</b>
            <span><bdi class="who">${versus(event, here)}</bdi> <small>${whereOf(here)} · ${word("waits_for", { age: since(waits) })}</small></span>
          </label></li>`;
        },
      )}
    </ul>`;
}

function whole(event) {
  const choose = (key) => about.pairing(key);
  return html`
    ${section(() => winners(event))}
    ${section(() => players(event))}
    ${event.divisions.map((division) => section(() => dates(desk, event, division, choose)))}
    ${section(() => keepWaiting(event))}
    ${section(() => playingNow(event))}
    ${section(() => away(event))}
    ${event.divisions.map((division) => section(() => drawn(event, division, choose)))}
    ${section(() => undoList.show())}`;
}

function winners(event) {
  const found = winnersOf(event);
  if (found.length === 0) return nothing;
  const names = (ids) => ids.map((id) => isolated(nameOf(event, id))).join(", ");
  return html`<section class="box" aria-labelledby="won-title">
    <h2 id="won-title">${word("winners")}</h2>
    <dl class="winners">
      ${found.map((won) => html`<dt>${wonWhere(won)}</dt><dd>${names(won.entry_ids)}</dd>`)}
    </dl>
  </section>`;
}

/** Matches that others wait for, and those that no table is free for. */
function keepWaiting(event) {
  const waits = unplaced(event);
  const holds = holding(event);
  if (holds.length === 0 && waits.length === 0) return nothing;
  return html`<section class="box" aria-labelledby="holds-title">
    <h2 id="holds-title">${word("holds_up")}</h2>
    ${holds.length ? nothing : html`<p class="hint">${word("nothing_holds")}</p>`}
    <ul class="now-list">${rows(holds, ({ key }) => keyText(key), (each) => held(event, each))}</ul>
    ${waits.length ? html`<h3>${word("without_table")}</h3>` : nothing}
    <ul class="now-list">${rows(waits, ({ key }) => keyText(key), (each) => opener(event, each, [waitsText(each), whyUnplaced(event, each)].filter(Boolean).join(" · ")))}</ul>
  </section>`;
}

function playingNow(event) {
  const now = playing(event);
  return html`<section class="box" aria-labelledby="now-title">
    <h2 id="now-title">${word("playing_now", { count: now.length })}</h2>
    <p class="hint">${word("free_tables", { count: freeTables(event).length })}</p>
    ${now.length && may("Call") ? html`<p><a class="button" href="/event/slips">${word("slips")}</a></p>` : nothing}
    <ul class="now-list">${rows(now, ({ table }) => table, (each) => atTable(event, each))}</ul>
  </section>`;
}

function away(event) {
  const some = putOff(event);
  if (some.length === 0) return nothing;
  return html`<section class="box" aria-labelledby="off-title">
    <h2 id="off-title">${word("are_put_off")}</h2>
    <ul class="now-list">${rows(some, ({ key }) => keyText(key), (each) => opener(event, each, ""))}</ul>
  </section>`;
}

function drawn(event, division, choose) {
  if (division.draw === null) return nothing;
  return html`<section class="box division">
    <h2>${division.name}</h2>
    ${division.draw.published ? nothing : html`<p class="hint">${word("draw_hidden")}</p>`}
    ${takesBack(desk, division)}
    ${sheet(event, division, choose)}
  </section>`;
}

/** Who asks where he plays is found by a part of his name, and who leaves. */
function players(event) {
  const wanted = plain(find);
  const seek = ({ target }) => {
    find = target.value;
    redraw();
  };
  const found = findByName(event.entries, find, ({ name }) => name);
  return html`<section class="box" aria-labelledby="find-title">
    <h2 id="find-title">${word("find_player")}</h2>
    <input type="search" id="find" aria-labelledby="find-title" aria-describedby="find-hint" autocomplete="off" @input=${seek}>
    <p class="hint" id="find-hint">${wanted === "" ? word("find_hint") : foundWord(found.length)}</p>
    <ul class="entries">
      ${rows(
        found.slice(0, MOST_FOUND),
        ({ entry_id: id }) => id,
        (entry) =>
          html`<li data-gone=${entry.gone ? "" : nothing}><button type="button" @click=${() => about.entry(entry.entry_id)}><bdi>${entry.name}</bdi> <small>${whereIs(event, entry)}</small></button></li>`,
      )}
    </ul>
  </section>`;
}

const foundWord = (count) => (count > MOST_FOUND ? word("found_more", { shown: MOST_FOUND, count }) : word("found", { count }));

/** A pairing that leads to what can be done about it. */
const opener = (event, here, more, below = nothing) => html`<li class=${below === nothing ? nothing : "playing"}><button type="button" class="row" @click=${() => about.pairing(here.key)}>
  <b class="table-number">${here.pairing.table ?? "–"}</b>
  <span><bdi class="who">${versus(event, here)}</bdi> <small>${whereOf(here)}${more ? ` · ${more}` : ""}</small></span>
</button>${below}</li>`;

/** Somebody who plays no more may still have a table: its call is taken back. */
const atTable = (event, here) =>
  opener(
    event,
    here,
    here.pairing.state === "ready"
      ? [word("plays_for", { age: since(here.pairing.called_ms) }), ...(here.silent ? [word("table_silent")] : [])].join(" · ")
      : word("cause_gone"),
    quick.show(event, here),
  );

function held(event, here) {
  const names = here.holds.map((id) => isolated(nameOf(event, id))).join(", ");
  return opener(event, here, word("held", { names }));
}

const waitsText = ({ pairing }) =>
  pairing.waits_ms === null ? "" : word("waits_for", { age: since(pairing.waits_ms) });

let day = new Date().getDate();

/** Ages grow; a new day may have made a date pressing. */
function tick() {
  if (document.body.dataset.connection !== "live") return;
  const today = new Date().getDate();
  if (today === day) return redraw();
  day = today;
  desk.look();
}

setInterval(tick, TICK_MS);
