"""The form of each player's name on a half, the same beside the score and in sentences.

Widths are estimated, slightly too wide, instead of measured; that needs no window.
"""

import unicodedata
from dataclasses import replace

from kiosk.catalogue.terms import isolated
from kiosk.screen.view import HalfView, NameAndScore, shorten_name

NARROW = frozenset("iljtfrI.,'-() ")
WIDE = frozenset("mwMW@%")
NARROW_EM = 0.36
WIDE_EM = 0.92
CAPITAL_EM = 0.7
LETTER_EM = 0.59
EAST_ASIAN_EM = 1.0
"""Widths of letters in bold type, in ems."""


def short_names(name: str) -> tuple[str, ...]:
    """The name and its shorter forms: `Magnus Lindqvist`, `M. Lindqvist`, `Lindqvist`."""
    first, *rest = name.split()
    if not rest:
        return (name,)
    return (name, f"{first[0]}. {' '.join(rest)}", rest[-1])


def call_alike(half: HalfView, room_mm: float, em_mm: float, least_mm: float) -> HalfView:
    """Replace each name by one form throughout the half.

    `room_mm`: room beside the score; `em_mm`: type size there; `least_mm`: smallest type size.
    """
    standings = (half.own, half.other)
    forms = _find_forms(standings, room_mm, em_mm, least_mm)
    if all(form == name for name, form in forms.items()):
        return half
    own, other = (each and replace(each, name=forms[each.name]) for each in standings)
    changes = {
        isolated(shorten_name(name)): isolated(form) for name, form in forms.items() if form != name
    }

    def call(words: str) -> str:
        for name, form in changes.items():
            words = words.replace(name, form)
        return words

    return replace(
        half,
        own=own,
        other=other,
        prompt=call(half.prompt),
        quiet=tuple(map(call, half.quiet)),
        notes=tuple(map(call, half.notes)),
        entering=tuple(map(call, half.entering)),
        controls=tuple(
            replace(each, label=call(each.label), asks=call(each.asks)) for each in half.controls
        ),
    )


def _find_forms(
    standings: tuple[NameAndScore | None, ...], room_mm: float, em_mm: float, least_mm: float
) -> dict[str, str]:
    """The form of each name; the full names if the short forms are the same."""
    names = [each.name for each in standings if each is not None]
    forms = {name: _fit_name(name, room_mm, em_mm, least_mm) for name in names}
    alike = len(set(forms.values())) < len(forms)
    return {name: name for name in names} if alike else forms


def _fit_name(name: str, room_mm: float, em_mm: float, least_mm: float) -> str:
    """The first form that fits at `em_mm`, else at `least_mm`, else the shortest."""
    forms = short_names(name) if name.strip() else (name,)
    for em in (em_mm, least_mm):
        for form in forms:
            if reckon_em(form) * em <= room_mm:
                return form
    return min(forms, key=reckon_em)


def reckon_em(words: str) -> float:
    """Upper estimate of the words' width, in ems."""
    return sum(map(_letter_em, words))


def _letter_em(sign: str) -> float:
    if unicodedata.east_asian_width(sign) in "WF":
        return EAST_ASIAN_EM
    if sign in NARROW:
        return NARROW_EM
    if sign in WIDE:
        return WIDE_EM
    return CAPITAL_EM if sign.isupper() or not sign.isascii() else LETTER_EM
