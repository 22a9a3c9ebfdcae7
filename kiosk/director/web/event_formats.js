/** What a division can be played as, and what that looks like. */

import { bracketName } from "./event_reading.js";
import { answered } from "./sending.js";
import { html, svg } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

/** What the service offers. */
export const loadFormats = async () => (await answered("/event/formats")).formats;

/** A format's title in the viewer's language, as far as it is one that is offered. */
export const titleOf = (formats, { title }) =>
  formats.find(({ format }) => format.title === title)?.title ?? title;

const HIGH = 64;

/** The brackets of a shape as small trees, with an arrow for who drops from one into another. */
export function picture({ shape: { brackets }, groups }) {
  if (brackets.length === 0) return meetings(groups !== null && groups !== undefined);
  const place = new Map(brackets.map(({ name }, nth) => [name, nth]));
  const tall = brackets.length * (HIGH + 28);
  return html`<figure class="shape">
    <svg viewBox="0 0 240 ${tall}" width="240" height=${tall} aria-hidden="true">
      ${brackets.map(({ name, feeds }, nth) => tree(name, nth, feeds, place))}
    </svg>
    <figcaption class="hidden">
      ${brackets.map(({ name, feeds }) =>
        feeds.length
          ? word("shape_fed", {
              bracket: bracketName(name),
              from: feeds.map((each) => bracketName(each.bracket)).join(", "),
            })
          : word("shape_drawn", { bracket: bracketName(name) }),
      )}
    </figcaption>
  </figure>`;
}

/** Everybody meets everybody, or somebody who stands as he does. */
function meetings(all) {
  const dots = all ? [[20, 20], [100, 20], [20, 80], [100, 80]] : [[20, 20], [60, 20], [100, 20], [20, 80], [60, 80], [100, 80]];
  const pairs = all
    ? dots.flatMap((one, nth) => dots.slice(nth + 1).map((two) => [one, two]))
    : [[dots[0], dots[3]], [dots[1], dots[4]], [dots[2], dots[5]]];
  return html`<figure class="shape">
    <svg viewBox="0 0 120 100" width="120" height="100" aria-hidden="true">
      ${pairs.map(([[x, y], [to, down]]) => svg`<path d="M${x} ${y}L${to} ${down}"></path>`)}
      ${dots.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="7"></circle>`)}
    </svg>
  </figure>`;
}

function tree(name, nth, feeds, place) {
  const top = nth * (HIGH + 28) + 18;
  const left = 66;
  const lines = [0, 1, 2, 3].map((line) => top + 6 + line * 16);
  const half = [(lines[0] + lines[1]) / 2, (lines[2] + lines[3]) / 2];
  const middle = (half[0] + half[1]) / 2;
  const path = [
    ...lines.map((y) => `M${left} ${y}h40`),
    `M${left + 40} ${lines[0]}V${lines[1]}M${left + 40} ${lines[2]}V${lines[3]}`,
    ...half.map((y) => `M${left + 40} ${y}h40`),
    `M${left + 80} ${half[0]}V${half[1]}M${left + 80} ${middle}h40`,
  ].join("");
  const arrows = feeds.map((feed, which) => {
    const from = place.get(feed.bracket) * (HIGH + 28) + 18 + HIGH / 2 + which * 8;
    const x = 46 - (nth - place.get(feed.bracket)) * 14;
    return svg`<path class="drop" d="M${left - 4} ${from}H${x}V${middle}H${left - 6}" marker-end="url(#drops)"></path>`;
  });
  return svg`
    <defs><marker id="drops" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0 6 3 0 6z"></path></marker></defs>
    <text x=${left} y=${top - 2}>${bracketName(name)}</text>
    <path class="tree" d=${path}></path>
    ${arrows}`;
}
