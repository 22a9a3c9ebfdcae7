/** A division's form: its name, what it is played as, how long each round is and by which rules. */

import { may, profiles } from "./event_desk.js";
import { picture, titleOf } from "./event_formats.js";
import { form, why } from "./event_parts.js";
import { bracketName } from "./event_reading.js";
import { failed, rows } from "./section.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

const SERIES = [1, 3, 5, 7];

export class DivisionForm {
  #desk;
  #formats;
  #redraw;
  #drafts = new Map();

  constructor(desk, formats, redraw) {
    this.#desk = desk;
    this.#formats = formats;
    this.#redraw = redraw;
  }

  /** The form of a division that is there, or of a new one. */
  show(division) {
    if (!may("MakeDivision")) return nothing;
    const where = division ? `division ${division.division_id}` : "division new";
    const draft = this.#draft(where, division);
    const change = (made) => this.#change(where, draft, made);
    return form(
      this.#desk,
      where,
      (said, element) => this.#send(where, draft, division, said, element),
      html`
        <label>${word("division_name")} <input name="name" required maxlength="100" value=${division?.name ?? ""}></label>
        <label>${word("format")} <select name="format" @change=${({ target }) => change(begun(this.#choices(division), target.value))}>
          ${this.#choices(division).map(
            ({ format_id: id, title }) => html`<option value=${id} ?selected=${id === draft.id}>${title}</option>`,
          )}
        </select></label>
        ${rules(draft)}
        <label>${word("precedence")} <input name="precedence" type="number" min="0" max="99" required value=${String(division?.precedence ?? 0)}></label>
        <div class="means wide">${picture(draft.format)}<p>${draft.means}</p></div>
        ${ruleFields(draft.format)}
        <div class="wide">${rounds(draft, change)}</div>
        ${draft.format.shape.brackets.length
          ? html`<label class="tick wide"><input type="checkbox" name="third" ?checked=${draft.format.shape.brackets[0].third_place}> ${word("third_place_played")}</label>`
          : nothing}`,
      division ? word("change_it") : word("make_division"),
      { plain: division !== null, label: division ? word("change_format") : word("new_division") },
    );
  }

  /** Once it is drawn: how rounds are played that are not begun, with a reason. */
  showRounds(division) {
    const where = `rounds ${division.division_id}`;
    const draft = this.#draft(where, division);
    return form(
      this.#desk,
      where,
      (said, element) => this.#setRounds(where, draft, division, said, element),
      html`${rules(draft)}
        <div class="wide">${rounds(draft, (made) => this.#change(where, draft, made))}</div>
        ${why()}`,
      word("change_it"),
      { plain: true, label: word("change_rounds") },
    );
  }

  #change(where, draft, made) {
    this.#drafts.set(where, { ...draft, ...made });
    this.#desk.begin(where);
    this.#redraw();
  }

  /** What it can be played as: first of all as it is. */
  #choices(division) {
    if (division === null) return this.#formats;
    const { format } = division;
    const { means } = this.#formats.find((each) => each.format.title === format.title) ?? { means: "" };
    return [{ format_id: "", title: titleOf(this.#formats, format), means, format }, ...this.#formats];
  }

  /** As it is there, until somebody changes it here. */
  #draft(where, division) {
    return this.#drafts.get(where) ?? begun(this.#choices(division));
  }

  async #send(where, draft, division, said, element) {
    const brackets = draft.format.shape.brackets.map((each, nth) =>
      nth === 0 ? { ...each, third_place: said.has("third") } : each,
    );
    const shape = { brackets };
    const numbered = ruled(draft.format, said);
    const format = { ...draft.format, ...numbered, shape, rounds: played(draft, said) };
    const fields = {
      division_id: division?.division_id ?? null,
      name: said.get("name"),
      format,
      precedence: Number(said.get("precedence")),
    };
    const made = word("division_made", { name: fields.name });
    this.#done(await this.#desk.act(where, "MakeDivision", fields, made), where, element);
  }

  async #setRounds(where, draft, { division_id: id, name }, said, element) {
    const fields = { division_id: id, rounds: played(draft, said), why: said.get("why") };
    const done = word("division_made", { name });
    this.#done(await this.#desk.act(where, "SetRounds", fields, done), where, element);
  }

  #done(done, where, element) {
    if (!done) return;
    this.#drafts.delete(where);
    element.reset();
    this.#redraw();
  }
}

const rules = (draft) => html`<label>${word("rules")} <select name="profile">
  ${Object.entries(profiles).map(
    ([id, title]) => html`<option value=${id} ?selected=${id === draft.profile}>${title}</option>`,
  )}
</select></label>`;

/** How each round is played, as it was filled in. */
function played(draft, said) {
  const profile = said.get("profile");
  return draft.rounds
    .map(({ row, ...round }) => ({
      ...round,
      profile,
      length: Number(said.get(`length ${row}`)),
      best_of: Number(said.get(`best ${row}`)),
      clock: said.get(`clock ${row}`),
      first: Number(said.get(`first ${row}`) ?? round.first),
    }))
    .sort(lastFirst);
}

/** The first that fits counts: of a bracket's rounds those for its last ones stand before all. */
const lastFirst = (one, two) => rank(one) - rank(two);
const rank = ({ first }) => (first <= 0 ? -first : 100 + first);

/** A form as a format starts it. Rows keep their names, so that what is typed in one stays there. */
function begun(choices, id = choices[0].format_id) {
  const { means, format } = choices.find(({ format_id: each }) => each === id);
  return {
    id,
    format,
    means,
    rounds: format.rounds.map((each, nth) => ({ ...each, row: `${id}.${nth}` })),
    profile: format.rounds[0].profile || Object.keys(profiles)[0],
  };
}

/** What a director sets of rules beside the knock-out: their numbers. All else is as the file has it. */
const RULES = {
  swiss: [["rounds", 0, 30], ["lives", 1, 9], ["late_rounds", 0, 30]],
  groups: [["size", 3, 16], ["through", 1, 16]],
  swing: [["start_vp", 100, 100_000]],
  by_date: [["offers", 0, 20], ["late_min", 0, 1440], ["notice_days", 0, 60], ["replay_points", 1, 99]],
};

function ruleWord(key) {
  if (key === "rounds") return word("rule_rounds");
  if (key === "lives") return word("rule_lives");
  if (key === "late_rounds") return word("rule_late_rounds");
  if (key === "size") return word("rule_size");
  if (key === "through") return word("rule_through");
  if (key === "offers") return word("rule_offers");
  if (key === "late_min") return word("rule_late");
  if (key === "notice_days") return word("rule_notice");
  if (key === "replay_points") return word("rule_replay");
  return word("rule_chips");
}

/** The numbers of a format's rules that count in it: no lives in a Swiss by wins. */
function numbersOf(format) {
  const kind = Object.keys(RULES).find((each) => format[each]);
  if (!kind) return [];
  const unused = { wins: "lives", lives: "rounds" }[format[kind].by];
  return RULES[kind].filter(([key]) => key !== unused).map(([key, low, high]) => ({ kind, key, low, high }));
}

const ruleFields = (format) =>
  numbersOf(format).map(
    ({ kind, key, low, high }) =>
      html`<label>${ruleWord(key)} <input type="number" name="rule ${key}" min=${low} max=${high} required value=${format[kind][key]}></label>`,
  );

/** The rules as they were filled in. */
function ruled(format, said) {
  const found = numbersOf(format).map(({ kind, key }) => [kind, key, Number(said.get(`rule ${key}`))]);
  return Object.fromEntries(
    found.map(([kind]) => [kind, { ...format[kind], ...Object.fromEntries(found.map(([, key, value]) => [key, value])) }]),
  );
}

let added = 0;

function rounds(draft, change) {
  const add = (bracket) => {
    const like = draft.rounds.findLast((each) => each.bracket === bracket);
    const at = draft.rounds.findIndex((each) => each.bracket === bracket);
    const made = { ...like, first: 0, last: 0, row: `added.${(added += 1)}` };
    change({ rounds: draft.rounds.toSpliced(at, 0, made) });
  };
  const remove = (row) => change({ rounds: draft.rounds.filter((each) => each.row !== row) });
  return html`<table class="rounds-table">
    <caption class="hidden">${word("rounds_how")}</caption>
    <thead><tr><th>${word("rounds_which")}</th><th>${word("points_to")}</th><th>${word("series_of")}</th><th>${word("clock_notice")}</th><td></td></tr></thead>
    <tbody>
      ${rows(draft.rounds, ({ row }) => row, (each) => roundRow(each, () => add(each.bracket), () => remove(each.row)), failedLine)}
    </tbody>
  </table>`;
}

const failedLine = () => html`<tr><td colspan="5">${failed()}</td></tr>`;

function roundRow({ row, bracket, first, length, best_of: best, clock }, add, remove) {
  const name = bracketName(bracket);
  const late = first <= 0;
  return html`<tr>
    <th scope="row">${name} ${late ? from(row, first, name) : html`<span>${word("all_rounds")}</span>`}</th>
    <td data-label=${word("points_to")}><input type="number" name="length ${row}" min="1" max="99" required aria-label=${word("points_to")} value=${String(length)}></td>
    <td data-label=${word("series_of")}><select name="best ${row}" aria-label=${word("series_of")}>
      ${SERIES.map((count) => html`<option value=${count} ?selected=${count === best}>${count}</option>`)}
    </select></td>
    <td data-label=${word("clock_notice")}><select name="clock ${row}" aria-label=${word("clock_notice")}>
      <option value="required" ?selected=${clock === "required"}>${word("clock_required")}</option>
      <option value="allowed" ?selected=${clock === "allowed"}>${word("clock_allowed")}</option>
      <option value="none" ?selected=${clock === "none"}>${word("clock_none")}</option>
    </select></td>
    <td>${late
      ? html`<button type="button" @click=${remove}>${word("take_away")}</button>`
      : html`<button type="button" @click=${add}>${word("last_rounds")}</button>`}</td>
  </tr>`;
}

const from = (row, first, bracket) => html`<select name="first ${row}" aria-label=${word("rounds_from", { bracket })}>
  <option value="0" ?selected=${first === 0}>${word("final")}</option>
  <option value="-1" ?selected=${first === -1}>${word("from_semi_finals")}</option>
  <option value="-2" ?selected=${first === -2}>${word("from_quarter_finals")}</option>
</select>`;
