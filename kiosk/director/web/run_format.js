/** What a division's format asks of a person: its next round, a lot, its end. */

import { may } from "./event_desk.js";
import { button, form, why } from "./event_parts.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** Buttons for what can be done now and is not asked while matches of it are played. */
export function asks(desk, { division_id: id, name, draw, pairings, next }) {
  if (draw === null || pairings.some(({ table }) => table !== null)) return [];
  const act = (kind, more = {}) =>
    desk.act(`${id} ${kind}`, kind, { division_id: id, ...more }, word("format_done", { name }));
  const ask = (kind, words, more) => button(desk, `${id} ${kind}`, words, () => act(kind, more), "go");
  const open = pairings.some(({ state }) => state === "ready");
  if (!draw.published && open) {
    return pairings.some(({ result }) => result) && may("PublishDraw")
      ? [ask("PublishDraw", word("publish_round", { name }))]
      : [];
  }
  return next
    .filter(({ kind }) => may(kind) && !open)
    .map(({ kind, group, entries }) => {
      if (kind === "PairSwissRound") return ask(kind, word("pair_round", { name }));
      if (kind === "PairFree") return ask(kind, word("pair_free", { name }));
      if (kind === "DrawGroupLot") return ask(kind, word("draw_lot", { name, group }), { group, entries });
      if (kind === "CloseSwiss" || kind === "CloseRoundRobin") return ask(kind, word("close_format", { name }));
      return null;
    })
    .filter(Boolean);
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
