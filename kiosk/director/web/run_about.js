/** What can be done about a pairing, or about somebody who plays: one dialog, a form for each act. */

import { byId } from "./dom.js";
import { causeWord } from "./event_bracket.js";
import { winnerText } from "./event_changes.js";
import { may } from "./event_desk.js";
import { form, why } from "./event_parts.js";
import { section } from "./section.js";
import { freeTables, keyText, nameOf, pairingsOf, versus, whereOf } from "./event_reading.js";
import { minutesUntil } from "./days.js";
import { isolated } from "./names.js";
import { dateWays } from "./run_about_dates.js";
import { playerFields, playerFrom } from "./set_up_players.js";
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

const LONGEST_CALL_MIN = 240;
const LEAVING = ["no_show", "withdrawn", "disqualified", "excluded"];

export class About {
  #desk;
  #dialog = byId("about");
  #redraw;
  #key = null;
  #entry = null;
  #ways = new Set();

  constructor(desk, redraw) {
    this.#desk = desk;
    this.#redraw = redraw;
    this.#dialog.addEventListener("close", () => this.#forget());
  }

  pairing(key) {
    this.#open({ key });
  }

  entry(entryId) {
    this.#open({ entry: entryId });
  }

  #open({ key = null, entry = null }) {
    [this.#key, this.#entry] = [key, entry];
    this.#redraw();
    this.#dialog.showModal();
  }

  /** From somebody to one of his pairings. */
  #turn(key) {
    this.#forget();
    this.#key = key;
    this.#redraw();
    this.#dialog.querySelector("summary, button")?.focus();
  }

  #forget() {
    for (const where of this.#ways) this.#desk.leave(where);
    this.#ways.clear();
    [this.#key, this.#entry] = [null, null];
    render(nothing, this.#dialog);
  }

  show(event) {
    if (this.#key === null && this.#entry === null) return;
    const here = this.#key && event.pairingOf.get(keyText(this.#key));
    if (this.#entry === null && !here) return this.#dialog.close(); // another draw has come
    render(
      html`<div class="about forms">
        ${section(() => (here ? this.#aboutPairing(event, here) : this.#aboutEntry(event, this.#entry)))}
        <button type="button" class="close" @click=${() => this.#dialog.close()}>${word("close")}</button>
      </div>`,
      this.#dialog,
    );
  }

  /** A way to do something: its title opens its form, which asks for an act and then goes away. */
  #way(where, title, act, fields, verb, open = false) {
    this.#ways.add(where);
    const send = async (said) => {
      const [kind, asked, done] = act(said);
      if (await this.#desk.act(where, kind, asked, done)) this.#dialog.close();
    };
    return html`<details name="ways" class=${where.split(" ")[0]} ?open=${open}>
      <summary>${title}</summary>
      ${form(this.#desk, where, send, fields, verb, { label: title })}
    </details>`;
  }

  #aboutPairing(event, here) {
    const { pairing, division } = here;
    const published = division.draw.published;
    const ready = published && pairing.state === "ready";
    const over = pairing.result !== null;
    const shows = (fits, where, show) => (fits || this.#desk.holds(where) ? show() : nothing);
    const both = pairing.places.map(({ entry_id: id }) => id).filter((id) => id !== null);
    return html`
      <h2 id="about-title"><bdi>${versus(event, here)}</bdi></h2>
      <p>${whereOf(here)}</p>
      <p>${this.#standing(event, pairing)}</p>
      ${dateWays(event, here, (...form) => this.#way(...form), shows)}
      ${shows(ready && may("TakeMatch"), "match", () => this.#match(event, here))}
      ${shows(ready && pairing.table === null && may("Call"), "call one", () => this.#call(event, here))}
      ${shows(ready && pairing.table !== null && may("Move"), "move", () => this.#move(event, here))}
      ${shows(ready && pairing.table !== null && may("PutOff"), "put_off", () => this.#putOff(here))}
      ${shows(pairing.table !== null && may("Uncall"), "uncall", () => this.#uncall(here))}
      ${shows(ready && may("Award"), "award", () => this.#award(event, here))}
      ${shows(ready && division.format.swing && may("VoidGame"), "void", () => this.#void(here))}
      ${shows(over && may("Correct"), "correct", () => this.#correct(event, here))}
      ${shows(over && may("Reopen"), "reopen", () => this.#reopen(here))}
      ${published ? both.map((id) => this.#leaves(event, id)) : nothing}`;
  }

  #standing(event, { played, table, result, sets, state, put_off: off }) {
    const said = [];
    if (played) said.push(word("to_points", { points: played.length }));
    if (played?.best_of > 1) said.push(word("series", { count: played.best_of, won: sets.length }));
    if (table !== null) said.push(word("numbered", { number: table }));
    if (result !== null) {
      const winner = isolated(winnerText(event, result));
      said.push(word("through", { winner }), ...[causeWord(result.cause)].filter(Boolean));
      if (result.score) said.push(result.score.join(" – "));
      if (result.overrules) said.push(word("score_overruled", { why: isolated(result.overrules) }));
    } else if (off) said.push(word("is_put_off"));
    else if (state === "ready" && table === null) said.push(word("ready"));
    return said.join(" · ");
  }

  /** Who has arranged to play soon begins then. */
  #call(event, { key, pairing }) {
    const free = freeTables(event);
    if (free.length === 0) return html`<p class="hint">${word("no_free_table")}</p>`;
    return this.#way(
      "call one",
      word("call_one"),
      (said) => {
        const at = [[key, Number(said.get("table"))]];
        return ["Call", { at_tables: at, starts_in_min: Number(said.get("starts")) }, word("called", { count: 1 })];
      },
      html`<label>${word("table_number")} <select name="table">${free.map((each) => html`<option>${each}</option>`)}</select></label>
        <label>${word("starts_in")} <input type="number" name="starts" min="0" max=${LONGEST_CALL_MIN} required value=${startsIn(pairing)}></label>`,
      word("call_one"),
      !pairing.dated,
    );
  }

  /** Its table died, or they want another one. */
  #move(event, { key }) {
    const free = freeTables(event);
    if (free.length === 0) return html`<p class="hint">${word("no_free_table")}</p>`;
    return this.#way(
      "move",
      word("go_on_at"),
      (said) => {
        const table = Number(said.get("table"));
        return ["Move", { key, table, why: said.get("why") }, word("moved", { number: table })];
      },
      html`<p class="hint">${word("move_hint")}</p>
        <label>${word("table_number")} <select name="table">${free.map((each) => html`<option>${each}</option>`)}</select></label>
        ${why()}`,
      word("go_on_at"),
      event.tables.some((each) => each.silent && each.key !== null && keyText(each.key) === keyText(key)),
    );
  }

  /** They go on later, here or elsewhere, as it stands. */
  #putOff({ key }) {
    return this.#way(
      "put_off",
      word("put_off"),
      (said) => ["PutOff", { key, why: said.get("why") }, word("was_put_off")],
      html`<p class="hint">${word("put_off_hint")}</p>${why()}`,
      word("put_off"),
    );
  }

  #uncall({ key }) {
    return this.#way(
      "uncall",
      word("uncall"),
      (said) => ["Uncall", { key, why: said.get("why") }, word("uncalled")],
      why(),
      word("uncall"),
    );
  }

  #award(event, { key, pairing }) {
    return this.#way(
      "award",
      word("award"),
      (said) => [
        "Award",
        { key, winner: said.get("winner") || null, cause: said.get("cause"), why: said.get("why") },
        word("awarded"),
      ],
      html`${winners(event, pairing, true)}
        <label>${word("cause")} <select name="cause">
          <option value="walk_over">${word("cause_walk_over")}</option>
          <option value="withdrawn">${word("cause_withdrawn")}</option>
          <option value="disqualified">${word("cause_disqualified")}</option>
          <option value="flag">${word("cause_flag")}</option>
          <option value="ruling">${word("cause_ruling")}</option>
        </select></label>
        ${why()}`,
      word("award"),
    );
  }

  /** A game for chips that is not played out. */
  #void({ key, pairing }) {
    const number = Number(pairing.pairing_id.split("-").at(-1));
    return this.#way(
      "void",
      word("void_game"),
      (said) => ["VoidGame", { division_id: key.division_id, number, why: said.get("why") }, word("voided")],
      html`<p class="hint">${word("void_hint")}</p>${why()}`,
      word("void_game"),
    );
  }

  /** Who plays by a date may have played anywhere. */
  #match(event, { key, pairing, division }) {
    const { dated } = pairing;
    return this.#way(
      "match",
      dated ? word("take_result") : word("by_hand"),
      (said) => [
        "TakeMatch",
        { key, winner: said.get("winner"), score: scoreOf(said, pairing), ...gameOf(said), ...overrulesOf(said) },
        word("result_taken"),
      ],
      html`${dated ? nothing : html`<p class="hint">${word("by_hand_hint")}</p>`}${winners(event, pairing, false)}${points(division, pairing.played.length, true)}${game(division)}${may("TakeMatch overrules") ? overrules() : nothing}`,
      word("take_result"),
      dated?.need === "result" || pairing.table !== null,
    );
  }

  #correct(event, { key, pairing, division }) {
    return this.#way(
      "correct",
      word("correct_result"),
      (said) => [
        "Correct",
        {
          key,
          winner: said.get("winner") || null,
          score: scoreOf(said, pairing),
          cause: said.get("cause"),
          why: said.get("why"),
          ...gameOf(said),
          ...overrulesOf(said),
        },
        word("corrected"),
      ],
      html`${winners(event, pairing, true)}${ended(division)}${pointsOrMatches(division, pairing)}${game(division)}${why()}${overrules()}`,
      word("correct_result"),
    );
  }

  #reopen({ key }) {
    return this.#way(
      "reopen",
      word("reopen"),
      (said) => ["Reopen", { key, why: said.get("why") }, word("reopened")],
      html`<p class="hint">${word("reopen_hint")}</p>${why()}`,
      word("reopen"),
    );
  }

  #aboutEntry(event, entryId) {
    const name = nameOf(event, entryId);
    return html`<h2 id="about-title"><bdi>${name}</bdi></h2>
      <p>${event.entryOf.get(entryId)?.gone ? word("is_gone") : word("is_in")}</p>
      <ul class="now-list">
        ${pairingsOf(event, entryId).map(
          (here) => html`<li><button type="button" class="row" @click=${() => this.#turn(here.key)}>
            <b class="table-number">${here.pairing.table ?? "–"}</b>
            <span><bdi class="who">${versus(event, here)}</bdi> <small>${whereOf(here)} · ${this.#standing(event, here.pairing)}</small></span>
          </button></li>`,
        )}
      </ul>
      ${this.#leaves(event, entryId)}
      ${may("CorrectPlayer") ? event.entryOf.get(entryId)?.players.map((player) => this.#correctPlayer(player)) : nothing}
      ${may("RenameEntry") ? this.#rename(event.entryOf.get(entryId)) : nothing}`;
  }

  /** A pair's own name; a player has one only if he was entered so. */
  #rename(entry) {
    if (!entry || (entry.players.length === 1 && entry.name === entry.players[0].name)) return nothing;
    const { entry_id: id, name } = entry;
    return this.#way(
      `rename ${id}`,
      word("rename_entry"),
      (said) => ["RenameEntry", { entry_id: id, name: said.get("name") }, word("entry_renamed")],
      html`<label>${word("entry_name")} <input name="name" maxlength="100" value=${name}></label>
        <p class="hint">${word("entry_name_hint")}</p>`,
      word("rename_entry"),
    );
  }

  /** He was written down wrongly. */
  #correctPlayer(player) {
    const { player_id: id, name } = player;
    return this.#way(
      `correct ${id}`,
      word("correct_player", { name: isolated(name) }),
      (said) => {
        const corrected = playerFrom(said);
        return ["CorrectPlayer", { player_id: id, player: corrected }, word("player_corrected", { name: isolated(corrected.name) })];
      },
      playerFields(player),
      word("correct_player", { name: isolated(name) }),
    );
  }

  /** Somebody plays no more, or does again. */
  #leaves(event, entryId) {
    const entry = event.entryOf.get(entryId);
    if (!entry) return nothing;
    const name = isolated(entry.name);
    if (entry.gone) {
      if (!may("TakeBackIn")) return nothing;
      return this.#way(
        `back ${entryId}`,
        word("take_back_in", { name }),
        (said) => ["TakeBackIn", { entry_id: entryId, why: said.get("why") }, word("changed_back", { name })],
        why(),
        word("take_back_in", { name }),
      );
    }
    const reasons = LEAVING.filter((each) => may(`TakeOut ${each}`));
    if (reasons.length === 0) return nothing;
    return this.#way(
      `leave ${entryId}`,
      word("leaves", { name }),
      (said) => [
        "TakeOut",
        { entry_id: entryId, leaving: said.get("leaving"), why: said.get("why") },
        word("changed_gone", { name }),
      ],
      html`<label>${word("leaving")} <select name="leaving">
          ${reasons.map((each) => html`<option value=${each}>${leavingWord(each)}</option>`)}
        </select></label>
        ${why()}`,
      word("leaves", { name }),
    );
  }
}

/** Minutes to the time they arranged, if that is near; else the usual way to a table. */
function startsIn({ dated }) {
  const left = dated?.arranged ? minutesUntil(dated.arranged) : -1;
  return left >= 0 && left <= LONGEST_CALL_MIN ? left : 5;
}

function leavingWord(leaving) {
  if (leaving === "no_show") return word("leaving_no_show");
  if (leaving === "withdrawn") return word("leaving_withdrawn");
  if (leaving === "disqualified") return word("leaving_disqualified");
  return word("leaving_excluded");
}

/** Who is through; neither only if the director says so. */
function winners(event, { places }, neither) {
  const ids = places.map(({ entry_id: id }) => id);
  return html`<fieldset class="choice"><legend>${word("who_through")}</legend>
    ${ids.map(
      (id) => html`<label><input type="radio" name="winner" value=${id} required> <bdi>${nameOf(event, id)}</bdi></label>`,
    )}
    ${neither ? html`<label><input type="radio" name="winner" value="" required> ${word("neither")}</label>` : nothing}
  </fieldset>`;
}

/** Who won has the length, unless the last game went beyond it; a single game's points follow from it. */
const points = ({ format }, length, required) =>
  format.swing
    ? nothing
    : html`<label>${word("points_of_winner")} <input type="number" name="score0" min="0" max="999" ?required=${required} value=${length}></label>
        <label>${word("points_of_loser")} <input type="number" name="score1" min="0" max="999" ?required=${required}></label>`;

/** Of a series as a whole: the matches each has won. */
function pointsOrMatches(division, { played }) {
  if (played.best_of === 1) return points(division, played.length, false);
  return html`<label>${word("matches_of_winner")} <input type="number" name="score0" min="0" max="99" value=${(played.best_of + 1) / 2}></label>
    <label>${word("matches_of_loser")} <input type="number" name="score1" min="0" max="99"></label>`;
}

/** How it ended, if it was not played out. A single game is. */
const ended = ({ format }) =>
  format.swing
    ? nothing
    : html`<label>${word("how_ended")} <select name="cause">
        <option value="played">${word("cause_played")}</option>
        <option value="flag">${word("cause_flag")}</option>
        <option value="walk_over">${word("cause_walk_over")}</option>
        <option value="withdrawn">${word("cause_withdrawn")}</option>
        <option value="disqualified">${word("cause_disqualified")}</option>
        <option value="ruling">${word("cause_ruling")}</option>
      </select></label>`;

/** The director's own, for a score that no match ends with. */
const overrules = () =>
  html`<label>${word("overrules")} <input name="overrules" maxlength="300"></label><p class="hint">${word("overrules_hint")}</p>`;

const overrulesOf = (said) => (said.get("overrules") ? { overrules: said.get("overrules") } : {});

/** Of a single game for chips: gammon or not, and the cube. */
const game = ({ format }) =>
  format.swing
    ? html`<label>${word("game_level")} <input type="number" name="level" min="1" max="3" required value="1"></label>
        <label>${word("game_cube")} <input type="number" name="cube" min="1" max="1024" required value="1"></label>`
    : nothing;

const gameOf = (said) =>
  said.has("level") ? { level: Number(said.get("level")), cube: Number(said.get("cube")) } : {};

/** In the order of the places; none if the loser's is left open, or neither is through. */
function scoreOf(said, { places }) {
  const winner = said.get("winner");
  const game = said.has("level") ? [said.get("level") * said.get("cube"), 0] : [said.get("score0"), said.get("score1")];
  if (!winner || game.includes("")) return null;
  const score = game.map(Number);
  return winner === places[0].entry_id ? score : score.reverse();
}
