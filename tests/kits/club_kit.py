"""A club's competition whose rounds are played by a date (001, Tournament Rules 3 to 5 and 15)."""

from datetime import date
from typing import Any

from kiosk.tournament.club_rounds import DateSlot, PairingDates, RoundDate
from kiosk.tournament.draws import DrawDivision, PublishDraw
from kiosk.tournament.round_dates import SetRoundDates
from kiosk.tournament.tournament import PairingKey
from kits.tournament_kit import BY_DATE, LAST_DAY, Desk, key, opened

MONDAY = date(2021, 3, 1).toordinal()
EVENING = 19 * 60
MATCH = key("main-1-1")
"""e1 against e2, who arranges it."""
A_WHY = {"why": "asked twice"}


def slots(*days: int) -> tuple[DateSlot, ...]:
    """So many days after the first Monday, in the evening."""
    return tuple(DateSlot(MONDAY + day, EVENING) for day in days)


def round_dates(rounds: int, first: int = LAST_DAY) -> tuple[RoundDate, ...]:
    """The first round's date; each later round has four weeks more."""
    return tuple(RoundDate("main", nth + 1, first + 28 * nth) for nth in range(rounds))


def dated(entries: int = 4, tables: int = 2) -> Desk:
    """Drawn as they are numbered, each round with its date, published."""
    desk = opened(entries, tables, BY_DATE)
    desk.does(SetRoundDates, division_id="main", dates=round_dates(9))
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    desk.does(PublishDraw, division_id="main")
    return desk


def here(desk: Desk, pairing: PairingKey = MATCH) -> PairingDates:
    draw = desk.division(pairing.division_id).draw
    assert draw is not None
    return draw.dated[pairing.pairing_id]


def claiming(claimant: str, ground: Any, day: int, minute: int = EVENING) -> dict[str, Any]:
    """What a ClaimMatch of MATCH says."""
    now = DateSlot(day, minute)
    return {"key": MATCH, "claimant": claimant, "ground": ground, "now": now, **A_WHY}
