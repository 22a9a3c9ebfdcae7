/** What can be done about a challenge, or about a member: one dialog, a form for each act. */

import { byId } from "./dom.js";
import { may } from "./event_desk.js";
import { form, why } from "./event_parts.js";
import { became, named, pairOf } from "./ladder_facts.js";
import { section } from "./section.js";
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

export class About {
  #desk;
  #dialog = byId("about");
  #redraw;
  #number = null;
  #member = null;
  #ways = new Set();

  constructor(desk, redraw) {
    this.#desk = desk;
    this.#redraw = redraw;
    this.#dialog.addEventListener("close", () => this.#forget());
  }

  challenge(number) {
    this.#open({ number });
  }

  member(memberId) {
    this.#open({ member: memberId });
  }

  #open({ number = null, member = null }) {
    [this.#number, this.#member] = [number, member];
    this.#redraw();
    this.#dialog.showModal();
  }

  #forget() {
    for (const where of this.#ways) this.#desk.leave(where);
    this.#ways.clear();
    [this.#number, this.#member] = [null, null];
    render(nothing, this.#dialog);
  }

  show(told) {
    if (this.#number === null && this.#member === null) return;
    const here = told.ladder?.challenges.find(({ number }) => number === this.#number);
    const member = told.ladder?.members.find(({ member_id: id }) => id === this.#member);
    if (!here && !member) return this.#dialog.close();
    render(
      html`<div class="about forms">
        ${section(() => (here ? this.#aboutChallenge(told, here) : this.#aboutMember(member)))}
        <button type="button" class="close" @click=${() => this.#dialog.close()}>${word("close")}</button>
      </div>`,
      this.#dialog,
    );
  }

  /** A way to do something: its title opens its form, which asks for an act and then goes away. */
  #way(where, title, act, fields, open = false) {
    this.#ways.add(where);
    const send = async (said) => {
      const [kind, asked, done] = act(said);
      if (await this.#desk.act(where, kind, asked, done)) this.#dialog.close();
    };
    return html`<details name="ways" class=${where} ?open=${open}>
      <summary>${title}</summary>
      ${form(this.#desk, where, send, fields, title, { label: title })}
    </details>`;
  }

  #aboutChallenge(told, here) {
    const { one, other } = pairOf(told, here);
    const waits = here.state === "open" || here.state === "disputed";
    const shows = (fits, act, where, show) => ((fits || this.#desk.holds(where)) && may(act) ? show() : nothing);
    return html`
      <h2 id="about-title"><bdi>${word("versus", { one, two: other })}</bdi></h2>
      <p>${became(told, here)}</p>
      ${shows(waits, "TakeLadderResult", "result", () => this.#result(told, here))}
      ${shows(waits, "EndUnplayed", "unplayed", () => this.#unplayed(told, here))}
      ${shows(here.state === "open", "DisputeLadderResult", "dispute", () => this.#dispute(here))}
      ${shows(!waits && told.ladder.season.open, "CorrectLadderResult", "correct", () => this.#correct(told, here))}
      ${shows(!waits && told.ladder.season.open, "CorrectLadderResult", "back", () => this.#back(here))}`;
  }

  #result(told, here) {
    const { number } = here;
    return this.#way(
      "result",
      word("ladder_result"),
      (said) => {
        const more = { played_day: said.get("day"), why: said.get("why") ?? "" };
        return ["TakeLadderResult", { number, ...scored(here, said), ...more }, word("result_taken")];
      },
      html`${points(told, here)}
        <label>${word("ladder_played_day")} <input type="date" name="day" required min=${here.for_day} max=${told.ladder.today} .defaultValue=${told.ladder.today}></label>
        ${here.overdue ? html`<label class="wide">${word("ladder_late_why")} <input name="why" maxlength="200"></label>` : nothing}`,
      true,
    );
  }

  #unplayed(told, { number, challenger, challenged }) {
    const who = (id) => html`<option value=${id} ?selected=${id === challenged}>${told.nameOf.get(id)}</option>`;
    return this.#way(
      "unplayed",
      word("ladder_unplayed"),
      (said) => [
        "EndUnplayed",
        { number, absent: said.get("absent") || null, why: said.get("why") },
        word("ladder_ended"),
      ],
      html`<label>${word("ladder_absent")} <select name="absent">${who(challenged)}${who(challenger)}<option value="">${word("ladder_nobody")}</option></select></label>${why()}`,
    );
  }

  #dispute({ number }) {
    return this.#way(
      "dispute",
      word("ladder_dispute"),
      (said) => ["DisputeLadderResult", { number, why: said.get("why") }, word("ladder_disputed")],
      html`<p class="hint">${word("ladder_dispute_hint")}</p>${why()}`,
    );
  }

  #correct(told, here) {
    return this.#way(
      "correct",
      word("correct_result"),
      (said) => [
        "CorrectLadderResult",
        { number: here.number, ...scored(here, said), why: said.get("why") },
        word("corrected"),
      ],
      html`${points(told, here)}${why()}`,
    );
  }

  /** It was not settled after all. */
  #back({ number }) {
    return this.#way(
      "back",
      word("ladder_dispute"),
      (said) => ["CorrectLadderResult", { number, winner: null, score: null, why: said.get("why") }, word("ladder_disputed")],
      html`<p class="hint">${word("ladder_dispute_hint")}</p>${why()}`,
    );
  }

  #aboutMember({ member_id: id, name, place }) {
    return html`
      <h2 id="about-title"><bdi>${place}. ${name}</bdi></h2>
      ${may("LeaveLadder")
        ? this.#way(
            "leave",
            word("ladder_leave", { name }),
            () => ["LeaveLadder", { member_id: id }, word("ladder_left", { name })],
            html`<p class="hint">${word("ladder_leave_hint")}</p>`,
          )
        : nothing}`;
  }
}

/** The points of both, the challenger's first: who has more has won. */
const points = (told, { challenger, challenged }) =>
  [challenger, challenged].map(
    (id, nth) => html`<label>${word("points_of", { name: named(told, id) })} <input type="number" name=${`score${nth}`} required min="0" max="999"></label>`,
  );

function scored({ challenger, challenged }, said) {
  const score = [Number(said.get("score0")), Number(said.get("score1"))];
  return { winner: score[0] > score[1] ? challenger : challenged, score };
}
