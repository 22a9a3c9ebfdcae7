/**
 * What happened at a table, the newest first: who comes to a dispute asks what was last. Lines that
 * come while the reader is further down wait above, and the page stays where it is.
 */

import { byId, el, mark, say } from "./dom.js";
import { word } from "./words.js";

export class Timeline {
  #list = byId("lines");
  #last = 0;
  #above = 0;
  #outcomes = new Set();

  /** `choose(seq)` is called when somebody clicks a line's number. */
  constructor(choose) {
    this.#list.addEventListener("click", (click) => {
      const number = click.target.closest("button.seq");
      const picture = click.target.closest("button.picture");
      if (number) choose(Number(number.value));
      if (picture) enlarge(picture.value);
    });
    for (const button of byId("sift").children) {
      button.addEventListener("click", () => this.#sift(button));
    }
    const top = byId("newest");
    new IntersectionObserver(([seen]) => seen.isIntersecting && this.#show(0)).observe(top);
    byId("above").addEventListener("click", () => top.scrollIntoView({ block: "center" }));
    byId("picture").addEventListener("click", () => byId("picture").close());
  }

  /** The newest line there is; a new connection asks for those after it. */
  get last() {
    return this.#last;
  }

  /** Lines as they came, oldest first. Those already here are passed over. */
  add(lines) {
    const fresh = lines.filter((line) => line.seq > this.#last);
    if (fresh.length === 0) return;
    this.#last = fresh.at(-1).seq;
    const made = document.createDocumentFragment();
    for (const line of fresh.reverse()) made.append(this.#row(line));
    this.#list.prepend(made);
    mark(byId("no-lines"), "hidden", true);
    if (byId("newest").getBoundingClientRect().bottom < 0) this.#show(this.#above + fresh.length);
  }

  /** Lines that are the outcome of an order stand out, whether they are here yet or not. */
  highlight(seqs) {
    for (const seq of seqs) {
      this.#outcomes.add(seq);
      const row = byId(`row-${seq}`);
      if (row && !row.hasAttribute("data-outcome")) outcomeOf(row);
    }
  }

  #row(line) {
    const cites = line.cites.length ? ` [${line.cites.join("; ")}]` : null;
    const row = el(
      "li",
      {
        id: `row-${line.seq}`,
        "data-groups": line.groups.join(" "),
        "data-kind": line.kind,
        "data-look": line.look,
      },
      el("time", { title: word("utc", { time: line.time }) }, localTime(line.time)),
      el(
        "button",
        { type: "button", class: "seq", value: line.seq, title: word("correct_by") },
        `#${line.seq}`,
      ),
      el("bdi", { class: "by", title: line.by }, line.by),
      el(
        "p",
        {},
        el("bdi", { class: "text" }, line.text),
        cites && el("span", { class: "cites" }, cites),
      ),
      line.picture && thumbnail(line),
    );
    if (this.#outcomes.has(line.seq)) outcomeOf(row);
    return row;
  }

  #sift(chosen) {
    for (const button of byId("sift").children) {
      mark(button, "aria-pressed", String(button === chosen));
    }
    mark(this.#list, "data-only", chosen.value || null);
  }

  #show(above) {
    this.#above = above;
    mark(byId("above"), "hidden", above === 0);
    if (above) say(byId("above"), word("new_lines", { count: above }));
  }
}

/** A line is shown to be the outcome of an order. */
function outcomeOf(row) {
  row.setAttribute("data-outcome", "");
  row.querySelector("p").append(" ", el("span", { class: "order" }, word("order")));
}

/** HH:MM:SS of UTC as the clock on this hall's wall shows it. */
export function localTime(time) {
  const [hours, minutes, seconds] = time.split(":").map(Number);
  const moment = new Date();
  moment.setUTCHours(hours, minutes, seconds);
  return moment.toLocaleTimeString("en-GB");
}

const address = (sha256) => `/pictures/${encodeURIComponent(sha256)}.jpg`;

function thumbnail(line) {
  const image = el("img", {
    src: address(line.picture),
    alt: word("picture", { seq: line.seq }),
    loading: "lazy",
    decoding: "async",
    width: 80,
    height: 45,
    onerror: () => image.replaceWith(el("span", { class: "missing" }, word("no_picture"))),
  });
  return el("button", { type: "button", class: "picture", value: line.picture }, image);
}

function enlarge(sha256) {
  byId("picture").querySelector("img").src = address(sha256);
  byId("picture").showModal();
}
