/** Whose orders these are: asked once, remembered in this browser, always shown. */

import { byId, say } from "./dom.js";
import { word } from "./words.js";

const KEY = "director";

export class Director {
  #name = remembered();
  #waiting = null;

  constructor() {
    this.#show();
    byId("change-name").addEventListener("click", () => this.#ask());
    byId("name-form").addEventListener("submit", (submit) => {
      submit.preventDefault();
      this.#become(byId("name").value.trim());
    });
    byId("name-dialog").addEventListener("close", () => this.#answer());
    byId("name-cancel").addEventListener("click", () => byId("name-dialog").close());
    addEventListener("storage", (change) => {
      if (change.key !== KEY) return;
      this.#name = change.newValue ?? "";
      this.#show();
    });
  }

  /** The name, asked for if there is none yet; null if it was not given. */
  async named() {
    if (this.#name === "") await this.#ask();
    return this.#name || null;
  }

  #ask() {
    byId("name").value = this.#name;
    byId("name-dialog").showModal();
    byId("name").select();
    return new Promise((answered) => (this.#waiting = answered));
  }

  #become(name) {
    if (name === "") return;
    this.#name = name;
    try {
      localStorage.setItem(KEY, name);
    } catch {
      // A browser that keeps nothing asks again next time.
    }
    this.#show();
    byId("name-dialog").close();
  }

  #answer() {
    this.#waiting?.();
    this.#waiting = null;
  }

  #show() {
    say(byId("director-name"), this.#name || word("nobody_yet"));
  }
}

function remembered() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
