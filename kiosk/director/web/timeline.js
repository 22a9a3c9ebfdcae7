/**
 * What happened at a table, the newest first: who comes to a dispute asks what was last. Lines that
 * come while the reader is further down wait above, and the page stays where it is.
 */

import { byId, el, mark, setText } from "./dom.js";
import { attempt } from "./faults.js";
import { word } from "./words.js";

const failedLine = ({ seq }) => el("li", { id: `row-${seq}`, class: "failed" }, word("part_failed"));

export class Timeline {
  #list = byId("lines");
  #last = 0;
  #above = 0;
  #outcomes = new Set();
  #lines = [];

  /** `choose(line, newer)` is called when somebody clicks a line's number; `newer` came after. */
  constructor(choose) {
    this.#list.addEventListener("click", (click) => {
      const number = click.target.closest("button.seq");
      const picture = click.target.closest("button.picture");
      if (number) this.#choose(choose, Number(number.value));
      if (picture) enlarge(picture.value);
    });
    for (const button of byId("sift").children) {
      button.addEventListener("click", () => this.#sift(button));
    }
    byId("jumps").addEventListener("click", ({ target }) => this.#jump(target));
    byId("seek").addEventListener("input", () => this.#seek());
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
    this.#lines.push(...fresh);
    const made = document.createDocumentFragment();
    for (const line of fresh.toReversed()) made.append(attempt(() => this.#row(line), () => failedLine(line)));
    this.#list.prepend(made);
    if (this.#wanted()) this.#seek();
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

  #choose(choose, seq) {
    const place = this.#lines.findIndex((line) => line.seq === seq);
    choose(this.#lines[place], this.#lines.slice(place + 1));
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
        "data-landmark": line.landmark,
        tabindex: line.landmark && "-1",
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

  /** To the next older line of this kind, and from the oldest to the newest again. */
  #jump({ value: kind, textContent: name }) {
    const rows = [...this.#list.querySelectorAll(`[data-landmark="${kind}"]`)];
    const seen = rows.filter((row) => row.checkVisibility());
    const next = seen[seen.indexOf(document.querySelector("#lines [data-jumped]")) + 1] ?? seen[0];
    const past = document.querySelector("#lines [data-jumped]");
    if (past) mark(past, "data-jumped", null);
    if (!next) return setText(byId("found"), word("no_such", { kind: name }));
    mark(next, "data-jumped", true);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "center" });
    setText(byId("found"), "");
  }

  #wanted() {
    return byId("seek").value.trim().toLocaleLowerCase();
  }

  /** Only lines in which each of these words stands. */
  #seek() {
    const words = this.#wanted().split(/\s+/);
    let found = 0;
    for (const row of this.#list.children) {
      const stands = row.textContent.toLocaleLowerCase();
      const fits = words.every((each) => stands.includes(each));
      mark(row, "hidden", !fits);
      found += fits;
    }
    setText(byId("found"), this.#wanted() ? word("found", { count: found }) : "");
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
    if (above) setText(byId("above"), word("new_lines", { count: above }));
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

/** Why a picture is not there, in the service's words; else that it has not come yet. */
async function whyNot(sha256) {
  try {
    const answer = await fetch(address(sha256));
    if (answer.status === 410) return (await answer.json()).error;
  } catch {
    // nobody answers: it is not here
  }
  return word("no_picture");
}

/** A picture by its name, or why it is not there. */
export function pictureOf(sha256, alt, more = {}) {
  const image = el("img", {
    src: address(sha256),
    alt,
    decoding: "async",
    ...more,
    onerror: async () => {
      const missing = el("span", { class: "missing" }, word("no_picture"));
      image.replaceWith(missing);
      setText(missing, await whyNot(sha256));
    },
  });
  return image;
}

function thumbnail(line) {
  const alt = word("picture", { seq: line.seq });
  const image = pictureOf(line.picture, alt, { loading: "lazy", width: 80, height: 45 });
  return el("button", { type: "button", class: "picture", value: line.picture }, image);
}

export function enlarge(sha256) {
  byId("picture").querySelector("img").src = address(sha256);
  byId("picture").showModal();
}
