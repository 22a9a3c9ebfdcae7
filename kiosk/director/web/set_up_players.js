/** Who plays in a division: typed one by one, pasted or from a file; scratched again. */

import { may } from "./event_desk.js";
import { form, note, press } from "./event_parts.js";
import { rows, section } from "./section.js";
import { PeopleBefore } from "./set_up_people.js";
import { ListPreview } from "./set_up_list.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

export function players(desk, event, division, redraw) {
  const { division_id: id, name, entries, draw } = division;
  const count = entries.length;
  return html`${(draw === null || desk.holds(`${id} type`, `${id} list`)) && may("Enter")
      ? html`<details class="entering" open>
          <summary>${word("players_enter")}</summary>
          ${entering(desk, event, division, redraw)}
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

/** Who is ticked of the people of earlier events. */
let people = null;
/** The list that is looked at in each division. */
const previews = new Map();

function entering(desk, event, { division_id: id }, redraw) {
  if (!previews.has(id)) previews.set(id, new ListPreview(desk, id, redraw));
  const list = previews.get(id);
  people ??= new PeopleBefore(desk, redraw);
  if (list.isOpen) return html`${section(() => list.show(event))}${note(desk, list.where)}`;
  const upload = async ({ target }) => {
    const [content] = target.files;
    if (content) await list.read(content);
    target.value = ""; // the same file again, once it is mended
  };
  const paste = async (said, element) => {
    if (await list.read(said.get("list"))) element.reset();
  };
  return html`
    <div class="ways">
      <label class="file">${word("csv_file")} <input type="file" accept=".csv,.txt,.tsv,.xlsx,.ods,.xls,text/csv,text/plain" ?disabled=${desk.busy !== null} @change=${(change) => press(desk, list.where, () => upload(change))}></label>
      <p class="hint">${word("csv_hint")}</p>
      ${form(
        desk,
        list.where,
        paste,
        html`<label class="wide">${word("csv_paste")} <textarea name="list" rows="3" required placeholder="name;number;rating&#10;Anna Berg;123;1650"></textarea></label>`,
        word("list_look"),
        { plain: true },
      )}
      ${codePages(desk, list)}
      ${event.people.length ? people.show(event, id) : nothing}
      ${typing(desk, id)}
    </div>`;
}

/** How the names of a file may read: one button each. */
function codePages(desk, list) {
  const likely = desk.note(list.where)?.codePages ?? [];
  if (likely.length === 0) return nothing;
  const choose = (codePage) => () => press(desk, list.where, () => list.readAgain(codePage));
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
