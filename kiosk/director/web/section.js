/** Parts of a page that fail alone: what one of them can't show leaves the others standing. */

import { attempt } from "./faults.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { html } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** Words in the place of what failed, and as a row of a list. */
export const failed = () => html`<p class="failed">${word("part_failed")}</p>`;
const failedRow = () => html`<li class="failed">${word("part_failed")}</li>`;

/** A part as `make` makes it; words if it fails. */
export const section = (make, otherwise = failed) => attempt(make, otherwise);

/** An item for each of `items`, known by its key. They are made here, where one may fail alone. */
export function rows(items, keyOf, make, otherwise = failedRow) {
  const made = items.map((item) => [keyOf(item), section(() => make(item), otherwise)]);
  return repeat(made, ([key]) => key, ([, shown]) => shown);
}
