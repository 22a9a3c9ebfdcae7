"""Script director and players at the rules core: what it orders when, and what they do about it."""

from random import Random
from typing import Any

import pytest
from kits import commands as c
from kits import events as e
from kits.players_kit import attend

from kiosk.demo.core_match import CoreTable, count_kinds, play_on_core
from kiosk.demo.errors import OrderFailed
from kiosk.demo.plan import MatchPlan
from kiosk.demo.players import PATIENCE_S, Players
from kiosk.demo.script_director import ScriptDirector
from kiosk.rules.decide import evolve
from kiosk.rules.match import IN_GAME, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.units import Instant
from kiosk.table.settings import load_book

MATCHES = [0, 1, *(pytest.param(seed, marks=pytest.mark.night) for seed in (2, 3, 4))]
MAKERS = {
    "message": lambda f: c.MessageOrdered(
        Instant(0), f["match_id"], f["by"], f["why"], f.get("text", "")
    ),
    "stop": lambda f: c.StopOrdered(Instant(0), f["match_id"], f["by"], f["why"]),
    "start": lambda f: c.StartOrdered(Instant(0), f["match_id"], f["by"], f["why"]),
}


class Desk:
    """A console whose orders the rules core decides at once."""

    def __init__(self, table: CoreTable, status: str | None = None) -> None:
        self.forms: list[dict[str, Any]] = []
        self._table = table
        self._status = status

    def give(self, form: dict[str, Any]) -> tuple[dict[str, Any], float]:
        self.forms.append(form)
        before = len(self._table.events)
        self._table.take(MAKERS[form["kind"]]({**form, "by": "director:Dag"}))
        new = self._table.events[before:]
        refused = any(isinstance(event, e.Refused) for event in new)
        status = self._status or ("refused" if refused else "accepted")
        seqs = list(range(before + 1, len(self._table.events) + 1))
        return {"status": status, "reasons": ["it is so"], "seqs": seqs}, 12.34


def evening(seed: int, points: int, clock: str = "book") -> tuple[CoreTable, Desk, ScriptDirector]:
    """A match with its director, played to its end."""
    table, profile = CoreTable(), load_book("norway", clock)
    table.open(points, profile)
    players = Players(MatchPlan(seed), table, lambda: table.now_ns / 1e9)
    desk = Desk(table)
    games = sum(isinstance(v, e.GameStarted) for v in play_on_core(seed, points, profile)[1])
    director = ScriptDirector(desk, "j", games, float("inf"))  # type: ignore[arg-type]
    while table.match.phase is not Phase.MATCH_OVER:
        seq = director.attend(table.shown(), players.rolling)
        if seq is None:
            players.attend(table.shown())
        else:
            assert seq == len(table.events)
    players.finish(table.shown())
    assert players.log == play_on_core(seed, points, profile)[0]
    return table, desk, director


def kinds(events: list[e.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


@pytest.mark.parametrize("clock", ["book", "none"])
@pytest.mark.parametrize("seed", MATCHES)
def test_every_order_is_given_once_and_taken_and_the_match_is_the_same(
    seed: int, clock: str
) -> None:
    table, desk, director = evening(seed, 3, clock)
    assert [form["kind"] for form in desk.forms] == ["message", "stop", "start"]
    assert [given.kind for given in director.given] == ["message", "stop", "start"]
    assert all(given.status == "accepted" for given in director.given)
    assert not [event for event in table.events if isinstance(event, e.Refused)]
    assert {form["journal_id"] for form in desk.forms} == {"j"}


def test_it_writes_between_two_games_and_stops_the_second() -> None:
    events = kinds(evening(6, 3)[0].events)
    posted, stopped = events.index("MessagePosted"), events.index("PlayStopped")
    assert events[:posted].count("GameEnded") == events[:posted].count("GameStarted") == 1
    assert events[posted + 1 : posted + 3] == ["MessageSeen", "MessageSeen"]
    assert events[:stopped].count("GameStarted") == 2
    assert events[stopped - 1 : stopped + 3] == [
        "ClockStopped",
        "PlayStopped",
        "ResumeAgreed",
        "PlayResumed",
    ]


def test_a_match_of_one_game_has_it_all_in_that_game() -> None:
    events = kinds(evening(1, 1)[0].events)
    assert events.count("GameStarted") == 1
    assert events.index("GameStarted") < events.index("MessagePosted") < events.index("PlayStopped")


def test_no_dice_roll_when_it_stops_the_clocks() -> None:
    events = evening(3, 1)[0].events
    stopped = kinds(events).index("PlayStopped")
    dice = [v for v in events[:stopped] if isinstance(v, e.DicePickedUp | e.TowerCounted)]
    assert isinstance(dice[-1], e.DicePickedUp)


def test_it_says_when_it_is_about_to_order() -> None:
    table = CoreTable()
    table.open(1, load_book("norway", "book"))
    heard: list[tuple[str, int]] = []
    director = ScriptDirector(
        Desk(table),  # type: ignore[arg-type]
        "j",
        1,
        float("inf"),
        lambda kind: heard.append((kind, len(table.events))),
    )
    players = Players(MatchPlan(1), table, lambda: table.now_ns / 1e9)
    while len(heard) < 2:
        if director.attend(table.shown(), players.rolling) is None:
            players.attend(table.shown())
    kind, seq = heard[1]
    assert kind == "stop"
    assert isinstance(table.events[seq], e.ClockStopped | e.PlayStopped)


def test_it_waits_while_dice_roll() -> None:
    table, desk, _director = evening(1, 1)
    waiting = ScriptDirector(desk, "j", 1, float("inf"))  # type: ignore[arg-type]
    quiet = next(
        shown
        for shown in (replayed_to(table.events, n) for n in range(len(table.events)))
        if shown.phase is Phase.TO_ROLL and not shown.dice_down
    )
    assert waiting.attend(quiet, True) is None
    assert waiting.attend(quiet, False) is not None


def replayed_to(events: list[e.Event], count: int) -> Any:
    """The table as its first events left it."""
    table = CoreTable()
    for event in events[:count]:
        table.match = evolve(table.match, event)
    return table.shown()


class Ordered(CoreTable):
    """A director who writes and stops the clocks at any moment, as `rng` has it."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng
        self.waited_s = 0

    def take(self, command: c.Command) -> None:
        super().take(command)
        match self._rng.randrange(40):
            case 0:
                text = f"note {len(self.events)}"
                self._order(c.MessageOrdered, text)
            case 1 if self.match.stop is None and self.match.phase in IN_GAME:
                self._order(c.StopOrdered)

    def wait(self, duration_ns: int) -> None:
        """A stop lasts a minute, longer than players wait for anything else."""
        super().wait(duration_ns)
        self.waited_s = self.waited_s + 1 if self.match.stop else 0
        if self.waited_s > 4 * PATIENCE_S:
            self._order(c.StartOrdered)

    def _order(self, kind: type[c.Order], *rest: str) -> None:
        super().take(kind(Instant(0), self.match.match_id, "director:Dag", "so", *rest))


@pytest.mark.parametrize("seed", range(5))
def test_players_read_messages_and_wait_for_the_director(seed: int) -> None:
    table = Ordered(Random(seed))
    table.open(2, load_book("norway", "book"))
    players = Players(MatchPlan(seed), table, lambda: table.now_ns / 1e9)
    while table.match.phase is not Phase.MATCH_OVER:
        attend(players, table)
    players.finish(table.shown())
    found = count_kinds(table.events)
    assert min(found["MessageSeen"], found["PlayStopped"], found["PlayResumed"]) > 2
    assert Reason.DIRECTOR_STOPPED.value not in found
    assert players.log == play_on_core(seed, 2, load_book("norway", "book"))[0]


def test_an_order_that_is_refused_ends_the_demo() -> None:
    table = CoreTable()
    table.open(1, load_book("norway", "book"))
    players = Players(MatchPlan(1), table, lambda: table.now_ns / 1e9)
    director = ScriptDirector(Desk(table, "refused"), "j", 1, float("inf"))  # type: ignore[arg-type]
    while table.shown().phase is not Phase.TO_ROLL or table.shown().dice_down:
        players.attend(table.shown())
    with pytest.raises(OrderFailed, match="the message order was refused: it is so"):
        director.attend(table.shown(), players.rolling)
    assert director.given[0].status == "refused"
