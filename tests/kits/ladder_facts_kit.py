"""A ladder on which everything has happened once."""

from kiosk.books.ladder_loader import load_ladder, season_days
from kiosk.tournament.formats import LADDER
from kiosk.tournament.ladder import NO_LADDER, Ladder
from kiosk.tournament.ladder_challenges import (
    CorrectLadderResult,
    DisputeLadderResult,
    EndUnplayed,
    MakeChallenge,
    TakeLadderResult,
)
from kiosk.tournament.ladder_confirming import ConfirmLadder
from kiosk.tournament.ladder_season import (
    CloseSeason,
    JoinLadder,
    LeaveLadder,
    OnLadder,
    OpenLadder,
    OpenSeason,
)
from kiosk.tournament.ladder_undoing import UndoOnLadder
from kits.formats_kit import FormatDesk

RULES = load_ladder("london-club")
FIRST, LAST = season_days(RULES, 2026)


def every_fact(ladder_id: str = "l-1") -> FormatDesk[Ladder]:
    """A season of a, b, c … from its opening to its close; every act once at least."""
    desk = FormatDesk(LADDER, NO_LADDER)
    members = tuple(OnLadder(who, f"Member {who}") for who in "abcdef")
    desk.did(OpenLadder, ladder_id=ladder_id, name="The Ladder", rules=RULES, members=members)
    desk.did(ConfirmLadder, keys=("season.end_day",))
    desk.did(OpenSeason, first_day=FIRST, last_day=LAST)
    for challenger, challenged in ("fa", "eb", "dc"):
        made = {"challenger": challenger, "challenged": challenged, "day": FIRST}
        desk.did(MakeChallenge, **made, for_day=FIRST)
    won = {"winner": "f", "score": (7, 5), "played_day": FIRST + 1, "day": FIRST + 1, "why": ""}
    desk.did(TakeLadderResult, number=1, **won)
    desk.did(EndUnplayed, number=2, absent="b", day=FIRST + 2, why="is ill")
    desk.did(DisputeLadderResult, number=3, why="the score at 6-6")
    desk.did(TakeLadderResult, number=3, **won | {"winner": "d"})
    desk.did(CorrectLadderResult, number=1, winner="a", score=(5, 7), why="misread")
    desk.did(JoinLadder, member=OnLadder("z", "Zoë"))
    desk.did(LeaveLadder, member_id="b")
    desk.did(UndoOnLadder, first=len(desk.kept))
    desk.did(LeaveLadder, member_id="b")
    desk.did(CloseSeason, day=LAST + 1)
    return desk
