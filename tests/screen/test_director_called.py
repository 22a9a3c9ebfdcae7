"""While the director is called both halves read the matter, and no side forestalls the ruling."""

from collections.abc import Callable

import msgspec
import pytest
from kits import commands as c
from kits.controls_kit import half
from kits.match_corpus import AT, corpus
from kits.rules_kit import BLACK, LONDON, WHITE, Table
from kits.screen_kit import STATES, UP, lost, named, seen
from kits.waiting_kit import WAITING, after, contested_offer, moving, tap, to_roll

from kiosk.rules.decide import decide, evolve
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import SIDES, Side
from kiosk.screen.scene import scene
from kiosk.screen.view import view
from kiosk.wire.snapshot import Snapshot, snapshot

ALOUD = "No connection. Call the director aloud"


def denied_double() -> Table:
    fields = (BLACK, DoubleGesture.FULL_FORM, None, CubeAnswer.TAKE)
    table = after(to_roll(book=LONDON), tap(c.BoardDoubleTapped, WHITE, *fields))
    return after(table, tap(c.BoardDoubleContested, BLACK))


def questioned_cube() -> Table:
    table = to_roll(book=LONDON).double()
    return after(table.take(), tap(c.CubeDisputed, BLACK, 4, BLACK))


def called_about(about: CallAbout) -> Table:
    return after(
        to_roll(), tap(c.DirectorCallTapped, WHITE), tap(c.DirectorCallTapped, WHITE, about)
    )


CONTESTED: dict[str, tuple[Callable[[], Table], str]] = {
    "double": (denied_double, "White: Black doubled, and it was taken. Black: no."),
    "cube": (questioned_cube, "Black: the cube is at 4, with Black."),
    "offer": (contested_offer, "White claims a gammon. Black: not certain."),
    "move": (WAITING["move denied"], "Black: the last move was illegal. White: no."),
    "dice": (
        WAITING["dice contested"],
        "White: Black took the dice too early. Black: no.",
    ),
    "roll": (STATES["roll contested"], "White: 6-5. Black: 6-2."),
    "asked": (lambda: called_about(CallAbout.CUBE), "White asks the director about the cube."),
}


@pytest.mark.parametrize("name", CONTESTED)
def test_both_halves_read_what_is_contested_and_what_each_says(name: str) -> None:
    make, sentence = CONTESTED[name]
    table = make()
    for side in SIDES:
        one = half(seen(table), side)
        assert one.contested == sentence
        drawn = scene(one, None, (480, 400), 5.0, dimmed=False, found=bool)
        texts = [text for each in drawn for text in getattr(each, "texts", ())]
        assert any(sentence in text for text in texts)


OPEN: dict[str, str] = {
    "game given up": "Black is asked: White gives up a gammon. Accept?",
    "game claimed": "Black is asked: White claims a gammon. Accept?",
    "double told": "Black is asked: White says: “You doubled on the board.” Is that right?",
    "press wanted back": "Black is asked: White says: “I pressed by mistake.” Undo the press?",
    "one die lifted": "White is asked: Black says: “Only one die was lifted.” Is that right?",
    "claimant tells": "White is asked: Black says: “Your last move was illegal.” Is that right?",
    "claimed": "Black is asked: White says: “I won a gammon.” Do you agree?",
    "doubled": "White is asked: Take at 2, or pass?",
    "entered by touch": "White is asked: Black says 6-2. Is that right?",
}
"""What one side is asked while the other calls the director."""


@pytest.mark.parametrize("state", OPEN)
def test_what_was_being_asked_is_read_on_both_halves(state: str) -> None:
    make = (WAITING | STATES)[state]
    shown = snapshot(called(make().match), 1, AT)
    for side in SIDES:
        one = half(named(shown, "White", "Black"), side)
        assert one.contested == OPEN[state]
        drawn = scene(one, None, (480, 400), 5.0, dimmed=False, found=bool)
        texts = [text for each in drawn for text in getattr(each, "texts", ())]
        assert any(OPEN[state] in text for text in texts)


def test_the_both_statements_of_a_roll_are_read_too() -> None:
    table = STATES["entered by touch"]()
    table.ok(c.RollEntered(table.at, WHITE, (6, 5)))
    shown = snapshot(called(table.match), 1, AT)
    assert {half(shown, side).contested for side in SIDES} == {"White: 6-5. Black: 6-2."}


def test_it_is_read_no_more_once_play_goes_on() -> None:
    table = denied_double()
    for side in SIDES:
        table.ok(c.ResumeTapped(table.at, side))
    assert table.match.hearing.contested is None
    assert half(seen(table), WHITE).contested == ""


# --- no side ends or changes the game alone -----------------------------------------------------

HARMLESS = {
    *("DirectorCallTapped", "ResumeTapped", "DisputeTapped", "DisputeWithdrawn"),
    *("DisturbanceTapped", "AppealTapped", "ObserverWanted", "SlowPlayTapped"),
    *("ClockWishTapped", "ClockWishAgreed", "ClockWishDenied", "MixDemanded", "FirstPickTapped"),
    *(
        "MixerWishTapped",
        "LanguageTapped",
        "AidTapped",
        "GuideTapped",
        "MessageTapped",
        "RulingTapped",
    ),
    *("RecordShown", "ScoreQuestioned", "LengthNoticed", "LostTimeClaimed", "CubeDisputed"),
    *("PresentTapped", "ReadyTapped", "SeatsSwapTapped", "NobodyLeftTapped", "ReopenTapped"),
    *("MatchConceded", "DelayRestartTapped", "DiceContested"),
    *("SettlementTapped", "ExtraDoubleTapped", "BreakTapped", "ConcessionWithdrawn"),
    *("RollConfirmed", "RollEntered", "RollAgreed", "RollDisputeTapped", "RollDisputeDenied"),
}
"""What a side may still do alone: words, wishes, questions, a statement that both have to make."""


def called(match: Match) -> Match:
    for event in decide(match, c.DirectorCallTapped(AT, WHITE)).events:
        match = evolve(match, event)
    return match


def test_nothing_that_ends_or_changes_the_game_can_be_tapped_by_one_side() -> None:
    found = set()
    for match in corpus():
        if match.opened is None or match.phase in {Phase.VACANT, Phase.MATCH_OVER}:
            continue
        here = called(match)
        if here.call is None or here.stop is None:
            continue
        shown = snapshot(here, 1, AT)
        assert shown.sides is not None
        found |= {each.kind for side in SIDES for each in shown.sides.of_side(side).actions}
        for side in SIDES:
            alone_changed(here, shown, side)
    assert found
    assert found <= HARMLESS


def alone_changed(match: Match, shown: Snapshot, side: Side) -> None:
    """A cube that nobody turned is put right at once: not now."""
    assert shown.sides is not None
    for each in shown.sides.of_side(side).actions:
        if each.kind == "CubeDisputed" and match.game is not None and match.game.cube.level == 1:
            assert "nobody" not in each.choices


ACCEPTS = {
    *("OfferAccepted", "IllegalMoveAgreed", "BoardDoubleAgreed", "DiceClaimAgreed"),
    *("RerollConsented", "WinAgreed", "TakeTapped", "ReopenAgreed", "NobodyLeftAgreed"),
}
"""No yes stays while the no to it goes."""


@pytest.mark.parametrize("state", WAITING)
def test_no_yes_stays_whose_no_goes(state: str) -> None:
    match = called(WAITING[state]().match)
    shown = snapshot(match, 1, AT)
    if shown.sides is None or match.stop is None:
        return
    for side in SIDES:
        kinds = {each.kind for each in shown.sides.of_side(side).actions}
        assert kinds.isdisjoint(ACCEPTS)


# --- out of reach -------------------------------------------------------------------------------

WANTED = ("director called", "roll contested", "disputed", "dice contested", "claim contested")


@pytest.mark.parametrize("state", [*WANTED, "director called after the match"])
@pytest.mark.parametrize("device", ["director", "director_stranger"])
def test_out_of_reach_the_director_is_called_aloud(state: str, device: str) -> None:
    table = lost(STATES[state](), device)
    for side in SIDES:
        one = half(named(seen(table), "Ada", "Bo"), side)
        said = (one.prompt, *one.notes)
        assert ALOUD in said
        assert not any("called" in each or "comes" in each for each in said)


@pytest.mark.parametrize("state", WANTED)
def test_so_it_is_at_a_table_that_has_none(state: str) -> None:
    shown = msgspec.structs.replace(seen(STATES[state]()), alone=True)
    for one in (view(shown, shown.at_ns, UP).bottom, view(shown, shown.at_ns, UP).top):
        assert ALOUD in (one.prompt, *one.notes)


def test_who_said_that_he_comes_is_believed() -> None:
    table = lost(STATES["director is coming"](), "director")
    assert half(seen(table), WHITE).prompt == "The director is coming"


def test_nobody_is_called_aloud_whom_nobody_wants() -> None:
    one = half(seen(lost(moving(), "director")), WHITE)
    assert ALOUD not in (one.prompt, *one.notes)
