/** What was played in a match that is over: its turns to step through, and what is not sure, asked with a key each. */

import { boardDiagram } from "./board_diagram.js";
import { byId, setText } from "./dom.js";
import { readPlay, writePlay } from "./notation.js";
import { section } from "./section.js";
import { answered, sendTo } from "./sending.js";
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { SIDES, word } from "./words.js";

const root = byId("plays");
const table = root.dataset.table;
const match = new URLSearchParams(location.search).get("match_id");
const query = match === null ? "" : `?match_id=${encodeURIComponent(match)}`;
const AGAIN_MS = 1500;

let view = null;
let turns = [];
let at = 0;
let problem = "";
let sending = false;

const isOpen = ({ certainty }) => certainty === "asked" || certainty === "unknown";
const questions = () => turns.filter(isOpen);
/** Whether people said something that the transcript does not hold yet. */
const isBehind = () => view.transcript === null || view.transcript.answers < view.answers;

function wayWords(way) {
  if (way.kind === "not_played") return word("not_played");
  if (way.moves === null) return word("play_unknown");
  const play = way.moves.length === 0 ? word("no_legal_play") : writePlay(way.moves, way.hits);
  return way.kind === "illegal" ? word("illegal_play", { play }) : play;
}

function turnWords(turn) {
  if (turn.certainty === "unknown") return "???";
  return turn.certainty === "asked" ? `? ${turn.ways.map(wayWords).join(" / ")}` : wayWords(turn.ways[0]);
}

const dice = ({ dice: [high, low] }) => `${high}${low}`;
const mark = ({ side }) => (side === "white" ? "○" : "●");

function go(index) {
  at = Math.max(0, Math.min(turns.length - 1, index));
  problem = "";
  draw();
  root.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function nextQuestion() {
  const later = turns.findIndex((turn, index) => index > at && isOpen(turn));
  go(later >= 0 ? later : Math.max(0, turns.findIndex(isOpen)));
}

async function say(answer) {
  if (sending) return;
  sending = true;
  const { answer: kept, problem: why } = await sendTo(`/tables/${table}/plays${query}`, answer);
  sending = false;
  problem = why ?? "";
  if (kept === undefined) {
    draw();
    return;
  }
  await load(kept.answers);
  if (answer.moves !== undefined || answer.after !== undefined) nextQuestion();
}

const choose = (turn, way) =>
  say(way.moves === null || way.kind === "not_played" ? { seq: turn.seq, after: way.after } : { seq: turn.seq, moves: way.moves });

function typed(event, turn) {
  event.preventDefault();
  const text = new FormData(event.target).get("play");
  const moves = readPlay(text);
  if (moves === null) {
    problem = word("no_play", { text });
    draw();
    return;
  }
  event.target.reset();
  say({ seq: turn.seq, moves });
}

function list() {
  let game = 0;
  const lines = [];
  turns.forEach((turn, index) => {
    if (turn.game !== game) {
      game = turn.game;
      lines.push([]);
    }
    lines.at(-1).push(html`<li><button type="button" class=${turn.certainty} aria-current=${index === at ? "true" : nothing} @click=${() => go(index)}>
      <span class="nth">${index + 1}</span><span>${mark(turn)}</span><span>${dice(turn)}</span><span>${turnWords(turn)}</span></button></li>`);
  });
  return html`<nav class="turns" aria-label=${word("turns")}>
    ${lines.map((items, index) => html`<h2>${word("game_number", { number: turns.length ? [...new Set(turns.map((turn) => turn.game))][index] : index + 1 })}</h2><ol>${items}</ol>`)}
  </nav>`;
}

function way(turn, each, number) {
  const words = wayWords(each);
  return html`<li>
    ${boardDiagram(each.after, turn.side, words, turn.before)}
    <button type="button" ?disabled=${sending} @click=${() => choose(turn, each)}><kbd>${number}</kbd> ${words}</button>
  </li>`;
}

function one(turn) {
  const name = view.names[turn.side];
  const said = view.said[turn.seq];
  return html`<section class="turn">
    <h2>${mark(turn)} ${word("turn_of", { number: at + 1, name, dice: dice(turn) })}</h2>
    <p role="status">${turn.certainty === "asked" ? word("which_play") : turn.certainty === "unknown" ? word("which_play_unknown") : wayWords(turn.ways[0])}</p>
    ${said === undefined ? nothing : html`<p><small>${word("said_by", { name: said.by, time: new Date(said.at_utc).toLocaleString() })}</small>
      ${turn.certainty === "answered" ? html`<button type="button" @click=${() => say({ seq: turn.seq })}>${word("withdraw_answer")}</button>` : nothing}</p>`}
    <div class="shown">
      ${turn.picture === null ? html`<p>${word("no_roll_picture")}</p>` : html`<img src=${`/pictures/${turn.picture}.jpg`} alt=${word("picture_of_roll")}>`}
      <div>${boardDiagram(turn.before, turn.side, word("position_before"))}</div>
    </div>
    <ol class="ways">${turn.ways.map((each, index) => way(turn, each, index + 1))}</ol>
    <form @submit=${(event) => typed(event, turn)}>
      <label>${word("other_play")} <input name="play" autocomplete="off" placeholder="24/18 13/11"></label>
      <button type="submit" ?disabled=${sending}>${word("keep_play")}</button>
    </form>
    <p role="alert">${problem}</p>
    <p class="step">
      <button type="button" ?disabled=${at === 0} @click=${() => go(at - 1)}><kbd>←</kbd> ${word("turn_before")}</button>
      <button type="button" ?disabled=${at === turns.length - 1} @click=${() => go(at + 1)}><kbd>→</kbd> ${word("turn_after")}</button>
      <button type="button" ?disabled=${questions().length === 0} @click=${nextQuestion}><kbd>N</kbd> ${word("next_question")}</button>
    </p>
  </section>`;
}

async function analyse() {
  const { problem: why } = await sendTo(`/tables/${table}/analysis${query}`, {});
  problem = why ?? "";
  await load();
}

const figure = (value) => (value === null ? "–" : `${value > 0 ? "+" : ""}${value.toFixed(1)}`);

/** Why the last analysis came to nothing. */
function notAnalysed(analysing) {
  if (analysing === "lacking") return word("analysis_lacking");
  return analysing === "failed" ? word("analysis_failed") : "";
}

function analysed() {
  const { analysis, analysing } = view;
  if (analysis !== null) {
    return html`<div class="analysis" role="status">
      ${SIDES.map((side) => {
        const { error_rate: rate, luck, rating } = analysis.sides[side];
        return html`<p>${word("analysis_of", { name: view.names[side], rate: figure(rate), rating, luck: figure(luck) })}</p>`;
      })}
      <p><small>${word("analysed_by", { program: analysis.analyser, settings: analysis.settings })}</small></p>
    </div>`;
  }
  if (questions().length) return nothing;
  if (analysing === "running") return html`<p class="analysis" role="status">${word("analysing")}</p>`;
  return html`<p class="analysis"><button type="button" @click=${analyse}>${word("analyse")}</button>
    <span role="alert">${notAnalysed(analysing)}</span></p>`;
}

function body() {
  if (!view.over) return html`<p>${word("plays_later")}</p>`;
  if (view.transcript === null) return html`<p>${view.transcribing ? word("plays_coming") : word("plays_off")}</p>`;
  if (turns.length === 0) return html`<p>${word("no_plays")}</p>`;
  const open = questions().length;
  return html`<p role="status">${open ? word("questions_left", { count: open, turns: turns.length }) : word("all_plays_known", { turns: turns.length })}
      <span class="files">${["mat", "sgf", "ogxm"].map((form) => html` <a href=${`/tables/${table}/record.${form}${query}`} download>${form.toUpperCase()}</a>`)} <a href=${`/tables/${table}/bundle.zip${query}`} download>ZIP</a></span></p>
    ${isBehind() && !view.transcribing ? html`<p role="alert">${word("plays_off")}</p>` : nothing}
    ${view.transcript.lacks.length ? html`<ul class="lacks">${view.transcript.lacks.map((words) => html`<li>${words}</li>`)}</ul>` : nothing}
    ${section(analysed)} ${section(list)} ${section(() => one(turns[at]))}`;
}

function draw() {
  if (view === null) return;
  setText(byId("heading"), word("plays_of", { white: view.names.white, black: view.names.black }));
  render(section(body), root);
}

/** Ask again until the transcript holds so many answers. */
async function load(answers = 0) {
  do {
    const before = turns.length;
    view = await answered(`/tables/${table}/plays.json${query}`);
    document.body.dataset.connection = "open";
    turns = view.transcript?.turns ?? [];
    if (before === 0 && turns.length) at = Math.max(0, turns.findIndex(isOpen));
    draw();
    if (!isBehind() && view.transcript.answers >= answers && view.analysing !== "running") break;
    if (!view.transcribing && isBehind()) break; // nothing more will come
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  } while (root.isConnected);
}

addEventListener("keydown", (event) => {
  if (turns.length === 0 || event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const chosen = turns[at].ways[Number(event.key) - 1];
  if (/^[1-3]$/.test(event.key) && chosen !== undefined) choose(turns[at], chosen);
  else if (event.key === "ArrowLeft") go(at - 1);
  else if (event.key === "ArrowRight") go(at + 1);
  else if (event.key.toLowerCase() === "n") nextQuestion();
  else return;
  event.preventDefault();
});

load();
