"""An event to be played in tests: entries, a format, acts by one director."""

import random
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from kiosk.tournament.act import Objection, Refused, TournamentCommand, TournamentEvent
from kiosk.tournament.bracket import Cause
from kiosk.tournament.calls import Call, Move, PutOff, Uncall, proposals
from kiosk.tournament.club_arranging import ArrangeRound, OfferDates, TellChairman
from kiosk.tournament.club_claims import ClaimMatch, PlayAgain, RuleOnClaim
from kiosk.tournament.club_rounds import ClaimGround, ClubRoundRules, DateSlot, RoundDate
from kiosk.tournament.confirming import Confirm, SetValues
from kiosk.tournament.correcting import CorrectPlayer, RenameEntry
from kiosk.tournament.decide import decide, evolve
from kiosk.tournament.draws import (
    CloseLatePlaces,
    DrawDivision,
    PublishDraw,
    TakeDrawBack,
    TakeLate,
)
from kiosk.tournament.entries import (
    Enter,
    LeavingReason,
    Scratch,
    TakeBackIn,
    TakeOut,
)
from kiosk.tournament.giving_place import GivePlace, SwapPlaces
from kiosk.tournament.knock_out import BracketFeed, BracketShape, KnockOutShape
from kiosk.tournament.lengths import SetRounds
from kiosk.tournament.next_event import BeginNextEvent
from kiosk.tournament.re_entry import SetReEntry
from kiosk.tournament.removing import BringDivisionBack, RemoveDivision
from kiosk.tournament.report import NoteForReport, RateBy, StrikeNote
from kiosk.tournament.results import Award, Correct, Reopen, TakeMatch
from kiosk.tournament.round_dates import SetRoundDates
from kiosk.tournament.setting_up import MakeDivision, OpenEvent, RenameEvent, SetTables
from kiosk.tournament.sheet import round_of, stand_of
from kiosk.tournament.taking_up import TakeUp, TurnAway
from kiosk.tournament.tournament import (
    NONE,
    Division,
    DivisionFormat,
    Entry,
    PairingKey,
    Player,
    ReEntryTerms,
    ReportMatter,
    Round,
    Tournament,
)
from kiosk.tournament.undoing import Undo

PROGRESSIVE = DivisionFormat(
    "Knock-out, progressive consolation, last chance",
    KnockOutShape(
        (
            BracketShape("main"),
            BracketShape("consolation", (BracketFeed("main", 1, -1),)),
            BracketShape("last-chance", (BracketFeed("consolation", 1, 2),)),
        )
    ),
    (
        Round("main", 11, "norway", first=0),
        Round("main", 7, "norway"),
        Round("consolation", 5, "norway"),
        Round("last-chance", 3, "norway"),
    ),
)


BY_DATE = DivisionFormat(
    "Knock-out in rounds by a date",
    KnockOutShape((BracketShape("main"),)),
    (Round("main", 11, "london-club"),),
    by_date=ClubRoundRules(),
)
LAST_DAY = date(2021, 3, 31).toordinal()
"""By which a first round is played."""


def entry(number: int, name: str = "") -> Entry:
    named = name or f"Player {number}"
    return Entry(f"e{number}", named, (Player(f"p{number}", named),))


@dataclass
class Desk:
    """A director's desk: what is done is kept, a minute after what was done before."""

    tournament: Tournament = NONE
    kept: list[TournamentEvent] = field(default_factory=list)
    at_ms: int = 1_700_000_000_000
    asked: list[TournamentCommand] = field(default_factory=list)

    def does(self, act: type[TournamentCommand], /, **what: Any) -> tuple[TournamentEvent, ...]:
        """The events; they have happened."""
        self.at_ms += 60_000
        command = act(at_ms=self.at_ms, by="Kari", **what)
        self.asked.append(command)
        events = decide(self.tournament, command)
        for event in events:
            self.tournament = evolve(self.tournament, event)
        self.kept += events
        return events

    def refused(self, act: type[TournamentCommand], /, **what: Any) -> set[tuple[str, str]]:
        """Every reason, and what it is about; nothing has changed."""
        before = self.tournament
        (event,) = self.does(act, **what)
        assert isinstance(event, Refused), event
        assert self.tournament is before
        return {_words(each) for each in event.against}

    def division(self, name: str = "main") -> Division:
        return self.tournament.divisions[name]


def _words(objection: Objection) -> tuple[str, str]:
    return objection.reason.value, objection.about


def key(pairing_id: str, division_id: str = "main") -> PairingKey:
    return PairingKey(division_id, pairing_id)


def won(desk: Desk, of: PairingKey, winner: str, lost: int = 0) -> tuple[int, int]:
    """The score of a match that is played to its length; so many points has who lost."""
    here = stand_of(desk.tournament, of)
    length = round_of(desk.tournament.divisions[of.division_id], of.pairing_id).length
    first = here is not None and (here.players or ("",))[0] == winner
    return (length, lost) if first else (lost, length)


def opened(entries: int = 8, tables: int = 4, form: DivisionFormat = PROGRESSIVE) -> Desk:
    """An event with a division of so many entries, not drawn."""
    desk = Desk()
    desk.does(OpenEvent, event_id="malmo-2026", name="Malmö Open")
    desk.does(SetTables, tables=tuple(range(1, tables + 1)))
    desk.does(MakeDivision, division_id="main", name="Championship", format=form, precedence=1)
    if entries:
        who = tuple(entry(number) for number in range(1, entries + 1))
        desk.does(Enter, division_id="main", entries=who)
    return desk


def drawn(
    entries: int = 8, tables: int = 4, late: int = 0, form: DivisionFormat = PROGRESSIVE
) -> Desk:
    """The same, drawn as they are numbered, late places at the end, and published."""
    desk = opened(entries, tables, form)
    order = (*desk.division().entries, *range(1, late + 1))
    desk.does(DrawDivision, division_id="main", order=order)
    desk.does(PublishDraw, division_id="main")
    return desk


def every_fact(chance: random.Random) -> Desk:  # noqa: PLR0915 (all that can happen)
    """An event in which everything happens that can, played to some point by `chance`."""
    desk = opened(chance.randint(4, 20), tables=chance.randint(1, 9))
    before = tuple(desk.tournament.entries.values())
    desk.does(BeginNextEvent, event_id="malmo-2026-2", name="Malmö 2")
    desk.does(Enter, division_id="main", entries=before)
    odd = Player(
        "pär", "Pär “Ö” 山田\u2028", "N-7/1", chance.choice([None, 1500.25, 0.0]), "sv", "B"
    )
    desk.does(Enter, division_id="main", entries=(Entry("pair", "Two", (odd, Player("b", "B"))),))
    desk.does(Scratch, division_id="main", entry_id="e1")
    desk.does(RenameEvent, name="Malmö “Open” 山")
    desk.does(CorrectPlayer, player=Player("pär", "Pär Ö", "N-7", 1501.5, "nb", "", 320))
    desk.does(RenameEntry, entry_id="pair", name="“Två”")
    desk.does(RemoveDivision, division_id="main")
    desk.does(BringDivisionBack, division_id="main")
    desk.does(Confirm, book="norway", values=(("clock.allotment", "average_away"),))
    desk.does(SetValues, book="norway", values=(("clock.delay_s", "10"),))
    desk.does(SetRounds, division_id="main", rounds=PROGRESSIVE.rounds, why="")
    for number in (1, 2):
        order: list[str | int] = [*desk.division().entries, 1, 2]
        seeds = [order.pop(0) for _each in range(chance.randint(0, 2))]
        chance.shuffle(order)
        asked = {"order": (*seeds, *order), "seeds": len(seeds), "why": f"draw {number}"}
        desk.does(DrawDivision, division_id="main", **asked)
        if number == 1:
            desk.does(TakeDrawBack, division_id="main", why="one was missing")
    one, *others = desk.division().entries
    next(two for two in others if _swaps(desk, one, two))
    desk.does(PublishDraw, division_id="main")
    desk.does(PublishDraw, division_id="main")  # which is refused
    desk.does(TakeLate, division_id="main", entry=entry(100))
    desk.does(CloseLatePlaces, division_id="main")
    desk.does(GivePlace, division_id="main", of=None, entry=entry(101, "Zoë “Z”"), why="by bus")
    desk.does(TakeOut, entry_id="e2", leaving=chance.choice(list(LeavingReason)), why="ill")
    desk.does(TakeBackIn, entry_id="e2", why="well again")
    walk_over(desk)
    first = proposals(desk.tournament)[0]
    desk.does(Call, at_tables=((first.key, first.table),))
    desk.does(Move, key=first.key, table=chance.randint(1, 9), why="a draught")
    desk.does(SetTables, tables=(*desk.tournament.tables, 77))
    desk.does(Move, key=first.key, table=77, why="a draught")
    desk.does(PutOff, key=first.key, why="until tomorrow")
    desk.does(Call, at_tables=((first.key, 77),))
    desk.does(Uncall, key=first.key, why="one is missing")
    desk.does(Undo, first=desk.tournament.undoable[-1].first)
    desk.does(Uncall, key=first.key, why="one is missing")
    found_at_a_table(desk, first.key)
    for _round in range(chance.randint(1, 6)):
        for each in proposals(desk.tournament):
            here = stand_of(desk.tournament, each.key)
            winner = chance.choice((here and here.players) or ("",))
            desk.does(Call, at_tables=((each.key, each.table),))
            score = won(desk, each.key, winner, chance.randint(0, 2))
            desk.does(TakeMatch, key=each.key, winner=winner, score=score)
    over = chance.choice(list(desk.tournament.results))
    desk.does(Correct, key=over, winner=None, score=None, why="both wrote it wrong")
    desk.does(Reopen, key=over, why="they play on")
    desk.does(Award, key=over, winner=None, cause=Cause.RULING, why="neither came")
    words = "He told a player the score “7–5”"
    desk.does(NoteForReport, matter=chance.choice(list(ReportMatter)), about="Pär", words=words)
    desk.does(StrikeNote, number=1, why="it was another")
    desk.does(RateBy, formula="fibs")
    desk.does(SetReEntry, division_id="main", terms=ReEntryTerms(2, None, 2000, "EUR"))
    by_dates(desk, chance)
    return desk


def _swaps(desk: Desk, one: str, two: str) -> bool:
    """Whether the places of two entries could be swapped."""
    (event,) = desk.does(SwapPlaces, division_id="main", one=one, two=two)
    return not isinstance(event, Refused)


def found_at_a_table(desk: Desk, of: PairingKey) -> None:
    """A match that the log does not know is taken up, and turned away after all."""
    found = {"match_id": f"main/{of.pairing_id}/1", "journal_id": "journal-1"}
    desk.does(TakeUp, key=of, table=77, after="", **found)
    desk.does(TurnAway, restarts=True, why="a trial", **found)
    desk.does(Uncall, key=of, why="one is missing")


def walk_over(desk: Desk) -> None:
    """Somebody who is to play leaves, and is back."""
    here = stand_of(desk.tournament, proposals(desk.tournament)[0].key)
    out, _other = (here and here.players) or ("", "")
    desk.does(TakeOut, entry_id=out, leaving=LeavingReason.WITHDRAWN, why="ill")
    desk.does(TakeBackIn, entry_id=out, why="well again")


def by_dates(desk: Desk, chance: random.Random) -> None:
    """A division is played by dates, of which everything happens that can."""
    form = replace(BY_DATE, by_date=ClubRoundRules(chance.randint(1, 3)))
    desk.does(MakeDivision, division_id="cup", name="Cup", format=form, precedence=2)
    desk.does(Enter, division_id="cup", entries=tuple(entry(200 + nth) for nth in range(4)))
    dates = (RoundDate("main", 1, LAST_DAY), RoundDate("main", 2, LAST_DAY + 28))
    desk.does(SetRoundDates, division_id="cup", dates=dates)
    desk.does(DrawDivision, division_id="cup", order=desk.division("cup").entries)
    desk.does(PublishDraw, division_id="cup")
    one, two = key("main-1-1", "cup"), key("main-1-2", "cup")
    slots = tuple(DateSlot(LAST_DAY - 7 * nth, chance.randrange(1400)) for nth in range(3))
    desk.does(OfferDates, key=one, slots=slots, day=LAST_DAY - 30)
    desk.does(TellChairman, key=one, day=LAST_DAY - 7, why="no answer")
    desk.does(ArrangeRound, key=one, slot=slots[0], day=LAST_DAY - 3)
    claimed = {"claimant": "e201", "ground": ClaimGround.LATE, "now": DateSlot(LAST_DAY + 1, 0)}
    desk.does(ClaimMatch, key=one, **claimed, why="he did not come")
    desk.does(RuleOnClaim, key=one, granted=chance.random() < 0.5, why="nobody came")
    desk.does(PlayAgain, key=two, why="nobody saw the roll")
