"""Divisions in formats of every kind, side by side in one event, run as a director runs them."""

import random
from dataclasses import replace
from typing import Any

from kiosk.tournament.act import Refused
from kiosk.tournament.bracket import Cause
from kiosk.tournament.calls import Call, free_tables, proposals
from kiosk.tournament.draws import DrawDivision, PublishDraw, TakeLate
from kiosk.tournament.entries import Enter, LeavingReason, TakeBackIn, TakeOut
from kiosk.tournament.in_division import InDivision, in_format
from kiosk.tournament.knock_out import KnockOutShape
from kiosk.tournament.played import ActOrigin, NextAct
from kiosk.tournament.results import Award, Correct, Reopen, TakeMatch
from kiosk.tournament.round_robin import CoupleScoring, GroupRules
from kiosk.tournament.round_robin_acts import CloseRoundRobin, DrawGroupLot
from kiosk.tournament.setting_up import MakeDivision, OpenEvent, SetTables
from kiosk.tournament.sheet import event_sheet, players_of, stand_of, to_play
from kiosk.tournament.swing import PairFree, SwingRules, VoidGame
from kiosk.tournament.swiss import SwissGrouping, SwissRules, TieBreak
from kiosk.tournament.swiss_rounds import CloseSwiss, PairSwissRound, TakeSwissRoundBack
from kiosk.tournament.tournament import DivisionFormat, Entry, PairingKey, Round
from kits.tournament_kit import PROGRESSIVE, Desk, entry

NO_BRACKETS = KnockOutShape(())
SWISS = DivisionFormat(
    "Swiss",
    NO_BRACKETS,
    (Round("swiss", 9, "norway", 3, first=0), Round("swiss", 7, "norway")),
    swiss=SwissRules(SwissGrouping.WINS, 3, tie_breaks=tuple(TieBreak)),
)
LIVES = DivisionFormat(
    "Three lives",
    NO_BRACKETS,
    (Round("swiss", 5, "norway"),),
    swiss=SwissRules(SwissGrouping.LIVES, 0, 2, late_rounds=1),
)
GROUPS = DivisionFormat(
    "Groups",
    NO_BRACKETS,
    (Round("groups", 5, "norway"),),
    groups=GroupRules(4, 2),
)
SWING = DivisionFormat(
    "Swing",
    NO_BRACKETS,
    (Round("swing", 1, "norway"),),
    swing=SwingRules(600, (100, 200, 300), 300),
)
DOUBLES = DivisionFormat(
    "Doubles",
    NO_BRACKETS,
    (Round("groups", 5, "norway"),),
    groups=GroupRules(4, 1, doubles=CoupleScoring.ENCOUNTERS),
)
MATCHES = replace(
    DOUBLES,
    groups=GroupRules(4, 1, doubles=CoupleScoring.MATCHES),
    title="Doubles, each match counts",
)
FORMS = {"main": PROGRESSIVE, "swiss": SWISS, "lives": LIVES, "groups": GROUPS, "swing": SWING}


def couple(one: int, two: int) -> Entry:
    """Two of the players who are numbered so, as one entry."""
    both = tuple(entry(number).players[0] for number in (one, two))
    return Entry(f"c{one}-{two}", f"Couple {one} and {two}", both)


def made(*names: str, entries: int = 6, tables: int = 3) -> Desk:
    """An event of these divisions, each with all of the entries."""
    desk = Desk()
    desk.does(OpenEvent, event_id="malmo-2026", name="Malmö Open")
    desk.does(SetTables, tables=tuple(range(1, tables + 1)))
    who = tuple(entry(number) for number in range(1, entries + 1))
    for nth, name in enumerate(names):
        desk.does(MakeDivision, division_id=name, name=name, format=FORMS[name], precedence=nth)
        desk.does(Enter, division_id=name, entries=who)
    return desk


def begun(*names: str, entries: int = 6, tables: int = 3) -> Desk:
    """The same, each drawn as they are numbered and published."""
    desk = made(*names, entries=entries, tables=tables)
    for name in names:
        desk.does(DrawDivision, division_id=name, order=desk.division(name).entries)
        desk.does(PublishDraw, division_id=name)
    return desk


def nexts(desk: Desk, name: str) -> dict[str, NextAct]:
    """What could be done with a division's format, by the act."""
    found = in_format(desk.division(name))
    assert found is not None
    way, play = found
    return {each.kind: each for each in way.next_acts(play, ActOrigin(desk.at_ms, "Kari"))}


def by_itself(desk: Desk, chance: random.Random) -> None:
    """What the director's service does after each act: who is free in a Swing is matched."""
    for name, division in desk.tournament.divisions.items():
        found = in_format(division)
        if found is None or division.draw is None or not division.draw.published:
            continue
        way, play = found
        who = list(way.to_pair(play) if way.to_pair else ())
        if who and way.pairing:
            chance.shuffle(who)
            act = way.pairing(who, ActOrigin(desk.at_ms, "Kari"))
            desk.does(InDivision, division_id=name, act=act)


def goes_on(desk: Desk, chance: random.Random) -> bool:
    """What the console asks for in divisions that wait for somebody; whether there was any."""
    done = False
    for name in desk.tournament.divisions:
        if in_format(desk.division(name)) is None:
            continue
        could, at = nexts(desk, name), (desk.at_ms, "Kari")
        if "PairSwissRound" in could:
            order = list(could["PairSwissRound"].entries)
            chance.shuffle(order)
            desk.does(InDivision, division_id=name, act=PairSwissRound(*at, tuple(order)))
            desk.does(PublishDraw, division_id=name)
        elif "CloseSwiss" in could:
            desk.does(InDivision, division_id=name, act=CloseSwiss(*at))
        elif "DrawGroupLot" in could:
            told = could["DrawGroupLot"]
            lot = DrawGroupLot(*at, told.group, told.entries)
            desk.does(InDivision, division_id=name, act=lot)
        elif "CloseRoundRobin" in could:
            desk.does(InDivision, division_id=name, act=CloseRoundRobin(*at))
        else:
            continue
        done = True
    return done


def seats(desk: Desk) -> list[str]:
    """Everybody who is at a table."""
    here = event_sheet(desk.tournament)
    return [
        player.player_id
        for key in desk.tournament.called
        for player in players_of(desk.tournament, here[key])
    ]


def plays(desk: Desk, key: PairingKey, chance: random.Random) -> None:
    """A match that was called is played."""
    told = to_play(desk.tournament, key)
    assert told is not None
    one = chance.random() < 0.5
    asked: dict[str, Any] = {"winner": told.sides[0 if one else 1]}
    score = (told.round.length, chance.randrange(told.round.length))
    if told.single_game is not None:
        level, cube = chance.choice((1, 1, 1, 2, 3)), chance.choice((1, 2, 4))
        asked |= {"level": level, "cube": cube}
        score = (level * cube, 0)
    asked["score"] = score if one else score[::-1]
    (first, *_rest) = desk.does(TakeMatch, key=key, **asked)
    assert not isinstance(first, Refused), first.against


def played_out(desk: Desk, chance: random.Random, most: int = 5000) -> list[PairingKey]:
    """Called as proposed, results in any order, until nothing is left; the matches in order."""
    done: list[PairingKey] = []
    while len(done) < most:
        by_itself(desk, chance)
        proposed = proposals(desk.tournament)
        if proposed:
            desk.does(Call, at_tables=tuple((each.key, each.table) for each in proposed))
        now = seats(desk)
        assert len(now) == len(set(now)), "nobody is at two tables"
        if not desk.tournament.called:
            if goes_on(desk, chance):
                continue
            return done
        assert len(desk.tournament.called) + len(free_tables(desk.tournament)) == len(
            desk.tournament.tables
        )
        key = chance.choice(sorted(desk.tournament.called))
        plays(desk, key, chance)
        done.append(key)
    raise AssertionError("it does not end")


def every_format_fact(chance: random.Random) -> Desk:
    """An event in which everything happens that formats know, with results by `chance`."""
    desk = begun("lives", "groups", "swing", entries=4, tables=9)
    at = (desk.at_ms, "Kari")
    by_itself(desk, chance)
    first = PairingKey("lives", "swiss-1-1")
    desk.does(TakeLate, division_id="lives", entry=entry(9))
    back = TakeSwissRoundBack(*at, "e9 is here now")
    desk.does(InDivision, division_id="lives", act=back)
    pair = PairSwissRound(*at, ("e1", "e2", "e3", "e4", "e9"))
    desk.does(InDivision, division_id="lives", act=pair)
    desk.does(PublishDraw, division_id="lives")
    for key in (first, PairingKey("groups", "A-1-1"), PairingKey("swing", "swing-1-1")):
        desk.does(Call, at_tables=((key, 1),))
        plays(desk, key, chance)
    for key in (first, PairingKey("groups", "A-1-1")):
        asked = {"winner": "e1", "score": None, "why": "both wrote it wrong"}
        desk.does(Correct, key=key, **asked)
        desk.does(Reopen, key=key, why="they play on")
        desk.does(Award, key=key, winner="e1", cause=Cause.RULING, why="they do not")
    asked = {"winner": "e1", "score": (100, 0), "why": "wrong side", "level": 1, "cube": 1}
    desk.does(Correct, key=PairingKey("swing", "swing-1-1"), **asked)
    desk.does(InDivision, division_id="swing", act=VoidGame(*at, 2, "a pen fell on it"))
    desk.does(TakeOut, entry_id="e2", leaving=LeavingReason.WITHDRAWN, why="ill")
    desk.does(TakeBackIn, entry_id="e2", why="well again")
    desk.does(InDivision, division_id="swing", act=PairFree(*at, ("e1", "e2")))
    desk.does(MakeDivision, division_id="three", name="three", format=FORMS["groups"])
    desk.does(Enter, division_id="three", entries=tuple(entry(n) for n in (1, 2, 3)))
    desk.does(DrawDivision, division_id="three", order=("e1", "e2", "e3"))
    desk.does(PublishDraw, division_id="three")
    for name in ("A-1-1", "A-2-2", "A-3-3"):
        here = stand_of(desk.tournament, PairingKey("three", name))
        one, two = (here and here.players) or ("", "")
        round_about = {("e2", "e3"): "e2", ("e1", "e2"): "e1", ("e1", "e3"): "e3"}
        won = round_about[min(one, two), max(one, two)]
        score = (5, 3) if won == one else (3, 5)
        desk.does(TakeMatch, key=PairingKey("three", name), winner=won, score=score)
    played_out(desk, chance)
    return desk
