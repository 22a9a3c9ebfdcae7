/** An event is set up: its name and tables, divisions, players, draws. */

import { byId } from "./dom.js";
import { Desk, may } from "./event_desk.js";
import { hasDates, roundDates } from "./event_dates.js";
import { titleOf, loadFormats } from "./event_formats.js";
import { button, form, ifMay, nextBox, showDone, to } from "./event_parts.js";
import { numbers, ranges } from "./event_reading.js";
import { UndoList, undoLast } from "./event_undo.js";
import { isLost, settle } from "./focus.js";
import { failed, rows, section } from "./section.js";
import { ServiceClock } from "./service_clock.js";
import { Books } from "./set_up_books.js";
import { DivisionForm } from "./set_up_division.js";
import { drawOf } from "./set_up_draw.js";
import { players } from "./set_up_players.js";
import { reEntry } from "./set_up_re_entry.js";
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

const formats = await loadFormats();
const desk = new Desk(redraw, new ServiceClock());
const divisionForm = new DivisionForm(desk, formats, redraw);
const books = new Books(desk, redraw);
const undoList = new UndoList(desk, redraw);

function redraw() {
  const { event } = desk;
  if (event === null) return;
  const had = !isLost();
  render(section(() => next(event)), byId("next"));
  showDone(desk, byId("done"));
  render(section(() => undoLast(desk)), byId("undo"));
  render(event.event_id === "" ? opening() : whole(event), byId("page"));
  books.look(event);
  if (had && isLost()) settle(byId("next").querySelector("a, button"), byId("page").querySelector("input"));
}

/** The one thing to do now. */
function next(event) {
  if (event.event_id === "") {
    return nextBox(may("OpenEvent") ? word("next_open") : word("next_open_wait"));
  }
  if (isOther(event) && may("BeginNextEvent")) {
    return nextBox(word("next_other_event", { name: event.name, id: event.configured_id }), to("next-event"));
  }
  if (event.tables.length === 0) return nextBox(word("next_tables"), to("tables"));
  if (event.divisions.length === 0) return nextBox(word("next_division"), to("division"));
  for (const { division_id: id, name, entries, draw } of event.divisions) {
    if (draw === null && entries.length < 2) {
      return nextBox(word("next_players", { name }), to(`${id}-players`));
    }
    const count = entries.length;
    if (draw === null) return nextBox(word("next_draw", { name, count }), to(`${id}-draw`));
    if (!draw.published && !hasDates(event.divisionOf.get(id))) return nextBox(word("next_round_dates", { name }), to(`${id}-dates`));
    if (!draw.published) return nextBox(word("next_publish", { name }), to(`${id}-draw`));
  }
  if (books.lacks) return nextBox(word("next_books"), to("books"));
  return nextBox(word("next_run"), html`<a class="go" href="/event/run">${word("go_run")}</a>`);
}

/** Whether the configuration names another event than the one that is here. */
const isOther = ({ event_id: id, configured_id: configured }) =>
  configured !== "" && id !== configured && !id.startsWith(`${configured}-`);

/** A club's next evening: what is kept is kept, all else begins. */
function nextEvent(event) {
  const send = (said) =>
    desk.act("next event", "BeginNextEvent", { name: said.get("name") }, word("next_event_done", { name: said.get("name") }));
  const field = html`<label class="wide">${word("event_name")} <input name="name" required maxlength="100"></label>
    <p class="hint wide">${word("next_event_hint")}</p>`;
  return ifMay("BeginNextEvent", () => html`<section class="box" id="next-event"><details ?open=${isOther(event)}>
    <summary>${word("next_event")}</summary>
    ${form(desk, "next event", send, field, word("next_event"), { plain: true, label: word("next_event") })}
  </details></section>`);
}

function opening() {
  const send = (said) => desk.act("open", "OpenEvent", { name: said.get("name") }, word("opened"));
  return ifMay("OpenEvent", () =>
    form(
      desk,
      "open",
      send,
      html`<label class="wide">${word("event_name")} <input name="name" required maxlength="100"></label>`,
      word("open_event"),
      { look: "fields box" },
    ),
  );
}

function whole(event) {
  return html`
    <section class="box" id="tables">
      <h2>${event.name}</h2>
      ${section(() => renaming(event))}
      ${section(() => tables(event))}
    </section>
    ${rows(event.divisions, ({ division_id: id }) => id, (division) => divisionOf(event, division), failed)}
    ${section(() => books.show())}
    <section class="box" id="division">
      ${event.divisions.length === 0
        ? html`<h2>${word("new_division")}</h2>${section(() => divisionForm.show(null))}`
        : html`<details><summary>${word("new_division")}</summary>${section(() => divisionForm.show(null))}</details>`}
      ${rows(event.removed, ({ division_id: id }) => id, removed, failed)}
    </section>
    ${section(() => nextEvent(event))}
    ${section(() => undoList.show())}`;
}

function renaming({ name }) {
  const send = (said) => desk.act("rename", "RenameEvent", { name: said.get("name") }, word("renamed"));
  const field = html`<label class="wide">${word("event_name")} <input name="name" required maxlength="100" value=${name}></label>`;
  return ifMay("RenameEvent", () => html`<details>
    <summary>${word("rename_event")}</summary>
    ${form(desk, "rename", send, field, word("rename_event"), { plain: true, label: word("rename_event") })}
  </details>`);
}

/** A division that was removed is brought back with everybody who was entered. */
function removed({ division_id: id, name, entries: count }) {
  const back = () => desk.act(`${id} bring`, "BringDivisionBack", { division_id: id }, word("changed_new", { name }));
  return html`<div class="answers"><span>${word("removed_with", { name, count })}</span>
    ${ifMay("BringDivisionBack", () => button(desk, `${id} bring`, word("bring_back", { name }), back))}</div>`;
}

/** Nothing of it is drawn: it can still go. */
function removing({ division_id: id, name }) {
  const remove = () => desk.act(`${id} remove`, "RemoveDivision", { division_id: id }, word("division_removed", { name }));
  return ifMay("RemoveDivision", () => html`<div class="answers">${button(desk, `${id} remove`, word("remove_division", { name }), remove)}</div>`);
}

function tables(event) {
  const here = ranges(event.tables.map(({ table }) => table));
  const count = event.tables.length;
  const send = async (said, element) => {
    const found = numbers(said.get("tables"));
    if (found === null) return desk.complain("tables", word("no_tables"));
    const done = word("tables_set", { count: found.length });
    if (await desk.act("tables", "SetTables", { tables: found }, done)) element.reset();
  };
  return html`<p>${here ? word("tables_here", { tables: here, count }) : word("tables_none")}</p>
    ${form(
      desk,
      "tables",
      send,
      html`<label>${word("table_numbers")} <input name="tables" required maxlength="200" placeholder="1-16, 20" value=${here}></label>`,
      word("set_tables"),
      { plain: here !== "" },
    )}`;
}

function divisionOf(event, division) {
  const { division_id: id, name, format, draw, entries } = division;
  const change = `${id}-change`;
  return html`<section class="box division" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${name}</h2>
    <p>${titleOf(formats, format)}</p>
    ${draw === null || desk.holds(`division ${id}`)
      ? html`<details id=${change}>
          <summary>${word("change_format")}</summary>
          ${section(() => divisionForm.show(division))}
        </details>`
      : nothing}
    ${(draw !== null && may("SetRounds")) || desk.holds(`rounds ${id}`)
      ? html`<details>
          <summary>${word("change_rounds")}</summary>
          ${section(() => divisionForm.showRounds(division))}
        </details>`
      : nothing}
    ${section(() => reEntry(desk, division))}
    <div id="${id}-players">${section(() => players(desk, event, division, redraw))}</div>
    ${format.by_date && entries.length >= 2
      ? html`<div id="${id}-dates"><h3>${word("round_dates")}</h3>${section(() => roundDates(desk, division))}</div>`
      : nothing}
    <div id="${id}-draw">${section(() => drawOf(desk, event, division, redraw))}</div>
    ${draw === null ? removing(division) : nothing}
  </section>`;
}
