/** A division is drawn, looked at, drawn again with a reason, published; late arrivals come in. */

import { may } from "./event_desk.js";
import { sheet } from "./event_bracket.js";
import { button, form, why } from "./event_parts.js";
import { isKnockOut, nameOf } from "./event_reading.js";
import { entryFields, entryFrom, titleOf } from "./set_up_players.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** Who is seeded where, by division, the strongest first; kept until it is drawn. */
const seeds = new Map();

export function drawOf(desk, event, division, redraw) {
  const { division_id: id, draw, entries } = division;
  if (draw === null) {
    return entries.length < 2 || !may("DrawDivision") ? nothing : drawing(desk, event, division, redraw);
  }
  return html`
    <h3>${draw.published ? word("draw_published", { number: draw.number }) : word("draw_not_published", { number: draw.number })}</h3>
    <div class="answers">${draw.published ? late(desk, event, division) : publishing(desk, division)}</div>
    ${hasBegun(division) || !isKnockOut(division) || division.format.by_date || !may("SwapPlaces") ? nothing : swapping(desk, event, division)}
    ${hasBegun(division) && !desk.holds(`${id} draw`, `${id} back`) ? nothing : again(desk, event, division, redraw)}
    ${sheet(event, division)}`;
}

/** Two entries change places by hand; a bye goes with its place. */
function swapping(desk, event, { division_id: id, entries, draw }) {
  const where = `${id} swap`;
  const send = (said) => {
    const [one, two] = [said.get("one"), said.get("two")];
    const fields = { division_id: id, one, two, why: said.get("why") ?? "" };
    return desk.act(where, "SwapPlaces", fields, word("swapped", { one: nameOf(event, one), two: nameOf(event, two) }));
  };
  const chosen = (name, label) => html`<label>${label} <select name=${name} required>
    <option value=""></option>
    ${entries.map((each) => html`<option value=${each}>${nameOf(event, each)}</option>`)}
  </select></label>`;
  return html`<details class="swap">
    <summary>${word("swap_places")}</summary>
    ${form(desk, where, send, html`${chosen("one", word("swap_one"))}${chosen("two", word("swap_two"))}${draw.published ? why() : nothing}`, word("swap_do"), { plain: true, label: word("swap_places") })}
  </details>`;
}

const hasBegun = ({ pairings }) => pairings.some(({ table, result }) => table !== null || result !== null);

function publishing(desk, { division_id: id, name }) {
  const publish = () => desk.act(`${id} publish`, "PublishDraw", { division_id: id }, word("published", { name }));
  return may("PublishDraw") ? button(desk, `${id} publish`, word("publish"), publish, "go") : nothing;
}

function drawing(desk, event, division, redraw) {
  const { division_id: id, name } = division;
  const send = (said) => drawn(desk, division, said, "");
  return form(
    desk,
    `${id} draw`,
    send,
    html`${seeding(event, division, redraw)} ${latePlaces(division)} ${keepApart(division)}`,
    word("draw"),
    { label: word("draw_of", { name }) },
  );
}

/** Where it is a knock-out: other formats take who comes late by their rules. */
const latePlaces = (division) =>
  isKnockOut(division)
    ? html`<label>${word("late_places")} <input name="late" type="number" min="0" max="64" required value=${String(division.draw?.late_places ?? 0)}></label>`
    : nothing;

/** In a knock-out where some are of one club or family, they need not meet at once. */
const keepApart = (division) =>
  isKnockOut(division)
    ? html`<label class="tick"><input type="checkbox" name="apart"> ${word("draw_apart")}</label>`
    : nothing;

async function drawn(desk, { division_id: id, name }, said, reason) {
  const fields = { division_id: id, seeds: seeds.get(id) ?? [], late_places: Number(said.get("late") ?? 0), why: reason, apart: said.has("apart") };
  return desk.act(`${id} draw`, "DrawDivision", fields, word("drawn", { name }));
}

/** Of a pair both count. */
const ratingOf = (event, entryId) =>
  event.entryOf.get(entryId).players.reduce((sum, { rating }) => sum + (rating ?? 0), 0);

/** Who is not drawn but seeded: chosen one after the other. */
function seeding(event, { division_id: id, entries }, redraw) {
  const chosen = (seeds.get(id) ?? []).filter((each) => entries.includes(each));
  const set = (next) => {
    seeds.set(id, next);
    redraw();
  };
  const add = ({ target }) => {
    if (target.value) set([...chosen, target.value]);
    target.value = "";
  };
  const rated = entries.filter((each) => ratingOf(event, each) > 0);
  const byRating = ({ target }) => {
    const strongest = rated.toSorted((one, other) => ratingOf(event, other) - ratingOf(event, one));
    set(strongest.slice(0, Math.max(0, Number(target.value))));
  };
  return html`<details class="seeds">
    <summary>${word("seeds", { count: chosen.length })}</summary>
    ${rated.length ? html`<label>${word("seed_by_rating")} <input type="number" min="0" max=${rated.length} .value=${String(chosen.length)} @change=${byRating}></label>` : nothing}
    <label>${word("seed_add")} <select @change=${add}>
      <option value=""></option>
      ${entries
        .filter((each) => !chosen.includes(each))
        .map((each) => html`<option value=${each}>${nameOf(event, each)}</option>`)}
    </select></label>
    <ol>
      ${chosen.map(
        (each) => html`<li><bdi>${nameOf(event, each)}</bdi> <button type="button" aria-label=${word("seed_off", { name: nameOf(event, each) })} @click=${() => set(chosen.filter((one) => one !== each))}>${word("take_away")}</button></li>`,
      )}
    </ol>
  </details>`;
}

/** As long as no match of it began. */
function again(desk, event, division, redraw) {
  const { division_id: id, name } = division;
  const back = async (said) =>
    desk.act(`${id} back`, "TakeDrawBack", { division_id: id, why: said.get("why") }, word("taken_back", { name }));
  return html`<details class="again">
    <summary>${word("draw_again")}</summary>
    ${may("DrawDivision")
      ? form(
          desk,
          `${id} draw`,
          (said) => drawn(desk, division, said, said.get("why")),
          html`${seeding(event, division, redraw)} ${latePlaces(division)} ${keepApart(division)} ${why()}`,
          word("draw_again"),
          { plain: true, label: word("draw_again") },
        )
      : nothing}
    ${may("TakeDrawBack")
      ? form(desk, `${id} back`, back, why(), word("take_back"), { plain: true, label: word("take_back") })
      : nothing}
  </details>`;
}

/** Late arrivals take the places that were kept, in their order, or come in by the format's rules. */
function late(desk, event, { division_id: id, draw }) {
  const where = `${id} late`;
  const send = async (said, element) => {
    const entry = entryFrom(said);
    const done = word("entered_one", { name: titleOf(entry) });
    if (await desk.act(where, "TakeLate", { division_id: id, entry }, done)) element.reset();
  };
  const close = () => desk.act(`${id} close`, "CloseLatePlaces", { division_id: id }, word("late_done"));
  const kept = draw.late_places > 0;
  return html`${kept ? html`<p>${word("late_left", { count: draw.late_left, all: draw.late_places })}</p>` : nothing}
    ${draw.takes_late && may("TakeLate")
      ? form(desk, where, send, entryFields(), word("take_late"), { plain: true, label: word("take_late") })
      : nothing}
    ${draw.late_left > 0 && may("CloseLatePlaces") ? button(desk, `${id} close`, word("close_late"), close) : nothing}
    ${draw.free_places.length > 0 && may("GivePlace") ? given(desk, event, id, draw.free_places) : nothing}`;
}

/** Who comes late plays in the place of one who did not come: the director's ruling. */
function given(desk, event, id, places) {
  const where = `${id} give`;
  const send = async (said, element) => {
    const entry = entryFrom(said);
    const fields = { division_id: id, of: said.get("of") || null, entry, why: said.get("why") };
    if (await desk.act(where, "GivePlace", fields, word("entered_one", { name: titleOf(entry) }))) element.reset();
  };
  const whose = html`<label>${word("place_of")} <select name="of">
    ${places.map((of) => html`<option value=${of ?? ""}>${of === null ? word("place_closed") : nameOf(event, of)}</option>`)}
  </select></label>`;
  return form(desk, where, send, html`${whose}${entryFields()}${why()}`, word("give_place"), { plain: true, label: word("give_place") });
}
