"""Rounds by a date: what a challenger owes, what can be claimed (001, Tournament Rules 4 and 5)."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.formats_kit import FormatDesk

from kiosk.tournament.act import Refused
from kiosk.tournament.club_claims import ClaimMatch, ClaimRuled, RuleOnClaim
from kiosk.tournament.club_rounds import (
    NO_ROUNDS,
    ArrangeRound,
    ClubRoundRules,
    ClubRounds,
    EndClubRound,
    Ground,
    OfferDates,
    OpenClubRounds,
    SetRoundDate,
    Slot,
    TellChairman,
    for_chairman,
    has_offered,
    overdue,
)
from kiosk.tournament.formats import CLUB_ROUNDS

Desk = FormatDesk[ClubRounds]
MONDAY = date(2021, 3, 1).toordinal()
LAST = MONDAY + 30
EVENING = 19 * 60
A_WHY = {"why": "asked twice"}


def opened() -> Desk:
    """a against b, c against d, by the last day of March: b and d are the challengers."""
    desk = FormatDesk(CLUB_ROUNDS, NO_ROUNDS)
    desk.did(OpenClubRounds, rules=ClubRoundRules())
    desk.did(SetRoundDate, last_day=LAST, pairings=(("1-1", "a", "b"), ("1-2", "c", "d")))
    return desk


def slots(*days: int) -> tuple[Slot, ...]:
    return tuple(Slot(MONDAY + day, EVENING) for day in days)


def offered(desk: Desk, *days: int) -> bool:
    """Whether that was enough."""
    desk.did(OfferDates, pairing_id="1-1", slots=slots(*days), day=MONDAY)
    return has_offered(ClubRoundRules(), desk.state.pairings["1-1"])


def claim(claimant: str, ground: Ground, day: int, minute: int = EVENING) -> dict[str, Any]:
    now = Slot(day, minute)
    return {"pairing_id": "1-1", "claimant": claimant, "ground": ground, "now": now, **A_WHY}


def test_nothing_is_done_before_rounds_are_open() -> None:
    desk = FormatDesk(CLUB_ROUNDS, NO_ROUNDS)
    assert desk.refused(EndClubRound, pairing_id="1-1") == {("no_event", "")}
    odd = ClubRoundRules(-1, -2, -3)
    assert desk.refused(OpenClubRounds, rules=odd) == {
        ("bad_value", "offers -1"),
        ("bad_value", "late_min -2"),
        ("bad_value", "notice_days -3"),
    }
    assert opened().refused(OpenClubRounds, rules=ClubRoundRules()) == {("event_is_open", "")}


def test_three_dates_in_different_weeks_are_what_a_challenger_owes() -> None:
    assert not offered(opened(), 0, 7)
    assert not offered(opened(), 0, 6, 7)  # Monday and Sunday are of one week
    assert offered(opened(), 6, 7, 14)
    desk = opened()
    assert not offered(desk, 0, 7)
    assert offered(desk, 7, 21)  # two more, one of them known


def test_a_date_lies_between_today_and_the_last_day() -> None:
    desk = opened()
    wrong = (Slot(MONDAY - 1, 0), Slot(LAST + 1, 1440))
    what = {"pairing_id": "1-1", "day": MONDAY}
    says = {("too_early", f"{MONDAY - 1}"), ("too_late", f"{LAST + 1}"), ("bad_value", "1440")}
    assert desk.refused(OfferDates, **what, slots=wrong) == says
    assert desk.refused(OfferDates, **what, slots=()) == {("empty", "slots")}
    many = tuple(Slot(MONDAY, minute) for minute in range(21))
    assert desk.refused(OfferDates, **what, slots=many) == {("bad_value", "slots")}
    assert desk.refused(ArrangeRound, **what, slot=wrong[0]) == {("too_early", f"{MONDAY - 1}")}
    assert desk.refused(ArrangeRound, pairing_id="x", slot=wrong[0], day=1) == {("unknown", "x")}


def test_a_date_is_set_for_pairings_that_are_not_over() -> None:
    desk = opened()
    wrong = (("1-1", "a", "b"), ("1-1", "e", "e"), ("1-2", "c", "d"))
    desk.did(EndClubRound, pairing_id="1-2")
    assert desk.refused(SetRoundDate, last_day=LAST, pairings=wrong) == {
        ("taken", "1-1"),
        ("bad_value", "1-1"),
        ("over", "1-2"),
    }
    assert desk.refused(SetRoundDate, last_day=LAST, pairings=()) == {("empty", "pairings")}


def test_another_date_keeps_what_the_two_agreed_and_other_players_start_anew() -> None:
    desk = opened()
    offered(desk, 0, 7, 14)
    desk.did(ArrangeRound, pairing_id="1-1", slot=slots(14)[0], day=MONDAY)
    desk.did(SetRoundDate, last_day=MONDAY + 14, pairings=(("1-1", "a", "b"),))
    assert desk.state.pairings["1-1"].arranged == slots(14)[0]
    desk.did(SetRoundDate, last_day=MONDAY + 13, pairings=(("1-1", "a", "b"),))
    here = desk.state.pairings["1-1"]
    assert (here.arranged, len(here.offered)) == (None, 3)
    desk.did(SetRoundDate, last_day=LAST, pairings=(("1-1", "a", "e"),))
    assert desk.state.pairings["1-1"].offered == ()


def test_the_chairman_is_told_a_week_before_what_is_not_arranged() -> None:
    desk = opened()
    assert for_chairman(desk.state, LAST - 8) == ()
    desk.did(ArrangeRound, pairing_id="1-2", slot=slots(28)[0], day=MONDAY)
    assert [each.pairing_id for each in for_chairman(desk.state, LAST - 7)] == ["1-1"]  # TR5
    what = {"pairing_id": "1-1", "why": ""}
    assert desk.refused(TellChairman, **what, day=LAST - 8) == {
        ("too_early", "1-1"),
        ("why_missing", "why"),
    }
    desk.did(TellChairman, pairing_id="1-1", day=LAST - 7, **A_WHY)
    assert for_chairman(desk.state, LAST - 7) == ()
    again = {"pairing_id": "1-1", "day": LAST, **A_WHY}
    assert desk.refused(TellChairman, **again) == {("taken", "1-1")}
    arranged = {"pairing_id": "1-2", "day": LAST, **A_WHY}
    assert desk.refused(TellChairman, **arranged) == {("bad_value", "1-2")}


def test_who_is_more_than_thirty_minutes_late_can_be_claimed_from() -> None:
    desk = opened()
    late = claim("b", Ground.LATE, MONDAY, EVENING + 30)
    assert desk.refused(ClaimMatch, **late) == {("not_ready", "1-1")}
    desk.did(ArrangeRound, pairing_id="1-1", slot=slots(0)[0], day=MONDAY)
    assert desk.refused(ClaimMatch, **late) == {("too_early", "30")}  # TR4: more than 30
    assert desk.refused(ClaimMatch, **late | {"claimant": "c", "why": " "}) == {
        ("unknown", "c"),
        ("why_missing", "why"),
        ("too_early", "30"),
    }
    desk.did(ClaimMatch, **claim("b", Ground.LATE, MONDAY, EVENING + 31))
    assert ("taken", "1-1") in desk.refused(ClaimMatch, **late)
    ruled = desk.did(RuleOnClaim, pairing_id="1-1", granted=True, why="nobody came")
    assert isinstance(ruled, ClaimRuled)
    assert ruled.walk_over == "b"
    assert desk.state.pairings["1-1"].over


def test_a_challenger_who_offers_too_little_can_be_claimed_from_near_the_date() -> None:
    desk = opened()
    offered(desk, 0, 7)
    soon = claim("a", Ground.NOT_OFFERED, LAST - 7)
    far = claim("a", Ground.NOT_OFFERED, LAST - 8)
    assert desk.refused(ClaimMatch, **far) == {("too_early", "1-1")}
    assert desk.refused(ClaimMatch, **soon | {"claimant": "b"}) == {("bad_value", "b")}
    offered(desk, 14)
    assert desk.refused(ClaimMatch, **soon) == {("bad_value", "offered")}
    other = opened()
    other.did(ClaimMatch, **soon)
    other.did(RuleOnClaim, pairing_id="1-1", granted=False, why="he was abroad")
    assert not other.state.pairings["1-1"].over
    other.did(ArrangeRound, pairing_id="1-1", slot=slots(28)[0], day=LAST - 7)
    assert other.refused(ClaimMatch, **soon) == {("bad_value", "arranged")}


def test_a_round_is_played_by_the_date_shown() -> None:
    desk = opened()
    never = claim("a", Ground.NOT_PLAYED, LAST)
    assert desk.refused(ClaimMatch, **never) == {("too_early", "1-1")}
    assert overdue(desk.state, LAST) == ()
    desk.did(EndClubRound, pairing_id="1-2")
    assert [each.pairing_id for each in overdue(desk.state, LAST + 1)] == ["1-1"]
    desk.did(ClaimMatch, **claim("a", Ground.NOT_PLAYED, LAST + 1))


@pytest.mark.parametrize(
    ("act", "what"),
    [
        (OfferDates, {"slots": slots(0), "day": MONDAY}),
        (ArrangeRound, {"slot": slots(0)[0], "day": MONDAY}),
        (TellChairman, {"day": LAST, **A_WHY}),
        (ClaimMatch, claim("a", Ground.NOT_PLAYED, LAST + 1)),
        (RuleOnClaim, {"granted": True, **A_WHY}),
        (EndClubRound, {}),
    ],
)
def test_nothing_is_done_about_what_is_over(act: Any, what: dict[str, Any]) -> None:
    desk = opened()
    desk.did(EndClubRound, pairing_id="1-1")
    assert desk.refused(act, **{"pairing_id": "1-1", **what}) == {("over", "1-1")}


def test_the_chairman_rules_on_what_was_claimed_and_says_why() -> None:
    desk = opened()
    what = {"pairing_id": "1-1", "granted": True}
    assert desk.refused(RuleOnClaim, **what, why="") == {
        ("not_ready", "1-1"),
        ("why_missing", "why"),
    }


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 34), st.booleans()), max_size=25))
@settings(deadline=None)
def test_any_acts_in_any_order_are_refused_or_replay_to_the_same(
    story: list[tuple[int, int, bool]],
) -> None:
    desk = opened()
    for nth, day, yes in story:
        who, today = "a" if yes else "b", MONDAY + day
        acts: tuple[tuple[Any, dict[str, Any]], ...] = (
            (OfferDates, {"slots": slots(day), "day": MONDAY}),
            (ArrangeRound, {"slot": slots(day)[0], "day": MONDAY}),
            (TellChairman, {"day": today, **A_WHY}),
            (ClaimMatch, claim(who, list(Ground)[day % 3], today)),
            (RuleOnClaim, {"granted": yes, **A_WHY}),
            (SetRoundDate, {"last_day": today, "pairings": (("1-1", "a", "b"),)}),
        )
        act, what = acts[nth]
        over = desk.state.pairings["1-1"].over
        (event,) = desk.does(act, **what if act is SetRoundDate else {"pairing_id": "1-1", **what})
        assert isinstance(event, Refused) or not over
    assert CLUB_ROUNDS.replayed(desk.kept, desk.start) == desk.state
