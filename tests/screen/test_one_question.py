"""A half asks one thing, and its keys answer that thing: in every state, by every book."""

import random
from collections.abc import Callable, Iterator

import pytest
from kits import commands as c
from kits.controls_kit import half
from kits.match_corpus import AT, corpus
from kits.prompt_kit import screen
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    FISCHER,
    ITALIAN,
    KINDS,
    LEFT,
    LONDON,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    UNIFIED,
    WHITE,
    Table,
    die,
)
from kits.rules_samples import samples
from kits.screen_kit import STATES, pads, seen
from kits.waiting_kit import after, cocked, moving, ordered, tap, to_roll

from kiosk.catalogue.key import Corner, KeySheet
from kiosk.catalogue.text import ENGLISH, format_text
from kiosk.rules.command import Command
from kiosk.rules.decide import why_not
from kiosk.rules.match import Match, Phase
from kiosk.rules.rulebook import DoubleGesture, RuleBook
from kiosk.rules.units import SIDES, Instant, Side
from kiosk.screen import words
from kiosk.screen.asking import asking
from kiosk.screen.controls import Give, Pad, ScreenKey, keep_pad, row
from kiosk.screen.prompt import rows
from kiosk.screen.seen import Perspective, Screen
from kiosk.screen.view import HalfView
from kiosk.wire.snapshot import Snapshot, snapshot
from kiosk.wire.taps import command_of

BOOKS = (NORWAY, NO_CLOCK, ITALIAN, BRONSTEIN, FISCHER, LONDON, UNIFIED, MICHIGAN)

QUESTION_OF = {
    **dict.fromkeys(("WinAgreed", "WinDisputed"), "win"),
    **dict.fromkeys(("OfferAccepted", "OfferRejected", "OfferContested"), "offer"),
    **dict.fromkeys(("IllegalMoveAgreed", "IllegalMoveDenied"), "move"),
    **dict.fromkeys(("TakeTapped", "PassTapped"), "double"),
    **dict.fromkeys(("BoardDoubleAgreed", "BoardDoubleContested"), "double on the board"),
    **dict.fromkeys(("DiceClaimAgreed", "RerollConsented", "DiceContested"), "dice"),
    **dict.fromkeys(("RollConfirmed", "RollEntered", "RollAgreed", "RollDisputeDenied"), "roll"),
    **dict.fromkeys(("ReopenAgreed", "ReopenDenied"), "reopening"),
    **dict.fromkeys(("NobodyLeftAgreed", "NobodyLeftDenied"), "break"),
    **dict.fromkeys(("PressBackTapped", "PressBackDenied"), "press"),
    "ResultConfirmed": "result",
    "GuideTapped": "pictures",
    "ReadyTapped": "ready",
    "ResumeTapped": "go on",
}
"""What each act answers, written by hand."""

ASKED_BY = {
    **dict.fromkeys((Screen.CLAIM, Screen.OWN_CLAIM), frozenset({"win"})),
    **dict.fromkeys((Screen.OFFER, Screen.OWN_OFFER), frozenset({"offer"})),
    **dict.fromkeys(
        (
            *(Screen.EXPLAIN_AND_PRESS, Screen.OTHER_EXPLAINS),
            *(Screen.MOVE_CHALLENGED, Screen.OTHER_MOVE_CHALLENGED),
        ),
        frozenset({"move"}),
    ),
    Screen.DOUBLED: frozenset({"double"}),
    **dict.fromkeys(
        (Screen.BOARD_DOUBLE, Screen.OWN_BOARD_DOUBLE), frozenset({"double on the board"})
    ),
    **dict.fromkeys((Screen.DICE_CLAIM, Screen.OWN_DICE_CLAIM), frozenset({"dice"})),
    **dict.fromkeys(
        (
            *(Screen.ROLL_DISPUTED, Screen.OWN_ROLL_DISPUTE, Screen.ROLL_CONTESTED),
            *(Screen.ROLLS_CLAIMED, Screen.ROLL_CLAIMED, Screen.OTHER_CLAIMS_ROLL),
            *(Screen.ROLL_PROPOSED, Screen.ROLL_ASKED),
        ),
        frozenset({"roll"}),
    ),
    **dict.fromkeys((Screen.REOPENING, Screen.OWN_REOPENING), frozenset({"reopening"})),
    **dict.fromkeys((Screen.UNUSED_BREAK, Screen.OWN_UNUSED_BREAK), frozenset({"break"})),
    **dict.fromkeys((Screen.PRESS_BACK, Screen.OWN_PRESS_BACK), frozenset({"press"})),
    Screen.RESULT_TO_CONFIRM: frozenset({"result"}),
    Screen.GUIDE: frozenset({"pictures"}),
    Screen.SCORE_CHECK: frozenset({"ready"}),
    **dict.fromkeys(
        (
            *(Screen.OWN_BREAK_OVER, Screen.OWN_BREAK, Screen.OWN_CALL, Screen.OWN_LATENESS),
            *(Screen.OTHER_BREAK_OVER, Screen.OTHER_BREAK, Screen.OTHER_CALL),
            Screen.OTHER_LATENESS,
        ),
        frozenset({"ready", "go on"}),
    ),
    **dict.fromkeys(
        (
            *(Screen.DIRECTOR_COMES, Screen.RESTARTED, Screen.SET_UP_WRONG, Screen.PLAYED_ON),
            *(Screen.CLOCKS_STOPPED, Screen.BREAK, Screen.STOPPED, Screen.CLOCK_BROUGHT_IN),
            Screen.BOTH_GO_ON,
        ),
        frozenset({"go on"}),
    ),
}
"""What each half asks, written by hand; the others ask nothing that a key answers."""


def answers(match: Match, kind: str) -> str | None:
    """What an act answers now; None: it is done unasked."""
    dicing = match.dicing
    unasked = {
        "RollEntered": match.phase is not Phase.CONFIRMING,
        "IllegalMoveDenied": match.phase is not Phase.CHALLENGED,
        "PressBackTapped": match.pressed is None or match.pressed.asked is None,
        "DiceContested": dicing.claim is None and dicing.consents is None,
    }
    return None if unasked.get(kind, False) else QUESTION_OF.get(kind)


def check(match: Match, shown: Snapshot, at: Instant) -> set[Screen]:
    """The question, the keys, and what each key does, of both halves; what was asked."""
    found = set()
    for side in SIDES if shown.sides else ():
        one = half(shown, side)
        asked = ASKED_BY.get(screen(shown, side, at), frozenset())
        found |= {screen(shown, side, at)} if asked else set()
        for key in gives(row(one.controls, None)):
            answered = answers(match, key.tap.action.kind)  # type: ignore[union-attr]
            assert answered is None or answered in asked, (answered, one.prompt, key.label)
            assert_done(match, side, key, at)
        on_rows = {each.action.kind for each in one.controls if KeySheet.ASKED not in each.path}
        for each in one.controls:
            if answers(match, each.action.kind) in asked:
                assert each.action.kind in on_rows, (one.prompt, each.label)
        check_sheets(match, shown, one, at)
    return found


def gives(keys: tuple[ScreenKey, ...]) -> Iterator[ScreenKey]:
    return (key for key in keys if isinstance(key.tap, Give))


def assert_done(match: Match, side: Side, key: ScreenKey, at: Instant) -> None:
    assert isinstance(key.tap, Give)
    assert why_not(match, command_of(key.tap.action, side, key.tap.values, at)) == (), key.label


def check_sheets(match: Match, shown: Snapshot, one: HalfView, at: Instant) -> None:
    """What else is asked has a sheet for each question, under its own words."""
    assert one.side is not None
    seen_so = Perspective(shown, one.side, at)
    said = {format_text(each.sentence(seen_so), ENGLISH) for each in rows(seen_so)}
    for pad in pads(one):
        if pad.path[-1:] == (KeySheet.ASKED,) and pad.entering is None:
            keys = list(gives(row(one.controls, pad)))
            here = [key for key in keys if not isinstance(key.at, Corner)]
            asked = {answers(match, key.tap.action.kind) for key in here}  # type: ignore[union-attr]
            assert any(asked - {None} <= one_row for one_row in ASKED_BY.values()), asked
            if here:
                assert asking(one, pad) in said


def walks(book: RuleBook, seed: int) -> Iterator[Table]:
    """Matches of whatever commands, plausible and absurd."""
    choice = random.Random(seed)
    mixer = RIGHT if book in (NORWAY, NO_CLOCK) and choice.random() < 0.5 else None
    table = Table().open(book=book, mixer=mixer).start()
    for _ in range(40):
        table.wait(choice.randrange(30))
        kind: type[Command] = choice.choice(KINDS)
        table.do(choice.choice(samples(kind, table.at)))
        yield table


def test_a_half_asks_one_thing_in_every_state_of_every_book() -> None:
    found = set()
    for make in STATES.values():
        table = make()
        found |= check(table.match, seen(table), table.at)
    unread = to_roll()
    unread.throw(die(None, LEFT), die(3, LEFT))
    found |= check(unread.match, seen(unread), unread.at)
    for match in corpus():
        found |= check(match, snapshot(match, 1, AT), AT)
    assert found == set(ASKED_BY)


@pytest.mark.parametrize("book", BOOKS)
def test_so_it_does_whatever_anybody_did(book: RuleBook) -> None:
    for seed in range(8):
        for table in walks(book, seed):
            check(table.match, seen(table), table.at)


# --- each claim in the phase that was not its own ----------------------------------------------


def keys(table: Table, side: Side) -> tuple[str, ...]:
    return tuple(key.label for key in gives(row(half(seen(table), side).controls, None)))


def early_then_won() -> Table:
    table = after(moving(), tap(c.EarlyPickupClaimed, WHITE))
    return after(table, tap(c.WinDeclared, WHITE, 2))


def test_a_claimed_win_is_asked_before_dice_taken_early() -> None:
    table = early_then_won()
    assert half(seen(table), BLACK).prompt == format_text(words.claims("White", 2), ENGLISH)
    assert keys(table, BLACK)[:2] == ("Yes, gammon", "Disagree")
    assert half(seen(table), WHITE).prompt == format_text(words.agrees("Black"), ENGLISH)
    table.ok(c.WinDisputed(table.at, BLACK))
    assert "too early" in half(seen(table), BLACK).prompt
    assert keys(table, BLACK)[:2] == ("Yes", "I disagree")


def test_a_double_told_is_not_asked_while_a_win_is() -> None:
    fields = (BLACK, DoubleGesture.FULL_FORM, None, None)
    table = after(to_roll(book=LONDON), tap(c.BoardDoubleTapped, WHITE, *fields))
    assert keys(table, BLACK)[:2] == ("Yes", "No")
    after(table, tap(c.WinDeclared, WHITE, 1))
    assert half(seen(table), BLACK).prompt == format_text(words.claims("White", 1), ENGLISH)
    assert keys(table, BLACK)[:2] == ("Yes, single", "Disagree")
    assert half(seen(table), WHITE).prompt == format_text(words.agrees("Black"), ENGLISH)


def test_a_reroll_is_not_asked_while_play_is_stopped_for_another_reason() -> None:
    table = cocked()
    assert keys(table, WHITE)[:2] == ("Yes, roll again", "I disagree")
    table.ok(c.TableRestarted(table.at, None, None))
    assert half(seen(table), WHITE).prompt == format_text(words.CHECK_AND_GO_ON, ENGLISH)
    assert keys(table, WHITE)[:1] == ("Go on",)
    assert "Yes, roll again" not in keys(table, WHITE)


def test_who_was_doubled_takes_or_passes_first_and_is_then_asked_of_its_dice() -> None:
    table = after(moving(), tap(c.EarlyPickupClaimed, WHITE)).press(WHITE)
    after(table, tap(c.DoubleTapped, BLACK))
    assert half(seen(table), WHITE).prompt == "Take at 2, or pass?"
    assert "too early" in half(seen(table), BLACK).prompt
    assert keys(table, BLACK)[:2] == ("Yes", "I disagree")


def test_a_roll_in_doubt_is_asked_before_anything_beside_it() -> None:
    table = after(moving(), tap(c.EarlyPickupClaimed, WHITE)).press(WHITE).lift()
    table.throw(die(4, LEFT), die(3, LEFT, flat=None))
    assert table.phase is Phase.CONFIRMING
    for side in SIDES:
        assert half(seen(table), side).prompt == format_text(words.is_it((4, 3)), ENGLISH)
        assert {"Yes", "I disagree"}.isdisjoint(keys(table, side))


def test_who_pressed_by_mistake_asks_with_one_tap_and_the_other_says_yes_with_one() -> None:
    table = to_roll()
    assert "Undo press" in keys(table, WHITE)
    after(table, tap(c.PressBackTapped, WHITE))
    assert half(seen(table), BLACK).prompt == (
        "White says: “I pressed by mistake.” Undo the press?"
    )
    assert keys(table, BLACK)[:2] == ("Yes, undo it", "No")
    assert half(seen(table), WHITE).prompt == "Black says yes or no"
    assert keys(table, WHITE)[:1] == ("Take it back",)
    after(table, tap(c.PressBackTapped, BLACK))
    assert half(seen(table), WHITE).prompt == "Move, then press your clock"


def test_the_other_may_ask_it_first() -> None:
    table = after(to_roll(), tap(c.PressBackTapped, BLACK))
    assert half(seen(table), WHITE).prompt == (
        "Black says: “You pressed by mistake.” Undo the press?"
    )
    assert keys(table, WHITE)[:2] == ("Yes, undo it", "No")


def stopped() -> Table:
    return ordered(to_roll(), c.StopOrdered)


@pytest.mark.parametrize(
    ("before", "state"),
    [
        (lambda: to_roll(book=NO_CLOCK), "clock brought in"),
        (to_roll, "to go on"),
        (stopped, "to go on"),
    ],
)
def test_what_waits_for_both_is_never_behind_an_open_menu(
    before: Callable[[], Table], state: str
) -> None:
    one = half(seen(before()), WHITE)
    pad = Pad((KeySheet.MORE,), one.occasion)
    assert keep_pad(one.controls, one.occasion, pad) == pad
    shown = half(seen(STATES[state]()), WHITE)
    assert keep_pad(shown.controls, shown.occasion, pad) is None
    assert next(key.label for key in row(shown.controls, None)) == "Go on"


def test_who_has_tapped_waits_for_the_other() -> None:
    table = after(STATES["to go on"](), tap(c.ResumeTapped, WHITE))
    assert half(seen(table), WHITE).prompt == "Waiting for Black"
    assert half(seen(table), BLACK).prompt == "Ready? Tap Go on, both of you"
    assert keys(table, BLACK)[:1] == ("Go on",)
    assert "Go on" not in keys(table, WHITE)
