"""Every act of a player that a client may be told of, and the command each of them stands for."""

from collections import defaultdict
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits import commands as c
from kits import match_corpus
from kits.match_corpus import corpus
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    ITALIAN,
    KINDS,
    LONDON,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    UNIFIED,
    WHITE,
    Table,
)
from kits.rules_samples import samples
from kits.waiting_kit import WAITING, moving, to_roll

from kiosk.rules import offers
from kiosk.rules.cube import by_hand
from kiosk.rules.decide import ACTS, why_not
from kiosk.rules.match.call import CHOSEN
from kiosk.rules.match.doubling import CubeAnswer, ExtraDouble
from kiosk.rules.match.outcome import ContestGround, ScoreRecord
from kiosk.rules.match.rulings import Wrong
from kiosk.rules.rulebook import DoubleGesture, RuleBook, StopFor
from kiosk.rules.table import Half
from kiosk.rules.units import SIDES, BySide, Instant, Side
from kiosk.wire.codec import kind_of
from kiosk.wire.errors import KindUnknown
from kiosk.wire.messages import to_line
from kiosk.wire.snapshot import snapshot
from kiosk.wire.taps import Action, actions, command_of, single_choices

AT = Instant(9)
TAPPED = {act.command.__name__ for act in ACTS if act.tap is not None}
PLAIN = [
    kind.__name__
    for kind in KINDS
    if set(kind.__dataclass_fields__) in ({"at", "side"}, {"at", "by"})
]
"""They need no more than who gives them."""
BOOKS = [NORWAY, NO_CLOCK, ITALIAN, BRONSTEIN, LONDON, UNIFIED, MICHIGAN]


def of(table: Table, side: Side) -> dict[tuple[str, Side | None], Action]:
    """What a side may do, by kind and side."""
    return {(each.kind, each.side): each for each in actions(table.match, side, table.at)}


def test_every_command_of_a_player_is_a_tap() -> None:
    """What neither a device, nor the shell, nor the director says, a player must be able to say."""
    said = {
        kind.__name__
        for kind in KINDS
        if not issubclass(kind, c.Order) and "side" in kind.__dataclass_fields__
    }
    assert said <= TAPPED


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(st.sampled_from(KINDS), st.integers(0, 60), st.integers(0, 40)), max_size=20
    ),
    st.sampled_from(BOOKS),
)
def test_a_plain_act_is_offered_exactly_when_it_would_not_be_refused(
    steps: list[tuple[type[c.Command], int, int]], book: RuleBook
) -> None:
    table = Table().open(book=book).start()
    for kind, which, seconds in steps:
        table.wait(seconds)
        choices = samples(kind, table.at)
        table.do(choices[which % len(choices)])
    for side in SIDES:
        offered = {each.kind for each in actions(table.match, side, table.at)}
        for name in PLAIN:
            command = command_of(Action(name), side, None, table.at)
            assert (name in offered) == (not why_not(table.match, command)), name


@pytest.mark.parametrize("state", WAITING)
def test_each_choice_is_a_command_that_the_rules_take(state: str) -> None:
    """With the level of 1 or 2, a length nobody plays, or a score of nothing."""
    table = WAITING[state]()
    for side in SIDES:
        for action in actions(table.match, side, table.at):
            for leaf in single_choices(action):
                tries = [
                    command_of(leaf, side, values, table.at)
                    for values in (None, (1,), (2,), (4,), (10,), (6, 5), (6, 4), (0, 0))
                    if fits(leaf, values)
                ]
                assert any(not why_not(table.match, command) for command in tries), leaf
                assert {kind_of(command) for command in tries} == {leaf.kind}
                assert {getattr(each, "side", getattr(each, "by", None)) for each in tries} == {
                    side
                }


def fits(leaf: Action, values: tuple[int, ...] | None) -> bool:
    count = {"OfferTapped": 1, "CubeDisputed": 1, "LengthNoticed": 1, "RecordShown": 2}.get(
        leaf.kind, leaf.dice or int(leaf.choice == by_hand.SHOWN)
    )
    return len(values or ()) == count


WAYS: dict[str, tuple[object, ...]] = {
    "AidTapped": ("big_type_on", "hold_on", "left_handed_on"),
    "BoardAnswerTapped": ("pass_take", "shown", "take_pass"),
    "BoardDoubleTapped": ("full_form", "intent", "pass", "shown", "take", "word_or_act"),
    "BreakTapped": (1,),
    "ClockPressed": ("touch",),
    "ClockStopTapped": (StopFor.DICE_TAKEN, StopFor.FALLEN_DIE, StopFor.INVALID_ROLL),
    "CubeDisputed": ("black", "nobody", "white"),
    "DirectorCallTapped": tuple(sorted(CHOSEN)),
    "GuideTapped": ("1", "2", "3"),
    "MixerWishTapped": ("picture_left", "picture_right"),
    "OfferAccepted": (1,),
    "OfferContested": ("contact", "not_certain"),
    "OfferTapped": ("certain", "certain_no_contact", "open"),
    "ResultDisputed": tuple(Wrong),
    "RecordShown": ("scoreboard", "sheet"),
    "RollDisputeTapped": (0, 1, 2),
    "RollAgreed": ("6-1", "6-6", "not_counted"),
    "RollEntered": (0, 1, 2),
    "UnevenSurfaceClaimed": (2,),
    "WinDeclared": (1, 2, 3),
}
"""What a side chooses, of each act where it does; 0 dice: the roll does not count. Nobody in the
corpus has an aid to switch off.
"""


def test_each_way_to_give_a_command_is_open_to_a_side_in_some_match() -> None:
    found: dict[str, set[object]] = defaultdict(set)
    for match, side in product(corpus(), SIDES):
        for action in actions(match, side, match_corpus.AT):
            found[action.kind] |= {action.level, action.dice, *action.choices} - {None}
    chosen = {kind: tuple(sorted(ways, key=str)) for kind, ways in found.items() if ways}
    assert chosen == WAYS


def test_what_was_told_choice_by_choice_is_one_action() -> None:
    """Norway §4.3(ii), §4.3(v): what is not listed there is no choice."""
    listed = (StopFor.FALLEN_DIE, StopFor.INVALID_ROLL, StopFor.DICE_TAKEN)
    purposes = of(to_roll(), WHITE)["ClockStopTapped", None]
    assert purposes.choices == listed
    assert single_choices(purposes) == tuple(
        Action("ClockStopTapped", choices=(purpose,)) for purpose in listed
    )
    assert single_choices(Action("ReadyTapped")) == (Action("ReadyTapped"),)
    assert [each.choice for each in single_choices(purposes)] == [str(each) for each in listed]
    assert Action("ReadyTapped").choice == ""


def test_a_book_without_other_purposes_offers_its_own_alone() -> None:
    """London stops for a pass only (TR10); Michigan for a die and for what differs (§3.10)."""
    michigan = of(to_roll(book=MICHIGAN), WHITE)["ClockStopTapped", None]
    assert michigan.choices == (StopFor.FALLEN_DIE, StopFor.DISCREPANCY)
    assert ("ClockStopTapped", None) not in of(to_roll(book=LONDON), WHITE)


def test_what_a_side_says_with_its_offer_is_what_the_book_asks() -> None:
    """Norway §4.5 and Michigan §3.6 want no contact, Norway a certain result besides.

    Elsewhere certainty counts where it can't be refused.
    """
    assert of(to_roll(), WHITE)["OfferTapped", BLACK].choices == (offers.CERTAIN_NO_CONTACT,)
    assert ("OfferTapped", WHITE) not in of(to_roll(), WHITE)  # a claim is a win declared
    unified = of(moving(book=UNIFIED), WHITE)
    assert unified["OfferTapped", BLACK].choices == (offers.OPEN, offers.CERTAIN)
    michigan = of(moving(book=MICHIGAN), WHITE)
    both = (offers.NO_CONTACT, offers.CERTAIN_NO_CONTACT)
    assert michigan["OfferTapped", BLACK].choices == both
    assert michigan["OfferTapped", WHITE].choices == both


def test_a_double_in_turn_is_tapped_and_not_told() -> None:
    told = of(to_roll(), BLACK)
    assert ("DoubleTapped", None) in told
    assert told["BoardDoubleTapped", BLACK].choices == (by_hand.SHOWN,)
    theirs = told["BoardDoubleTapped", WHITE].choices
    assert theirs == (DoubleGesture.FULL_FORM, DoubleGesture.INTENT, by_hand.SHOWN)
    shown = command_of(
        Action("BoardDoubleTapped", side=BLACK, choices=(by_hand.SHOWN,)), BLACK, (8,), AT
    )
    assert shown == c.BoardDoubleTapped(AT, BLACK, BLACK, DoubleGesture.FULL_FORM, 8, None)


@pytest.mark.parametrize(
    ("action", "values", "command"),
    [
        (
            Action("OfferTapped", side=BLACK, choices=("certain_no_contact",)),
            (3,),
            c.OfferTapped(AT, WHITE, BLACK, 3, no_contact=True, certain=True),
        ),
        (
            Action("OfferTapped", side=WHITE, choices=("open",)),
            (1,),
            c.OfferTapped(AT, WHITE, WHITE, 1, no_contact=False, certain=False),
        ),
        (Action("OfferAccepted", 2, side=BLACK), None, c.OfferAccepted(AT, WHITE, BLACK, 2)),
        (
            Action("OfferContested", choices=("contact",)),
            None,
            c.OfferContested(AT, WHITE, ContestGround.CONTACT),
        ),
        (
            Action("BoardDoubleTapped", side=BLACK, choices=("pass",)),
            None,
            c.BoardDoubleTapped(AT, WHITE, BLACK, DoubleGesture.FULL_FORM, None, CubeAnswer.PASS),
        ),
        (
            Action("BoardDoubleTapped", side=BLACK, choices=("intent",)),
            None,
            c.BoardDoubleTapped(AT, WHITE, BLACK, DoubleGesture.INTENT, None, None),
        ),
        (
            Action("BoardAnswerTapped", choices=("pass_take",)),
            None,
            c.BoardAnswerTapped(AT, WHITE, CubeAnswer.PASS, CubeAnswer.TAKE, None),
        ),
        (
            Action("BoardAnswerTapped", choices=("shown",)),
            (8,),
            c.BoardAnswerTapped(AT, WHITE, CubeAnswer.TAKE, CubeAnswer.TAKE, 8),
        ),
        (
            Action("ExtraDoubleTapped", choices=("beaver",)),
            None,
            c.ExtraDoubleTapped(AT, WHITE, ExtraDouble.BEAVER),
        ),
        (Action("CubeDisputed", choices=("nobody",)), (1,), c.CubeDisputed(AT, WHITE, 1, None)),
        (Action("CubeDisputed", choices=("black",)), (4,), c.CubeDisputed(AT, WHITE, 4, BLACK)),
        (Action("LengthNoticed"), (9,), c.LengthNoticed(AT, WHITE, 9)),
        (
            Action("ClockStopTapped", choices=("fallen_checker",)),
            None,
            c.ClockStopTapped(AT, WHITE, StopFor.FALLEN_CHECKER, on_table=False),
        ),
        (Action("BreakTapped", 2), None, c.BreakTapped(AT, WHITE, 2)),
        (
            Action("MixerWishTapped", choices=("picture_left",)),
            None,
            c.MixerWishTapped(AT, WHITE, Half.PICTURE_LEFT),
        ),
        (Action("UndoTapped"), None, c.UndoTapped(AT, WHITE, None)),
        (Action("UnevenSurfaceClaimed", dice=2), (4, 3), c.UnevenSurfaceClaimed(AT, WHITE, (4, 3))),
        (Action("RollEntered", dice=0), None, c.RollEntered(AT, WHITE, None)),
        (Action("LostTimeClaimed"), None, c.LostTimeClaimed(AT, WHITE)),
    ],
)
def test_an_action_stands_for_a_command(
    action: Action, values: tuple[int, ...] | None, command: c.Command
) -> None:
    assert command_of(action, WHITE, values, AT) == command


def test_a_record_has_the_own_points_first_whoever_shows_it() -> None:
    sheet = Action("RecordShown", choices=("sheet",))
    assert command_of(sheet, WHITE, (4, 2), AT) == c.RecordShown(
        AT, WHITE, ScoreRecord.SHEET, BySide(white=4, black=2)
    )
    assert command_of(sheet, BLACK, (4, 2), AT) == c.RecordShown(
        AT, BLACK, ScoreRecord.SHEET, BySide(white=2, black=4)
    )


def test_what_is_no_act_is_refused_by_name() -> None:
    with pytest.raises(KindUnknown):
        command_of(Action("CheckersMoved"), WHITE, None, AT)


def test_a_match_that_went_to_another_table_offers_nothing() -> None:
    table = to_roll()
    gone = replace(table.match, taken_over_by="journal-2")
    assert actions(gone, WHITE, table.at) == ()


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: f"{book.profile} {book.clock.system}")
def test_a_snapshot_stays_small_though_much_may_be_done(book: RuleBook) -> None:
    """3650 bytes at the most, with 50 acts; another act has room of its own."""
    for table in (Table().open(book=book), moving(book=book), to_roll(book=book)):
        shown = snapshot(table.match, 7, table.at)
        assert shown.sides is not None
        acts = len(shown.sides.white.actions) + len(shown.sides.black.actions)
        assert len(to_line(shown)) <= 1650 + 40 * acts
