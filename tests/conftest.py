"""What tests of the journal, the record and the command share: a short match, kept in a journal."""

import ctypes
import tomllib
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, count, zip_longest
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from kits import commands as c
from kits.skips import SkipsCounted

from kiosk.journal import Journal, Row
from kiosk.rules import rulebook
from kiosk.rules.decide import decide, evolve
from kiosk.rules.match import EMPTY, Match
from kiosk.rules.roll import DieFact, RollFacts
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.start import MatchOpened
from kiosk.rules.table import (
    ClockButton,
    DicePairs,
    FormatKind,
    Half,
    MatchFormat,
    Member,
    PictureSeat,
    Seat,
    SetUp,
    Team,
)
from kiosk.rules.units import SECOND_NS, BySide, Instant, Side

WHITE, BLACK = Side
ROOT = Path(__file__).parents[1]
PICTURES = tuple(digit * 64 for digit in "abc")

# The gate draws the same examples every time; `--hypothesis-profile=search` draws new ones.
# Neither has a deadline: it would measure the machine.
settings.register_profile("search", derandomize=False, deadline=None)
settings.register_profile("gate", derandomize=True, deadline=None)
settings.load_profile("gate")


constants_of_local_modules = providers._get_local_constants


def constants_to_draw() -> Constants:
    """None in the gate: which there are depends on what happens to be imported by then."""
    gate = settings.get_current_profile_name() == "gate"
    return Constants() if gate else constants_of_local_modules()


providers._get_local_constants = constants_to_draw


def pytest_configure(config: pytest.Config) -> None:
    """The gate fails when more is skipped than tests/kits/skips.py lists."""
    keep_freed_memory()
    config.pluginmanager.register(SkipsCounted(), "skips-counted")


def keep_freed_memory() -> None:
    """glibc gives a picture's memory back to the system at once and takes it anew for the next:
    that is a tenth of what tests of vision cost. Here it keeps it until a file ends."""
    if hasattr(LIBC, "mallopt"):
        LIBC.mallopt(M_MMAP_MAX, 0)
        LIBC.mallopt(M_TRIM_THRESHOLD, 2**31 - 1)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """A file's memory is not the next one's."""
    if (nextitem is None or nextitem.path != item.path) and hasattr(LIBC, "malloc_trim"):
        LIBC.malloc_trim(0)


LIBC = ctypes.CDLL(None)
M_TRIM_THRESHOLD, M_MMAP_MAX = -1, -4
WAITING = ("demo", "table", "director", "screen")
COMPUTING = ("vision", "dice")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Spread over processes, files that wait for what they start take turns with files that
    compute, so that the cores stay busy, and no two demos run at once; the short ones come last."""
    if not hasattr(config, "workerinput"):
        return
    of_file: dict[Path, list[pytest.Item]] = {}
    for item in items:
        of_file.setdefault(item.path, []).append(item)
    rooms: dict[str, list[Path]] = {}
    for file in of_file:
        rooms.setdefault(file.relative_to(ROOT / "tests").parts[0], []).append(file)
    waiting, computing = (
        in_turn(*(rooms.pop(room, []) for room in kind)) for kind in (WAITING, COMPUTING)
    )
    files = [*in_turn(waiting, computing), *chain.from_iterable(rooms.values())]
    items[:] = [item for file in files for item in of_file[file]]


def in_turn(*files: list[Path]) -> list[Path]:
    return [file for turn in zip_longest(*files) for file in turn if file is not None]


class Keeper:
    """Decides commands one second apart and keeps what follows, as the table does."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.match: Match = EMPTY
        self.match_id: str | None = None
        self.states: list[Match] = []
        self._numbers = count(1)
        self.now = Instant(1_000 * SECOND_NS)

    def do(self, kind: type[c.Command], *rest: object, by: str = "table") -> tuple[Row, ...]:
        self.now = Instant(self.now + SECOND_NS)
        events = tuple(decide(self.match, kind(self.now, *rest)).events)
        for event in events:
            self.match_id = event.match_id if isinstance(event, MatchOpened) else self.match_id
        rows = self.journal.append(
            command_id=f"command-{next(self._numbers)}",
            by=by,
            at_ns=self.now,
            wall_utc="2026-05-09T14:03:07.123Z",
            match_id=self.match_id,
            events=events,
        )
        for event in events:
            self.match = evolve(self.match, event)
            self.states.append(self.match)
        return rows

    def tap(self, kind: type[c.Command], side: Side, *rest: object) -> tuple[Row, ...]:
        return self.do(kind, side, *rest, by=side.value)

    def open(
        self,
        match_id: str,
        points: int,
        book: RuleBook,
        mixer: Half | None = None,
        *,
        tower: bool = False,
    ) -> None:
        teams = BySide(team("Anna"), team("Bo"))
        form = MatchFormat(FormatKind.POINTS, points)
        self.do(c.OpenMatch, match_id, "open-2026", 7, None, form, teams, book, "f" * 64)
        self.do(c.SetUpTable, replace(set_up(), mixer=mixer, tower=tower))

    def begin_game(self, white: int, black: int) -> None:
        """Both are ready and say by touch what the opening dice show; the loser presses."""
        self.tap(c.ReadyTapped, WHITE)
        self.tap(c.ReadyTapped, BLACK)
        self.tap(c.RollEntered, WHITE, (white, black))
        self.tap(c.RollEntered, BLACK, (white, black))
        self.do(c.ClockPressed, BLACK if white > black else WHITE, by="buttons")

    def roll(self, values: tuple[int, ...], picture: str | None, *, flat: bool = True) -> None:
        """The dice are lifted; the camera reads a roll in the half of the side on turn."""
        self._read(values, picture, flat=flat, certain=True)

    def doubtful_roll(self, guess: tuple[int, ...], picture: str | None) -> None:
        """The same, but the camera is certain of no value."""
        self._read(guess, picture, flat=True, certain=False)

    def opening_die(self, value: int, picture: str | None) -> None:
        """The camera reads one opening die beside the baffle box."""
        assert self.match.setup is not None
        assert self.match.setup.mixer is not None
        self._seen((value,), picture, self.match.setup.mixer, flat=True, certain=True)

    def _read(
        self, values: tuple[int, ...], picture: str | None, *, flat: bool, certain: bool
    ) -> None:
        assert self.match.game is not None
        assert self.match.setup is not None
        assert self.match.game.on_turn is not None
        half = self.match.setup.seats.of_side(self.match.game.on_turn).right_half
        self._seen(values, picture, half, flat=flat, certain=certain)

    def _seen(
        self,
        values: tuple[int, ...],
        picture: str | None,
        half: Half,
        *,
        flat: bool,
        certain: bool,
    ) -> None:
        self.do(c.DiceLifted, by="camera")
        dice = tuple(
            DieFact(
                value if certain else None,
                value,
                half,
                flat,
                "board",
                0.99,
                (100.0 + 40 * index, 50.5),
            )
            for index, value in enumerate(values)
        )
        self.do(c.RollRead, RollFacts(dice, True, self.now, self.now, picture), by="camera")


def team(name: str) -> Team:
    return Team(name.lower(), name, (Member(f"id-{name}", name),))


def set_up() -> SetUp:
    white = Seat(PictureSeat.BOTTOM, Half.PICTURE_RIGHT, ClockButton.RIGHT, "white")
    black = Seat(PictureSeat.TOP, Half.PICTURE_RIGHT, ClockButton.LEFT, "black")
    return SetUp(BySide(white, black), mixer=None, tower=False, dice=DicePairs.SHARED_PAIR)


def three_games(keeper: Keeper, match_id: str, book: RuleBook) -> None:
    """A match to 3 points with a bit of everything; White wins it at 2-2 by the flag."""
    keeper.open(match_id, 3, book)
    keeper.begin_game(white=3, black=1)
    keeper.do(c.ClockPressed, WHITE, by="buttons")
    keeper.tap(c.DoubleTapped, BLACK)
    keeper.tap(c.TakeTapped, WHITE)
    keeper.roll((6, 2), PICTURES[0], flat=False)
    keeper.tap(c.DoubleTapped, BLACK)
    keeper.roll((5, 4), PICTURES[1])
    keeper.tap(c.WinDeclared, BLACK, 1)
    keeper.tap(c.WinAgreed, WHITE)
    keeper.begin_game(white=2, black=5)
    keeper.tap(c.DirectorCallTapped, WHITE)
    keeper.do(c.StartOrdered, match_id, "director:Kari", "all is clear", by="director:Kari")
    keeper.tap(c.ResumeTapped, WHITE)
    keeper.tap(c.ResumeTapped, BLACK)
    keeper.do(c.ClockPressed, BLACK, by="buttons")
    keeper.roll((6, 6), PICTURES[2])
    keeper.tap(c.WinDeclared, WHITE, 3)
    keeper.tap(c.WinDisputed, BLACK)
    keeper.tap(c.WinDeclared, WHITE, 2)
    keeper.tap(c.WinAgreed, BLACK)
    keeper.begin_game(white=1, black=6)
    keeper.now = Instant(keeper.now + 3600 * SECOND_NS)
    keeper.tap(c.ExpiryDeclared, WHITE)
    score = BySide(3, 2)
    order = (match_id, "director:Kari", "the point counts")
    keeper.do(c.ScoreOrdered, *order, score, "4.3", None, by="director:Kari")


@pytest.fixture(scope="session")
def norway() -> RuleBook:
    """The shipped book, with its clock."""
    file = ROOT / "config/rulebooks/norway.toml"
    return rulebook.parse(tomllib.loads(file.read_text()), file.name)


@pytest.fixture(scope="session")
def make_keeper() -> Callable[[Journal], Keeper]:
    return Keeper


@pytest.fixture
def keep(norway: RuleBook) -> Callable[..., Keeper]:
    """Play the short match into a journal, which stays open."""

    def play(journal: Journal, *match_ids: str) -> Keeper:
        keeper = Keeper(journal)
        for match_id in match_ids or ("match-1",):
            three_games(keeper, match_id, norway)
        return keeper

    return play


@pytest.fixture
def kept(tmp_path: Path, keep: Callable[..., Keeper]) -> Path:
    """A closed journal with one whole match, its log moved into the file."""
    path = tmp_path / "kept" / "table.journal"
    path.parent.mkdir()
    with Journal.open(path, boot_id="boot-1") as journal:
        keep(journal)
        journal.checkpoint()
    return path
