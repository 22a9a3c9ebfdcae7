"""Each half speaks its own language: every word of ours in it, and none of people's own."""

import re
from collections.abc import Iterator

import msgspec
import pytest
from kits import commands as c
from kits.controls_kit import walked
from kits.glass_kit import Bench, marks
from kits.languages_kit import load
from kits.pseudo_kit import PLAIN, PSEUDO, Pseudo
from kits.rules_kit import BLACK, WHITE, Table
from kits.screen_kit import STATES, UP, moving, named, opened_once, seen

from kiosk.catalogue.key import Corner
from kiosk.catalogue.languages import ENGLISH_ONLY, Languages, language_of
from kiosk.catalogue.terms import SIDES as SIDE_NAMES
from kiosk.catalogue.text import ENGLISH, Language, format_text, text
from kiosk.rules.reasons import Reason
from kiosk.rules.units import SECOND_NS, SIDES, BySide, Side
from kiosk.screen import words
from kiosk.screen.controls import SHEET_KEYS, Give, Pad, row
from kiosk.screen.items import Digits, Item, KeyCap, TextMark
from kiosk.screen.scene import scene
from kiosk.screen.state import LinkState, LinkStatus, TapRefusal
from kiosk.screen.view import HalfView, ScreenView, languages_of, view
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.taps import Action, command_of

HALF, MM = (1280.0, 360.0), 720 / 88
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
        for item in scene(half, pad, HALF, MM, dimmed=dimmed, found=lambda _sha256: True):
            yield from read(item)


def read(item: Item) -> tuple[str, ...]:
    match item:
        case TextMark():
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


def check(shown: Snapshot, side: Side, link: LinkStatus = UP) -> None:
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


def check_blank(both: ScreenView, shown: Snapshot | None) -> None:
    assert plain(drawn(both.bottom, dimmed=both.dimmed), shown) == set()
    assert both.top.prompt in {format_text(words.NO_MATCH), format_text(words.NO_TABLE)}


@pytest.mark.parametrize("link_state", LinkState)
def test_so_it_is_when_there_is_no_table_or_it_went_away(link_state: LinkState) -> None:
    link = LinkStatus(link_state, 0, "come back later")
    check_blank(view(None, 0, link, in_pseudo(WHITE)), None)
    for side in SIDES:
        check(state("to roll"), side, link)


@pytest.mark.parametrize("reason", Reason)
def test_so_is_every_refusal(reason: Reason) -> None:
    shown = state("to roll")
    for side in SIDES:
        at = shown.at_ns
        refusals = (TapRefusal(side, (reason, Reason.COCKED), at, at + SECOND_NS),)
        check(shown, side, LinkStatus(LinkState.UP, 0, "", refusals))


@pytest.mark.parametrize("change", [{"halted": "the disk is full"}, {"taken_over_by": "j2"}])
def test_so_is_a_table_that_plays_no_more(change: dict[str, str]) -> None:
    for side in SIDES:
        check(msgspec.structs.replace(state("to roll"), **change), side)


# --- chosen by its player ------------------------------------------------------------------------

MANY = {"en": ENGLISH} | {tag: Pseudo(tag.upper()) for tag in ("it", "nb", "de", "fr", "da", "ja")}
"""As many as a sheet has room for, and the one a half is in already."""


def halves(table: Table, there: Languages) -> ScreenView:
    shown = seen(table)
    return view(shown, shown.at_ns, UP, languages_of(shown, there), there)


def test_a_player_chooses_and_the_half_changes_at_once() -> None:
    table, there = moving(), load()
    one = half_of(halves(table, there), BLACK)
    choices = [each for each in one.controls if each.action.kind == "LanguageTapped"]
    assert {each.label: each.action.choice for each in choices} == {
        language.name: tag for tag, language in there.items() if tag != "en"
    }
    norsk = next(each.action for each in choices if each.label == "Norsk")
    table.ok(command_of(norsk, BLACK, None, table.at))
    assert half_of(halves(table, there), BLACK).language is there["nb"]
    assert half_of(halves(table, there), WHITE).language is ENGLISH
    labels = {each.label for each in half_of(halves(table, there), BLACK).controls}
    assert {"English", "Italiano"} <= labels
    assert "Norsk" not in labels


def half_of(shown: ScreenView, side: Side) -> HalfView:
    found = shown.half(side)
    assert found is not None
    return found


@pytest.mark.parametrize("name", STATES)
def test_each_language_has_a_key_in_every_state(name: str) -> None:
    """However full a half is: on the sheet of the others, or one sheet further."""
    table = STATES[name]()
    if table.match.opened is None:
        return
    for side in SIDES:
        one = half_of(halves(table, MANY), side)
        pads = {None, *walked(one)}
        keys = [row(one.controls, pad) for pad in pads]
        given = [key.tap for sheet in keys for key in sheet if isinstance(key.tap, Give)]
        for tag in MANY.keys() - {"en"}:
            assert given.count(Give(Action("LanguageTapped", choices=(tag,)))) == 1
        for sheet in keys:
            assert len([key for key in sheet if not isinstance(key.at, Corner)]) <= SHEET_KEYS


def test_there_are_no_more_languages_than_a_sheet_has_keys() -> None:
    """Beside what makes the half easier to use, and the director's set-up."""
    assert len(load()) - 1 + 2 <= SHEET_KEYS


def test_the_same_sheets_are_drawn_in_every_language() -> None:
    """`make screens` lays them side by side: what reads alike in Japanese is two in English."""
    there = load()

    def names(tag: str) -> list[tuple[str, str]]:
        drawn: set[tuple[str, ...]] = set()
        each = ((state, seen(make())) for state, make in STATES.items())
        return [
            (state, name)
            for state, shown in each
            for name, _pad in opened_once(shown, there, there[tag], drawn)
        ]

    english = names("en")
    assert len(english) > 100
    assert names("ja") == english


def test_where_there_is_one_language_there_is_no_key_for_it() -> None:
    kinds = {each.action.kind for each in half_of(halves(moving(), ENGLISH_ONLY), WHITE).controls}
    assert "LanguageTapped" not in kinds


@pytest.mark.parametrize(
    ("tag", "read"), [("nb", "nb"), ("NB", "nb"), ("nb-NO", "nb"), ("", "en"), ("en-GB", "en")]
)
def test_a_tag_is_read_as_near_as_there_is(
    tag: str, read: str, caplog: pytest.LogCaptureFixture
) -> None:
    there = load()
    assert language_of(there, tag) is there[read]
    assert caplog.messages == []


def test_a_language_that_is_not_there_is_english_and_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = moving()
    table.ok(c.LanguageTapped(table.at, WHITE, "tlh"))
    for _ in range(3):
        assert half_of(halves(table, load()), WHITE).language is ENGLISH
    (told,) = caplog.messages
    assert "no language tlh" in told


# --- two on one glass ----------------------------------------------------------------------------


def test_two_halves_of_one_glass_differ(bench: Bench) -> None:
    shown = seen(moving())
    bench.glass.show(view(shown, shown.at_ns, UP, in_pseudo(WHITE)), bench.folder)
    asks = [marks(pane)["prompt"] for pane in (bench.glass.near, bench.glass.far)]
    assert [read(each) for each in asks] == [
        (format_text(words.MOVE_AND_PRESS, PSEUDO),),
        ("White moves",),
    ]


def test_the_pseudo_language_leaves_places_and_lengthens_by_a_third() -> None:
    told = format_text(text("{name} begins with {roll}", name="Ann", roll="6-5"), PSEUDO)
    assert told.startswith("Ann ")
    assert told.endswith(" 6-5")
    assert PLAIN.findall(told) == ["Ann"]
    assert len(PSEUDO.gettext("abcabc")) == 8
    with pytest.raises(ValueError, match="said twice"):
        PSEUDO.gettext(told)


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", " \t\n"])
def test_who_has_no_name_is_called_by_its_side(name: str) -> None:
    shown = named(seen(STATES["end of the game offered"]()), name, name)
    both = view(shown, shown.at_ns, UP, BySide(ENGLISH, PSEUDO))
    mine, others = both.half(WHITE), both.half(BLACK)
    assert mine is not None
    assert others is not None
    assert mine.own is not None
    assert others.own is not None
    assert (mine.own.name, others.own.name) == ("White", format_text(SIDE_NAMES[BLACK], PSEUDO))
    assert mine.prompt.startswith("White ") or mine.prompt.startswith("Black ")


def test_a_name_from_right_to_left_stays_within_its_place_in_a_sentence() -> None:
    hebrew = "שלום כהן"
    shown = named(seen(STATES["end of the game offered"]()), hebrew, hebrew)
    mine = view(shown, shown.at_ns, UP).half(WHITE)
    assert mine is not None
    assert mine.own is not None
    assert mine.own.name == hebrew
    assert f"\u2068{hebrew}\u2069" in mine.prompt


# --- the globe before the match ------------------------------------------------------------------


def globes(bench: Bench, side: Side) -> list[KeyCap]:
    return [cap for cap in bench.pane(side).caps() if cap.key.globe]


def read_by(bench: Bench, side: Side) -> Language:
    half = bench.pane(side).half
    assert half is not None
    return half.language


def take_over(bench: Bench, table: Table) -> None:
    """What was touched reaches the table, and the glass shows what comes of it."""
    for side, gift, _at in bench.given:
        table.ok(command_of(gift.action, side, gift.values, table.at))
    bench.given.clear()
    shown = seen(table)
    bench.glass.show(
        view(shown, shown.at_ns, UP, languages_of(shown, bench.there), bench.there), bench.folder
    )


@pytest.mark.parametrize("first", ["between games", "one is ready", "being set up"])
@pytest.mark.parametrize("side", SIDES)
def test_one_tap_on_the_globe_chooses_a_halfs_language_before_the_match(
    bench: Bench, first: str, side: Side
) -> None:
    bench.there = load()
    table = STATES[first]()
    take_over(bench, table)
    for tag in [*list(bench.there)[1:], "en"]:
        (globe,) = globes(bench, side)
        assert globe.key.label == bench.there[tag].name
        bench.tap(side, globe.key.tap)
        take_over(bench, table)
        assert read_by(bench, side) is bench.there[tag]
        assert read_by(bench, side.other) is ENGLISH


@pytest.mark.parametrize("later", ["opening", "moving", "game won", "match over"])
def test_the_globe_is_gone_once_a_game_began(bench: Bench, later: str) -> None:
    bench.there = load()
    take_over(bench, STATES[later]())
    for side in SIDES:
        assert globes(bench, side) == []


def test_with_one_language_there_is_no_globe(bench: Bench) -> None:
    bench.there = ENGLISH_ONLY
    take_over(bench, STATES["between games"]())
    assert globes(bench, WHITE) == globes(bench, BLACK) == []
