/**
 * A list of players before anybody enters: its columns are matched, its lines mended, and who may
 * be somebody else is asked. Those that are right enter; the others stay here.
 */

import { may } from "./event_desk.js";
import { press } from "./event_parts.js";
import { failed, rows as listed } from "./section.js";
import { sendTo } from "./sending.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** Lines shown of those about which there is nothing to decide, until somebody asks for all. */
const SHOWN = 10;
/** Of the divisions to choose, one that is made first. */
const MAKE = "make";

/** Words in the place of a line that failed. */
const failedRow = () => html`<tr><td>${failed()}</td></tr>`;

/** What a column may be, by the service's names. */
const fieldNames = () => [
  ["", word("list_unused")],
  ["name", word("player_name")],
  ["first1", word("list_first_name")],
  ["last1", word("list_last_name")],
  ["number1", word("player_number")],
  ["rating1", word("player_rating")],
  ["experience1", word("player_experience")],
  ["language1", word("player_language")],
  ["team1", word("player_team")],
  ["division", word("list_division")],
  ["pair", word("list_pair")],
  ["player2", `${word("player_name")} 2`],
  ["number2", `${word("player_number")} 2`],
  ["rating2", `${word("player_rating")} 2`],
  ["experience2", `${word("player_experience")} 2`],
  ["language2", `${word("player_language")} 2`],
  ["team2", `${word("player_team")} 2`],
];

export class ListPreview {
  #desk;
  #where;
  #divisionId;
  #redraw;
  #content = null;
  #sheet = null;
  #looked = new Map();
  #answer = null;
  #divisions = {};
  #apart = new Set();
  #left = new Set();
  #touched = new Set();
  #all = false;
  #looks = 0;

  constructor(desk, divisionId, redraw) {
    this.#desk = desk;
    this.#divisionId = divisionId;
    this.#where = `${divisionId} list`;
    this.#redraw = redraw;
  }

  get where() {
    return this.#where;
  }

  get isOpen() {
    return this.#sheet !== null;
  }

  /** Read a file or a text; whether it could be read. */
  read(content) {
    this.#content = content;
    return this.readAgain("");
  }

  /** Read the same once more, in the code page that somebody chose. */
  async readAgain(codePage) {
    const content = this.#content;
    const read = await this.#desk.rows(this.#where, content, codePage);
    if (read === null) return false;
    const { head_line: headLine, heads, fields, rows } = read;
    this.#sheet = { headLine, heads, fields: named(fields), rows };
    for (const each of [this.#apart, this.#left, this.#touched]) each.clear();
    this.#divisions = {};
    this.#all = false;
    await this.#look();
    return true;
  }

  /** Ask what would become of each line as the sheet is now. */
  async #look() {
    const nth = ++this.#looks;
    const { answer, problem } = await sendTo("/event/entries/look", this.#body(this.#kept()));
    if (nth !== this.#looks) return; // a newer one is on its way
    if (problem) return this.#desk.complain(this.#where, problem);
    this.#answer = answer;
    this.#looked = new Map(answer.lines.map((each) => [each.line, each]));
    this.#redraw();
  }

  #body(rows) {
    const { heads, fields } = this.#sheet;
    return {
      division_id: this.#divisionId,
      seen_seq: this.#desk.seenSeq(this.#where),
      heads,
      fields,
      rows,
      divisions: this.#divisions,
      apart: [...this.#apart],
    };
  }

  #kept() {
    return this.#sheet.rows.filter(({ line }) => !this.#left.has(line));
  }

  #becomes(line) {
    return this.#left.has(line) ? "left" : (this.#looked.get(line)?.becomes ?? "wrong");
  }

  #lines(becomes) {
    return this.#sheet.rows.filter(({ line }) => this.#becomes(line) === becomes);
  }

  async #enter() {
    const rows = this.#lines("new");
    if (!(await this.#desk.enterSheet(this.#where, this.#body(rows)))) return;
    const gone = new Set([...rows, ...this.#lines("there")].map(({ line }) => line));
    this.#sheet.rows = this.#sheet.rows.filter(({ line }) => !gone.has(line));
    if (this.#kept().length === 0) this.close();
    else await this.#look();
  }

  close() {
    this.#sheet = null;
    this.#desk.leave(this.#where);
    this.#redraw();
  }

  #change(act) {
    return (event) => press(this.#desk, this.#where, async () => {
      act(event);
      await this.#look();
    });
  }

  show(event) {
    if (this.#sheet === null || this.#answer === null) return nothing;
    const count = (becomes) => this.#lines(becomes).length;
    const open = count("wrong") + count("asked") + count("nowhere");
    const { faults, changes, divisions } = this.#answer;
    const entering = count("new");
    return html`<section class="preview" aria-label=${word("list_preview")}>
      <p><strong>${word("list_counts", { entering, there: count("there"), open })}</strong></p>
      ${faults.map(({ words }) => html`<p class="note" role="alert">${words}</p>`)}
      ${changes.length ? html`<p>${word("entered_otherwise", { changes: changes.join("; ") })}</p>` : nothing}
      ${this.#headed()}
      ${divisions.length ? this.#spread(event, divisions) : nothing}
      <div class="scroll" tabindex="0" role="group" aria-label=${word("list_lines")}>${this.#table()}</div>
      <div class="answers">
        <button type="button" class="go" ?disabled=${this.#desk.busy !== null || entering === 0} @click=${() => press(this.#desk, this.#where, () => this.#enter())}>${word("list_enter", { count: entering })}</button>
        <button type="button" @click=${() => this.close()}>${word("list_away")}</button>
      </div>
    </section>`;
  }

  /** Whether the first row is the headings of the columns, or somebody who plays. */
  #headed() {
    const { headLine, heads } = this.#sheet;
    const turn = this.#change(({ target }) => {
      const { rows } = this.#sheet;
      if (target.checked) this.#sheet.heads = rows.shift().cells;
      else rows.unshift({ line: headLine, cells: heads });
      if (!target.checked) this.#sheet.heads = [];
    });
    return html`<label class="tick"><input type="checkbox" .checked=${heads.length > 0} @change=${turn}> ${word("list_heads", { line: headLine })}</label>`;
  }

  /** Which division each word in the column of divisions stands for; one may be made like this. */
  #spread(event, divisions) {
    return html`<div class="fields">${divisions
      .filter(({ words }) => words !== "")
      .map(({ words, division_id: id, lines }) => {
        const choose = ({ target }) => press(this.#desk, this.#where, async () => {
          if (target.value === MAKE && !(await this.#makeDivision(words))) return;
          if (target.value === MAKE) delete this.#divisions[words];
          else this.#divisions[words] = target.value;
          await this.#look();
        });
        return html`<label>${word("list_division_of", { words, count: lines })} <select @change=${choose}>
          <option value="" .selected=${id === ""}></option>
          ${event.divisions.map((each) => html`<option value=${each.division_id} .selected=${each.division_id === id}>${each.name}</option>`)}
          ${id === "" && may("MakeDivision") ? html`<option value=${MAKE}>${word("list_make_division", { name: words })}</option>` : nothing}
        </select></label>`;
      })}</div>`;
  }

  /** Another division, played as this one is; whether it was made. */
  #makeDivision(name) {
    const { format, precedence } = this.#desk.event.divisionOf.get(this.#divisionId);
    const fields = { division_id: null, name, format, precedence };
    return this.#desk.act(this.#where, "MakeDivision", fields, word("division_made", { name }));
  }

  #table() {
    const { heads, fields, rows } = this.#sheet;
    const open = ({ line }) => this.#touched.has(line) || ["wrong", "asked", "left"].includes(this.#becomes(line));
    const plain = rows.filter((row) => !open(row));
    const few = new Set((this.#all ? plain : plain.slice(0, SHOWN)).map(({ line }) => line));
    const shown = rows.filter((row) => open(row) || few.has(row.line));
    const hidden = rows.length - shown.length;
    return html`<table>
      <thead>
        <tr><th scope="col">${word("list_line")}</th><td></td>
          ${fields.map((field, nth) => html`<th scope="col">${this.#column(field, nth, heads[nth] ?? "")}</th>`)}</tr>
      </thead>
      <tbody>
        ${listed(shown, ({ line }) => line, (row) => this.#row(row, open(row)), failedRow)}
      </tbody>
      </table>
      ${hidden ? html`<button type="button" @click=${() => { this.#all = true; this.#redraw(); }}>${word("list_all", { count: rows.length })}</button>` : nothing}`;
  }

  #column(field, nth, head) {
    const choose = this.#change(({ target }) => {
      const fields = this.#sheet.fields.map((each) => (each === target.value ? "" : each));
      fields[nth] = target.value;
      this.#sheet.fields = named(fields);
    });
    const shown = field === "player1" ? "name" : field;
    const known = fieldNames();
    return html`<label><bdi>${head}</bdi>
      <select aria-label=${word("list_column", { number: nth + 1, head })} @change=${choose}>
        ${known.map(([name, words]) => html`<option value=${name} ?selected=${name === shown} .selected=${name === shown}>${words}</option>`)}
        ${known.some(([name]) => name === shown) ? nothing : html`<option value=${shown} selected>${head}</option>`}
      </select></label>`;
  }

  #row({ line, cells }, open) {
    const becomes = this.#becomes(line);
    const { fields, heads } = this.#sheet;
    const editable = open && becomes !== "left";
    return html`<tr data-becomes=${becomes}>
      <th scope="row">${line}</th><td>${this.#verdict(line, becomes)}</td>
      ${fields.map((field, nth) => {
        const words = cells[nth] ?? "";
        return html`<td data-label=${heads[nth] ?? ""}>${editable && field !== "" ? this.#cell(line, nth, words) : html`<bdi>${words}</bdi>`}</td>`;
      })}
    </tr>`;
  }

  #cell(line, nth, words) {
    const mend = this.#change(({ target }) => {
      const row = this.#sheet.rows.find((each) => each.line === line);
      const cells = [...row.cells];
      while (cells.length <= nth) cells.push("");
      cells[nth] = target.value;
      row.cells = cells;
      this.#touched.add(line);
    });
    const { heads } = this.#sheet;
    const label = word("list_cell", { line, column: heads[nth] || nth + 1 });
    return html`<input aria-label=${label} .value=${words} @change=${mend}>`;
  }

  /** What becomes of a line, why, and what can be done about it. */
  #verdict(line, becomes) {
    const turn = (set, on) => this.#change(() => (on ? set.add(line) : set.delete(line)));
    const button = (words, act) => html`<button type="button" aria-label=${`${word("list_line")} ${line}: ${words}`} @click=${act}>${words}</button>`;
    if (becomes === "new" && this.#apart.has(line)) return word("list_apart");
    if (becomes === "new") return word("list_enters");
    if (becomes === "there") return word("list_there");
    if (becomes === "nowhere") return word("list_nowhere");
    if (becomes === "left") return html`${word("list_left")} ${button(word("list_take_in"), turn(this.#left, false))}`;
    const why = this.#looked.get(line)?.why ?? [];
    return html`<div class="why">${why.map(({ words }) => html`<p><bdi>${words}</bdi></p>`)}
      ${becomes === "asked" ? button(word("list_other"), turn(this.#apart, true)) : nothing}
      ${button(becomes === "asked" ? word("list_same") : word("list_leave_out"), turn(this.#left, true))}</div>`;
  }
}

/** With a second name there is a first: a lone name's field is another. */
function named(fields) {
  const pair = fields.includes("player2") && !fields.includes("player1");
  return fields.map((each) => (pair && each === "name" ? "player1" : each));
}
