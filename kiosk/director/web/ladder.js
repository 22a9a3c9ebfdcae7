/** Ladders are run: what is overdue, who challenged whom, how they stand, a season's end. */

import { byId } from "./dom.js";
import { Desk, fetched as asked, may } from "./event_desk.js";
import { button, form, ifMay, nextBox, note, press, showDone, to } from "./event_parts.js";
import { undoLast } from "./event_undo.js";
import { isLost, settle } from "./focus.js";
import { failed, rows, section } from "./section.js";
import { About } from "./ladder_about.js";
import { became, changes, dayText, ended, happened, moved, named, open, pairOf, read, toConfirm } from "./ladder_facts.js";
import { ServiceClock } from "./service_clock.js";
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** The ladder that the address names, else the first. */
const shown = ({ ladders }) => ladders.find(({ ladder_id: id }) => `#${id}` === location.hash) ?? ladders[0];
let ladderId = "";
const UNDO = "UndoOnLadder";
/** What the event can play the final as; asked for once there is one. */
let formats = [];

const LADDERS = {
  pushed: "ladder",
  ask: async () => {
    const all = await asked("/ladders");
    ladderId = shown(all)?.ladder_id ?? "";
    const ladder = ladderId === "" ? null : await asked(`/ladder/${ladderId}`);
    if (ladder?.final.length && formats.length === 0) ({ formats } = await asked("/event/formats"));
    return read(all, ladder);
  },
  acts: (kind) => (kind === "OpenLadder" ? "/ladders" : `/ladder/${ladderId}/acts`),
  changes,
};

const desk = new Desk(redraw, new ServiceClock(), LADDERS);
const about = new About(desk, redraw);
addEventListener("hashchange", () => {
  desk.undoable = null;
  desk.look();
});

function redraw() {
  const { event: told } = desk;
  if (told === null) return;
  const had = !isLost();
  render(section(() => next(told)), byId("next"));
  showDone(desk, byId("done"));
  render(section(() => undoLast(desk, UNDO)), byId("undo"));
  render(html`${told.ladder === null ? nothing : whole(told)}${section(() => ladders(told))}`, byId("page"));
  about.show(told);
  if (had && isLost()) settle(byId("next").querySelector("a, button"), byId("page").querySelector("button"));
}

/** The one thing to do now: what is overdue first. */
function next(told) {
  const { ladder } = told;
  if (ladder === null) return may("OpenLadder") ? nextBox(word("ladder_next_none"), to("open-ladder")) : nextBox(word("ladder_next_none_wait"));
  const { season } = ladder;
  const waits = open(ladder);
  const late = waits.find(({ overdue }) => overdue);
  if (late) {
    const { one, other } = pairOf(told, late);
    return nextBox(word("ladder_next_overdue", { one, other, day: dayText(late.last_day) }), asks(late));
  }
  if (season?.open && season.over && waits.length > 0) return nextBox(word("ladder_next_open_end", { count: waits.length }), asks(waits[0]));
  if (season?.open && season.over) return nextBox(word("ladder_next_close"), ifMay("CloseSeason", closes));
  if (!season?.open && ladder.final.length > 0) return nextBox(word("ladder_next_final"), to("season"));
  if (!season?.open) return nextBox(word("ladder_next_season"), ifMay("OpenSeason", () => to("season")));
  if (toConfirm(ladder).length > 0 && may("ConfirmLadder")) return nextBox(word("ladder_next_confirm"), to("rules"));
  if (waits.length === 0) return nextBox(word("ladder_next_nothing"), ifMay("MakeChallenge", () => to("challenge")));
  const { one, other } = pairOf(told, waits[0]);
  const words = waits[0].last_day === null ? word("ladder_next_again", { one, other }) : word("ladder_next_by", { one, other, day: dayText(waits[0].last_day) });
  return nextBox(words, asks(waits[0]));
}

const asks = ({ number }) =>
  ifMay("TakeLadderResult", () => html`<button type="button" class="go" @click=${() => about.challenge(number)}>${word("ladder_what_became")}</button>`);

const closes = () =>
  button(desk, "close", word("ladder_close_season"), () => desk.act("close", "CloseSeason", {}, word("ladder_news_closed")), "go");

const whole = (told) =>
  [challenges, order, season, over, news, rules].map((shown) => section(() => shown(told)));

function challenges(told) {
  const { ladder } = told;
  const waits = open(ladder);
  return html`<section class="box" aria-labelledby="challenges-title">
    <h2 id="challenges-title">${word("ladder_challenges", { count: waits.length })}</h2>
    ${waits.length ? nothing : html`<p class="hint">${word("ladder_no_challenges")}</p>`}
    ${listed(told, waits)}
    ${ladder.season?.open || desk.holds("challenge") ? ifMay("MakeChallenge", () => challenging(told)) : nothing}
  </section>`;
}

function order(told) {
  const { ladder } = told;
  return html`<section class="box" aria-labelledby="order-title">
    <h2 id="order-title">${ladder.name}</h2>
    ${standing(told)}
    ${ladder.season?.open || desk.holds("join") ? ifMay("JoinLadder", joining) : nothing}
  </section>`;
}

function over(told) {
  const some = ended(told.ladder);
  if (some.length === 0) return nothing;
  return html`<section class="box" aria-labelledby="over-title">
    <details>
      <summary id="over-title">${word("ladder_over", { count: some.length })}</summary>
      ${listed(told, some)}
    </details>
  </section>`;
}

const news = (told) => html`<section class="box" aria-labelledby="news-title">
  <h2 id="news-title">${word("ladder_news")}</h2>
  <ul class="news">${rows(told.ladder.recent, ({ seq }) => seq, (each) => newsOf(told, each))}</ul>
</section>`;

/** Challenges in rows; what can be done about one opens from it. */
const listed = (told, some) =>
  html`<ul class="now-list">${rows(
    some,
    ({ number }) => number,
    (each) => {
      const { one, other } = pairOf(told, each);
      return html`<li><button type="button" class="row" data-late=${each.overdue ? "" : nothing} @click=${() => about.challenge(each.number)}>
        <b class="table-number">${each.number}</b>
        <span><bdi class="who">${word("versus", { one, two: other })}</bdi>
        <small>${became(told, each)} · ${word("to_points", { points: each.points })} · ${word("ladder_made_on", { day: dayText(each.made_day) })}</small></span>
      </button></li>`;
    },
  )}</ul>`;

function challenging(told) {
  const { ladder } = told;
  const send = async (said, element) => {
    const fields = Object.fromEntries(said);
    const [one, other] = [fields.challenger, fields.challenged].map((id) => named(told, id));
    if (await desk.act("challenge", "MakeChallenge", fields, word("ladder_made", { one, other }))) element.reset();
  };
  const who = (name, title) => html`<label>${title} <select name=${name} required>
      <option value=""></option>
      ${ladder.members.map(
        ({ member_id: id, place, name: called, open: has }) =>
          html`<option value=${id}>${place}. ${called}${has.length ? ` (${word("ladder_has_open")})` : ""}</option>`,
      )}
    </select></label>`;
  return html`<div id="challenge">${form(
    desk,
    "challenge",
    send,
    html`${who("challenger", word("ladder_challenger"))} ${who("challenged", word("ladder_challenged"))}
      <label>${word("ladder_made_day")} <input type="date" name="day" max=${ladder.today} .defaultValue=${ladder.today} required></label>
      ${ladder.prebooked ? html`<label>${word("ladder_for_day")} <input type="date" name="for_day" .defaultValue=${ladder.today} required></label>` : nothing}`,
    word("ladder_challenge"),
    { label: word("ladder_challenge") },
  )}</div>`;
}

function standing(told) {
  const few = (each) => (each.few && told.ladder.season.over ? html` <small>${word("ladder_few")}</small>` : nothing);
  const sign = (count) => (count > 0 ? `+${count}` : String(count).replace("-", "−"));
  return html`<table class="standings ladder">
    <thead><tr><th>${word("place")}</th><th>${word("player_name")}</th><th>${word("ladder_progress")}</th><th>${word("ladder_played")}</th></tr></thead>
    <tbody>${rows(
      told.ladder.members,
      ({ member_id: id }) => id,
      (each) => html`<tr>
        <td>${each.place}</td>
        <td><button type="button" class="plain" @click=${() => about.member(each.member_id)}><bdi>${each.name}</bdi></button></td>
        <td>${sign(each.progress)}</td>
        <td>${each.played}${few(each)}</td>
      </tr>`,
      () => html`<tr><td colspan="4">${failed()}</td></tr>`,
    )}</tbody>
  </table>`;
}

function joining() {
  const send = async (said, element) => {
    const name = said.get("name");
    if (await desk.act("join", "JoinLadder", { name }, word("ladder_joined", { name }))) element.reset();
  };
  return form(
    desk,
    "join",
    send,
    html`<label>${word("player_name")} <input name="name" required maxlength="100"></label><p class="hint">${word("ladder_join_hint")}</p>`,
    word("ladder_join"),
    { plain: true, label: word("ladder_join") },
  );
}

function season(told) {
  const { ladder } = told;
  const { season: here, next_season: coming, final, prizes } = ladder;
  const names = (ids) => ids.map((id) => named(told, id)).join(", ");
  const said = { number: here?.number, first: here && dayText(here.first_day), last: here && dayText(here.last_day) };
  const opens = (given) =>
    desk.act("season", "OpenSeason", Object.fromEntries(given), word("ladder_season_opened"));
  return html`<section class="box" id="season" aria-labelledby="season-title">
    <h2 id="season-title">${here?.open ? word("ladder_season", { number: said.number, first: said.first, last: said.last }) : here ? word("ladder_season_closed", { number: said.number }) : word("ladder_next_season")}</h2>
    ${final.length
      ? html`<h3>${word("ladder_final", { count: final.length })}</h3>
          <ol class="final">${final.map((id) => html`<li><bdi>${named(told, id)}</bdi></li>`)}</ol>`
      : nothing}
    ${final.length && formats.length ? ifMay("MakeDivision", () => intoEvent(ladder)) : nothing}
    ${prizes.length ? html`<h3>${word("ladder_prizes")}</h3>` : nothing}
    ${prizes.map(({ prize, members }) =>
      members.length === 0
        ? nothing
        : html`<p>${prize === "top" ? word("ladder_prize_top", { names: names(members) }) : word("ladder_prize_progress", { names: names(members) })}</p>`,
    )}
    ${coming !== null || desk.holds("season")
      ? ifMay("OpenSeason", () =>
          form(
            desk,
            "season",
            opens,
            html`<label>${word("ladder_first_day")} <input type="date" name="first_day" required .defaultValue=${coming?.first_day ?? ""}></label>
              <label>${word("ladder_last_day")} <input type="date" name="last_day" required .defaultValue=${coming?.last_day ?? ""}></label>`,
            word("ladder_open_season"),
            { label: word("ladder_open_season"), plain: final.length > 0 },
          ),
        )
      : nothing}
  </section>`;
}

/** The final is played as a division of the event. */
function intoEvent({ name, ladder_id: id, final }) {
  const send = (said) => {
    const fields = { format_id: said.get("format_id"), name: said.get("name"), seeds: Number(said.get("seeds")) };
    return desk.post("final", `/ladder/${id}/final`, fields, word("ladder_final_made", { name: fields.name }));
  };
  return html`<details ?open=${desk.holds("final")}><summary>${word("ladder_final_event")}</summary>${form(
    desk,
    "final",
    send,
    html`<label>${word("division_name")} <input name="name" required maxlength="100" .defaultValue=${name}></label>
      <label>${word("format")} <select name="format_id">${formats.map(({ format_id: value, title }) => html`<option value=${value} ?selected=${value === "knock-out"}>${title}</option>`)}</select></label>
      <label>${word("ladder_seeds")} <input type="number" name="seeds" min="0" max=${final.length} .defaultValue=${String(final.length)} required></label>`,
    word("ladder_final_event"),
    { label: word("ladder_final_event") },
  )}</details>`;
}

/** The last act that took something away, wherever it stands among what happened. */
function undoes(told, each) {
  const undo = () => desk.act("undo-news", UNDO, { first: each.seq }, word("undone"));
  const name = `${word("undo")}: ${happened(told, each)}`;
  return html`<button type="button" aria-label=${name} ?disabled=${desk.busy !== null} @click=${() => press(desk, "undo-news", undo)}>${word("undo")}</button>${note(desk, "undo-news")}`;
}

const newsOf = (told, each) => {
  const who = moved(told, each);
  const day = dayText(new Date(each.at_ms).toISOString());
  return html`<li>${happened(told, each)} ${who ? html`<b>${who}</b>` : nothing}
    <small>${word("ladder_news_by", { day, name: each.by })}${each.why ? ` · ${each.why}` : ""}</small>
    ${each.seq === told.ladder.undoable ? ifMay(UNDO, () => undoes(told, each)) : nothing}</li>`;
};

function rules({ ladder }) {
  const left = toConfirm(ladder);
  const confirm = () => desk.act("confirm", "ConfirmLadder", { keys: left.map(({ key }) => key) }, word("books_confirmed"));
  return html`<section class="box" id="rules" aria-labelledby="rules-title">
    <h2 id="rules-title">${word("ladder_rules")}</h2>
    ${left.length === 0
      ? html`<p class="hint">${word("books_confirmed")}</p>`
      : html`<h3>${word("ladder_to_confirm", { count: left.length })}</h3>
          ${values(left)}
          <p class="hint">${word("ladder_confirm_hint")}</p>
          ${ifMay("ConfirmLadder", () => button(desk, "confirm", word("ladder_confirm"), confirm, "go"))}`}
    <details><summary>${ladder.title}</summary>${values(ladder.values)}</details>
  </section>`;
}

const values = (some) =>
  html`<dl class="values">${some.map(
    ({ means, chosen, cite }) => html`<dt>${means}</dt><dd>${chosen} · ${cite}</dd>`,
  )}</dl>`;

/** All ladders there are, and a new one. */
function ladders(told) {
  const several = told.ladders.length > 1;
  if (!several && !may("OpenLadder")) return nothing;
  const opening = html`<div id="open-ladder">${opener(told)}</div>`;
  return html`<section class="box" aria-labelledby="ladders-title">
    <h2 id="ladders-title">${word("ladders_here")}</h2>
    ${several
      ? html`<ul class="now-list">${told.ladders.map(
          ({ ladder_id: id, name, title }) =>
            html`<li><a href="#${id}" aria-current=${id === ladderId ? "true" : nothing}>${word("ladder_summary", { name, title })}</a></li>`,
        )}</ul>`
      : nothing}
    ${may("OpenLadder") ? (told.ladder === null ? opening : html`<details ?open=${desk.holds("open")}><summary>${word("ladder_open_another")}</summary>${opening}</details>`) : nothing}
  </section>`;
}

function opener(told) {
  const send = async (said, element) => {
    const name = said.get("name");
    const members = said.get("members").split("\n").map((line) => line.trim()).filter(Boolean);
    const opened = ({ ladder_id: id }) => {
      location.hash = id;
      return word("ladder_opened", { name });
    };
    if (await desk.act("open", "OpenLadder", { name, rules: said.get("rules"), members }, opened)) element.reset();
  };
  return form(
    desk,
    "open",
    send,
    html`<label>${word("ladder_name")} <input name="name" required maxlength="100"></label>
      <label>${word("ladder_by_rules")} <select name="rules">${told.offered.map(({ rules: id, title }) => html`<option value=${id}>${title}</option>`)}</select></label>
      <label class="wide">${word("ladder_names")} <textarea name="members" rows="8" required></textarea></label>`,
    word("ladder_open"),
    { label: word("ladder_open") },
  );
}
