/** Players of earlier events of this club: ticked, they enter with number, rating and language. */

import { may } from "./event_desk.js";
import { note, press } from "./event_parts.js";
import { findByName } from "./names.js";
import { rows } from "./section.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

const MOST_SHOWN = 60;

export class PeopleBefore {
  #desk;
  #redraw;
  #ticked = new Set();
  #find = "";

  constructor(desk, redraw) {
    this.#desk = desk;
    this.#redraw = redraw;
  }

  show(event, divisionId) {
    if (!may("Enter")) return nothing;
    const where = `${divisionId} people`;
    const found = this.#find.trim() === "" ? event.people : findByName(event.people, this.#find, ({ name }) => name);
    const chosen = event.people.filter(({ player_id: id }) => this.#ticked.has(id));
    const seek = ({ target }) => {
      this.#find = target.value;
      this.#redraw();
    };
    const tick = (id) => {
      if (!this.#ticked.delete(id)) this.#ticked.add(id);
      this.#redraw();
    };
    const enter = async () => {
      const entries = chosen.map(({ player_id: _id, ...player }) => ({ players: [player] }));
      const count = entries.length;
      if (!(await this.#desk.act(where, "Enter", { division_id: divisionId, entries }, word("entered", { count })))) return;
      this.#ticked.clear();
      this.#find = "";
      this.#redraw();
    };
    return html`<details class="people-before">
      <summary>${word("people_before", { count: event.people.length })}</summary>
      <label>${word("find_player")} <input type="search" .value=${this.#find} autocomplete="off" @input=${seek}></label>
      <p class="hint">${word("people_tick")}</p>
      <ul class="entries">${rows(
        found.slice(0, MOST_SHOWN),
        ({ player_id: id }) => id,
        ({ player_id: id, name }) => html`<li><label class="tick"><input type="checkbox" .checked=${this.#ticked.has(id)} @change=${() => tick(id)}> <bdi>${name}</bdi></label></li>`,
      )}</ul>
      <button type="button" ?disabled=${this.#desk.busy !== null || chosen.length === 0} @click=${() => press(this.#desk, where, enter)}>${word("people_enter", { count: chosen.length })}</button>
      ${note(this.#desk, where)}
    </details>`;
  }
}
