/** Who plays in a division: typed one by one, pasted or from a file; scratched again. */

import { may } from "./event_desk.js";
import { form, note, press } from "./event_parts.js";
import { rows } from "./section.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

export function players(desk, event, division) {
  const { division_id: id, name, entries, draw } = division;
  const count = entries.length;
  return html`${(draw === null || desk.holds(`${id} type`, `${id} list`)) && may("Enter")
      ? html`<details class="entering" open>
          <summary>${word("players_enter")}</summary>
          ${entering(desk, division)}
        </details>`
      : nothing}
    <details class="players">
    <summary>${word("players_count", { count })}</summary>
    <ol class="entries" aria-label=${word("players_of", { name })}>
      ${rows(
        entries,
        (each) => each,
        (entryId) => entryOf(desk, event, division, event.entryOf.get(entryId)),
      )}
    </ol>
    ${note(desk, `${id} scratch`)}
  </details>`;
}

/** The list that each form sent last, and what was chosen for it: `{content, codePage, …}`. */
const sent = new Map();

function entering(desk, { division_id: id }) {
  const listing = `${id} list`;
  const send = (list) => {
    sent.set(listing, list);
    return desk.list(listing, id, list);
  };
  const upload = async ({ target }) => {
    const [content] = target.files;
    if (content) await send({ content });
    target.value = ""; // the same file again, once it is mended
  };
  const paste = async (said, element) => {
    if (await send({ content: said.get("list") })) element.reset();
  };
  return html`
    <div class="ways">
      <label class="file">${word("csv_file")} <input type="file" accept=".csv,.txt,.tsv,.xlsx,.ods,.xls,text/csv,text/plain" ?disabled=${desk.busy !== null} @change=${(event) => press(desk, listing, () => upload(event))}></label>
      <p class="hint">${word("csv_hint")}</p>
      ${form(
        desk,
        listing,
        paste,
        html`<label class="wide">${word("csv_paste")} <textarea name="list" rows="3" required placeholder="name;number;rating&#10;Anna Berg;123;1650"></textarea></label>`,
        word("enter_all"),
        { plain: true },
      )}
      ${choices(desk, listing, send)}
      ${typing(desk, id)}
    </div>`;
}

/** What is to be chosen before a list can enter. */
function choices(desk, listing, send) {
  const said = desk.note(listing);
  if (!said || !sent.has(listing)) return nothing;
  if (said.codePages?.length) return codePages(desk, listing, send, said.codePages);
  if (said.twins?.length) return twins(desk, listing, send, said.twins);
  const lines = [...new Set(said.faults.map(({ line }) => line))];
  return lines.length && Math.min(...lines) > 1 ? allBut(desk, listing, send, lines) : nothing;
}

/** How the names of a file may read: one button each. */
function codePages(desk, listing, send, likely) {
  const choose = (codePage) => () => press(desk, listing, () => send({ ...sent.get(listing), codePage }));
  return html`<ul class="code-pages" aria-label=${word("code_pages")}>
    ${likely.map(
      ({ code_page: codePage, names }) => html`<li>
        <button type="button" ?disabled=${desk.busy !== null} @click=${choose(codePage)}>
          ${names.map((name, nth) => html`${nth ? ", " : ""}<bdi>${name}</bdi>`)}
        </button>
        <small>${codePage}</small>
      </li>`,
    )}
  </ul>`;
}

/** Which lines are other people; the others are left out. */
function twins(desk, listing, send, asked) {
  const { without = [], apart = [], ...list } = sent.get(listing);
  const submit = (event) => {
    event.preventDefault();
    const others = new FormData(event.target).getAll("apart").map(Number);
    const same = asked.map(({ line }) => line).filter((line) => !others.includes(line));
    const chosen = { ...list, without: [...without, ...same], apart: [...apart, ...others] };
    press(desk, listing, () => send(chosen));
  };
  return html`<form class="twins" @submit=${submit}>
    <fieldset><legend>${word("twins")}</legend>
      ${asked.map(
        ({ line, words }) => html`<label><input type="checkbox" name="apart" value=${line}> ${word("twin_apart", { line })} <bdi>${words}</bdi></label>`,
      )}
    </fieldset>
    <button ?disabled=${desk.busy !== null}>${word("twins_enter")}</button>
  </form>`;
}

/** Everybody else enters; the lines with faults are typed or sent again. */
function allBut(desk, listing, send, lines) {
  const { without = [], ...list } = sent.get(listing);
  const enter = () => press(desk, listing, () => send({ ...list, without: [...without, ...lines] }));
  return html`<button type="button" ?disabled=${desk.busy !== null} @click=${enter}>
    ${word("enter_all_but", { lines: lines.join(", ") })}
  </button>`;
}

/** A person as he was typed. */
export function playerFrom(said) {
  const rating = said.get("rating");
  return {
    name: said.get("name"),
    number: said.get("number"),
    rating: rating === "" ? null : Number(rating),
    experience: Number(said.get("experience")),
    language: said.get("language"),
    team: said.get("team"),
  };
}

/** What is typed becomes who enters; a partner makes a pair of it. */
export function entryFrom(said) {
  const player = playerFrom(said);
  const partner = said.get("partner");
  return { players: partner ? [player, { name: partner }] : [player] };
}

/** The fields of a person, with what is known of him. */
export const playerFields = ({ name = "", number = "", rating = null, experience = "", language = "", team = "" } = {}) => html`
  <label>${word("player_name")} <input name="name" required maxlength="100" value=${name}></label>
  <label>${word("player_number")} <input name="number" maxlength="100" value=${number}></label>
  <label>${word("player_rating")} <input name="rating" type="number" min="0" max="10000" step="any" value=${rating ?? ""}></label>
  <label>${word("player_experience")} <input name="experience" type="number" min="0" max="1000000" value=${experience}></label>
  <label>${word("player_language")} <input name="language" maxlength="12" placeholder="en" value=${language}></label>
  <label>${word("player_team")} <input name="team" maxlength="100" value=${team}></label>`;

/** The fields of one entry. */
export const entryFields = () => html`${playerFields()}
  <label>${word("player_partner")} <input name="partner" maxlength="100"></label>`;

/** A pair's name, if it has none of its own. */
export const titleOf = ({ players: all }) => all.map(({ name }) => name).join(" / ");

function typing(desk, id) {
  const send = async (said, element) => {
    const entry = entryFrom(said);
    const done = word("entered_one", { name: titleOf(entry) });
    if (await desk.act(`${id} type`, "Enter", { division_id: id, entries: [entry] }, done)) {
      element.reset();
      element.elements.name.focus();
    }
  };
  return form(desk, `${id} type`, send, entryFields(), word("enter_one"), { plain: true, label: word("enter_one") });
}

function entryOf(desk, event, { division_id: id, draw }, entry) {
  const [{ number, rating, team }] = entry.players;
  const more = [number, rating, team].filter((each) => each !== "" && each !== null).join(" · ");
  const scratch = () =>
    desk.act(`${id} scratch`, "Scratch", { division_id: id, entry_id: entry.entry_id }, word("scratched", { name: entry.name }));
  return html`<li data-gone=${entry.gone ? "" : nothing}>
    <bdi>${entry.name}</bdi> ${more ? html`<small>${more}</small>` : nothing}
    ${draw === null && may("Scratch")
      ? html`<button type="button" aria-label=${word("scratch_who", { name: entry.name })} ?disabled=${desk.busy !== null} @click=${() => press(desk, `${id} scratch`, scratch)}>${word("scratch")}</button>`
      : nothing}
  </li>`;
}
