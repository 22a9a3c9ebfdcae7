/** Devices that ask to be enrolled, those that are, the cards and codes they come by. */

import { byId, el, mark, setText } from "./dom.js";
import { isSure } from "./event_sure.js";
import { ask } from "./sending.js";
import { age, word } from "./words.js";

const AGAIN_MS = 1000;
const KEY_LETTERS = 12;

/** By what a device came, in words. */
const WAYS = { card: word("by_card"), code: word("by_code"), file: word("by_file") };

/** What stands in each list, by name: it is changed in place, so that a hand is not disturbed. */
const shown = { waiting: new Map(), cards: new Map(), devices: new Map() };
let devices = [];

async function act(asked) {
  setText(byId("complaint"), "");
  const { answer, problem } = await ask("/enrol", asked, word("silent"));
  if (problem) setText(byId("complaint"), problem);
  await look();
  return answer;
}

/** Done once what it takes away was read; read again if something happened meanwhile. */
async function sure(asked) {
  for (let again = false; ; again = true) {
    setText(byId("complaint"), "");
    const { answer, problem } = await ask("/enrol/look", asked, word("silent"));
    if (problem) return setText(byId("complaint"), problem);
    if (answer.sentences.length > 0 && !(await isSure(answer.sentences, again))) return;
    const { seen } = answer;
    const { problem: refused } = await ask("/enrol", { ...asked, seen }, word("silent"));
    await look();
    if (!refused) return;
    setText(byId("complaint"), refused);
    const now = await ask("/enrol/look", asked, word("silent"));
    if (now.problem || now.answer.seen === seen) return;
  }
}

const short = (key) => key.replace("ed25519:", "").slice(0, KEY_LETTERS);
const numbers = () => el("input", { type: "number", min: 1, max: 9999, required: true, "aria-label": word("table_number") });

/** Show a list: make what is new, change what is there, take away what has gone. */
function list(name, items, keyOf, make) {
  const views = shown[name];
  const here = new Set(items.map(keyOf));
  for (const [key, view] of views) {
    if (here.has(key)) continue;
    view.root.remove();
    views.delete(key);
  }
  for (const item of items) {
    let view = views.get(keyOf(item));
    if (!view) {
      view = make(item);
      views.set(keyOf(item), view);
      byId(name).append(view.root);
    }
    view.show(item);
  }
}

function asking(one) {
  const number = numbers();
  const from = el("p");
  const form = el("form", { onsubmit: enrol },
    el("label", {}, word("table_number"), number),
    el("button", { class: "go" }, word("enrol")),
    el("button", { type: "button", onclick: refuse }, word("other_digits")));
  function enrol(event) {
    event.preventDefault();
    act({ type: "accept", session: one.session, number: number.valueAsNumber });
  }
  function refuse() {
    act({ type: "refuse", session: one.session });
  }
  form.className = "answers";
  const root = el("li", {}, el("span", { class: "digits" }, one.digits), from, form);
  const show = ({ address, way, age_s: ageS }) =>
    setText(from, word("asks_from", { address, way: WAYS[way], age: age(ageS * 1000) }));
  return { root, show };
}

function card(one) {
  const until = el("p");
  const root = el("li", {},
    el("a", { href: `/enrol/cards/${one.name}`, target: "_blank" }, one.name.slice(0, 6)), until,
    el("button", { type: "button", onclick: () => sure({ type: "void", name: one.name }) }, word("void")));
  return { root, show: (now) => setText(until, word("good_until", { time: now.until, count: now.begun })) };
}

function device(one) {
  const number = el("span", { class: "number" });
  const name = el("p");
  const about = el("p");
  const sends = el("p", { class: "alarm", role: "alert", hidden: true });
  const moved = numbers();
  const spares = el("select", { "aria-label": word("spare_for"), required: true, onfocus: fill });
  const revoke = el("button", { type: "button", onclick: () => sure({ type: "revoke", key: one.key }) }, word("revoke"));
  const back = el("button", { type: "button", onclick: () => sure({ type: "take_back", key: one.key }) }, word("take_device_back"));
  const change = el("details", {}, el("summary", {}, "…"), el("div", {},
    el("form", { onsubmit: move }, moved, el("button", {}, word("move"))),
    el("form", { onsubmit: swap }, spares, el("button", {}, word("swap"))),
    revoke));
  const root = el("li", {}, number, name, about, sends, back, change);
  function fill() {
    const others = devices.filter(({ key, gone }) => key !== one.key && gone === null);
    spares.replaceChildren(...others.map(({ key, number: at }) => el("option", { value: key }, `${at} · ${short(key)}`)));
  }
  function move(event) {
    event.preventDefault();
    const here = moved.valueAsNumber === Number(number.textContent);
    if (here) return setText(byId("complaint"), word("stands_there", { number: moved.value }));
    sure({ type: "move", key: one.key, number: moved.valueAsNumber });
  }
  function swap(event) {
    event.preventDefault();
    if (spares.value) sure({ type: "swap", key: one.key, spare: spares.value });
  }
  function show(now) {
    setText(number, String(now.number));
    setText(name, word("device", { key: short(now.key) }));
    const who = `${now.by} ${WAYS[now.way]}`.trim();
    const since = now.since_utc ? word("since_by", { time: now.since_utc.slice(0, 16), who }) : who;
    const heard = now.heard_utc ? word("heard", { time: now.heard_utc.slice(0, 16) }) : word("never_heard");
    setText(about, now.gone ?? `${since} · ${heard}`);
    mark(root, "class", now.gone ? "gone" : null);
    change.hidden = now.gone !== null;
    back.hidden = now.gone === null;
    sends.hidden = now.sends_utc === null;
    if (now.sends_utc) setText(sends, word("still_sends", { time: now.sends_utc.slice(0, 19) }));
  }
  fill();
  return { root, show };
}

async function look() {
  try {
    const answer = await fetch("/enrol/state", { signal: AbortSignal.timeout(10 * AGAIN_MS) });
    if (!answer.ok) throw new Error(String(answer.status));
    const now = await answer.json();
    devices = now.devices;
    list("waiting", now.waiting, ({ session }) => session, asking);
    list("cards", now.cards, ({ name }) => name, card);
    list("devices", now.devices, ({ key }) => key, device);
    byId("none").hidden = now.waiting.length > 0;
    document.body.dataset.connection = "live";
  } catch {
    document.body.dataset.connection = "lost";
  }
}

byId("new-card").addEventListener("click", () => act({ type: "card" }));
byId("new-code").addEventListener("click", async () => {
  const made = await act({ type: "code" });
  if (made) setText(byId("code"), word("code_is", { code: made.code, address: made.address, minutes: made.seconds / 60 }));
});

for (;;) {
  await look();
  await new Promise((done) => setTimeout(done, AGAIN_MS));
}
