"""Rounds by a date in an event: what a challenger owes, what can be claimed, what follows by itself
(001, Tournament Rules 4, 5 and 15).
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.club_kit import (
    A_WHY,
    MATCH,
    MONDAY,
    claiming,
    dated,
    here,
    round_dates,
    slots,
)
from kits.tournament_kit import BY_DATE, LAST_DAY, PROGRESSIVE, Desk, drawn, key, opened

from kiosk.tournament.act import Refused
from kiosk.tournament.bracket import Cause, PairingResult, PairingState
from kiosk.tournament.calls import Call, proposals
from kiosk.tournament.club_arranging import ArrangeRound, OfferDates, TellChairman
from kiosk.tournament.club_claims import ClaimMatch, PlayAgain, RuleOnClaim
from kiosk.tournament.club_rounds import (
    ClaimGround,
    ClubRoundRules,
    DateSlot,
    PairingDates,
    PairingNeed,
    RoundDate,
    has_offered,
    need_of,
)
from kiosk.tournament.decide import replayed
from kiosk.tournament.draws import DrawDivision, PublishDraw, TakeDrawBack
from kiosk.tournament.entries import LeavingReason, TakeBackIn, TakeOut
from kiosk.tournament.results import Award, Correct, Reopen, TakeMatch
from kiosk.tournament.round_dates import SetRoundDates
from kiosk.tournament.setting_up import MakeDivision
from kiosk.tournament.sheet import division_stands, stand_of, to_play

RULES = ClubRoundRules()
OTHER = key("main-1-2")
FINAL = key("main-2-1")


def offered(desk: Desk, *days: int) -> bool:
    """Whether that was enough."""
    desk.does(OfferDates, key=MATCH, slots=slots(*days), day=MONDAY)
    return has_offered(RULES, here(desk))


def wins(desk: Desk, winner: str, pairing: Any = MATCH) -> None:
    desk.does(TakeMatch, key=pairing, winner=winner, score=(11, 4))


# --- dates of rounds


def test_a_draw_is_published_once_each_of_its_rounds_has_a_date() -> None:
    desk = opened(4, form=BY_DATE)
    desk.does(DrawDivision, division_id="main", order=desk.division().entries)
    what = {"division_id": "main"}
    assert desk.refused(PublishDraw, **what) == {("no_date", "main 1"), ("no_date", "main 2")}
    desk.does(SetRoundDates, **what, dates=round_dates(1))
    assert desk.refused(PublishDraw, **what) == {("no_date", "main 2")}
    desk.does(SetRoundDates, **what, dates=(RoundDate("main", 2, LAST_DAY + 28),))
    desk.does(PublishDraw, **what)
    assert [each.last_day for each in here_all(desk).values()] == [LAST_DAY, LAST_DAY]


def here_all(desk: Desk) -> dict[str, PairingDates]:
    draw = desk.division().draw
    return dict(draw.dated) if draw else {}


def test_the_date_of_a_round_is_moved_with_a_reason_and_rounds_keep_their_order() -> None:
    desk = dated()
    moved: dict[str, Any] = {"division_id": "main", "dates": (RoundDate("main", 1, LAST_DAY + 1),)}
    assert desk.refused(SetRoundDates, **moved) == {("why_missing", "why")}
    desk.does(SetRoundDates, **moved, why="Easter")
    assert here(desk).last_day == LAST_DAY + 1
    again = {"division_id": "main", "dates": round_dates(1, LAST_DAY + 1)}
    desk.does(SetRoundDates, **again)  # as it is: nothing is moved
    late = {"division_id": "main", "dates": (RoundDate("main", 1, LAST_DAY + 29),)}
    assert desk.refused(SetRoundDates, **late, **A_WHY) == {("before_round", "main 2")}
    odd = (
        *(RoundDate("last-chance", 1, LAST_DAY), RoundDate("main", 0, LAST_DAY)),
        *(RoundDate("main", 3, 0), RoundDate("main", 9, LAST_DAY), RoundDate("main", 9, LAST_DAY)),
    )
    said = desk.refused(SetRoundDates, division_id="main", dates=odd, **A_WHY)
    assert said >= {
        ("unknown", "last-chance"),
        ("bad_value", "round 0 (1–99)"),
        ("bad_value", "day 0"),
        ("taken", "main 9"),
    }
    assert desk.refused(SetRoundDates, division_id="main", dates=()) == {("empty", "dates")}
    assert desk.refused(SetRoundDates, division_id="x", dates=()) == {("unknown", "x")}


def test_a_division_that_is_not_played_by_dates_knows_none() -> None:
    desk = drawn(4)
    none = {("not_in_format", "Championship")}
    assert desk.refused(SetRoundDates, division_id="main", dates=round_dates(1)) == none
    assert desk.refused(ArrangeRound, key=MATCH, slot=slots(0)[0], day=MONDAY) == none
    assert desk.refused(PlayAgain, key=MATCH, **A_WHY) == none
    assert here_all(desk) == {}


def test_dates_stay_with_a_division_that_is_made_anew_as_long_as_it_is_played_by_them() -> None:
    desk = opened(4, form=BY_DATE)
    desk.does(SetRoundDates, division_id="main", dates=round_dates(2))
    made = {"division_id": "main", "name": "Cup", "precedence": 0}
    desk.does(MakeDivision, **made, format=BY_DATE)
    assert len(desk.division().last_days) == 2
    desk.does(MakeDivision, **made, format=PROGRESSIVE)
    assert desk.division().last_days == {}


@pytest.mark.parametrize(
    "rules",
    [
        ClubRoundRules(offers=-1),
        ClubRoundRules(late_min=1441),
        ClubRoundRules(notice_days=61),
        ClubRoundRules(replay_points=0),
    ],
)
def test_rules_that_cannot_be_are_refused(rules: ClubRoundRules) -> None:
    desk = opened(0, form=BY_DATE)
    odd = {"division_id": "x", "name": "X", "precedence": 0}
    form = type(BY_DATE)("X", BY_DATE.shape, BY_DATE.rounds, by_date=rules)
    ((reason, _about),) = desk.refused(MakeDivision, **odd, format=form)
    assert reason == "bad_value"


# --- what is owed


def test_three_dates_in_different_weeks_are_what_a_challenger_owes() -> None:
    assert not offered(dated(), 0, 7)
    assert not offered(dated(), 0, 6, 7)  # Monday and Sunday are of one week
    assert offered(dated(), 6, 7, 14)
    desk = dated()
    assert not offered(desk, 0, 7)
    assert offered(desk, 7, 21)  # two more, one of them known
    assert here(desk).offered == slots(0, 7, 21)


def test_a_date_lies_between_today_and_the_last_day() -> None:
    desk = dated()
    wrong = (DateSlot(MONDAY - 1, 0), DateSlot(LAST_DAY + 1, 1440))
    what: dict[str, Any] = {"key": MATCH, "day": MONDAY}
    says = {
        ("day_over", f"{MONDAY - 1}"),
        ("after_last_day", f"{LAST_DAY + 1}"),
        ("bad_value", "minute 1440 (0–1439)"),
    }
    assert desk.refused(OfferDates, **what, slots=wrong) == says
    assert desk.refused(OfferDates, **what, slots=()) == {("empty", "slots")}
    many = tuple(DateSlot(MONDAY, minute) for minute in range(21))
    assert desk.refused(OfferDates, **what, slots=many) == {("bad_value", "slots 21 (0–20)")}
    assert desk.refused(ArrangeRound, **what, slot=wrong[0]) == {("day_over", f"{MONDAY - 1}")}


def test_nothing_is_arranged_in_what_is_not_there() -> None:
    desk = dated()
    what: dict[str, Any] = {"slot": slots(0)[0], "day": MONDAY}
    assert desk.refused(ArrangeRound, key=key("main-9-1"), **what) == {("unknown", "main main-9-1")}
    assert desk.refused(ArrangeRound, key=FINAL, **what) == {("not_ready", "main main-2-1")}
    assert desk.refused(ArrangeRound, key=key("a", "b"), **what) == {("unknown", "b")}
    early = opened(4, form=BY_DATE)
    early.does(SetRoundDates, division_id="main", dates=round_dates(2))
    early.does(DrawDivision, division_id="main", order=early.division().entries)
    assert early.refused(ArrangeRound, key=MATCH, **what) == {("not_published", "Championship")}


def test_another_date_keeps_what_the_two_agreed() -> None:
    desk = dated()
    offered(desk, 0, 7, 14)
    desk.does(ArrangeRound, key=MATCH, slot=slots(14)[0], day=MONDAY)
    desk.does(TellChairman, key=OTHER, day=LAST_DAY, **A_WHY)

    def moved(day: int) -> PairingDates:
        dates = round_dates(1, day)
        desk.does(SetRoundDates, division_id="main", dates=dates, why="Easter")
        return here(desk)

    assert moved(MONDAY + 14).arranged == slots(14)[0]
    assert not here(desk, OTHER).chairman_notified  # of that date he was not told
    assert (moved(MONDAY + 13).arranged, len(here(desk).offered)) == (None, 3)


def test_the_chairman_is_told_a_week_before_what_is_not_arranged() -> None:
    desk = dated()
    desk.does(ArrangeRound, key=OTHER, slot=slots(28)[0], day=MONDAY)
    assert need_of(RULES, here(desk), LAST_DAY - 8) is PairingNeed.ARRANGING
    assert need_of(RULES, here(desk), LAST_DAY - 7) is PairingNeed.CHAIRMAN  # TR5
    assert need_of(RULES, here(desk, OTHER), LAST_DAY - 7) is PairingNeed.PLAYING
    assert desk.refused(TellChairman, key=MATCH, day=LAST_DAY - 8, why="") == {
        ("too_early", "main main-1-1"),
        ("why_missing", "why"),
    }
    desk.does(TellChairman, key=MATCH, day=LAST_DAY - 7, **A_WHY)
    assert need_of(RULES, here(desk), LAST_DAY - 7) is PairingNeed.ARRANGING
    assert desk.refused(TellChairman, key=MATCH, day=LAST_DAY, **A_WHY) == {
        ("told", "main main-1-1")
    }
    assert desk.refused(TellChairman, key=OTHER, day=LAST_DAY, **A_WHY) == {
        ("arranged", "main main-1-2")
    }


def test_what_a_pairing_waits_for_is_told_the_most_pressing_first() -> None:
    desk = dated()
    assert need_of(RULES, here(desk), LAST_DAY + 1) is PairingNeed.OVERDUE
    desk.does(ArrangeRound, key=MATCH, slot=slots(3)[0], day=MONDAY)
    assert need_of(RULES, here(desk), MONDAY + 3) is PairingNeed.PLAYING
    assert need_of(RULES, here(desk), MONDAY + 4) is PairingNeed.RESULT
    desk.does(ClaimMatch, **claiming("e1", ClaimGround.NOT_PLAYED, LAST_DAY + 1))
    assert need_of(RULES, here(desk), LAST_DAY + 1) is PairingNeed.RULING
    wins(desk, "e1")
    assert need_of(RULES, here(desk), LAST_DAY + 1) is None


# --- what is claimed


def test_who_is_more_than_thirty_minutes_late_can_be_claimed_from() -> None:
    desk = dated()
    late = claiming("e2", ClaimGround.LATE, MONDAY, 19 * 60 + 30)
    assert desk.refused(ClaimMatch, **late) == {("not_arranged", "main main-1-1")}
    desk.does(ArrangeRound, key=MATCH, slot=slots(0)[0], day=MONDAY)
    assert desk.refused(ClaimMatch, **late) == {("not_late", "30")}  # TR4: more than 30
    assert desk.refused(ClaimMatch, **late | {"claimant": "e3", "why": " "}) == {
        ("unknown", "e3"),
        ("why_missing", "why"),
        ("not_late", "30"),
    }
    odd = late | {"now": DateSlot(0, 1440)}
    assert desk.refused(ClaimMatch, **odd) == {
        ("bad_value", "minute 1440 (0–1439)"),
        ("bad_value", "0"),
    }
    desk.does(ClaimMatch, **claiming("e2", ClaimGround.LATE, MONDAY, 19 * 60 + 31))
    assert ("claimed", "main main-1-1") in desk.refused(ClaimMatch, **late)


def test_a_claim_that_is_granted_awards_the_match_in_the_same_act() -> None:
    desk = dated()
    desk.does(ArrangeRound, key=MATCH, slot=slots(0)[0], day=MONDAY)
    desk.does(Call, at_tables=((MATCH, 1),))
    desk.does(ClaimMatch, **claiming("e2", ClaimGround.LATE, MONDAY, 20 * 60))
    facts = desk.does(RuleOnClaim, key=MATCH, granted=True, why="nobody came")
    assert [type(fact).__name__ for fact in facts] == ["ClaimRuled", "PairingDecided"]
    assert desk.tournament.results[MATCH] == PairingResult("e2", Cause.WALK_OVER)
    assert desk.tournament.called == {}
    assert here(desk).over
    wins(desk, "e3", OTHER)
    assert (here(desk, FINAL).pair, here(desk, FINAL).last_day) == (("e2", "e3"), LAST_DAY + 28)


def test_a_claim_that_is_turned_down_leaves_the_match_to_be_played() -> None:
    desk = dated()
    desk.does(ClaimMatch, **claiming("e1", ClaimGround.NOT_OFFERED, LAST_DAY - 7))
    desk.does(RuleOnClaim, key=MATCH, granted=False, why="he was abroad")
    assert (here(desk).over, desk.tournament.results) == (False, {})
    what = {"key": MATCH, "granted": True}
    assert desk.refused(RuleOnClaim, **what, why="") == {
        ("no_claim", "main main-1-1"),
        ("why_missing", "why"),
    }
    desk.does(ClaimMatch, **claiming("e1", ClaimGround.NOT_PLAYED, LAST_DAY + 1))
    assert not isinstance(desk.does(RuleOnClaim, **what, **A_WHY)[0], Refused)


def test_a_challenger_who_offers_too_little_can_be_claimed_from_near_the_date() -> None:
    desk = dated()
    offered(desk, 0, 7)
    soon = claiming("e1", ClaimGround.NOT_OFFERED, LAST_DAY - 7)
    far = claiming("e1", ClaimGround.NOT_OFFERED, LAST_DAY - 8)
    assert desk.refused(ClaimMatch, **far) == {("too_early", "main main-1-1")}
    assert desk.refused(ClaimMatch, **soon | {"claimant": "e2"}) == {("his_to_arrange", "e2")}
    offered(desk, 14)
    assert desk.refused(ClaimMatch, **soon) == {("enough_offered", "e2")}
    other = dated()
    other.does(ArrangeRound, key=MATCH, slot=slots(28)[0], day=LAST_DAY - 7)
    assert other.refused(ClaimMatch, **soon) == {("arranged", "main main-1-1")}


def test_a_round_is_played_by_the_date_shown() -> None:
    desk = dated()
    never = claiming("e1", ClaimGround.NOT_PLAYED, LAST_DAY)
    assert desk.refused(ClaimMatch, **never) == {("too_early", "main main-1-1")}
    assert not isinstance(
        desk.does(ClaimMatch, **claiming("e1", ClaimGround.NOT_PLAYED, LAST_DAY + 1))[0], Refused
    )


@pytest.mark.parametrize(
    ("act", "what"),
    [
        (OfferDates, {"slots": slots(0), "day": MONDAY}),
        (ArrangeRound, {"slot": slots(0)[0], "day": MONDAY}),
        (TellChairman, {"day": LAST_DAY, **A_WHY}),
        (ClaimMatch, claiming("e1", ClaimGround.NOT_PLAYED, LAST_DAY + 1)),
        (RuleOnClaim, {"granted": True, **A_WHY}),
    ],
)
def test_nothing_is_done_about_what_is_over(act: Any, what: dict[str, Any]) -> None:
    desk = dated()
    wins(desk, "e1")
    assert desk.refused(act, **{"key": MATCH, **what}) == {("over", "main main-1-1")}


# --- played again


def test_a_match_whose_dispute_nobody_settled_is_played_again_to_fifteen() -> None:
    desk = dated()
    desk.does(ArrangeRound, key=MATCH, slot=slots(0)[0], day=MONDAY)
    desk.does(Call, at_tables=((MATCH, 1),))
    before = desk.tournament.matches[MATCH]
    assert desk.refused(PlayAgain, key=MATCH, why=" ") == {("why_missing", "why")}
    (fact,) = desk.does(PlayAgain, key=MATCH, why="nobody saw the roll")
    assert type(fact).__name__ == "PlayedAgain"
    assert (desk.tournament.called, desk.tournament.matches) == ({}, {})
    assert (here(desk).arranged, here(desk).replay_points) == (None, 15)
    told, other = (to_play(desk.tournament, each) for each in (MATCH, OTHER))
    assert told is not None
    assert other is not None
    assert (told.round.length, other.round.length) == (15, 11)  # TR15, TR3
    desk.does(Call, at_tables=((MATCH, 1),))
    assert desk.tournament.matches[MATCH] != before


def test_a_result_that_is_played_again_does_not_count_until_there_is_another() -> None:
    desk = dated()
    wins(desk, "e1")
    wins(desk, "e3", OTHER)
    desk.does(ArrangeRound, key=FINAL, slot=slots(33)[0], day=MONDAY)
    facts = desk.does(PlayAgain, key=MATCH, **A_WHY)
    assert [type(fact).__name__ for fact in facts] == ["ResultCorrected", "PlayedAgain"]
    assert FINAL.pairing_id not in here_all(desk)
    desk.does(TakeMatch, key=MATCH, winner="e1", score=(15, 14))
    assert here(desk, FINAL) == PairingDates("e1", "e3", LAST_DAY + 28)
    desk.does(TakeOut, entry_id="e1", leaving=LeavingReason.WITHDRAWN, why="ill")
    assert desk.refused(PlayAgain, key=MATCH, **A_WHY) == {("gone", "e1")}


# --- what follows by itself


def test_what_was_said_in_a_pairing_goes_with_its_players() -> None:
    desk = dated()
    wins(desk, "e1")
    wins(desk, "e3", OTHER)
    desk.does(OfferDates, key=FINAL, slots=slots(33, 40), day=MONDAY)
    desk.does(Correct, key=MATCH, winner="e2", score=None, why="wrong name")
    assert here(desk, FINAL) == PairingDates("e2", "e3", LAST_DAY + 28)
    desk.does(Correct, key=MATCH, winner="e1", score=None, why="it was right")
    assert here(desk, FINAL) == PairingDates("e1", "e3", LAST_DAY + 28)
    desk.does(Reopen, key=MATCH, why="they play on")
    assert FINAL.pairing_id not in here_all(desk)


def test_a_granted_claim_that_is_taken_back_leaves_no_claim() -> None:
    desk = dated()
    offered(desk, 0, 7)
    desk.does(ClaimMatch, **claiming("e1", ClaimGround.NOT_PLAYED, LAST_DAY + 1))
    desk.does(RuleOnClaim, key=MATCH, granted=True, **A_WHY)
    desk.does(Reopen, key=MATCH, why="he was ill")
    assert here(desk) == PairingDates("e1", "e2", LAST_DAY, slots(0, 7))
    assert MATCH not in desk.tournament.results


def test_who_plays_no_more_ends_his_pairing_and_opens_it_when_he_is_back() -> None:
    desk = dated()
    desk.does(TakeOut, entry_id="e2", leaving=LeavingReason.WITHDRAWN, why="ill")
    assert here(desk).over
    desk.does(TakeBackIn, entry_id="e2", why="well again")
    assert not here(desk).over


def test_a_draw_that_is_taken_back_leaves_nothing_but_the_dates_of_rounds() -> None:
    desk = dated()
    offered(desk, 0)
    desk.does(TakeDrawBack, division_id="main", why="one was missing")
    order = tuple(reversed(desk.division().entries))
    desk.does(DrawDivision, division_id="main", order=order)
    assert here_all(desk) == {}
    desk.does(PublishDraw, division_id="main")
    assert here(desk) == PairingDates("e4", "e3", LAST_DAY)


def test_who_plays_by_a_date_is_called_and_never_proposed() -> None:
    desk = dated()
    assert proposals(desk.tournament) == ()
    desk.does(Call, at_tables=((MATCH, 2),), starts_in_min=240)
    assert desk.tournament.called[MATCH].table == 2


STORY = st.lists(st.tuples(st.integers(0, 10), st.integers(0, 40), st.booleans()), max_size=25)


@given(STORY, st.integers(4, 7))
@settings(deadline=None)
def test_whatever_happens_open_pairings_are_dated_once_and_those_over_are_over(
    story: list[tuple[int, int, bool]], entries: int
) -> None:
    desk = dated(entries)
    for nth, day, yes in story:
        name = list(here_all(desk))[day % len(here_all(desk))]
        at, pair = key(name), here(desk, key(name)).pair
        who, today, offer = pair[yes], MONDAY + day, slots(day)
        acts: tuple[tuple[Any, dict[str, Any]], ...] = (
            (OfferDates, {"key": at, "slots": offer, "day": MONDAY}),
            (ArrangeRound, {"key": at, "slot": offer[0], "day": MONDAY}),
            (TellChairman, {"key": at, "day": today, **A_WHY}),
            (ClaimMatch, claiming(who, list(ClaimGround)[day % 3], today) | {"key": at}),
            (RuleOnClaim, {"key": at, "granted": yes, **A_WHY}),
            (SetRoundDates, {"division_id": "main", "dates": round_dates(9, today), **A_WHY}),
            (TakeMatch, {"key": at, "winner": who, "score": (11, 3)}),
            (Correct, {"key": at, "winner": who, "score": None, **A_WHY}),
            (Reopen, {"key": at, **A_WHY}),
            (PlayAgain, {"key": at, **A_WHY}),
            (TakeOut, {"entry_id": who, "leaving": LeavingReason.WITHDRAWN, **A_WHY}),
        )
        act, what = acts[nth]
        before = here(desk, at)
        (event, *_more) = desk.does(act, **what)
        assert isinstance(event, Refused) or not before.over or nth in {5, 7, 8, 9, 10}
        fits(desk)
    assert replayed(desk.kept) == desk.tournament


def fits(desk: Desk) -> None:
    """Everything that can be played has its date, what is over is over there, and nothing else is
    there.
    """
    known = {
        name: (stand.players, stand.state is PairingState.OVER)
        for name, stand in division_stands(desk.tournament, desk.division()).items()
        if stand.state in {PairingState.READY, PairingState.OVER}
    }
    assert known == {name: (each.pair, each.over) for name, each in here_all(desk).items()}
    for name, each in here_all(desk).items():
        stand = stand_of(desk.tournament, key(name))
        assert stand is not None
        assert each.last_day == desk.division().last_days["main", stand.pairing.round]
        assert each.arranged is None or each.arranged.day <= each.last_day
        granted = each.claim is not None and each.claim.granted
        assert each.over or not granted


def test_a_walk_over_by_the_director_ends_the_dates_too() -> None:
    desk = dated()
    desk.does(Award, key=MATCH, winner="e1", cause=Cause.WALK_OVER, why="he never wrote")
    assert here(desk).over
