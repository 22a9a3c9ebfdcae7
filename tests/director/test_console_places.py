"""Every page of the console in every state, by axe-core and by size: phone, laptop, hall."""

import pytest
from kits.console_checks import misfits, violations
from kits.console_kit import StandIn, Window, card
from kits.console_places import EXPECTED, PLACES, SIZES, Draw, form, grid
from playwright.sync_api import Page

from kiosk.catalogue.tables import FORMS

BY_DAY = {"every_card", "sure", "unheard", "table", "named", "confirming", "dispute"}
LANGUAGES = {"en": "English", "it": "Italiano", "nb": "Norsk"}
WITH_FIELDS = [kind for kind, form in FORMS.items() if form.fields]

ALL = PLACES | {kind: form(kind) for kind in WITH_FIELDS}

every_place = pytest.mark.parametrize("draw", ALL.values(), ids=ALL)
places = pytest.mark.parametrize(
    "draw",
    [
        pytest.param(draw, id=name, marks=() if name in BY_DAY else pytest.mark.night)
        for name, draw in ALL.items()
    ],
)


@places
def test_nobody_is_shut_out_and_nothing_is_cut(
    opened: Window, service: StandIn, draw: Draw
) -> None:
    page = opened.page
    service.names = LANGUAGES
    draw(page, service)
    assert violations(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert misfits(page) == [], width
    opened.forgive(EXPECTED)


@pytest.mark.night
@every_place
def test_nobody_is_shut_out_on_a_phone(opened: Window, service: StandIn, draw: Draw) -> None:
    service.names = LANGUAGES
    opened.page.set_viewport_size({"width": SIZES[-1][0], "height": SIZES[-1][1]})
    draw(opened.page, service)
    assert violations(opened.page) == []
    opened.forgive(EXPECTED)


BROKEN = {
    "button-name": "document.querySelector('#many').textContent = ''",
    "html-has-lang": "document.documentElement.removeAttribute('lang')",
    "select-name": "document.querySelector('.sort').replaceWith(document.querySelector('#sort'))",
    "color-contrast": "document.querySelector('.length').style.color = '#aaa'",
}
MISFITS = {
    "html#": "document.querySelector('#grid').style.width = '3000px'",
    "many": "document.querySelector('#many').style.cssText = 'min-height: 0; height: 20px'",
    "length": "document.querySelector('.length').style.cssText ="
    " 'display: inline-block; width: 4px; overflow: hidden'",
}


def test_what_shuts_out_does_not_fit_or_is_cut_is_found(page: Page, service: StandIn) -> None:
    grid(page, service, card(1))
    assert violations(page) == misfits(page) == []
    for broken in BROKEN.values():
        page.evaluate(f"() => {{ {broken} }}")
    found = {rule for rule, *_where in violations(page)}
    assert found == BROKEN.keys()
    for told, broken in MISFITS.items():
        page.evaluate(f"() => {{ {broken} }}")
        assert [each for each in misfits(page) if told in each], told
