"""Commands about the cube, offers, score and result: plausible ones and others."""

from typing import Any

from kiosk.rules.match.doubling import CubeAnswer, ExtraDouble
from kiosk.rules.match.outcome import ContestGround, ScoreRecord, Settlement
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import SIDES, BySide, Instant
from kits import commands as c

ANSWERS = (None, *CubeAnswer)


def told(kind: type[c.Command], at: Instant) -> list[c.Command]:
    """What sides tell of the board."""
    fields: dict[type[c.Command], list[tuple[Any, ...]]] = {
        c.BoardDoubleTapped: [
            (doubler, gesture, shown, answer)
            for doubler in SIDES
            for gesture, shown in (
                (DoubleGesture.FULL_FORM, 2),
                (DoubleGesture.FULL_FORM, None),
                (DoubleGesture.WORD_OR_ACT, 8),
                (DoubleGesture.INTENT, None),
                (DoubleGesture.INTENT, 3),
            )
            for answer in ANSWERS
        ],
        c.BoardAnswerTapped: [
            (word, act, shown) for word in ANSWERS for act in ANSWERS for shown in (None, 4, 0)
        ],
        c.ExtraDoubleTapped: [(extra,) for extra in ExtraDouble],
        c.CubeDisputed: [(1, None), (2, None), (2, SIDES[0]), (4, SIDES[1]), (3, None)],
        c.UndoTapped: [(None,), (17,)],
        c.OfferTapped: [
            (winner, level, no_contact, certain)
            for winner in SIDES
            for level in (1, 3, 4)
            for no_contact in (True, False)
            for certain in (True, False)
        ],
        c.OfferAccepted: [(None, None), (SIDES[0], 1), (SIDES[1], 3)],
        c.OfferContested: [(ground,) for ground in ContestGround],
        c.SettlementTapped: [(settlement,) for settlement in Settlement],
        c.RecordShown: [
            (record, score) for record in ScoreRecord for score in (BySide(1, 0), BySide(-1, 0))
        ],
        c.LengthNoticed: [(n,) for n in (0, 3, 5, 9, 100)],
    }
    return [kind(at, side, *each) for each in fields.get(kind, []) for side in SIDES]


ORDERED: dict[type[c.Command], list[tuple[Any, ...]]] = {
    c.UndoOrdered: [(None,), (17,)],
    c.ReopenOrdered: [(None,), (17,)],
    c.PressBackOrdered: [()],
    c.CubeOrdered: [(1, None), (2, SIDES[0]), (4, None), (6, SIDES[1])],
    c.GinOrdered: [(True,), (False,)],
    c.GameEndOrdered: [(SIDES[0], 1), (SIDES[1], 3), (SIDES[0], 4)],
    c.LengthOrdered: [(n,) for n in (0, 3, 5, 9, 100)],
    c.EarlierResultOrdered: [
        ("m0", SIDES[0], BySide(7, 5)),
        ("m0", SIDES[1], BySide(3, 7)),
        ("m0", SIDES[0], BySide(-1, 7)),
        ("m0", SIDES[1], BySide(7, 7)),
        ("m9", SIDES[0], BySide(7, 5)),
    ],
    c.ResultPosted: [(side,) for side in SIDES],
    c.ResultClosed: [()],
}
