/** What the rule books leave to this event: values to be set, and those its director confirms. */

import { Unheard, fetched, may } from "./event_desk.js";
import { button, form } from "./event_parts.js";
import { reportFault } from "./faults.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { word } from "./words.js";

export class Books {
  #desk;
  #redraw;
  #told = { values: [], to_set: [] };
  #seq = null;

  constructor(desk, redraw) {
    this.#desk = desk;
    this.#redraw = redraw;
  }

  /** Asked for again once the event has changed. */
  async look({ seq }) {
    if (seq === this.#seq) return;
    this.#seq = seq;
    try {
      this.#told = await fetched("/event/confirm");
      this.#redraw();
    } catch (error) {
      this.#seq = null; // with the next picture
      if (!(error instanceof Unheard)) reportFault(error);
    }
  }

  /** No clock can be armed before these are set. */
  get lacks() {
    return this.#told.to_set.some(({ value }) => value === "");
  }

  show() {
    const open = this.#told.values.filter(({ confirmed }) => !confirmed);
    if (this.#told.to_set.length + this.#told.values.length === 0) return nothing;
    return html`<section class="box" id="books" aria-labelledby="books-title">
      <h2 id="books-title">${word("books_title")}</h2>
      ${booksIn(this.#told.to_set).map((book) => this.#toSet(book))}
      ${open.length === 0
        ? html`<p class="hint">${word("books_confirmed")}</p>`
        : html`<details>
            <summary>${word("books_open", { count: open.length })}</summary>
            ${booksIn(open).map((book) => this.#toConfirm(book, open.filter((each) => each.book === book)))}
          </details>`}
    </section>`;
  }

  #toSet(book) {
    const here = this.#told.to_set.filter((each) => each.book === book);
    const where = `set ${book}`;
    if (!may("SetValues")) return listed(here.map((each) => ({ ...each, chosen: each.value })));
    const send = (said) =>
      this.#desk.act(where, "SetValues", { book, values: here.map(({ key }) => [key, said.get(key).trim()]) }, word("books_set", { book }));
    return html`<h3>${word("books_leaves", { book })}</h3>
      ${form(
        this.#desk,
        where,
        send,
        here.map(
          ({ key, value, means, cite }) => html`<label class="wide">${means} <input name=${key} required maxlength="200" value=${value}>
            <small>${cite}</small></label>`,
        ),
        word("books_set_these"),
        { label: word("books_leaves", { book }) },
      )}`;
  }

  #toConfirm(book, open) {
    const where = `confirm ${book}`;
    const values = open.map(({ key, value }) => [key, value]);
    const confirm = () => this.#desk.act(where, "Confirm", { book, values }, word("books_confirmed"));
    return html`<h3>${book}</h3>
      ${listed(open)}
      ${may("Confirm") ? button(this.#desk, where, word("books_confirm", { book }), confirm, "go") : nothing}`;
  }
}

const booksIn = (values) => [...new Set(values.map(({ book }) => book))];

const listed = (values) =>
  html`<dl class="values">${values.map(
    ({ means, chosen, cite }) => html`<dt>${means}</dt><dd>${chosen} · ${cite}</dd>`,
  )}</dl>`;
