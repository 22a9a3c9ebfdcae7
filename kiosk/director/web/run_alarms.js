/** What tables report that does not count in the event: named, with what can be done about it. */

import { button, form, ifMay, why } from "./event_parts.js";
import { rows } from "./section.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** All of them, the first on top; nothing if all is well. */
export function alarms(desk, event) {
  if (event.alarms.length === 0) return nothing;
  return html`<section class="box alarms" role="alert" aria-labelledby="alarms-title">
    <h2 id="alarms-title">${word("alarms")}</h2>
    <ul>${rows(event.alarms, ({ words }) => words, (alarm) => html`<li><p>${alarm.words}</p>${answers(desk, alarm)}</li>`)}</ul>
  </section>`;
}

const answers = (desk, { acts }) => acts.map(({ kind, fields }) => ifMay(kind, () => ANSWERS[kind](desk, fields)));

const ANSWERS = {
  TakeUp: (desk, fields) => {
    const where = `take_up ${fields.journal_id}`;
    const act = () => desk.act(where, "TakeUp", fields, word("taken_up"));
    return button(desk, where, word("take_up"), act, "go");
  },
  TurnAway: (desk, fields) => {
    const where = `turn_away ${fields.journal_id}`;
    const send = (said) => desk.act(where, "TurnAway", { ...fields, why: said.get("why") }, word("turned_away"));
    return html`<details>
      <summary>${word("turn_away")}</summary>
      ${form(desk, where, send, why(), word("turn_away"), { label: word("turn_away"), plain: true })}
    </details>`;
  },
};
