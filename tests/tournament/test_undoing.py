"""What an act takes away is known before it is done, and is undone until something rests on it."""

import random
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from kits.divisions_kit import DOUBLES, MATCHES, begun, by_itself, couple, goes_on, plays
from kits.tournament_kit import BY_DATE, LAST_DAY, PROGRESSIVE, Desk, drawn, entry, key, opened

from kiosk.tournament import undoing
from kiosk.tournament.act import Refused, TournamentCommand
from kiosk.tournament.bracket import Cause, PairingState
from kiosk.tournament.calls import Call, Move, PutOff, Uncall, free_tables, proposals
from kiosk.tournament.club_claims import PlayAgain
from kiosk.tournament.club_rounds import RoundDate
from kiosk.tournament.consequences import (
    CallEnds,
    Consequence,
    DecidedUnplayed,
    DrawGone,
    EntryLeaves,
    PlaceChanges,
    PlaysNoMore,
    ResultChanges,
    ResultVoid,
    TableChanges,
    consequences,
)
from kiosk.tournament.decide import decide, evolve, replayed
from kiosk.tournament.draws import (
    CloseLatePlaces,
    DrawDivision,
    PublishDraw,
    TakeDrawBack,
)
from kiosk.tournament.entries import Enter, LeavingReason, Scratch, TakeBackIn, TakeOut
from kiosk.tournament.giving_place import GivePlace, free_places
from kiosk.tournament.history import read_history
from kiosk.tournament.in_division import InDivision
from kiosk.tournament.lengths import SetRounds
from kiosk.tournament.removing import RemoveDivision
from kiosk.tournament.results import Award, Correct, Reopen, TakeMatch
from kiosk.tournament.round_dates import SetRoundDates
from kiosk.tournament.setting_up import MakeDivision, SetTables
from kiosk.tournament.sheet import event_sheet, round_of, stand_of
from kiosk.tournament.swing import VoidGame
from kiosk.tournament.swiss_rounds import TakeSwissRoundBack
from kiosk.tournament.tournament import PairingKey, Tournament
from kiosk.tournament.undoing import Undo
from kiosk.tournament.undone import ActUndone, facts_in_force

# --- one case each -------------------------------------------------------------------------------


def semi_finals() -> Desk:
    """Four were drawn, both matches played, the final and the consolation's called."""
    desk = drawn(4)
    for name, winner in (("main-1-1", "e1"), ("main-1-2", "e3")):
        desk.does(Call, at_tables=((key(name), 1),))
        desk.does(TakeMatch, key=key(name), winner=winner, score=(11, 3))
    desk.does(Call, at_tables=((key("main-2-1"), 1), (key("consolation-1-1"), 2)))
    return desk


def preview(desk: Desk, act: type[TournamentCommand], /, **what: Any) -> tuple[object, ...]:
    """What the act would take away, nothing being done."""
    after = desk.tournament
    for fact in decide(after, act(at_ms=desk.at_ms, by="Kari", **what)):
        after = evolve(after, fact)
    return consequences(desk.tournament, after)


def undoes(desk: Desk) -> None:
    """The newest act that can be undone."""
    (fact,) = desk.does(Undo, first=desk.tournament.undoable[-1].first)
    assert isinstance(fact, ActUndone), fact


def test_a_correction_names_both_matches_that_it_stops() -> None:
    desk = semi_finals()
    final, other = (desk.tournament.matches[key(n)] for n in ("main-2-1", "consolation-1-1"))
    found = preview(desk, Correct, key=key("main-1-1"), winner="e2", score=(3, 11), why="misread")
    assert CallEnds(key("main-2-1"), ("e1", "e3"), 1, final.match_id) in found
    assert CallEnds(key("consolation-1-1"), ("e2", "e4"), 2, other.match_id) in found
    assert PlaceChanges(key("main-2-1"), "e1", "e2") in found
    (changed,) = (each for each in found if isinstance(each, ResultChanges))
    assert (changed.was.winner, changed.now.winner) == ("e1", "e2")


def test_an_undone_correction_gives_back_both_matches_by_their_ids() -> None:
    desk = semi_finals()
    before = desk.tournament
    desk.does(Correct, key=key("main-1-1"), winner="e2", score=(3, 11), why="misread")
    assert desk.tournament.called == {}
    undoes(desk)
    assert desk.tournament == before
    assert desk.tournament.matches == before.matches
    assert replayed(desk.kept) == before


def test_a_call_that_was_taken_back_is_there_again_with_its_match() -> None:
    desk = semi_finals()
    before = desk.tournament
    for act in (Uncall, PutOff):
        (gone, *_others) = preview(desk, act, key=key("main-2-1"), why="ill")
        assert gone == CallEnds(
            key("main-2-1"), ("e1", "e3"), 1, before.matches[key("main-2-1")].match_id
        )
        desk.does(act, key=key("main-2-1"), why="ill")
        undoes(desk)
        assert desk.tournament == before


def test_what_rests_on_it_is_named_and_it_is_not_undone() -> None:
    desk = semi_finals()
    desk.does(Correct, key=key("main-1-1"), winner="e2", score=(3, 11), why="misread")
    first = desk.tournament.undoable[-1].first
    desk.does(Call, at_tables=((key("main-2-1"), 1),))
    assert desk.refused(Undo, first=first) == {("rests_on_it", "main main-2-1")}
    desk.does(Uncall, key=key("main-2-1"), why="not so")
    assert desk.does(Undo, first=first)


def test_a_match_called_since_is_in_the_way_of_who_would_be_out_again() -> None:
    desk = drawn(4)
    desk.does(TakeMatch, key=key("main-1-1"), winner="e1", score=(11, 3))
    desk.does(TakeOut, entry_id="e1", leaving=LeavingReason.WITHDRAWN, why="ill")
    undoes(desk)
    first = desk.tournament.undoable[-1].first
    desk.does(TakeMatch, key=key("main-1-2"), winner="e3", score=(11, 3))
    desk.does(Call, at_tables=((key("main-2-1"), 1),))
    assert desk.refused(Undo, first=first) == {("rests_on_it", "main main-2-1")}
    desk.does(Uncall, key=key("main-2-1"), why="wait")
    assert desk.does(Undo, first=first)


def test_a_table_that_others_have_now_is_in_the_way() -> None:
    desk = drawn(4, tables=2)
    desk.does(Call, at_tables=((key("main-1-1"), 1),))
    desk.does(Uncall, key=key("main-1-1"), why="one is missing")
    first = desk.tournament.undoable[-1].first
    desk.does(Call, at_tables=((key("main-1-2"), 1),))
    assert desk.refused(Undo, first=first) == {("table_busy", "table 1")}
    desk.does(Move, key=key("main-1-2"), table=2, why="a draught")
    assert preview(desk, Undo, first=first) == ()
    desk.does(Undo, first=first)
    assert desk.tournament.called[key("main-1-1")].table == 1


def test_what_was_changed_again_is_named() -> None:
    desk = semi_finals()
    desk.does(Correct, key=key("main-1-1"), winner="e2", score=(3, 11), why="misread")
    first = desk.tournament.undoable[-1].first
    desk.does(Correct, key=key("main-1-1"), winner="e2", score=(4, 11), why="misread again")
    assert desk.refused(Undo, first=first) == {("changed_since", "main main-1-1")}
    undoes(desk)
    assert desk.does(Undo, first=first)
    assert desk.tournament.results[key("main-1-1")].winner == "e1"


def test_who_entered_since_stays_when_a_scratch_is_undone() -> None:
    desk = opened(3)
    assert preview(desk, Scratch, division_id="main", entry_id="e2") == (EntryLeaves("main", "e2"),)
    desk.does(Scratch, division_id="main", entry_id="e2")
    desk.does(Enter, division_id="main", entries=(entry(7),))
    undoes(desk)
    assert desk.division().entries == ("e1", "e2", "e3", "e7")


def test_who_has_entered_again_is_not_there_twice() -> None:
    desk = opened(3)
    desk.does(Scratch, division_id="main", entry_id="e2")
    first = desk.tournament.undoable[-1].first
    desk.does(Enter, division_id="main", entries=(entry(9, "Player 2"),))
    assert ("taken", "Player 2") in desk.refused(Undo, first=first)


def test_a_new_draw_names_the_old_one_and_is_undone_until_it_is_published() -> None:
    desk = drawn(4)
    before = desk.tournament
    again = {"division_id": "main", "order": ("e4", "e3", "e2", "e1"), "why": "one was missing"}
    assert preview(desk, DrawDivision, **again) == (DrawGone("main", 1, published=True),)
    desk.does(DrawDivision, **again)
    undoes(desk)
    assert desk.tournament == before
    desk.does(DrawDivision, **again)
    first = desk.tournament.undoable[-1].first
    desk.does(PublishDraw, division_id="main")
    assert desk.refused(Undo, first=first) == {("changed_since", "main")}


def test_who_plays_no_more_is_named_with_what_he_loses() -> None:
    desk = semi_finals()
    before = desk.tournament
    asked = {"entry_id": "e1", "leaving": LeavingReason.WITHDRAWN, "why": "ill"}
    found = preview(desk, TakeOut, **asked)
    assert PlaysNoMore("e1") in found
    assert any(isinstance(each, CallEnds) and each.table == 1 for each in found)
    desk.does(TakeOut, **asked)
    undoes(desk)
    assert desk.tournament == before


def test_another_table_is_named() -> None:
    desk = semi_finals()
    found = preview(desk, Move, key=key("main-2-1"), table=4, why="a draught")
    assert found == (TableChanges(key("main-2-1"), ("e1", "e3"), 1, 4),)


def test_a_result_that_is_taken_back_names_what_was_played_after_it() -> None:
    desk = semi_finals()
    desk.does(TakeMatch, key=key("main-2-1"), winner="e1", score=(11, 3))
    found = preview(desk, Reopen, key=key("main-1-1"), why="they play on")
    assert ResultVoid(key("main-1-1"), ("e1", "e2"), "e1") in found
    assert ResultVoid(key("main-2-1"), ("e1", "e3"), "e1") in found


def test_an_undone_correction_counts_no_more_in_what_was_played() -> None:
    desk = semi_finals()
    before = read_history(desk.kept)
    desk.does(Reopen, key=key("main-1-1"), why="they play on")
    assert read_history(desk.kept) != before
    undoes(desk)
    assert read_history(desk.kept) == before
    assert len(facts_in_force(desk.kept)) == len(desk.kept) - 2
    undoes(desk)  # the undoing itself
    assert key("main-1-1") not in desk.tournament.results
    assert read_history(desk.kept) == read_history(desk.kept[:-2])


def test_an_act_is_undone_once_and_of_many_the_last_are_kept() -> None:
    desk = semi_finals()
    desk.does(Uncall, key=key("main-2-1"), why="ill")
    first = desk.tournament.undoable[-1].first
    undoes(desk)
    assert desk.refused(Undo, first=first) == {("not_undoable", "")}
    for nth in range(undoing.MOST_UNDOABLE + 5):
        desk.does(Move, key=key("main-2-1"), table=3 + nth % 2, why="a draught")
    assert len(desk.tournament.undoable) == undoing.MOST_UNDOABLE


def test_acts_that_take_nothing_away_say_nothing() -> None:
    desk = drawn(4, late=1)
    for act, what in (
        (Call, {"at_tables": ((key("main-1-1"), 1),)}),
        (Enter, {"division_id": "main", "entries": (entry(9),)}),
        (MakeDivision, {"division_id": "b", "name": "B", "format": PROGRESSIVE}),
        (SetTables, {"tables": (1, 2, 3, 4, 5)}),
    ):
        assert preview(desk, act, **what) == ()
        desk.does(act, **what)
        assert desk.tournament.undoable == ()


# --- any state, any format -----------------------------------------------------------------------

CUP = replace(BY_DATE)
ALL = ("main", "swiss", "lives", "groups", "swing")
COUPLES = (couple(1, 2), couple(3, 50), couple(4, 51), couple(52, 53))
"""Some of them play for themselves, too."""
OF_COUPLES = {"pairs": PROGRESSIVE, "doubles": DOUBLES, "each match": MATCHES}


def event(names: tuple[str, ...], entries: int) -> Desk:
    desk = begun(*names, entries=entries, tables=4)
    desk.does(MakeDivision, division_id="next", name="next", format=PROGRESSIVE, precedence=9)
    desk.does(Enter, division_id="next", entries=tuple(entry(n) for n in (1, 2, 3, 30)))
    desk.does(MakeDivision, division_id="cup", name="cup", format=CUP, precedence=8)
    desk.does(Enter, division_id="cup", entries=tuple(entry(n) for n in (1, 2, 40, 41)))
    dates = tuple(RoundDate("main", nth, LAST_DAY + 28 * nth) for nth in (1, 2))
    desk.does(SetRoundDates, division_id="cup", dates=dates)
    desk.does(DrawDivision, division_id="cup", order=desk.division("cup").entries)
    desk.does(PublishDraw, division_id="cup")
    for nth, (name, form) in enumerate(OF_COUPLES.items(), 10):
        desk.does(MakeDivision, division_id=name, name=name, format=form, precedence=nth)
        desk.does(Enter, division_id=name, entries=COUPLES)
        desk.does(DrawDivision, division_id=name, order=desk.division(name).entries)
        (published,) = desk.does(PublishDraw, division_id=name)
        assert not isinstance(published, Refused)
    return desk


def goes_ahead(desk: Desk, chance: random.Random) -> None:
    """Something that takes nothing away."""
    by_itself(desk, chance)
    waiting = list(proposals(desk.tournament))
    called = list(desk.tournament.called)
    if called and chance.random() < 0.6:
        plays(desk, chance.choice(called), chance)
    elif waiting:
        one = chance.choice(waiting)
        desk.does(Call, at_tables=((one.key, one.table),))
    else:
        goes_on(desk, chance)


def fit_score(tournament: Tournament, k: PairingKey, winner: str) -> tuple[int, int]:
    """What the winner's match can end with."""
    division = tournament.divisions[k.division_id]
    length = 1 if division.format.swing is not None else round_of(division, k.pairing_id).length
    here = stand_of(tournament, k)
    first = here is not None and here.players is not None and here.players[0] == winner
    return (length, 0) if first else (0, length)


def takes_away(desk: Desk, chance: random.Random) -> tuple[type[TournamentCommand], dict[str, Any]]:
    """An act that may take something away; also one that is refused."""
    t = desk.tournament
    every = [k for k, here in event_sheet(t).items() if here.players is not None]
    over = [k for k, here in event_sheet(t).items() if here.state is PairingState.OVER] or every
    any_key = chance.choice(every)
    called = chance.choice([*t.called, any_key])
    one = chance.choice(over)
    sides = (stand_of(t, one) or stand_of(t, any_key)).players or ("", "")  # type: ignore[union-attr]
    winner = chance.choice(sides)
    correct = {"key": one, "winner": winner, "score": fit_score(t, one, winner), "why": "x"}
    if t.divisions[one.division_id].format.swing is not None:
        correct |= {"level": 1, "cube": 1}
    name = chance.choice(list(t.divisions))
    who = chance.choice(list(t.entries))
    gone = chance.choice([*sorted(t.gone), who])
    knock_out, new = chance.choice(("main", "pairs")), entry(t.facts + 100)
    free = free_places(t, t.divisions[knock_out]) if knock_out in t.divisions else ()
    left = chance.choice([*free, gone])
    table = chance.choice([*free_tables(t), 99])
    at = (desk.at_ms + 60_000, "Kari")
    order = list(desk.division("next").entries) if "next" in t.divisions else []
    chance.shuffle(order)
    longer = tuple(
        replace(each, length=each.length + 2) for each in t.divisions[name].format.rounds
    )
    later = RoundDate("main", chance.randint(1, 2), LAST_DAY + chance.randint(1, 90))
    choices: list[tuple[type[TournamentCommand], dict[str, Any]]] = [
        (Correct, correct),
        (Correct, correct),
        (Reopen, {"key": one, "why": "x"}),
        (Uncall, {"key": called, "why": "x"}),
        (PutOff, {"key": called, "why": "x"}),
        (Move, {"key": called, "table": table, "why": "x"}),
        (Award, {"key": any_key, "winner": None, "cause": Cause.RULING, "why": "x"}),
        (Award, {"key": called, "winner": winner, "cause": Cause.WALK_OVER, "why": "x"}),
        (TakeOut, {"entry_id": who, "leaving": chance.choice(list(LeavingReason)), "why": "x"}),
        (TakeBackIn, {"entry_id": gone, "why": "x"}),
        (Scratch, {"division_id": "next", "entry_id": who}),
        (DrawDivision, {"division_id": "next", "order": tuple(order), "why": "x"}),
        (TakeDrawBack, {"division_id": name, "why": "x"}),
        (RemoveDivision, {"division_id": name}),
        (CloseLatePlaces, {"division_id": name}),
        (SetTables, {"tables": tuple(n for n in t.tables if chance.random() < 0.8)}),
        (SetRounds, {"division_id": name, "rounds": longer, "why": "x"}),
        (GivePlace, {"division_id": knock_out, "of": left, "entry": new, "why": "x"}),
        (PlayAgain, {"key": key("main-1-1", "cup"), "why": "x"}),
        (SetRoundDates, {"division_id": "cup", "dates": (later,), "why": "x"}),
        (InDivision, {"division_id": "swiss", "act": TakeSwissRoundBack(*at, "x")}),
        (InDivision, {"division_id": "lives", "act": TakeSwissRoundBack(*at, "x")}),
        (InDivision, {"division_id": "swing", "act": VoidGame(*at, chance.randint(1, 4), "x")}),
    ]
    return chance.choice(choices)


def number_of(tournament: Tournament, name: str) -> int:
    """Of a division's draw; 0: there is none."""
    division = tournament.divisions.get(name)
    return division.draw.number if division is not None and division.draw is not None else 0


def taken_by_hand(before: Tournament, after: Tournament) -> set[object]:
    """What was taken away, read from both without what is tested here."""
    found: set[object] = set()
    then = event_sheet(after)
    for k in before.called:
        match = before.matches[k]
        if after.called.get(k) is None or after.matches.get(k) != match:
            found.add(("call", k))
        elif after.called[k].table != before.called[k].table:
            found.add(("table", k))
    anew = {name for name in before.divisions if number_of(before, name) != number_of(after, name)}
    found |= {("draw", name) for name in anew if number_of(before, name)}
    for k, here in event_sheet(before).items():
        if k.division_id in anew:
            continue
        if here.state is not PairingState.OVER or here.players is None:
            continue
        now = then.get(k)
        if now is None or now.players != here.players or now.state is not PairingState.OVER:
            found.add(("result", k))
        elif now.winner != here.winner:
            found.add(("winner", k))
    found |= {("out", who) for who in after.gone - before.gone}
    found |= {("gone", name) for name in before.divisions if name not in after.divisions}
    return found


def as_by_hand(before: Tournament, after: Tournament) -> set[object]:
    """The same of what is previewed."""
    found: set[object] = set()
    for each in consequences(before, after):
        match each:
            case CallEnds(key=k):
                found.add(("call", k))
            case TableChanges(key=k):
                found.add(("table", k))
            case ResultVoid(key=k):
                found.add(("result", k))
            case ResultChanges(key=k, was=was, now=now) if was.winner != now.winner:
                found.add(("winner", k))
            case DrawGone(division_id=name):
                found.add(("draw", name))
            case PlaysNoMore(entry_id=who):
                found.add(("out", who))
            case _ if type(each).__name__ == "DivisionGone":
                found.add(("gone", each.division_id))  # type: ignore[union-attr]
    return found


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(4, 7))
def test_a_preview_is_what_the_act_does_and_undone_at_once_all_is_as_before(
    seed: int, steps: int, entries: int
) -> None:
    chance = random.Random(seed)
    desk = event(ALL, entries)
    for _step in range(steps):
        if chance.random() < 0.6:
            goes_ahead(desk, chance)
            continue
        act, what = takes_away(desk, chance)
        before = desk.tournament
        shown = preview(desk, act, **what)
        events = desk.does(act, **what)
        if any(isinstance(each, Refused) for each in events):
            assert shown == (), (act, what, events)
            continue
        assert consequences(before, desk.tournament) == shown
        assert taken_by_hand(before, desk.tournament) == as_by_hand(before, desk.tournament)
        after = desk.tournament
        newest = after.undoable[-1:]
        if not shown and (not newest or newest[0].first != before.facts + 1):
            continue
        assert [each.first for each in newest] == [before.facts + 1], (act, shown)
        undoes(desk)
        assert desk.tournament == before, act
        if chance.random() < 0.7:
            undoes(desk)
            assert desk.tournament == after, act
    assert replayed(desk.kept) == desk.tournament


def left_again(before: Tournament, after: Tournament, lost: set[Consequence]) -> set[Consequence]:
    """Walk-overs of who is out again, also in what has come to be played since."""
    out = after.gone - before.gone
    return {each for each in lost if isinstance(each, DecidedUnplayed) and out & {*each.sides}}


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(5, 40))
def test_whatever_is_undone_later_takes_nothing_that_came_since(seed: int, steps: int) -> None:
    chance = random.Random(seed)
    desk = event(tuple(ALL), 5)
    for _step in range(steps):
        if chance.random() < 0.6:
            goes_ahead(desk, chance)
        elif chance.random() < 0.6 or not desk.tournament.undoable:
            act, what = takes_away(desk, chance)
            desk.does(act, **what)
        else:
            one = chance.choice(desk.tournament.undoable)
            before = desk.tournament
            gives = {*consequences(one.after, one.before)}
            shown = {*preview(desk, Undo, first=one.first)}
            events = desk.does(Undo, first=one.first)
            if isinstance(events[0], ActUndone):
                lost = {*consequences(before, desk.tournament)}
                assert lost == shown
                assert lost <= gives | left_again(before, desk.tournament, lost)
                tables = [each.table for each in desk.tournament.called.values()]
                assert len(tables) == len(set(tables))
    assert replayed(desk.kept) == desk.tournament
