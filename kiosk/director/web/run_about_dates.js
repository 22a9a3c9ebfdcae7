/** What can be done about a pairing that is played by a date: a form for each act. */

import { dateOf, dayOf, minuteNow, minuteOf, slotText, timeOf } from "./days.js";
import { groundText, owed } from "./event_dates.js";
import { may } from "./event_desk.js";
import { why } from "./event_parts.js";
import { nameOf } from "./event_reading.js";
import { isolated } from "./names.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

const EVENING = 19 * 60;

/**
 * The forms that fit a pairing now. `way(where, title, act, fields, verb, open)` makes one; `shows`
 * keeps one that somebody fills in. The one that is most pressing stands open.
 */
export function dateWays(event, here, way, shows) {
  const { key, pairing, division } = here;
  const { dated } = pairing;
  if (!dated) return nothing;
  const rules = division.format.by_date;
  const open = dated.need !== null;
  const claimed = dated.claim !== null && dated.claim.granted === null;
  const known = { event, key, pairing, dated, rules, way };
  const may_ = (fits, act, where, show) => shows(fits && may(act), where, () => show(known));
  return html`
    ${open ? html`<p>${owed(here).join(" · ")}</p>` : nothing}
    ${may_(open && claimed, "RuleOnClaim", "date rule", rule)}
    ${may_(open && !dated.arranged && !dated.told_chairman, "TellChairman", "date tell", notifyChairman)}
    ${may_(open, "ArrangeRound", "date arrange", arrange)}
    ${may_(open, "OfferDates", "date offer", offer)}
    ${may_(open && !claimed, "ClaimMatch", "date claim", claim)}
    ${may_(pairing.state === "ready" || pairing.result !== null, "PlayAgain", "date again", again)}`;
}

/** When it was said, today unless somebody writes another day. */
const saidOn = ({ today }) =>
  html`<label>${word("date_said")} <input type="date" name="said" required value=${dateOf(today)} max=${dateOf(today)}></label>`;

/** A day and a time, with names that end with `nth`. */
const slotFields = ({ last_day: last }, nth, required, day = "") => html`
  <label>${word("date_day")} <input type="date" name="day${nth}" max=${dateOf(last)} ?required=${required} value=${day}></label>
  <label>${word("date_time")} <input type="time" name="time${nth}" ?required=${required} value=${timeOf(EVENING)}></label>`;

const slotOf = (said, nth) => ({ day: dayOf(said.get(`day${nth}`)), minute: minuteOf(said.get(`time${nth}`)) });

const done = () => word("date_done");

function offer({ event, key, dated, rules, way }) {
  const left = Math.max(1, Math.min(3, rules.offers - dated.offered.length));
  const every = Array.from({ length: left }, (_none, nth) => nth);
  return way(
    "date offer",
    word("date_offer"),
    (said) => {
      const slots = every.filter((nth) => said.get(`day${nth}`)).map((nth) => slotOf(said, nth));
      return ["OfferDates", { key, slots, day: dayOf(said.get("said")) }, done()];
    },
    html`${every.map((nth) => slotFields(dated, nth, nth === 0))}${saidOn(event)}`,
    word("date_offer"),
  );
}

/** One of those that were offered, which fills the fields, or another day. */
function arrange({ event, key, dated, way }) {
  const offered = dated.offered.filter(({ day }) => day >= event.today && day <= dated.last_day);
  const fill = (slot) => ({ target }) => {
    const { day, time } = target.form.elements;
    [day.value, time.value] = [dateOf(slot.day), timeOf(slot.minute)];
    day.focus(); // also where that day stood there already
  };
  return way(
    "date arrange",
    word("date_arrange"),
    (said) => ["ArrangeRound", { key, slot: slotOf(said, ""), day: dayOf(said.get("said")) }, done()],
    html`${offered.length
        ? html`<div class="answers" role="group" aria-label=${word("date_offered")}>
            ${offered.map((slot) => html`<button type="button" @click=${fill(slot)}>${slotText(slot)}</button>`)}
          </div>`
        : nothing}
      ${slotFields(dated, "", true)}${saidOn(event)}`,
    word("date_arrange"),
    dated.need === "arranging",
  );
}

const notifyChairman = ({ event, key, dated, way }) =>
  way(
    "date tell",
    word("date_tell"),
    (said) => ["TellChairman", { key, why: said.get("why"), day: dayOf(said.get("said")) }, done()],
    html`${saidOn(event)}${why()}`,
    word("date_tell"),
    dated.need === "chairman",
  );

function claim({ event, key, pairing, dated, rules, way }) {
  const ids = pairing.places.map(({ entry_id: id }) => id);
  return way(
    "date claim",
    word("date_claim"),
    (said) => {
      const now = { day: dayOf(said.get("said")), minute: minuteOf(said.get("time")) };
      return ["ClaimMatch", { key, claimant: said.get("claimant"), ground: said.get("ground"), now, why: said.get("why") }, done()];
    },
    html`<fieldset class="choice"><legend>${word("date_claimant")}</legend>
        ${ids.map((id) => html`<label><input type="radio" name="claimant" value=${id} required> <bdi>${nameOf(event, id)}</bdi></label>`)}
      </fieldset>
      <label>${word("date_ground")} <select name="ground">
        <option value="late">${groundText("late", rules)}</option>
        <option value="not_offered">${groundText("not_offered", rules)}</option>
        <option value="not_played" ?selected=${dated.need === "overdue"}>${groundText("not_played", rules)}</option>
      </select></label>
      ${saidOn(event)}
      <label>${word("date_time")} <input type="time" name="time" required value=${timeOf(minuteNow())}></label>
      ${why()}`,
    word("date_claim"),
  );
}

/** The Chairman's word. */
function rule({ event, key, dated, way }) {
  const name = isolated(nameOf(event, dated.claim?.by));
  return way(
    "date rule",
    word("date_rule"),
    (said) => ["RuleOnClaim", { key, granted: said.get("granted") === "yes", why: said.get("why") }, done()],
    html`<fieldset class="choice"><legend>${word("date_rule")}</legend>
        <label><input type="radio" name="granted" value="yes" required> ${word("date_granted", { name })}</label>
        <label><input type="radio" name="granted" value="no" required> ${word("date_turned_down")}</label>
      </fieldset>
      ${why()}`,
    word("date_rule"),
    true,
  );
}

const again = ({ key, rules, way }) =>
  way(
    "date again",
    word("date_again", { points: rules.replay_points }),
    (said) => ["PlayAgain", { key, why: said.get("why") }, done()],
    html`<p class="hint">${word("date_again_hint")}</p>${why()}`,
    word("date_again", { points: rules.replay_points }),
  );
