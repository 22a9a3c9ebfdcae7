/** A division's draw as it hangs on the wall: each bracket, round by round. */

import {
  bracketName,
  isOpen,
  keyText,
  lastRounds,
  nameOf,
  numberOf,
  placeText,
  roundName,
  roundsOf,
} from "./event_reading.js";
import { rows, section } from "./section.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** `choose(key)`, if there is one, is called for a pairing somebody wants to do something about. */
export function sheet(event, division, choose = null) {
  const last = lastRounds(division);
  return html`<div class="sheet">
    ${section(() => standings(event, division))}
    ${[...last.keys()].map(
      (name) => section(() => bracket(event, division, name, choose)),
    )}
  </div>`;
}

const bracket = (event, division, name, choose) => html`<section class="bracket">
  <h3>${bracketName(name)}</h3>
  <ol class="rounds" tabindex=${choose ? nothing : "0"} role="list" aria-label=${`${division.name}: ${bracketName(name)}`}>
    ${roundsOf(division, name).map(([round, pairings]) =>
      roundOf(event, division, pairings, roundName(division, name, round), choose),
    )}
  </ol>
</section>`;

/** Of what is no knock-out: who is where so far, group by group. */
function standings(event, { standings: all, format }) {
  if (all.length === 0) return nothing;
  return html`<section class="bracket">
    <h3>${word("standings")}</h3>
    <table class="standings">
      <thead><tr><th>${word("place")}</th><th>${word("player_name")}</th><th>${word("won_lost")}</th>${format.swing ? html`<th>${word("chips")}</th>` : nothing}</tr></thead>
      <tbody>
        ${all.map(
          ({ group, place, entry_id: id, wins, losses, measures, still_in: isIn }) => html`<tr data-out=${isIn ? nothing : ""}>
            <td>${group} ${place}</td><td><bdi>${nameOf(event, id)}</bdi></td><td>${wins} – ${losses}</td>
            ${format.swing ? html`<td>${measures[0]?.value}</td>` : nothing}
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function roundOf(event, division, pairings, name, choose) {
  const open = pairings.filter(isOpen).length;
  const played = pairings.filter(({ state }) => state !== "unplayed").length;
  return html`<li class="round" data-over=${open === 0 ? "" : nothing}>
    <h4>${name} <small>${open === 0 ? word("round_over") : word("round_left", { count: open, all: played })}</small></h4>
    <ul>
      ${rows(
        pairings,
        ({ pairing_id: id }) => id,
        (pairing) => html`<li>${pairingOf(event, division, pairing, choose)}</li>`,
      )}
    </ul>
  </li>`;
}

function pairingOf(event, division, pairing, choose) {
  const key = { division_id: division.division_id, pairing_id: pairing.pairing_id };
  const shown = html`<span class="nr">${numberOf(pairing)}</span>
    ${pairing.places.map((place, nth) => placeOf(event, division, pairing, place, nth))}
    <span class="at">${standing(pairing)}</span>`;
  const look = `pairing ${pairing.state}${pairing.table === null ? "" : " called"}`;
  if (choose === null) return html`<div class=${look}>${shown}</div>`;
  return html`<button type="button" class=${look} value=${keyText(key)} @click=${() => choose(key)}>${shown}</button>`;
}

function placeOf(event, division, pairing, place, nth) {
  const through = place.entry_id !== null && place.entry_id === pairing.winner;
  const gone = event.entryOf.get(place.entry_id)?.gone;
  const score = pairing.result?.score?.[nth];
  return html`<span class="place" data-known=${place.entry_id === null ? nothing : ""} data-gone=${gone ? "" : nothing} data-through=${through ? "" : nothing}>
    <bdi>${placeText(event, division, pairing.bracket, place, pairing.seats[nth])}</bdi>
    ${score === undefined ? nothing : html`<b>${score}</b>`}
  </span>`;
}

/** How far it is, in a word or two. */
function standing(pairing) {
  if (pairing.table !== null) return word("numbered", { number: pairing.table });
  if (pairing.state === "over") return pairing.result ? causeWord(pairing.result.cause) : word("cause_gone");
  if (pairing.put_off) return word("is_put_off");
  return pairing.state === "ready" ? word("ready") : "";
}

export function causeWord(cause) {
  if (cause === "walk_over") return word("cause_walk_over");
  if (cause === "withdrawn") return word("cause_withdrawn");
  if (cause === "disqualified") return word("cause_disqualified");
  if (cause === "ruling") return word("cause_ruling");
  if (cause === "flag") return word("cause_flag");
  return "";
}
