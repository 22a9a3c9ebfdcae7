/** What a division's format asks of a person: its next round, a lot, its end. */

import { may } from "./event_desk.js";
import { button, form, why } from "./event_parts.js";
import { nameOf } from "./event_reading.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** What can be done now and is not asked while matches of it are played: `[{ where, shown }]`. */
export function asks(desk, event, { division_id: id, name, draw, pairings, next }) {
  if (draw === null || pairings.some(({ table }) => table !== null)) return [];
  const act = (kind, more = {}) =>
    desk.act(`${id} ${kind}`, kind, { division_id: id, ...more }, word("format_done", { name }));
  const ask = (kind, words, more) => {
    const where = `${id} ${kind}`;
    return { where, shown: button(desk, where, words, () => act(kind, more), "go") };
  };
  const open = pairings.some(({ state }) => state === "ready");
  if (!draw.published && open) {
    return pairings.some(({ result }) => result) && may("PublishDraw")
      ? [ask("PublishDraw", word("publish_round", { name }))]
      : [];
  }
  return next
    .filter(({ kind }) => may(kind) && !open)
    .map(({ kind, group, entries }) => {
      if (kind === "PairSwissRound") return pairs(desk, event, id, name, entries, act);
      if (kind === "PairFree") return ask(kind, word("pair_free", { name }));
      if (kind === "DrawGroupLot") return ask(kind, word("draw_lot", { name, group }), { group, entries });
      if (kind === "CloseSwiss" || kind === "CloseRoundRobin") return ask(kind, word("close_format", { name }));
      return null;
    })
    .filter(Boolean);
}

/** All who are in a Swiss are paired, but for who is ticked as absent. */
function pairs(desk, event, id, name, entries, act) {
  const where = `${id} PairSwissRound`;
  const send = (said) => act("PairSwissRound", { absent: said.getAll("absent") });
  const absent = html`<details class="wide">
    <summary>${word("absent")}</summary>
    <div class="absent">
      ${entries.map((each) => html`<label class="tick"><input type="checkbox" name="absent" value=${each}> <bdi>${nameOf(event, each)}</bdi></label>`)}
    </div>
  </details>`;
  const words = word("pair_round", { name });
  return { where, shown: form(desk, where, send, absent, words, { label: words }) };
}

/** A round of a Swiss that was just paired is taken back with a reason. */
export function takesBack(desk, { division_id: id, name, next }) {
  const where = `${id} TakeSwissRoundBack`;
  if (!may("TakeSwissRoundBack")) return nothing;
  if (!next.some(({ kind }) => kind === "TakeSwissRoundBack") && !desk.holds(where)) return nothing;
  const send = (said) =>
    desk.act(where, "TakeSwissRoundBack", { division_id: id, why: said.get("why") }, word("format_done", { name }));
  return html`<details>
    <summary>${word("round_back")}</summary>
    ${form(desk, where, send, why(), word("round_back"), { plain: true, label: word("round_back") })}
  </details>`;
}
