"""Every page there is, opened in a browser at a stage of an event, and every button pressed."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page

from kiosk.director.app import ROUTES
from kiosk.director.http.route import PAGE
from kits.console_kit import PATIENCE_MS
from kits.stages_kit import Stood

WATCH = """
window.asked = 0;
window.streams = 0;
window.printed = 0;
const plainInterval = window.setInterval;
window.setInterval = (act, ms, ...rest) => (ms < 5000 ? plainInterval(act, ms, ...rest) : 0);
window.print = () => { window.printed += 1; };
const plainFetch = window.fetch;
window.fetch = (...what) => {
  window.asked += 1;
  const came = plainFetch(...what).then(async (answer) => {
    await answer.clone().arrayBuffer();
    return answer;
  });
  return came.finally(() => { window.asked -= 1; });
};
const PlainSource = window.EventSource;
window.EventSource = class extends PlainSource {
  constructor(...what) {
    super(...what);
    window.streams += 1;
  }
};
"""
"""Counts what a page waits for, and what it prints; nothing happens by itself now and then, so that
nothing changes but what is pressed.
"""

IS_CALM = """() => document.readyState === "complete" && window.asked === 0
  && (window.streams === 0 || ["live", "refused"].includes(document.body.dataset.connection))"""


def pages(card: str, *division_ids: str) -> Iterator[str]:
    """The address of every page there is; `card` is an event card's name."""
    places = {"{journal_id}": ["journal-1"], "{table}": ["1"], "{name}": [card]}
    places["{division_id}"] = list(division_ids)
    places["{token}"] = []  # of a match that both have signed: live/test_match_page.py
    for route in ROUTES.values():
        if route.method != "GET" or PAGE not in route.answers.get(200, ()):
            continue
        (place,) = [name for name in places if name in route.path] or [""]
        yield from (route.path.replace(place, value) for value in places.get(place, [""]))


def enters_browser(page: Page, own: Stood) -> None:
    """Its browser is the director's, its pages are watched."""
    page.context.add_init_script(WATCH + SHARED)
    name, _, value = own.session["cookie"].partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": own.url}])


def calm(page: Page) -> None:
    """It has all that it asked for, and shows it."""
    page.wait_for_function(IS_CALM, timeout=PATIENCE_MS)
    evaluated(page, "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def evaluated(page: Page, script: str, argument: str | None = None) -> Any:
    """What a script makes of a page; once more on the page that comes in its place meanwhile."""
    try:
        return page.evaluate(script, argument)
    except Error as error:
        if "navigation" not in str(error):
            raise
        page.wait_for_function(IS_CALM, timeout=PATIENCE_MS)
        return page.evaluate(script, argument)


# --- what it says -------------------------------------------------------------------------------

_CODE = re.compile(
    r"\b[A-Z]?[a-z]{2,}[A-Z][a-z]+\w*"  # a kind, or a name of a script: MatchAssigned
    r"|\b[a-z]+_[a-z_]+\b"  # a field, or a value: delay_s
    r"|\b[a-z]{2,}\.[a-z_]{2,}\b"  # a key: clock.delay_s
)
_ALL_WORDS = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest("script, style")) {
      found.push(walker.currentNode.data);
    }
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    found.push(one.ariaLabel, one.title, one.placeholder);
  }
  return found.join("\\n");
}"""


def codes_shown(page: Page) -> set[str]:
    """Kinds, fields and keys of the code in all that a page says, closed parts of it, too."""
    return set(_CODE.findall(str(evaluated(page, _ALL_WORDS))))


# --- every button -----------------------------------------------------------------------------

SHARED = """
window.kindsNow = () => {
  const top = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const plain = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
  const words = (one) => plain(one.getAttribute("aria-label") || one.innerText || one.value);
  const place = (one) => {
    const about = one.closest("form, details, section, dialog, header, nav, aside");
    const title = about?.querySelector("summary, h2, h3");
    return plain(about?.getAttribute("aria-label") ?? title?.innerText);
  };
  const look = (one) => (one.matches(".pairing, .row") ? one.className : words(one));
  const same = (text) => text.replace(/(Ana|Bo) \\d+|\\d+/g, "#").slice(0, 90);
  const seen = new Map();
  for (const one of top.querySelectorAll("button, a.go[href^='#'], summary")) {
    if (one.matches(":disabled") || !one.checkVisibility()) continue;
    if (one.closest("#page-fault, #lost")) continue;
    if (one.ariaPressed === "true") continue; // it shows that it is pressed
    const kind = same(`${one.localName} ${place(one)} | ${look(one)}`);
    if (!seen.has(kind)) seen.set(kind, one);
  }
  return seen;
};
window.fillIn = (form) => {
  for (const field of form?.elements ?? []) {
    if (field.type === "radio") {
      const ways = [...form.elements].filter(({ name }) => name === field.name);
      if (!ways.some(({ checked }) => checked)) field.checked = true;
    } else if (field.localName === "select") {
      if (field.value === "" && field.options.length > 1) field.selectedIndex = 1;
    } else if (field.value === "" && field.required) {
      if (field.type === "number") field.value = field.min || "1";
      else if (field.type === "date") field.value = field.max || "2026-12-01";
      else if (field.type === "time") field.value = "19:00";
      else if (field.name === "tables") field.value = "1-4";
      else if (["text", "search", "textarea"].includes(field.type)) field.value = "so";
    }
  }
};
window.looksNow = () => JSON.stringify([
  [location.href, window.printed, document.title, Math.round(scrollY), document.body.innerText],
  [...document.querySelectorAll("dialog, details")].map(({ open }) => open),
  [...document.querySelectorAll("input, select, textarea")].map((one) => [one.value, one.checked]),
  [...document.querySelectorAll("[aria-pressed], [aria-expanded], [aria-current]")].map((one) =>
    ["pressed", "expanded", "current"].map((name) => one.getAttribute(`aria-${name}`))),
  document.activeElement?.matches(":invalid") ? "asks for a field" : "",
  document.getElementById("done")?.dataset.times,
  document.activeElement?.id || document.activeElement?.name || "",
]);
window.pressKind = (kind) => {
  const one = window.kindsNow().get(kind);
  if (!one) return false;
  window.fillIn(one.form);
  window.lookedBefore = window.looksNow();
  one.click();
  return true;
};
"""
"""What can be pressed now, one of each kind, by where it stands and its words without numbers; a
form filled in with the first answer to everything; all that somebody can see of a page.
"""

KINDS = "() => [...window.kindsNow().keys()]"
WHERE = "() => location.pathname + (document.querySelector('dialog:modal') ? ' dialog' : '')"
SEEN = "() => window.lookedBefore === undefined || window.looksNow() !== window.lookedBefore"
"""Whether anything is other than before the press; a page that was loaded anew is."""
SOON_MS = 2000
"""An effect that is not there when all answers are comes with the next frame, or never."""


class Presses:
    """Presses one of every kind of button on a page, and notes which are silent, and what of the
    code is shown then.
    """

    def __init__(self, page: Page, known: set[str]) -> None:
        """`known` kinds were pressed before; what is pressed is added to them."""
        self.page, self.known = page, known
        self.silent: list[str] = []
        self.codes: set[str] = set()

    def all(self, most: int = 300) -> None:
        """Until nothing is left that was not pressed, a dialog's first; what leads to another page
        is come back from, as long as that goes.
        """
        start = self.page.url
        for _press in range(most):
            if self._away(start):
                self.page.goto(start)
                calm(self.page)
            if self._away(start):
                return
            where = str(evaluated(self.page, WHERE))
            if new := self.new():
                self.press(new[0], where)
            elif where.endswith("dialog"):
                self.page.keyboard.press("Escape")
            else:
                return
        raise AssertionError("there is no end of buttons")

    def _away(self, start: str) -> bool:
        return urlsplit(self.page.url).path != urlsplit(start).path

    def new(self) -> list[str]:
        """What can be pressed now and was not yet."""
        where = evaluated(self.page, WHERE)
        kinds = [f"{where} {each}" for each in evaluated(self.page, KINDS)]
        return [each for each in kinds if each not in self.known]

    def press(self, kind: str, where: str) -> None:
        self.known.add(kind)
        name = kind.removeprefix(f"{where} ")
        if not evaluated(self.page, "(kind) => window.pressKind(kind)", name):
            return
        calm(self.page)
        self.codes |= codes_shown(self.page)
        try:
            self.page.wait_for_function(SEEN, timeout=SOON_MS)
        except Error:
            self.silent.append(kind)
