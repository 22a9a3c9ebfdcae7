/** Parts that both pages of an event show. */

import { mark, setText } from "./dom.js";
import { may } from "./event_desk.js";
import { reportFault } from "./faults.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** What is wrong with a form, and what happened since it was begun. */
export function note(desk, where) {
  const said = desk.note(where);
  if (said === null) return html`<div role="alert"></div>`;
  return html`<div class="note" role="alert">
    ${said.reasons.map((words) => html`<p>${words}</p>`)}
    ${said.faults.length
      ? html`<table>
          <tr><th>${word("fault_line")}</th><th>${word("fault_field")}</th><th>${word("fault_what")}</th></tr>
          ${said.faults.map(
            ({ line, field, words }) => html`<tr><td>${line}</td><td>${fieldWord(field)}</td><td><bdi>${words}</bdi></td></tr>`,
          )}
        </table>`
      : nothing}
    ${said.changed?.length
      ? html`<p>${word("since_then")}</p>
          <ul>${said.changed.map((words) => html`<li>${words}</li>`)}</ul>
          <p>${word("send_again")}</p>`
      : nothing}
  </div>`;
}

/** A column of a list; of a pair each has its own. */
function fieldWord(field) {
  const [, column, which] = /^(.*?)([12]?)$/.exec(field);
  const second = which === "2" ? " 2" : "";
  if (column === "player" || column === "name") return word("player_name") + second;
  if (column === "number") return word("player_number") + second;
  if (column === "rating") return word("player_rating") + second;
  if (column === "experience") return word("player_experience") + second;
  if (column === "language") return word("player_language") + second;
  return column === "team" ? word("player_team") + second : field;
}

/**
 * A form that asks `desk` for an act. `send(values, form)` is called with what was filled in, by the
 * fields' names; what somebody begins to fill in is decided on the picture of that moment.
 */
export function form(desk, where, send, fields, verb, more = {}) {
  const submit = (event) => {
    event.preventDefault();
    press(desk, where, () => send(new FormData(event.target), event.target));
  };
  return html`<form
    class=${more.look ?? "fields"}
    aria-label=${more.label ?? nothing}
    autocomplete="off"
    @submit=${submit}
    @input=${() => desk.begin(where)}
  >
    ${fields}
    <button class=${more.plain ? "" : "go"} ?disabled=${desk.busy !== null}>${verb}</button>
    ${note(desk, where)}
  </form>`;
}

/** A button that does an act at once. */
export function button(desk, where, words, act, look = "") {
  const pressed = () => press(desk, where, act);
  return html`<button type="button" class=${look} ?disabled=${desk.busy !== null} @click=${pressed}>${words}</button>${note(desk, where)}`;
}

/** What was done last; the same once more is counted, so that it is seen. */
export function showDone(desk, place) {
  setText(place, desk.done);
  mark(place, "data-times", desk.times > 1 ? String(desk.times) : null);
}

/** Do what was pressed at `where`; if this page itself fails at it, words stand there. */
export async function press(desk, where, act) {
  try {
    await act();
  } catch (error) {
    reportFault(error);
    desk.complain(where, word("press_failed"));
  }
}

/** Why it is done: kept with it. */
export const why = () =>
  html`<label class="wide">${word("why")} <input name="why" required maxlength="200"></label>`;

/** The one thing to do next, on top of each page. */
export const nextBox = (words, action) =>
  html`<h2 id="next-title">${word("next")}</h2><p>${words}</p>${action ?? nothing}`;

/** A link to what is to be done; what is filled in there gets the focus. */
export function to(id) {
  const go = (event) => {
    const at = document.getElementById(id);
    if (!at) return;
    event.preventDefault();
    at.scrollIntoView({ block: "start" });
    at.querySelector("input:not([type=file]), select, button:not(:disabled)")?.focus({ preventScroll: true });
  };
  return html`<a class="go" href="#${id}" @click=${go}>${word("go_there")}</a>`;
}

export const ifMay = (name, shown) => (may(name) ? shown() : nothing);
