"""Each half speaks its own language: every word of ours in it, and none of people's own."""

import re
from collections.abc import Iterator

import msgspec
import pytest
from kits.controls_kit import walked
from kits.glass_kit import Bench, marks
from kits.pseudo_kit import PLAIN, PSEUDO
from kits.rules_kit import WHITE
from kits.screen_kit import STATES, UP, moving, named, seen

from kiosk.catalogue.text import ENGLISH, Language, say, text
from kiosk.rules.reasons import Reason
from kiosk.rules.units import SIDES, BySide, Side
from kiosk.screen import words
from kiosk.screen.controls import Pad
from kiosk.screen.items import Digits, Item, KeyCap, Text
from kiosk.screen.scene import scene
from kiosk.screen.state import Link, LinkState, Refusal
from kiosk.screen.view import HalfView, View, view
from kiosk.wire.snapshot import Snapshot

WINDOW = (1280.0, 720.0)
PEOPLE = ("Жанна", "Борис")
WRITTEN = ("Kari", "the disk is full", "come back later", "English")
"""People's own words, and a machine's, beside what the snapshot's director wrote."""


def in_pseudo(side: Side) -> BySide[Language]:
    languages: BySide[Language] = BySide(ENGLISH, ENGLISH)
    return languages.with_(side, PSEUDO)


def drawn(half: HalfView, *, dimmed: bool = False) -> Iterator[str]:
    """All that is read in a half, whatever stands open in it."""
    pads: list[Pad | None] = [None, *walked(half)]
    for pad in pads:
        for item in scene(half, pad, WINDOW, dimmed=dimmed, found=lambda _sha256: True):
            yield from read(item)


def read(item: Item) -> tuple[str, ...]:
    match item:
        case Text():
            return item.texts
        case Digits():
            return (item.text,)
        case KeyCap():
            return (item.key.label,)
    return ()


def plain(texts: Iterator[str], snapshot: Snapshot | None) -> set[str]:
    """What of these is neither looked up nor anybody's own."""
    stop, message = (snapshot.stop, snapshot.message) if snapshot else (None, None)
    stands = snapshot.game.cube.stands if snapshot and snapshot.game else None
    own = [
        *WRITTEN,
        stands.cite if stands else "",
        (stop.why if stop else None) or "",
        message.text if message else "",
    ]
    for ruling in snapshot.rulings if snapshot else ():
        own += [ruling.why, ruling.section or ""]
    written = re.compile("|".join(re.escape(each) for each in own if each))
    return {each for each in texts if PLAIN.search(written.sub("", each))}


def check(shown: Snapshot, side: Side, link: Link = UP) -> None:
    """That side's half has no plain word, and the other one is as it would be beside English."""
    both = view(shown, shown.at_ns, link, in_pseudo(side))
    mine, others = both.half(side), both.half(side.other)
    assert mine is not None
    assert plain(drawn(mine, dimmed=both.dimmed), shown) == set()
    assert others == view(shown, shown.at_ns, link).half(side.other)


def state(name: str) -> Snapshot:
    shown = seen(STATES[name]())
    return named(shown, *PEOPLE) if shown.sides else shown


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("side", SIDES)
def test_no_word_of_a_half_is_left_in_another_language(name: str, side: Side) -> None:
    shown = state(name)
    if shown.sides:
        check(shown, side)
    else:
        check_blank(view(shown, shown.at_ns, UP, in_pseudo(WHITE)), shown)


def check_blank(both: View, shown: Snapshot | None) -> None:
    assert plain(drawn(both.bottom, dimmed=both.dimmed), shown) == set()
    assert both.top.prompt in {say(words.NO_MATCH), say(words.NO_TABLE)}


@pytest.mark.parametrize("link_state", LinkState)
def test_so_it_is_when_there_is_no_table_or_it_went_away(link_state: LinkState) -> None:
    link = Link(link_state, 0, "come back later")
    check_blank(view(None, 0, link, in_pseudo(WHITE)), None)
    for side in SIDES:
        check(state("to roll"), side, link)


@pytest.mark.parametrize("reason", Reason)
def test_so_is_every_refusal(reason: Reason) -> None:
    shown = state("to roll")
    for side in SIDES:
        refusals = (Refusal(side, (reason, Reason.COCKED), shown.at_ns),)
        check(shown, side, Link(LinkState.UP, 0, "", refusals))


@pytest.mark.parametrize("change", [{"halted": "the disk is full"}, {"taken_over_by": "j2"}])
def test_so_is_a_table_that_plays_no_more(change: dict[str, str]) -> None:
    for side in SIDES:
        check(msgspec.structs.replace(state("to roll"), **change), side)


def test_two_halves_of_one_glass_differ(bench: Bench) -> None:
    shown = seen(moving())
    bench.glass.show(view(shown, shown.at_ns, UP, in_pseudo(WHITE)), bench.folder)
    asks = [marks(bench, pane)["prompt"] for pane in (bench.glass.near, bench.glass.far)]
    assert [read(each) for each in asks] == [
        (say(words.MOVE_AND_PRESS, PSEUDO),),
        ("White moves",),
    ]


def test_the_pseudo_language_leaves_places_and_lengthens_by_a_third() -> None:
    told = say(text("{name} begins with {roll}", name="Ann", roll="6-5"), PSEUDO)
    assert told.startswith("Ann ")
    assert told.endswith(" 6-5")
    assert PLAIN.findall(told) == ["Ann"]
    assert len(PSEUDO.gettext("abcabc")) == 8
    with pytest.raises(ValueError, match="said twice"):
        PSEUDO.gettext(told)
