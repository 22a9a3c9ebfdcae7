/** An order's form made from what it asks for, filled, and read. */

import { el, mark, setText } from "./dom.js";
import { SIDES, word } from "./words.js";

/** A form as the service describes it (`kiosk/director/orders/forms.py`), found again by `data-kind`. */
export function formView({ kind, title, verb, fields }) {
  return el(
    "form",
    { "data-kind": kind, "aria-label": title, hidden: true },
    el(
      "fieldset",
      {},
      el("h3", {}, title),
      el("p", { class: "about" }),
      ...fields.map((field) => SORTS[field.sort].make(`${kind}-${field.name}`, field)),
      el("button", { type: "submit", class: "go" }, verb),
    ),
  );
}

/** Put values into a form's fields; "" chooses nobody, or nothing. */
export function fill(form, values) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (field instanceof RadioNodeList) {
      for (const one of field) one.checked = one.value === String(value);
    } else if (field) {
      if (field.dataset.open) offer(field, value);
      field.value = field.localName === "select" ? JSON.stringify(value) : String(value);
    }
  }
}

/** A list that knows not all there is gets what stands at the table. */
function offer(list, value) {
  const known = [...list.options].some((option) => option.value === JSON.stringify(value));
  if (!known && value !== "") list.append(el("option", { value: JSON.stringify(value) }, value));
}

/** Only these of a list's values can be chosen now. */
export function restrict(form, name, values) {
  const list = form?.elements[name];
  if (!list) return;
  const can = new Set(values.map((value) => JSON.stringify(value)));
  for (const option of list.options) {
    mark(option, "hidden", !can.has(option.value));
    mark(option, "disabled", !can.has(option.value));
  }
  if (!can.has(list.value) && can.size) list.value = JSON.stringify(values[0]);
}

/** A reason that was given can be chosen the next time. */
export function remember(form, why) {
  const list = form.querySelector(".reasons");
  if (list === null || why === "") return;
  if ([...list.children].some((one) => one.textContent === why)) return;
  list.append(reason(why));
}

/** What a form's fields say, by the names of the order. Raises Unreadable. */
export function read(form, { fields }) {
  const said = {};
  for (const { sort, name, label } of fields) {
    const value = SORTS[sort].read(form.elements[name], label);
    if (value !== undefined) said[name] = value;
  }
  return said;
}

/**
 * What a form begins with: what is so of each field, or stands on the table's card. Nothing there
 * chooses nobody, or nothing; where the card has no such place the field stays as it is.
 */
export function starts({ fields }, card) {
  const found = {};
  for (const { name, start, from_card: path } of fields) {
    const stands = path ? path.split(".").reduce((part, key) => part?.[key], card) : start;
    if (path ? stands !== undefined : stands !== null) found[name] = stands ?? "";
  }
  return found;
}

/** A field that says nothing that could be sent; the message says what to write. */
export class Unreadable extends Error {}

const line = (field) => field.value.replace(/\s+/g, " ").trim();
const orNothing = (text) => (text === "" ? undefined : text);
const number = (field) => (field.value === "" ? undefined : Number(field.value));
/** A label with what is said small beside it. */
const hinted = (label, small) =>
  small ? el("span", {}, label, " ", el("small", {}, `(${small})`)) : label;
const labelled = ({ label, hint, optional }) =>
  hinted(label, hint ?? (optional ? word("optional") : null));
const sideLabel = (field) => (SIDES.includes(field.label) ? named(field.label) : labelled(field));

const SORTS = {
  why: {
    make: (id, { name, label, longest, suggested }) =>
      el(
        "div",
        { class: "why" },
        el("label", {}, label, " ", input(id, name, { required: true, maxlength: longest })),
        el(
          "div",
          { class: "reasons", role: "group", "aria-label": label, onclick: choose },
          ...suggested.map(reason),
        ),
      ),
    read: line,
  },
  line: {
    make: (id, field) =>
      el(
        "label",
        {},
        labelled(field),
        " ",
        input(id, field.name, { required: !field.optional, maxlength: field.longest }),
      ),
    read: (field) => orNothing(line(field)),
  },
  words: {
    make: (id, { name, label, longest }) =>
      el(
        "label",
        {},
        label,
        " ",
        el("textarea", {
          id,
          name,
          required: true,
          maxlength: longest,
          rows: 3,
          enterkeyhint: "send",
        }),
      ),
    read: line,
  },
  count: {
    make: (id, field) =>
      el(
        "label",
        { class: "short" },
        sideLabel(field),
        " ",
        input(id, field.name, {
          type: "number",
          required: !field.optional,
          min: field.low,
          max: field.high,
          step: 1,
          value: field.start,
        }),
      ),
    read: number,
  },
  row: {
    make: (id, { name, label, hint }) =>
      el(
        "label",
        { class: "short" },
        hinted(label, hint),
        " ",
        input(id, name, { type: "number", min: 1, step: 1 }),
      ),
    read: number,
  },
  time: {
    make: (id, field) =>
      el(
        "label",
        { class: "short" },
        sideLabel(field),
        " ",
        input(id, field.name, {
          required: true,
          pattern: "\\d{1,3}:[0-5]\\d",
          placeholder: word("time"),
          title: word("time_hint"),
        }),
      ),
    read: (field) => {
      const [minutes, seconds] = field.value.trim().split(":").map(Number);
      return 60 * minutes + seconds;
    },
  },
  side: {
    make: (_id, { name, label, nobody, preset }) =>
      choices(name, label, [
        ...SIDES.map((side) => [side, named(side)]),
        ...(nobody ? [["", nobody, preset]] : []),
      ]),
    read: (field) => field.value || null,
  },
  yesno: {
    make: (_id, { name, label, options }) =>
      choices(
        name,
        label,
        options.map(([value, words]) => [String(value), words]),
      ),
    read: (field) => field.value === "true",
  },
  choice: {
    make: (id, { name, label, options }) =>
      el(
        "label",
        {},
        label,
        " ",
        el(
          "select",
          { id, name },
          ...options.map(([value, words]) => el("option", { value: JSON.stringify(value) }, words)),
        ),
      ),
    read: (field) => JSON.parse(field.value),
  },
  book: {
    make: (id, { name, label, options }) =>
      el(
        "label",
        {},
        label,
        " ",
        el(
          "select",
          { id, name, "data-open": "open" },
          ...options.map(([value, words]) => el("option", { value: JSON.stringify(value) }, words)),
        ),
      ),
    read: (field) => JSON.parse(field.value),
  },
  tick: {
    make: (id, { name, label }) =>
      el("label", { class: "tick" }, el("input", { type: "checkbox", id, name }), " ", label),
    read: (field) => field.checked,
  },
  dice: {
    make: (id, { name, label, nobody, optional }) =>
      el(
        "fieldset",
        { class: "choice dice" },
        el(
          "label",
          { class: "short" },
          hinted(label, optional && !nobody ? word("optional") : null),
          " ",
          input(id, name, {
            pattern: "[1-6]([\\-, ]?[1-6])?",
            placeholder: "5-2",
            title: word("dice_hint"),
            inputmode: "numeric",
            required: !optional,
          }),
        ),
        ...(nobody
          ? [el("label", {}, el("input", { type: "checkbox", "data-again": id }), " ", nobody)]
          : []),
      ),
    read: (field, label) => {
      const again = field.form.querySelector(`[data-again="${field.id}"]`);
      const shown = [...field.value.matchAll(/[1-6]/g)].map(Number);
      if (again?.checked) return null;
      if (shown.length === 0 && again) throw new Unreadable(word("no_dice", { label }));
      return shown.length === 0 ? undefined : shown;
    },
  },
  rules: {
    make: (id, { name, label, hint }) =>
      el("label", {}, hinted(label, hint), " ", el("textarea", { id, name, rows: 2 })),
    read: (field, label) => Object.fromEntries(field.value.split("\n").flatMap(rule(label))),
  },
  hidden: {
    make: (id, { name }) => el("input", { type: "hidden", id, name }),
    read: number,
  },
};

/** One line `section.key = value` as a pair; a value is a number, true, false, a list or a word. */
function rule(label) {
  return (text) => {
    const [key, ...rest] = text.split("=").map((part) => part.trim());
    if (text.trim() === "") return [];
    const value = rest.join("=");
    if (value === "") throw new Unreadable(word("no_rule", { label, line: text }));
    try {
      return [[key, JSON.parse(value)]];
    } catch {
      return [[key, value]];
    }
  };
}

const reason = (why) => el("button", { type: "button" }, why);

/** A reason chosen from those beside the field; what was typed there gives way. */
function choose({ target, currentTarget }) {
  if (target.localName !== "button") return;
  const field = currentTarget.parentElement.querySelector("input");
  field.value = target.textContent;
  field.focus();
}

const input = (id, name, more) => el("input", { id, name, autocomplete: "off", dir: "auto", ...more });

function choices(name, label, options) {
  return el(
    "fieldset",
    { class: "choice" },
    el("legend", {}, label),
    ...options.map(([value, words, preset]) =>
      el(
        "label",
        {},
        el("input", { type: "radio", name, value, required: true, checked: preset }),
        " ",
        words,
      ),
    ),
  );
}

/** A side's disc and name; the name is kept true by `tellNames`. */
function named(side) {
  return el(
    "span",
    { class: "named" },
    el("i", { class: `disc ${side}` }),
    " ",
    el("bdi", { "data-name": side }),
  );
}

/** Both players' names, wherever a form asks for a side. */
export function tellNames(root, sides) {
  for (const side of SIDES) {
    for (const name of root.querySelectorAll(`[data-name="${side}"]`)) {
      setText(name, sides?.[side].name ?? "");
    }
  }
}
