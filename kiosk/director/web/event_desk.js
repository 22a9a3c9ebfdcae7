/**
 * The event as this page has it, and what is asked of it. A form remembers the picture that stood
 * there when somebody began to fill it in: nothing is undone that its sender has not seen.
 */

import { changes } from "./event_changes.js";
import { read } from "./event_reading.js";
import { isSure } from "./event_sure.js";
import { attempt, reportFault } from "./faults.js";
import { toTheDoor, token } from "./person.js";
import { Stream } from "./stream.js";
import { word } from "./words.js";

const WAIT_MS = 10_000;
const AGAIN_MS = 1000;

/** What this page was made with: the acts its reader may do, the rule profiles there are. */
const { acts, profiles, takes = [], adds = [] } = JSON.parse(document.getElementById("here").textContent);
const allowed = new Set(acts);
/** Acts that may take something away: what they will take is asked first. */
const taking = new Set(takes);
/** Acts that may enter a person twice: who is like somebody here is asked about first. */
const adding = new Set(adds);
export { profiles };

/** Whether the reader may do an act: its kind, of TakeOut with why somebody leaves. */
export const may = (name) => allowed.has(name);

const EVENT = {
  pushed: "event",
  ask: async () => {
    const [event, { alarms }] = await Promise.all([fetched("/event"), fetched("/event/alarms")]);
    return { ...read(event), alarms };
  },
  acts: () => "/event/acts",
  changes,
};

export class Desk {
  #of;
  #redraw;
  #clock;
  #seen = new Map();
  #notes = new Map();
  #asking = null;
  #first = null;
  #again = false;

  /** The newest picture; null until the service has told one. */
  event = null;
  /** Where something is on its way: nothing else is sent meanwhile. */
  busy = null;
  /** What was done last, for who can't see the page. */
  done = "";
  /** So often in a row: the same words again are something new. */
  times = 0;
  /** The first row of what was done last, if it took something away; else null. */
  undoable = null;

  /**
   * `redraw` is called after each change; `clock` hears the service's beats. `of` is what this is
   * the desk of: the push that tells of a change, how the whole is asked for, where an act goes,
   * and what happened between two pictures.
   */
  constructor(redraw, clock, of = EVENT) {
    this.#of = of;
    this.#redraw = () => attempt(redraw);
    this.#clock = clock;
    const health = (state) => (document.body.dataset.connection = state);
    new Stream(
      () => "/events",
      {
        cards: () => this.look(),
        [of.pushed]: () => this.look(),
        beat: (said) => this.#clock.set(said),
      },
      health,
    ).restWhileHidden();
  }

  /** Ask for the whole event; asked while an answer is on its way, once more after it. */
  look() {
    this.#again = true;
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask() {
    do {
      this.#again = false;
      try {
        this.event = await this.#of.ask();
      } catch (error) {
        if (!(error instanceof Unheard)) reportFault(error);
        await new Promise((done) => setTimeout(done, AGAIN_MS));
        this.#again = true;
      }
    } while (this.#again);
    this.#asking = null;
    this.#redraw();
  }

  /** Somebody begins to fill in the form `where`: what he decides on is the picture of now. */
  begin(where) {
    if (!this.#seen.has(where)) this.#seen.set(where, this.event);
  }

  /** Whether somebody fills a form in, or is told something there: it stays, whatever happens. */
  holds(...wheres) {
    return wheres.some((where) => this.#seen.has(where) || this.#notes.has(where));
  }

  /** He puts the form away. */
  leave(where) {
    this.#seen.delete(where);
    this.#notes.delete(where);
  }

  /** What is to be said at a form: `{reasons, faults, changed}`, perhaps `codePages`, or null. */
  note(where) {
    return this.#notes.get(where) ?? null;
  }

  /** Something is wrong with what was filled in; it was not sent. */
  complain(where, words) {
    this.#notes.set(where, { reasons: [words], faults: [], changed: null });
    this.#redraw();
  }

  /**
   * Do an act; whether it was done. `done` says so, in words or made of the answer. What takes
   * something away is shown first, and shown again if something happened meanwhile; `sure`: it is
   * done at once, and can be undone.
   */
  async act(where, kind, fields, done = "", { sure = false } = {}) {
    const said = typeof done === "function" ? done : () => done;
    const path = this.#of.acts(kind);
    const send = (more = {}) => {
      const body = JSON.stringify({ kind, seen_seq: this.seenSeq(where), fields, ...more });
      return this.#send(where, path, body, "application/json", said);
    };
    if (sure) {
      const isDone = await send();
      if (isDone) this.undoable = this.#first;
      this.#redraw();
      return isDone;
    }
    if (!taking.has(kind) && !adding.has(kind)) return send();
    for (let again = false; ; again = true) {
      const looked = await this.#look(where, `${path}/look`, kind, fields);
      if (looked === null) return false;
      if (looked.sentences.length === 0) return send();
      if (!(await isSure(looked.sentences, again))) return false;
      if (await send({ seen_seq: looked.seq, looked: true })) {
        this.undoable = taking.has(kind) ? this.#first : null;
        this.#redraw();
        return true;
      }
      if (this.note(where)?.changed == null) return false;
    }
  }

  /** What an act will take away; null, and what is wrong said at the form, if it can't be done. */
  async #look(where, path, kind, fields) {
    if (this.busy !== null) return null;
    const body = JSON.stringify({ kind, seen_seq: this.seenSeq(where), fields });
    const before = this.#begins(where);
    try {
      const { said, problem, ...more } = await posted(path, body, "application/json");
      if (problem !== null) await this.#failed(where, before, problem, more);
      return problem === null ? said : null;
    } finally {
      this.busy = null;
      this.#redraw();
    }
  }

  /** Ask for something that is no act of this desk; whether it was done. */
  post(where, path, fields, done) {
    return this.#send(where, path, JSON.stringify(fields), "application/json", () => done);
  }

  /** The rows of a list, a file or a text; null, and what is wrong said at the form. */
  async rows(where, content, codePage) {
    if (this.busy !== null) return null;
    const before = this.#begins(where);
    const path = `/event/entries/rows?${new URLSearchParams({ code_page: codePage })}`;
    try {
      const { said, problem, ...more } = await posted(path, content, "text/csv");
      if (problem !== null) await this.#failed(where, before, problem, more);
      return problem === null ? said : null;
    } finally {
      this.busy = null;
      this.#redraw();
    }
  }

  /** Have the lines of a list enter, all of them or nobody; whether they did. */
  enterSheet(where, sheet) {
    return this.#send(where, "/event/entries", JSON.stringify(sheet), "application/json", listDone);
  }

  /** The newest row of the event that the form `where` was begun on. */
  seenSeq(where) {
    return (this.#seen.get(where) ?? this.event).seq;
  }

  async #send(where, path, body, type, after) {
    if (this.busy !== null) return false;
    const before = this.#begins(where);
    try {
      return await this.#sent(where, before, path, body, type, after);
    } finally {
      this.busy = null;
      this.#redraw();
    }
  }

  async #sent(where, before, path, body, type, after) {
    const { said, problem, ...more } = await posted(path, body, type);
    if (problem === null) {
      this.#seen.delete(where);
      const done = after(said);
      this.times = done === this.done ? this.times + 1 : 1;
      this.done = done;
      this.undoable = null;
      this.#first = said.seq - (said.kinds?.length ?? 0) + 1;
      await this.look();
    } else {
      await this.#failed(where, before, problem, more);
    }
    return problem === null;
  }

  /** Something of this form is on its way; the picture it was begun on. */
  #begins(where) {
    const before = this.#seen.get(where) ?? this.event;
    this.busy = where;
    this.#notes.delete(where);
    this.#redraw();
    return before;
  }

  async #failed(where, before, problem, { reasons, faults, codePages = [] }) {
    const stale = reasons.some(({ reason }) => reason === "stale");
    if (reasons.length) await this.look();
    if (stale) this.#seen.set(where, this.event);
    this.#notes.set(where, {
      reasons: stale || !reasons.length ? [problem] : reasons.map(({ words }) => words),
      faults: faults.filter(({ line }) => line > 0),
      codePages,
      changed: stale ? this.#of.changes(before, this.event) : null,
    });
  }
}

/** Nothing came back: the connection is lost, which the page shows by itself. */
export class Unheard extends Error {}

/** What the service answers at a path. Throws Unheard if nothing came, Error for a refusal. */
export async function fetched(path) {
  const [answer, came] = await heard(path);
  if (answer.status === 401) toTheDoor();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${came}`);
  return JSON.parse(came);
}

async function heard(path) {
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(WAIT_MS) });
    return [answer, await answer.text()];
  } catch {
    throw new Unheard(path);
  }
}

/** What became of a list of players. */
function listDone({ entered, there, changes }) {
  const sentences = [
    word("entered", { count: entered }),
    there ? word("entered_before", { count: there }) : "",
    changes.length ? word("entered_otherwise", { changes: changes.join("; ") }) : "",
  ];
  return sentences.filter((each) => each !== "").join(" ");
}

async function posted(path, body, type) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": type, "X-CSRF": token },
      body,
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const said = await answer.json();
    if (answer.status === 401) toTheDoor();
    if (answer.ok) return { said, problem: null };
    return { problem: said.error, reasons: said.reasons ?? [], faults: said.faults ?? [], codePages: said.code_pages ?? [] };
  } catch {
    return { problem: word("no_answer"), reasons: [], faults: [] };
  }
}
