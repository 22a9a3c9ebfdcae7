"""`kiosk rehearse`: a whole event before it happens: a real director, tables without camera and
screen, script players, and an assistant who does only what the console asks.
"""

import argparse
import json
import math
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from kiosk.books import format_loader
from kiosk.demo.assistant import Assistant, Entrants
from kiosk.demo.director_process import DirectorProcess
from kiosk.demo.errors import DemoError, DemoMisused, DirectorGone, OrderFailed
from kiosk.demo.light_table import LightTable, Pairs, Reached
from kiosk.demo.shots import ConsoleShots
from kiosk.director.sqlite import SqliteStore
from kiosk.journal.reading import read
from kiosk.rules.rulebook import RuleBookError
from kiosk.tournament.knock_out import MOST
from kiosk.tournament.round_robin import Doubles
from kiosk.wire.codec import canonical

LOOK_S = 0.05
LONGEST_S = 3600.0
FEWEST_PLAYERS = FEWEST_TABLES = 2
STEP_S = 2.0
"""About how long a person takes for each thing he does."""
SETTLE_S = 10.0
"""How long the last rows may take to the director."""

_FAMILY = ("Berg", "Costa", "Dahl", "Evans", "Ferrari", "Holm", "Ito", "Jensen", "Kim", "Lund")
_GIVEN = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hugo", "Ina", "Jon")


@dataclass(frozen=True)
class Options:
    """`form` is a format's id, or a file of one; `points` caps every length."""

    players: int
    tables: int
    form: str
    seed: int
    out: Path
    points: int = 3
    rulebook: str = "norway"
    pace_s: float = 0.0
    faults: bool = False
    pictures: bool = False


@dataclass
class Figures:
    """What came of it."""

    seconds: float = 0.0
    matches: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    rows: int = 0
    faults: tuple[str, ...] = ()
    digest: str = ""
    waited_s: float = 0.0
    """The longest anybody waited while a table was free that answers."""

    def told(self) -> str:
        """In plain lines."""
        acts = ", ".join(f"{count} {kind}" for kind, count in sorted(self.acts.items()))
        return (
            f"{self.matches} matches in {self.seconds:.0f} s, each result once; "
            f"{self.rows} rows, all at the director\n"
            f"acts: {acts}\n"
            f"faults: {', '.join(self.faults) or 'none'}\n"
            f"nobody waited longer than {self.waited_s:.1f} s for a table that was free\n"
            f"event {self.digest[:16]}\n"
        )


def run(asked: argparse.Namespace) -> int:
    """Rehearse as the command line asks, and say what came of it; the exit code.

    Raises DemoMisused, and DemoError for whatever did not come out as it must.
    """
    _check(asked)
    with ExitStack() as stack:
        out = asked.out or Path(stack.enter_context(TemporaryDirectory(prefix="rehearsal-")))
        options = Options(
            players=asked.players,
            tables=asked.tables,
            form=asked.format,
            seed=asked.seed,
            out=out,
            points=asked.points,
            rulebook=asked.rulebook,
            pace_s=0.0 if math.isinf(asked.speed) else STEP_S / asked.speed,
            faults=asked.faults,
            pictures=asked.pictures,
        )
        done = rehearse(options)
    told = json.dumps(asdict(done)) + "\n" if asked.json else done.told()
    sys.stdout.write(told)
    return 0


def _check(asked: argparse.Namespace) -> None:
    for name, value, most in (("players", asked.players, MOST), ("tables", asked.tables, 200)):
        if not 1 <= value <= most:
            raise DemoMisused(f"--{name} is {value}: write 1 to {most}")
    if asked.players < FEWEST_PLAYERS:
        raise DemoMisused(f"--players is {asked.players}: an event has {FEWEST_PLAYERS} or more")


def rehearse(options: Options) -> Figures:
    """Play the event to its end. Raises DemoError for whatever did not come out as it must."""
    options.out.mkdir(parents=True, exist_ok=True)
    form = _form(options)
    entrants = Entrants(
        "Main", form, _listed(options.players, options.seed, couples=_couples(form))
    )
    with ExitStack() as stack:
        hall = _Hall(options, stack)
        began_s = time.monotonic()
        assistant = Assistant(hall.console)
        assistant.set_up(f"Rehearsal {options.seed}", range(1, options.tables + 1), [entrants])
        waits = _Waits()
        faults = Faults(hall, options)
        pictures = _Pictures(hall, options)
        stack.callback(pictures.finish)
        goes_on = True
        while goes_on:
            try:
                goes_on = assistant.attend()
                event = hall.console.event()
                waits.look(event)
                pictures.look(event)
                faults.attend(event)
            except DirectorGone:
                hall.revive_director()
            hall.check()
            if time.monotonic() - began_s > LONGEST_S:
                raise DemoError(f"after {LONGEST_S:g} s the event is not over; look at {hall.out}")
            time.sleep(LOOK_S)
        seconds = time.monotonic() - began_s
        event = hall.console.event()
        hall.settle()
        pictures.take_all("end", event)
        pictures.finish()
    return _verdict(hall, assistant, event, seconds, waits.longest_s)


# --- before ---------------------------------------------------------------------------------------


def _form(options: Options) -> dict[str, Any]:
    """The format as the console sends it, its lengths and rules as the rehearsal has them."""
    file = Path(options.form)
    try:
        read_ = format_loader.read_format(file) if file.is_file() else None
        offered = read_ or format_loader.load_format(options.form)
    except RuleBookError as error:
        raise DemoMisused(str(error)) from error
    if offered.format.swing is not None:
        raise DemoMisused(f"--format is {options.form}: script players play to points, no Swing")
    form: dict[str, Any] = json.loads(canonical(offered.format))
    for each in form["rounds"]:
        each["length"] = min(each["length"], options.points)
        each["profile"] = options.rulebook
    return form


def _couples(form: dict[str, Any]) -> bool:
    """Whether two play as one."""
    return bool((form.get("groups") or {}).get("doubles", Doubles.NO) != Doubles.NO)


def _listed(players: int, seed: int, *, couples: bool = False) -> str:
    """A list of players as a federation would send it; of `couples` the players are in twos."""
    chance = Random(seed)
    found = []
    for number in range(1, players + 1):
        name = f"{_GIVEN[number % len(_GIVEN)]} {chance.choice(_FAMILY)} {number}"
        language = chance.choice(("", "nb", "da", "de", "it"))
        found.append((name, f"F{number:04}", str(1500 + chance.randint(-200, 300)), language))
    if couples:
        lines = [
            "Player1;Number1;Player2;Number2",
            *(
                ";".join((*one[:2], *two[:2]))
                for one, two in zip(found[::2], found[1::2], strict=False)
            ),
        ]
    else:
        lines = ["Name;Number;Rating;Language", *map(";".join, found)]
    return "\n".join(lines) + "\n"


# --- the hall -------------------------------------------------------------------------------------


class _Hall:
    """The director's process and all tables; what dies is replaced."""

    def __init__(self, options: Options, stack: ExitStack) -> None:
        self.out = options.out
        self.faults: list[str] = []
        self.dead: list[LightTable] = []
        self._options = options
        self._chance = Random(options.seed)
        self._pairs = Pairs(options.seed)
        self._director = RehearsedDirector(options.out, options.seed)
        self.tables = [self._table(number) for number in range(1, options.tables + 1)]
        self._director.enrols(self.tables)
        self._url = self._director.start()
        stack.callback(self._director.stop)
        self.console = self._director.join("Kari")
        for table in self.tables:
            table.start()
        stack.callback(self._close)

    def _table(self, number: int) -> LightTable:
        folder = self.out / f"table-{number}"
        folder.mkdir(exist_ok=True)
        if (folder / "journal.db").exists():
            raise DemoMisused(f"{folder} holds a journal: name another folder with --out")
        return LightTable(number, folder, self._pairs, self._reached, pace_s=self._options.pace_s)

    @property
    def trusted(self) -> str:
        """The director's certificate, for a browser."""
        return self._director.trusted

    def _reached(self) -> Reached:
        return Reached(self._url, self._director.key, self._director.certificate)

    def _close(self) -> None:
        closing = [threading.Thread(target=table.close) for table in self.tables]
        for each in closing:
            each.start()
        for each in closing:
            each.join()

    def check(self) -> None:
        """Raises what ended a table by itself."""
        for table in self.tables:
            if table.failure is not None:
                raise DemoError(f"table {table.number} ended: {table.failure}") from table.failure

    def revive_director(self) -> None:
        """It was killed: it comes back at the address it had. Raises DirectorGone."""
        self._url = self._director.start()

    def kill_director(self) -> None:
        """As a power cut would."""
        self._director.kill()

    def settle(self) -> None:
        """Until every row is at the director. Raises DemoError."""
        until_s = time.monotonic() + SETTLE_S
        while True:
            behind = [card for card in self.console.cards() if card["behind"]]
            if not behind:
                return
            if time.monotonic() > until_s:
                named = ", ".join(str(card["table"]) for card in behind)
                raise DemoError(f"{SETTLE_S:g} s after the event rows of table {named} are missing")
            time.sleep(LOOK_S)


class RehearsedDirector(DirectorProcess):
    """A director whose draws follow from a seed."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder)
        self._seed = seed

    @property
    def program(self) -> tuple[str, ...]:
        return "kiosk.demo.seeded_director", str(self._seed)

    def enrols(self, tables: Sequence[LightTable]) -> None:
        """Before it starts: these are its tables."""
        self.enrol_all({table.key.public: table.number for table in tables})


class _Pictures:
    """The pages of the event, when half is played and at its end, by a browser if there is one."""

    def __init__(self, hall: _Hall, options: Options) -> None:
        self._console = hall.console
        self._shots = (
            ConsoleShots(options.out / "pictures", hall.trusted, hall.console.cookie)
            if options.pictures
            else None
        )
        self._at = options.players // 2
        self._taking: threading.Thread | None = None
        if self._shots is not None:
            hall.console.make_public(shown="scores", names=True, draws=True, places=True)

    def look(self, event: Any) -> None:
        """Half of the event is played: take them, while it goes on."""
        results = sum(
            each["result"] is not None for one in event["divisions"] for each in one["pairings"]
        )
        if self._taking is None and results >= self._at:
            self.take_all("half", event)

    def take_all(self, when: str, event: Any) -> None:
        shots = self._shots
        if shots is None:
            return
        self.finish()
        sheet = event["divisions"][0]["division_id"]
        wanted = {"run": "event/run", "hall": "hall", "phone": "phone"}
        if when == "end":
            wanted |= {"set-up": "event/set-up", "sheet": f"event/sheet/{sheet}"}
        pages = {f"{when}-{name}": f"{self._console.url}/{path}" for name, path in wanted.items()}
        self._taking = threading.Thread(target=lambda: shots.take(**pages))
        self._taking.start()

    def finish(self) -> None:
        """All that were begun are taken."""
        if self._taking is not None:
            self._taking.join()


# --- what goes wrong ------------------------------------------------------------------------------


class Faults:
    """What goes wrong in an event, one after another, each after so many results. None of it
    changes how the event ends.
    """

    def __init__(self, hall: _Hall, options: Options) -> None:
        self._hall = hall
        self._chance = Random(options.seed)
        first = max(1, options.players // 8)
        acts = (
            self._power_cut,
            self._unplug,
            self._kill_director,
            self._wrong_result,
            self._die,
        )
        self._due = [(first * (1 + nth), act) for nth, act in enumerate(acts)]
        self._due = self._due if options.faults else []
        self._later: list[tuple[float, Callable[[], None]]] = []

    def attend(self, event: Any) -> None:
        """Do what is due."""
        now_s = time.monotonic()
        for soon in [each for each in self._later if each[0] <= now_s]:
            self._later.remove(soon)
            soon[1]()
        results = sum(
            each["result"] is not None for one in event["divisions"] for each in one["pairings"]
        )
        if self._due and results >= self._due[0][0] and self._due[0][1](event):
            self._due.pop(0)

    def _at_play(self) -> LightTable | None:
        playing = [table for table in self._hall.tables if table.is_playing]
        return self._chance.choice(playing) if playing else None

    def _power_cut(self, _event: Any) -> bool:
        """A table is gone in a game, and back before anybody has moved its match."""
        table = self._at_play()
        if table is None:
            return False
        table.close()
        self._soon(2.0, table.start)
        return self._told(f"power cut at table {table.number}")

    def _unplug(self, _event: Any) -> bool:
        table = self._at_play()
        if table is None:
            return False
        table.unplug()
        self._soon(4.0, table.plug)
        return self._told(f"network of table {table.number} gone for 4 s")

    def _kill_director(self, _event: Any) -> bool:
        self._hall.kill_director()
        return self._told("director killed")

    def _wrong_result(self, event: Any) -> bool:
        """A result turned round by the director, and put right."""
        division = event["divisions"][0]
        first = next(each for each in division["pairings"] if each["result"])
        key = {"division_id": division["division_id"], "pairing_id": first["pairing_id"]}
        sides = [place["entry_id"] for place in first["places"]]
        winner, score = first["result"]["winner"], first["result"]["score"]
        other = sides[1 - sides.index(winner)]
        console, seq = self._hall.console, event["seq"]
        try:
            for who, why in ((other, "read the wrong way round"), (winner, "it was right")):
                seq = console.act("Correct", seq, key=key, winner=who, score=score, why=why)
        except OrderFailed:
            return False  # somebody was quicker: again with a new picture
        return self._told(f"result of {first['pairing_id']} turned round and put right")

    def _die(self, _event: Any) -> bool:
        """A table is gone for good in a game; it needs another that is free."""
        table = self._at_play()
        if table is None or len(self._hall.tables) < FEWEST_TABLES:
            return table is not None
        table.rest()
        self._hall.dead.append(table)
        self._soon(1.5, table.close)
        return self._told(f"table {table.number} died")

    def _soon(self, seconds: float, act: Callable[[], None]) -> None:
        self._later.append((time.monotonic() + seconds, act))

    def _told(self, what: str) -> bool:
        self._hall.faults.append(what)
        return True


# --- afterwards -----------------------------------------------------------------------------------


class _Waits:
    """How long somebody was proposed a table that was free, and not called."""

    def __init__(self) -> None:
        self.longest_s = 0.0
        self._since_s: float | None = None

    def look(self, event: Any) -> None:
        now_s = time.monotonic()
        if not event["proposals"]:
            self._since_s = None
        elif self._since_s is None:
            self._since_s = now_s
        else:
            self.longest_s = max(self.longest_s, now_s - self._since_s)


def _verdict(
    hall: _Hall,
    assistant: Assistant,
    event: Any,
    seconds: float,
    waited_s: float,
) -> Figures:
    """Raises DemoError when a row is missing, or a result did not count once."""
    rows = 0
    store = SqliteStore.open(hall.out / "director.db")
    try:
        for table in hall.tables:
            journal = list(read(table.path))
            rows += len(journal)
            there = store.rows(journal[0].journal_id, 0, len(journal) + 1) if journal else []
            if [row.hash for row in journal] != [row.hash for row in there]:
                raise DemoError(
                    f"table {table.number} has {len(journal)} rows, the director {len(there)}"
                )
        taken = Counter(row.body for row in store.event_rows(0, 10**9) if row.kind == "MatchTaken")
    finally:
        store.close()
    if any(count > 1 for count in taken.values()):
        raise DemoError("a result was taken twice")
    return Figures(
        seconds=seconds,
        matches=sum(taken.values()),
        acts=assistant.acts,
        rows=rows,
        faults=tuple(hall.faults),
        digest=_digest(event),
        waited_s=waited_s,
    )


def _digest(event: Any) -> str:
    """Who met whom, and how it ended: of the same seed always the same."""
    names = {each["entry_id"]: each["name"] for each in event["entries"]}
    told = [
        (
            each["pairing_id"],
            [names.get(place["entry_id"], "") for place in each["places"]],
            names.get(each["winner"] or "", ""),
            (each["result"] or {}).get("score"),
        )
        for division in event["divisions"]
        for each in division["pairings"]
    ]
    return sha256(json.dumps(told).encode()).hexdigest()
