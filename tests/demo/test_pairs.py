"""Players who go on at another table, from where the record stands, however much of it was lost."""

from random import Random

import pytest
from kits.books import load

from kiosk.demo.core_match import CoreTable, play_on_core
from kiosk.demo.plan import MatchPlan, flaws_under
from kiosk.demo.players import Players
from kiosk.demo.rehearsal.pairs import Pair, PairHands, Pairs
from kiosk.demo.seats import set_up
from kiosk.rules.assignment import TakeOverOrdered
from kiosk.rules.decide import evolve
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.start import SetUpTable
from kiosk.rules.units import Instant

BOOK = load("norway")
NOW = Instant(0)


class Table(CoreTable):
    """The rules core as a table where a pair sits."""

    def seconds(self) -> float:
        return self.now_ns / 1e9

    def goes_on(self, state: Match, head_seq: int) -> None:
        """With the match of a table that died, as far as the director has it."""
        self.take(
            TakeOverOrdered(NOW, None, "director", "it died", "old", head_seq, "", "new", state)
        )
        self.take(SetUpTable(NOW, set_up(BOOK)))


def sat(seed: int, table: Table) -> Pair:
    hands = PairHands()
    hands.table = table
    players = Players(MatchPlan(seed, flaws_under(BOOK, set_up(BOOK))), hands, table.seconds)
    return Pair(players, hands)


def played(pair: Pair, table: Table, rows: int) -> None:
    """Until the table has so many rows, or the match is over."""
    while table.match.phase is not Phase.MATCH_OVER and len(table.events) < rows:
        before = len(table.events)
        pair.attend(table, table.shown())
        assert len(table.events) > before
    pair.players.finish(table.shown())


@pytest.mark.parametrize("seed", [1, 4, 6])
def test_what_was_lost_is_played_again_and_ends_the_same(seed: int) -> None:
    """At any row, with up to a whole game lost; also the dice in hand and a double on offer."""
    log, events = play_on_core(seed, 1, BOOK)
    chance = Random(seed)
    for _each in range(5):
        head = chance.randint(12, len(events) - 1)
        old = Table()
        old.open(1, BOOK)
        pair = sat(seed, old)
        played(pair, old, head + chance.randint(0, len(events)))
        state = EMPTY
        for event in old.events[:head]:
            state = evolve(state, event)
        if state.phase is Phase.MATCH_OVER or state.game is None:
            continue
        spare = Table()
        spare.goes_on(state, head)
        pair.go(spare, head)
        played(pair, spare, 10**6)
        assert pair.players.log == log, f"from row {head}"


def test_who_went_to_a_spare_does_no_more_at_the_old_table() -> None:
    old, spare, pairs = Table(), Table(), Pairs(1)
    old.open(1, BOOK)
    pair = pairs.find_pair(old, old.match)
    assert pair is not None
    played(pair, old, 40)
    pairs.go(old.match.match_id or "", spare, 40)
    before = len(old.events)
    assert pairs.find_pair(old, old.match) is None
    pair.attend(old, old.shown())
    assert len(old.events) == before
    pair.attend(spare, spare.shown())
    assert pair.moments
    pair.forget()
    assert not pair.moments


def test_a_match_that_begins_anew_has_nothing_of_before() -> None:
    table, pairs = Table(), Pairs(1)
    table.open(1, BOOK)
    before = pairs.find_pair(table, table.match)
    assert pairs.find_pair(table, table.match) is before
    pairs.begin(table.match.match_id or "")
    assert pairs.find_pair(table, table.match) is not before
