/** What a division can be played as, and what that looks like. */

import { bracketName } from "./event_reading.js";
import { html, svg } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

const round = (bracket, length, first = 1) => ({
  bracket,
  length,
  profile: "",
  best_of: 1,
  clock: "allowed",
  first,
  last: 0,
});

const bracket = (name, ...feeds) => ({
  name,
  feeds: feeds.map(([from, first, last]) => ({ bracket: from, first, last })),
  third_place: false,
});

/** As `GET /event/formats` will tell them; a profile is chosen with the format. */
export const FORMATS = [
  {
    format_id: "last-chance",
    title: word("format_last_chance"),
    means: word("format_last_chance_means"),
    format: {
      title: word("format_last_chance"),
      shape: {
        brackets: [
          bracket("main"),
          bracket("consolation", ["main", 1, -1]),
          bracket("last-chance", ["consolation", 1, 2]),
        ],
      },
      rounds: [
        round("main", 9, 0),
        round("main", 7),
        round("consolation", 5),
        round("last-chance", 3),
      ],
    },
  },
];

const HIGH = 64;

/** The brackets of a shape as small trees, with an arrow for who drops from one into another. */
export function picture({ brackets }) {
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
