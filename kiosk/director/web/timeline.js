/**
 * What happened at a table, the newest first: who comes to a dispute asks what was last. Lines that
 * come while the reader is further down wait above, and the page stays where it is.
 */

import { byId, el, mark, setText } from "./dom.js";
import { attempt } from "./faults.js";
import { word } from "./words.js";

/** Lines that are drawn at first, and more at each look further down: a long evening has 20,000. */
const SCREENFUL = 80;

const failedLine = ({ seq }) => el("li", { id: `row-${seq}`, class: "failed" }, word("part_failed"));

export class Timeline {
  #list = byId("lines");
  #above = 0;
  #outcomes = new Set();
  /** All that came, oldest first; `#fitting` are those that are looked for, of which the newest `#drawn` are drawn. */
  #lines = [];
  #fitting = [];
  #drawn = 0;
  #jumped = null;
  #only = "";

  /** `choose(line, newer)` is called when somebody clicks a line's number; `newer` came after. */
  constructor(choose) {
    this.#list.addEventListener("click", (click) => {
      const number = click.target.closest("button.seq");
      const picture = click.target.closest("button.picture");
      if (number) this.#choose(choose, Number(number.value));
      if (picture) enlarge(picture.value);
    });
    document.addEventListener("click", ({ target }) => {
      const link = target.closest?.('a[href^="#row-"]');
      if (link) this.#bring(Number(link.hash.slice("#row-".length)));
    });
    for (const button of byId("sift").children) {
      button.addEventListener("click", () => this.#sift(button));
    }
    byId("jumps").addEventListener("click", ({ target }) => this.#jump(target));
    byId("seek").addEventListener("input", () => this.#look());
    const top = byId("newest");
    new IntersectionObserver(([seen]) => seen.isIntersecting && this.#show(0)).observe(top);
    const older = byId("older");
    const further = () => this.#draw(this.#drawn + SCREENFUL);
    new IntersectionObserver(([seen]) => seen.isIntersecting && further()).observe(older);
    older.addEventListener("click", further);
    byId("above").addEventListener("click", () => top.scrollIntoView({ block: "center" }));
    byId("picture").addEventListener("click", () => byId("picture").close());
  }

  /** The newest line there is; a new connection asks for those after it. */
  get last() {
    return this.#lines.at(-1)?.seq ?? 0;
  }

  /** Lines as they came, oldest first. Those already here are passed over. */
  add(lines) {
    const fresh = lines.filter((line) => line.seq > this.last);
    if (fresh.length === 0) return;
    this.#lines.push(...fresh);
    mark(byId("no-lines"), "hidden", true);
    const fits = this.#fits();
    const fitting = fresh.filter(fits);
    const below = byId("newest").getBoundingClientRect().bottom < 0;
    this.#fitting.push(...fitting);
    if (below) {
      this.#list.prepend(this.#rows(fitting));
      this.#drawn += fitting.length;
      this.#show(this.#above + fresh.length);
    } else {
      this.#list.prepend(this.#rows(fitting.slice(-SCREENFUL)));
      this.#drawn = Math.min(SCREENFUL, this.#fitting.length);
      while (this.#list.childElementCount > this.#drawn) this.#list.lastElementChild.remove();
    }
    this.#count();
  }

  /** Lines that are the outcome of an order stand out, whether they are here yet or not. */
  highlight(seqs) {
    for (const seq of seqs) {
      this.#outcomes.add(seq);
      const row = byId(`row-${seq}`);
      if (row && !row.hasAttribute("data-outcome")) outcomeOf(row);
    }
  }

  /** Whether a line has each of the words looked for, and is of the chosen sort. */
  #fits() {
    const words = this.#wanted().split(/\s+/);
    return (line) => {
      if (this.#only && !line.groups.includes(this.#only)) return false;
      return words.every((each) => inWords(line).includes(each));
    };
  }

  /** Look at the newest of those that fit. */
  #look() {
    this.#fitting = this.#lines.filter(this.#fits());
    this.#drawn = 0;
    this.#list.replaceChildren();
    this.#draw(SCREENFUL);
  }

  /** Draw the newest `count` of those that fit. */
  #draw(count) {
    const wanted = Math.min(count, this.#fitting.length);
    const end = this.#fitting.length - this.#drawn;
    if (wanted > this.#drawn) {
      this.#list.append(this.#rows(this.#fitting.slice(this.#fitting.length - wanted, end)));
      this.#drawn = wanted;
    }
    this.#count();
  }

  #count() {
    const older = this.#fitting.length - this.#drawn;
    mark(byId("older"), "hidden", older === 0);
    if (older) setText(byId("older"), word("older_lines", { count: older }));
    setText(byId("found"), this.#wanted() ? word("found", { count: this.#fitting.length }) : "");
  }

  /** Draw down to a line; what hides it is looked for no longer. */
  #bring(seq) {
    const at = () => this.#fitting.findIndex((line) => line.seq === seq);
    if (at() < 0) {
      byId("seek").value = "";
      this.#sift(byId("sift").firstElementChild);
    }
    if (at() >= 0) this.#draw(this.#fitting.length - at());
  }

  #rows(lines) {
    const made = document.createDocumentFragment();
    for (const line of lines.toReversed()) {
      made.append(attempt(() => this.#row(line), () => failedLine(line)));
    }
    return made;
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
    const seen = this.#fitting.filter(({ landmark }) => landmark === kind).toReversed();
    const next = seen[seen.findIndex(({ seq }) => seq === this.#jumped) + 1] ?? seen[0];
    const past = this.#list.querySelector("[data-jumped]");
    if (past) mark(past, "data-jumped", null);
    this.#jumped = next?.seq ?? null;
    if (!next) return setText(byId("found"), word("no_such", { kind: name }));
    this.#bring(next.seq);
    const row = byId(`row-${next.seq}`);
    mark(row, "data-jumped", true);
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
    setText(byId("found"), "");
  }

  #wanted() {
    return byId("seek").value.trim().toLocaleLowerCase();
  }

  #sift(chosen) {
    for (const button of byId("sift").children) {
      mark(button, "aria-pressed", String(button === chosen));
    }
    this.#only = chosen.value;
    this.#look();
  }

  #show(above) {
    this.#above = above;
    mark(byId("above"), "hidden", above === 0);
    if (above) setText(byId("above"), word("new_lines", { count: above }));
  }
}

/** What of a line is searched, in small letters. */
function inWords(line) {
  line.searched ??= [localTime(line.time), `#${line.seq}`, line.by, line.text, ...line.cites]
    .join(" ")
    .toLocaleLowerCase();
  return line.searched;
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
