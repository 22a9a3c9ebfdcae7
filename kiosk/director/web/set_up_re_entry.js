/** Re-entry: how many entries of a division a person may have, until when, for how much. */

import { may } from "./event_desk.js";
import { button, form } from "./event_parts.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

const two = (number) => String(number).padStart(2, "0");

/** A moment as a field of day and time has it, on this machine's clock. */
function localTime(ms) {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The money's format; null where it is no currency. */
function moneyOf(currency) {
  try {
    return new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency });
  } catch {
    return null;
  }
}

const unitOf = (money) => 10 ** money.resolvedOptions().maximumFractionDigits;

function inWords({ most, until_ms: until, price, currency }) {
  const money = currency ? moneyOf(currency) : null;
  const cost = money ? money.format(price / unitOf(money)) : "0";
  const when = until === null ? word("re_entry_open") : new Date(until).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
  return word("re_entry_terms", { most, when, price: cost });
}

export function reEntry(desk, { division_id: id, name, re_entry: terms }) {
  if (!may("SetReEntry")) return nothing;
  const where = `${id} re-entry`;
  const set = (wanted) =>
    desk.act(where, "SetReEntry", { division_id: id, terms: wanted }, word("re_entry_done", { name }));
  const send = (said) => {
    const [price, until] = [Number(said.get("price") || 0), said.get("until")];
    const currency = said.get("currency").trim().toUpperCase();
    const money = currency ? moneyOf(currency) : null;
    if (price > 0 && money === null) return desk.complain(where, word("re_entry_currency_wrong", { currency: currency || "–" }));
    return set({
      most: Number(said.get("most")),
      until_ms: until ? new Date(until).getTime() : null,
      price: money ? Math.round(price * unitOf(money)) : 0,
      currency: price > 0 ? currency : "",
    });
  };
  const money = terms?.currency ? moneyOf(terms.currency) : null;
  const fields = html`
    <label>${word("re_entry_most")} <input name="most" type="number" required min="2" max="9" value=${terms?.most ?? 2}></label>
    <label>${word("re_entry_until")} <input name="until" type="datetime-local" value=${terms?.until_ms ? localTime(terms.until_ms) : ""}></label>
    <label>${word("re_entry_price")} <input name="price" type="number" min="0" step="any" value=${money ? terms.price / unitOf(money) : ""}></label>
    <label>${word("re_entry_currency")} <input name="currency" maxlength="3" placeholder="EUR" value=${terms?.currency ?? ""}></label>`;
  return html`<details class="re-entry">
    <summary>${word("re_entry")}</summary>
    <p>${terms ? inWords(terms) : word("re_entry_none")}</p>
    ${form(desk, where, send, fields, word("re_entry_set"), { plain: true, label: word("re_entry_set") })}
    ${terms ? button(desk, `${where} off`, word("re_entry_stop"), () => set(null)) : nothing}
  </details>`;
}
