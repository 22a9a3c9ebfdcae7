/** The dates by which the rounds of a division are played: what is to be done, and setting them. */

import { dateOf, dayOf, dayText, slotText } from "./days.js";
import { may } from "./event_desk.js";
import { form } from "./event_parts.js";
import { bracketName, keyText, nameOf, roundName, versus, whereOf } from "./event_reading.js";
import { isolated } from "./names.js";
import { rows as listed } from "./section.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** What a pairing waits for, the most pressing first; the first four wait for a person here. */
const NEEDS = ["ruling", "overdue", "chairman", "result", "arranging", "playing"];
const PRESSING = NEEDS.slice(0, 4);

/** The open pairings of a division that have a date, what needs a person first. */
function datedOf(event, division) {
  return division.pairings
    .filter(({ dated }) => dated && dated.need !== null)
    .map((pairing) => event.pairingOf.get(keyText({ division_id: division.division_id, pairing_id: pairing.pairing_id })))
    .sort((one, two) => rank(one.pairing.dated) - rank(two.pairing.dated) || one.pairing.dated.last_day - two.pairing.dated.last_day);
}

const rank = ({ need }) => NEEDS.indexOf(need);
export const isPressing = ({ pairing }) => PRESSING.includes(pairing.dated.need);

/** Every pairing with a date in the event, as `datedOf` has those of a division. */
export const allDated = (event) => event.divisions.flatMap((division) => datedOf(event, division));

/** The section of a division; `choose(key)` is called for a pairing somebody wants to act on. */
export function dates(desk, event, division, choose) {
  if (!division.format.by_date || !division.draw?.published) return nothing;
  const open = datedOf(event, division);
  const id = `${division.division_id}-dates`;
  return html`<section class="box dates" id=${id} aria-labelledby="${id}-title">
    <h2 id="${id}-title">${word("dates_title", { name: isolated(division.name) })}</h2>
    <ul class="now-list">
      ${listed(
        open,
        ({ key }) => keyText(key),
        (here) => html`<li><button type="button" class="row" data-need=${here.pairing.dated.need} @click=${() => choose(here.key)}>
          <b class="table-number" aria-hidden="true">${isPressing(here) ? "!" : "–"}</b>
          <span><bdi class="who">${versus(event, here)}</bdi> <b class="need">${needText(event, here.pairing)}</b>
            <small>${[whereOf(here), ...owed(here)].join(" · ")}</small></span>
        </button></li>`,
      )}
    </ul>
    ${may("SetRoundDates") ? html`<details><summary>${word("round_dates")}</summary>${roundDates(desk, division)}</details>` : nothing}
  </section>`;
}

/** What it waits for, in a sentence. */
function needText(event, { dated }) {
  const name = isolated(nameOf(event, dated.need === "ruling" ? dated.claim.by : dated.challenger));
  const when = dated.arranged ? slotText(dated.arranged) : "";
  if (dated.need === "ruling") return word("need_ruling", { name });
  if (dated.need === "overdue") return word("need_overdue");
  if (dated.need === "chairman") return word("need_chairman");
  if (dated.need === "result") return word("need_result", { when });
  return dated.need === "arranging" ? word("need_arranging", { name }) : word("need_playing", { when });
}

/** What somebody claims it for. */
export function groundText(ground, { late_min: minutes }) {
  if (ground === "late") return word("ground_late", { minutes });
  return ground === "not_offered" ? word("ground_not_offered") : word("ground_not_played");
}

/** By when, what was offered and said. */
export function owed({ pairing, division }) {
  const { last_day: last, offered, offered_enough: enough, told_chairman: told, claim, replay_points: points } = pairing.dated;
  const found = [word("played_by", { day: dayText(last) })];
  const days = offered.map(slotText).join(" / ");
  if (days) found.push(enough ? word("dates_offered_enough", { days }) : word("dates_offered", { days }));
  if (told) found.push(word("dates_told"));
  if (claim?.granted === null) found.push(groundText(claim.ground, division.format.by_date), claim.why);
  if (points > 0) found.push(word("dates_again", { points }));
  return found;
}

/** A form with the last day of each round there is, or of those there will be. */
export function roundDates(desk, division) {
  if (!may("SetRoundDates")) return nothing;
  const where = `${division.division_id} dates`;
  const rows = roundsOf(division);
  const send = async (said, element) => {
    const asked = rows
      .map(({ bracket, round, day }, nth) => ({ bracket, round, day, said: said.get(`day ${nth}`) }))
      .filter((each) => each.said && dayOf(each.said) !== each.day)
      .map((each) => ({ bracket: each.bracket, round: each.round, last_day: dayOf(each.said) }));
    const fields = { division_id: division.division_id, dates: asked, why: said.get("why") ?? "" };
    if (await desk.act(where, "SetRoundDates", fields, word("round_dates_set"))) element.reset();
  };
  const set = division.last_days.length > 0;
  return form(
    desk,
    where,
    send,
    html`${rows.map(
        ({ bracket, round, day }, nth) => html`<label>${named(division, bracket, round)}
          <input type="date" name="day ${nth}" min="2000-01-01" max="9999-12-31" value=${day ? dateOf(day) : ""}></label>`,
      )}
      ${set ? html`<p class="hint wide">${word("round_dates_hint")}</p><label class="wide">${word("why")} <input name="why" maxlength="200"></label>` : nothing}`,
    word("round_dates_do"),
    { plain: set, label: word("round_dates") },
  );
}

const named = (division, bracket, round) =>
  `${bracketName(bracket)}, ${roundName(division, bracket, round)}`;

/** As many as the draw has; before it as many as its players need. */
function roundsOf({ pairings, entries, format, last_days: days }) {
  const drawn = new Map(pairings.map(({ bracket, round }) => [`${bracket} ${round}`, { bracket, round }]));
  const bracket = format.shape.brackets[0].name;
  const count = Math.max(1, Math.ceil(Math.log2(Math.max(2, entries.length))));
  const rows = drawn.size ? [...drawn.values()] : Array.from({ length: count }, (_none, nth) => ({ bracket, round: nth + 1 }));
  const of = (row) => days.find((each) => each.bracket === row.bracket && each.round === row.round)?.last_day;
  return rows.map((row) => ({ ...row, day: of(row) }));
}

/** Whether every round has its date. */
export const hasDates = (division) => !division.format.by_date || roundsOf(division).every(({ day }) => day);
