"""What holds for every page of the console, whatever it shows: axe-core's rules, and sizes."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

FINGER_PX = 44
POINTER_PX = 24
PHONE_PX = 640
"""Up to this width a page is touched by a finger (`console.css`: 40rem)."""

RUN = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => [id, String(target), html.slice(0, 160)]));
}"""

SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(".hidden"))
  .filter((one) => one === document.documentElement
    || /auto|scroll/.test(getComputedStyle(one).overflowX))
  .filter((one) => one.scrollWidth > one.clientWidth && one.localName !== "textarea")
  .map((one) => `${one.localName}#${one.id} ${one.scrollWidth} > ${one.clientWidth}`)"""

SMALL = """(least) => {
  const own = "a[href], button, input:not([type=hidden]), select, textarea";
  const whole = (one) => {
    if (one.matches("#grid .number, #grid .choose input")) return one.closest(".card");
    return (one.matches("[type=radio], [type=checkbox]") && one.closest("label")) || one;
  };
  return [...document.querySelectorAll(own)]
    .filter((one) => one.checkVisibility({ contentVisibilityAuto: true }))
    .filter((one) => !one.matches(".card.large .number"))  // it leads to where it stands
    .map((one) => [one, whole(one).getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < least - 0.5)
    .map(([one, { width, height }]) =>
      `${one.outerHTML.slice(0, 120)} ${Math.round(width)} x ${Math.round(height)}`);
}"""

CUT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(".hidden") && one.textContent.trim())
  .filter((one) => /hidden|clip/.test(getComputedStyle(one).overflow))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .filter((one) => !one.title && !one.matches(".card, li, input, textarea, select"))
  .map((one) => one.outerHTML.slice(0, 160))"""
"""What is cut and does not say all of it under the pointer."""


def violations(page: Page) -> list[Any]:
    """What axe-core finds: the rule, where, and its beginning."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[Any] = page.evaluate(RUN)
    return found


def misfits(page: Page) -> list[str]:
    """What scrolls sideways, is too small for who points at it, or is cut."""
    width = page.evaluate("innerWidth")
    least = FINGER_PX if width <= PHONE_PX else POINTER_PX
    found: list[str] = []
    for look, given in ((SIDEWAYS, None), (SMALL, least), (CUT, None)):
        found += page.evaluate(look, given)
    return found
