/** The live connection: it says when it has gone silent, and it always comes back. */

import { attempt } from "./faults.js";
import { toTheDoor } from "./person.js";

const SILENT_MS = 3000;
const AGAIN_MS = 1000;
const LOOK_MS = 250;

/** Both clocks: one may stand still while the machine sleeps, the other may be set. */
const instants = () => ({ steady: performance.now(), wall: Date.now() });

export class Stream {
  #address;
  #listeners;
  #health;
  #refused;
  #source = null;
  #heard = instants();
  #opened = instants();
  #again = null;
  #resting = false;
  #state = "connecting";

  /**
   * @param {() => string} address where to connect, asked anew each time
   * @param {Object<string, (said: any) => void>} listeners by event name; `beat` is optional
   * @param {(state: "connecting"|"live"|"lost"|"refused") => void} health told of each change
   * @param {(words: string) => void} refused told why the service does not let us listen
   */
  constructor(address, listeners, health, refused = () => {}) {
    this.#address = address;
    this.#listeners = { beat: () => {}, ...listeners };
    this.#health = health;
    this.#refused = refused;
    this.#open();
    setInterval(() => this.#look(), LOOK_MS);
  }

  /**
   * Hang up while nobody looks at the page: a browser keeps six connections to one service, and
   * forgotten tabs would take them all.
   */
  restWhileHidden() {
    document.addEventListener("visibilitychange", () => {
      this.#resting = document.hidden;
      if (this.#resting) {
        clearTimeout(this.#again);
        this.#again = null;
        this.#source.close();
      } else {
        this.#heard = instants();
        this.#become("connecting");
        this.#open();
      }
    });
  }

  #open() {
    clearTimeout(this.#again);
    this.#again = null;
    this.#source?.close();
    this.#opened = instants();
    const source = new EventSource(this.#address());
    this.#source = source;
    for (const [name, listener] of Object.entries(this.#listeners)) {
      source.addEventListener(name, (event) => {
        if (source !== this.#source) return;
        this.#heard = instants();
        attempt(() => listener(event.data ? JSON.parse(event.data) : null));
        this.#become("live");
      });
    }
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      if (source.readyState === EventSource.CLOSED) this.#askWhy();
      this.#later();
    });
  }

  /** An EventSource does not tell what it was answered; the same question again does. */
  async #askWhy() {
    const asked = new AbortController();
    try {
      const answer = await fetch(this.#address(), { signal: asked.signal });
      if (answer.status === 401) toTheDoor();
      if (answer.status === 404) {
        this.#refused((await answer.json()).error);
        this.#become("refused");
      }
    } catch {
      // Nobody answers: the silence will be noticed.
    }
    asked.abort();
  }

  #later() {
    this.#source?.close();
    this.#again ??= setTimeout(() => this.#open(), AGAIN_MS);
  }

  #look() {
    if (this.#resting || this.#state === "refused") return;
    if (since(this.#heard) < SILENT_MS) return;
    this.#become("lost");
    if (this.#again === null && since(this.#opened) >= SILENT_MS) this.#open();
  }

  #become(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.#health(state);
  }
}

function since(then) {
  const now = instants();
  return Math.max(now.steady - then.steady, now.wall - then.wall);
}
