"""A ladder of a, b, c … that anything is done on."""

import random
from typing import Any

from kiosk.tournament.act import TournamentCommand
from kiosk.tournament.formats import LADDER
from kiosk.tournament.ladder import NO_LADDER, Ladder
from kiosk.tournament.ladder_challenges import (
    CorrectLadderResult,
    DisputeLadderResult,
    EndUnplayed,
    MakeChallenge,
    TakeLadderResult,
)
from kiosk.tournament.ladder_consequences import LadderConsequence, ladder_consequences
from kiosk.tournament.ladder_season import (
    CloseSeason,
    JoinLadder,
    LeaveLadder,
    OnLadder,
    OpenLadder,
    OpenSeason,
)
from kits.formats_kit import FormatDesk
from kits.ladder_facts_kit import FIRST, LAST, RULES

Desk = FormatDesk[Ladder]


def opened(members: str = "abcdefgh") -> Desk:
    """A ladder of these in its first season."""
    desk = FormatDesk(LADDER, NO_LADDER)
    on = tuple(OnLadder(who, f"Member {who}") for who in members)
    desk.did(OpenLadder, ladder_id="l", name="The Ladder", rules=RULES, members=on)
    desk.did(OpenSeason, first_day=FIRST, last_day=LAST)
    return desk


def challenged(desk: Desk, pair: str, day: int = FIRST) -> int:
    desk.did(MakeChallenge, challenger=pair[0], challenged=pair[1], day=day, for_day=day)
    return len(desk.state.challenges)


def played(desk: Desk, pair: str, winner: str) -> int:
    number = challenged(desk, pair)
    score = (7, 3) if winner == pair[0] else (3, 7)
    what = {"number": number, "winner": winner, "score": score}
    desk.did(TakeLadderResult, **what, played_day=FIRST, day=FIRST)
    return number


def preview(
    desk: Desk, act: type[TournamentCommand], /, **what: Any
) -> tuple[LadderConsequence, ...]:
    """What the act would take away, nothing being done."""
    facts = LADDER.decide(desk.state, act(at_ms=desk.at_ms, by="Kari", **what))
    return ladder_consequences(desk.state, LADDER.replayed(facts, desk.state))


def any_act(desk: Desk, chance: random.Random) -> tuple[type[TournamentCommand], dict[str, Any]]:
    """An act of some kind; it may be refused."""
    here, now = desk.state, FIRST + len(desk.kept)
    number = chance.randint(1, max(1, len(here.challenges)))
    challenge = here.challenges.get(number)
    pair = challenge.pair if challenge is not None else ("a", "b")
    nth = chance.randint(0, 1)
    won = {"winner": pair[nth], "score": (7, 3) if nth == 0 else (3, 7), "why": "x"}
    one, other = chance.sample(here.order, 2)
    on = OnLadder(chance.choice("abcdxyz"), "x")
    last = here.last_day + 1
    acts: tuple[tuple[type[TournamentCommand], dict[str, Any]], ...] = (
        *(
            (MakeChallenge, {"challenger": one, "challenged": other, "day": now, "for_day": now}),
            (TakeLadderResult, {"number": number, **won, "played_day": now, "day": now}),
        )
        * 3,
        (EndUnplayed, {"number": number, "absent": pair[nth], "day": now, "why": "x"}),
        (DisputeLadderResult, {"number": number, "why": "x"}),
        (CorrectLadderResult, {"number": number, **won}),
        (CorrectLadderResult, {"number": number, "winner": None, "score": None, "why": "x"}),
        (JoinLadder, {"member": on}),
        (LeaveLadder, {"member_id": one if len(here.order) > 3 else "-"}),
        (CloseSeason, {"day": last}),
        (OpenSeason, {"first_day": last, "last_day": last + 300}),
    )
    return chance.choice(acts)
