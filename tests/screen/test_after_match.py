"""After a match: where each side plays next, and the QR code of its page at the director's."""

import msgspec
import numpy as np
import pytest
from kits import commands as c
from kits.glass_kit import Bench, marks
from kits.qr_kit import code_read
from kits.rules_kit import Table
from kits.screen_kit import STATES, named, seen
from kits.view_kit import half

from kiosk.rules.units import SIDES, Side
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.items import QrMark, TextMark
from kiosk.screen.shapes import code_rows
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.view import view
from kiosk.wire.next_match import NextMatch, NextMatches
from kiosk.wire.snapshot import Snapshot

WHITE, BLACK = Side
PAGE = "https://192.168.100.200:8443/match/2Vx0cfKq7a53_4d0e-9d53Za"
TAKE_HOME = "Your match: scan it"


def finished() -> Table:
    """White has won, and both say that the result is right."""
    table = Table().open(points=1).start().win(WHITE)
    for side in SIDES:
        table.ok(c.ResultConfirmed(table.at, side))
    table.ok(c.ResultReported(table.at, WHITE))
    return table


def informed(table: Table, match_id: str | None = None) -> Snapshot:
    """The table's snapshot with what the director sent: White plays on, Black does not."""
    shown = seen(table)
    about = match_id or shown.match_id or ""
    following = NextMatches(about, NextMatch(7, "15:40"))
    return msgspec.structs.replace(shown, next_matches=following, page=PAGE)


def prompts(shown: Snapshot) -> list[str]:
    both = view(shown, shown.at_ns, LinkStatus(LinkState.UP, 0))
    return [half.prompt for side in SIDES if (half := both.half(side)) is not None]


def test_each_side_reads_where_it_plays_next_as_far_as_the_event_knows() -> None:
    assert prompts(informed(finished())) == [
        "Reported. Next: table 7 at 15:40",
        "White won the match",
    ]


def test_what_is_said_of_another_match_is_not_shown() -> None:
    assert prompts(informed(finished(), "another")) == prompts(seen(finished()))


@pytest.mark.parametrize("state", ["match over", "game won", "moving"])
def test_before_the_result_stands_there_is_no_code_and_no_next_match(state: str) -> None:
    shown = informed(STATES[state]())
    both = view(shown, shown.at_ns, LinkStatus(LinkState.UP, 0))
    for side in SIDES:
        one = both.half(side)
        assert one is not None
        assert one.page == ""
        assert "15:40" not in one.prompt


def test_without_a_director_there_is_no_code_and_no_word_of_it() -> None:
    for side in SIDES:
        one = half(finished(), side)
        assert (one.page, TAKE_HOME in one.quiet) == ("", False)


def test_once_both_have_signed_each_half_has_the_code_and_says_what_it_is() -> None:
    """Whoever reports the result has it, too: nothing is lost that is scanned meanwhile."""
    table = Table().open(points=1).start().win(WHITE)
    codes = []
    for side in (None, *SIDES):
        if side is not None:
            table.ok(c.ResultConfirmed(table.at, side))
        shown = informed(table)
        both = view(shown, shown.at_ns, LinkStatus(LinkState.UP, 0))
        halves = [half for half in (both.half(each) for each in SIDES) if half is not None]
        assert [TAKE_HOME in each.quiet for each in halves] == [bool(each.page) for each in halves]
        codes.append([each.page for each in halves])
    assert codes == [["", ""], ["", ""], [PAGE, PAGE]]


@pytest.mark.parametrize(
    ("size", "arrangement"),
    [
        ((800, 480), Arrangement.FACING),
        ((480, 800), Arrangement.FACING),
        ((1280, 720), Arrangement.FACING),
        ((720, 1280), Arrangement.FACING),
        ((800, 480), Arrangement.BESIDE_RIGHT),
        ((720, 1280), Arrangement.BESIDE_RIGHT),
    ],
)
def test_a_camera_reads_the_code_of_the_matchs_page_on_every_panel(
    bench: Bench, size: tuple[int, int], arrangement: Arrangement
) -> None:
    bench.resize(size, arrangement)
    bench.show(named(informed(finished()), "Magnus Lindqvist", "Mochizuki Masayuki"))
    code, prompt = (marks(bench.glass.near)[name] for name in ("code", "prompt"))
    assert isinstance(code, QrMark)
    assert isinstance(prompt, TextMark)
    assert code.link == PAGE
    near = bench.glass.near.place.box
    whole = bench.pixels()
    top = int(whole.shape[0] - near.y - near.h)
    own = whole[top : top + int(near.h), int(near.x) : int(near.x + near.w)]
    assert code_read(np.ascontiguousarray(own)) == PAGE


@pytest.mark.parametrize("reported", [True, False])
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720), (720, 1280)])
def test_the_code_is_as_large_as_the_figures_whatever_is_asked_beside_it(
    bench: Bench, size: tuple[int, int], *, reported: bool
) -> None:
    """A module has three pixels, which are half a millimetre on the smallest panel."""
    bench.resize(size, Arrangement.FACING)
    table = Table().open(points=1).start().win(WHITE)
    for side in SIDES:
        table.ok(c.ResultConfirmed(table.at, side))
    if reported:
        table.ok(c.ResultReported(table.at, WHITE))
    bench.show(named(informed(table), "Magnus Lindqvist", "Mochizuki Masayuki"))
    for pane in (bench.glass.near, bench.glass.far):
        code = marks(pane)["code"]
        assert isinstance(code, QrMark)
        assert min(code.box.w, code.box.h) // len(code_rows(PAGE)) >= 3
