/**
 * A match in play, settled where it stands in the list: who won and the loser's points, or who did
 * not come. All else is in what the row opens.
 */

import { may } from "./event_desk.js";
import { note, press } from "./event_parts.js";
import { keyText, nameOf } from "./event_reading.js";
import { isolated } from "./names.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

export class QuickResults {
  #desk;
  #redraw;
  #key = null;
  #winner = null;

  constructor(desk, redraw) {
    this.#desk = desk;
    this.#redraw = redraw;
  }

  /** What can be done at once about the match at a table. */
  show(event, here) {
    const { key, division, pairing } = here;
    const where = `quick ${keyText(key)}`;
    const ids = pairing.places.map(({ entry_id: id }) => id);
    const single = pairing.played?.best_of === 1 && division.format.swing === null;
    if (pairing.state !== "ready" || ids.includes(null)) return nothing;
    if (this.#key === keyText(key)) return this.#points(event, here, where, ids);
    const won = single && may("TakeMatch");
    const absent = !here.begun && may("TakeOut no_show");
    return html`<div class="quick">
      ${won ? html`<span>${word("quick_won")}</span>${ids.map((id) => this.#wonButton(event, here, id))}` : nothing}
      ${absent ? html`<span>${word("quick_absent")}</span>${ids.map((id) => this.#absentButton(event, here, where, id))}` : nothing}
      ${note(this.#desk, where)}
    </div>`;
  }

  #wonButton(event, { key, pairing }, id) {
    const name = nameOf(event, id);
    const choose = () => {
      [this.#key, this.#winner] = [keyText(key), id];
      this.#desk.begin(`quick ${keyText(key)}`);
      this.#redraw();
      document.querySelector(".quick [name=points]")?.focus();
    };
    const label = word("quick_won_label", { table: pairing.table, name: isolated(name) });
    return html`<button type="button" class="won" aria-label=${label} @click=${choose}><bdi>${name}</bdi></button>`;
  }

  #absentButton(event, { pairing }, where, id) {
    const name = nameOf(event, id);
    const { table } = pairing;
    const send = () =>
      this.#desk.act(
        where,
        "TakeOut",
        { entry_id: id, leaving: "no_show", why: word("quick_absent_why", { table }) },
        word("changed_gone", { name: isolated(name) }),
        { sure: true },
      );
    const label = word("quick_absent_label", { table, name: isolated(name) });
    return html`<button type="button" aria-label=${label} ?disabled=${this.#desk.busy !== null} @click=${() => press(this.#desk, where, send)}><bdi>${name}</bdi></button>`;
  }

  /** The winner has the length; a last game may have gone beyond it, which is said there. */
  #points(event, { key, pairing }, where, ids) {
    const winner = this.#winner;
    const loser = ids.find((id) => id !== winner);
    const { length } = pairing.played;
    const send = async (points) => {
      const score = ids[0] === winner ? [length, points] : [points, length];
      const rows = [...document.querySelectorAll(".playing")];
      const nth = rows.findIndex((row) => row.querySelector(".quick [name=points]"));
      if (!(await this.#desk.act(where, "TakeMatch", { key, winner, score }, word("result_taken")))) return;
      this.#close();
      const left = document.querySelectorAll(".playing");
      left[Math.min(nth, left.length - 1)]?.querySelector(".won")?.focus();
    };
    const submit = (event) => {
      event.preventDefault();
      const points = Number(event.target.elements.points.value);
      press(this.#desk, where, () => send(points));
    };
    const [has, lost] = [winner, loser].map((id) => isolated(nameOf(event, id)));
    return html`<form class="quick" autocomplete="off" @submit=${submit} @keydown=${({ key: pressed }) => pressed === "Escape" && this.#close(where)}>
      <label>${word("quick_points", { winner: has, loser: lost, length })} <input name="points" type="number" min="0" max=${length - 1} required></label>
      <button class="go" ?disabled=${this.#desk.busy !== null}>${word("take_result")}</button>
      <button type="button" @click=${() => this.#close(where)}>${word("quick_back")}</button>
      ${note(this.#desk, where)}
    </form>`;
  }

  #close(where = null) {
    if (where !== null) this.#desk.leave(where);
    [this.#key, this.#winner] = [null, null];
    this.#redraw();
  }
}
