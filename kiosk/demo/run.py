"""`kiosk demo`: a whole match on simulated hardware, through every real device path."""

import json
import signal
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kiosk.catalogue.named_sides import by_name
from kiosk.catalogue.tables import sentence
from kiosk.catalogue.text import ENGLISH, format_text
from kiosk.demo.core_match import play_on_core
from kiosk.demo.errors import DemoMisused, DirectorProcessGone
from kiosk.demo.event import event_settings
from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.metrics import Metrics, pids_of
from kiosk.demo.moves import Entry
from kiosk.demo.processes import Processes
from kiosk.demo.shots import BoardPictures
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import JOURNAL, MatchSettings
from kiosk.demo.verdict import MatchVerdict
from kiosk.journal import Replay, Row, read
from kiosk.record import Supplement, fill_record, record_document, write, write_file
from kiosk.rules.cube.facts import Doubled, Passed, Taken
from kiosk.rules.director_orders import MessagePosted
from kiosk.rules.ending import GameEnded, MatchEnded
from kiosk.rules.match import Phase
from kiosk.rules.play import PlayStopped
from kiosk.rules.start import GameStarted
from kiosk.rules.stops import ResumeAgreed
from kiosk.rules.units import Side
from kiosk.table.settings import load_book
from kiosk.transcribe.command import PICTURES, format_match, report_lines, transcribe_match
from kiosk.wire.codec import canonical_json, sha256
from kiosk.wire.replay import follow
from kiosk.wire.snapshot import Snapshot

MAT = "match.mat"
"""The match for other backgammon programs, in the demo's folder."""

_PRINTED = (
    *(GameStarted, Doubled, Taken, Passed, GameEnded, MatchEnded),
    *(MessagePosted, PlayStopped, ResumeAgreed),
)


def run(options: Namespace) -> int:
    """Play the demo; return 0, or 1 if a roll was misread or a row is not at the director.

    Raises DemoMisused, TableSettingsError and OSError for wrong use, DemoError if the match is
    stuck.
    """
    started = time.monotonic()
    rules = event_settings(options.rulebook, options.clock, options.set)
    book = load_book(options.rulebook, options.clock, rules=rules)
    rehearsed = play_on_core(options.seed, options.points, book)[1]
    folder = _folder(options.out or Path("demo-out") / str(options.seed))
    played = MatchSettings(
        match_id=f"demo-{options.seed}",
        points=options.points,
        rulebook=options.rulebook,
        clock=options.clock,
        rig_seed=abs(options.seed),
        rules=rules,
    )
    games = sum(isinstance(event, GameStarted) for event in rehearsed)
    with (
        _ends_by_sigterm(),
        Sockets(folder) as sockets,
        Processes(folder, played, sockets) as house,
    ):
        _print_line(
            f"The director's console is at {house.url}/ ; join him there once, by this link:"
        )
        _print_line(house.console.invite("director"))
        if rules:
            _print_line(
                f"The event sets {', '.join(f'{key} to {value}' for key, value in rules.items())}."
            )
        verdict, figures = _play(options, folder, house, games)
        known = _write_plays(folder, played.match_id)
        wrong = complaints(verdict, figures, folder)
        for line in wrong:
            sys.stderr.write(f"kiosk: {line}\n")
        figures["seconds"] = round(time.monotonic() - started, 1)
        _print_verdict(verdict, figures, folder)
        _print_line(f"What was played, read from the roll pictures, is in {MAT}: {known}")
        if options.json:
            _print_line(json.dumps(figures))
        if options.watch:
            _watch(house)
    return 1 if wrong else 0


def _play(
    options: Namespace, folder: Path, house: Processes, games: int
) -> tuple[MatchVerdict, dict[str, Any]]:
    """Play the match from the table's start to its end; return verdict and figures."""
    evening = MatchDriver(house.table, options.seed, options.speed, house.screen)
    try:
        evening.lay_out()
        named = {**pids_of(evening, house), "director_url": house.url}
        _write(folder / "processes.json", named)
        around = Metrics(folder, house, evening, games, options.speed)
        printer = _EventPrinter(house.table.journal)

        def show(shown: Snapshot) -> None:
            around.screen_shots.take_if_new(shown)
            printer.print_new(shown)

        evening.play(show, order=around.director.attend)
        board = BoardPictures(house.table.played.rig())
        around.screen_shots.write_moving(folder / "match.webp", board)
        at_end = around.at_end()
    finally:
        evening.close()
        house.stop_table()
        _write(folder / "truth.json", evening.stage.truth())
    house.check()
    if around.console_shots.lacks is not None:
        _print_line(f"Pictures of the console are missing: {around.console_shots.lacks}")
    verdict = _verdict(folder, house.table.played.match_id, evening)
    return verdict, _figures(verdict, folder, evening.players.log) | at_end


@contextmanager
def _ends_by_sigterm() -> Iterator[None]:
    """Let SIGTERM end the demo as Ctrl-C does, with all processes stopped in order."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def digest(log: list[Entry]) -> str:
    """sha256 of what the seed decides: dice, plays, planned bad rolls, cube actions, score."""
    return sha256(canonical_json([list(entry) for entry in log]))


def _folder(folder: Path) -> Path:
    """Make the folder. Raises DemoMisused if it holds a journal, which is never overwritten."""
    if (folder / JOURNAL).exists():
        raise DemoMisused(f"{folder} holds a journal already: name another folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _watch(house: Processes) -> None:
    """Keep the director up until Ctrl-C. Raises DirectorProcessGone."""
    _print_line(f"The director stays up at {house.url}/ until Ctrl-C. A link to join:")
    _print_line(house.console.invite("director"))
    try:
        while (code := house.director.wait(1.0)) is None:
            pass
    except KeyboardInterrupt:
        return
    if code != 0:
        raise DirectorProcessGone(
            f"the director ended with exit code {code}; the reason is in {house.director.log}"
        )


def _verdict(folder: Path, match_id: str, evening: MatchDriver) -> MatchVerdict:
    """Check the journal against the truth, and write the record."""
    rows = list(read(folder / JOURNAL))
    verdict = MatchVerdict()
    for row in rows:
        verdict.take(row, evening.stage.lays)
    write(record_document(rows, match_id), folder / "record.json")
    return verdict


def _write_plays(folder: Path, match_id: str) -> str:
    """Write the match with its plays as they show in its pictures; return how many are known."""
    record = fill_record(read(folder / JOURNAL), match_id)
    match = transcribe_match(record, folder / PICTURES)
    write_file(format_match(match, "mat", Supplement()), folder / MAT)
    return " ".join(report_lines(match))


def complaints(verdict: MatchVerdict, figures: dict[str, Any], folder: Path) -> list[str]:
    """The demo's failures, one sentence each."""
    truth = folder / "truth.json"
    wrong = [f"a roll was read wrong, {line}; see {truth}" for line in verdict.wrong]
    if figures["events_at_director"] != verdict.events:
        wrong.append(
            f"the director shows {figures['events_at_director']} of {verdict.events} events; "
            f"see {folder / 'table.log'} and {folder / 'director.log'}"
        )
    return wrong


def _figures(verdict: MatchVerdict, folder: Path, log: list[Entry]) -> dict[str, Any]:
    return {
        "winner": verdict.winner,
        "score": {side.value: verdict.score.of_side(side) for side in Side},
        "games": verdict.games,
        "rolls_read": verdict.rolls_read,
        "rolls_refused": dict(sorted(verdict.rolls_refused.items())),
        "unsure": verdict.unsure,
        "wrong_readings": len(verdict.wrong),
        "cube_actions": verdict.cube_actions,
        "events_journaled": verdict.events,
        "record": str(folder / "record.json"),
        "mat": str(folder / MAT),
        "journal": str(folder / JOURNAL),
        "truth": str(folder / "truth.json"),
        "match_digest": digest(log),
    }


def _write(path: Path, plain: object) -> None:
    path.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")


def _print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _print_verdict(verdict: MatchVerdict, figures: dict[str, Any], folder: Path) -> None:
    refused = sum(verdict.rolls_refused.values())
    _print_line(
        f"{verdict.rolls_read} rolls read, {refused} refused, {verdict.unsure} asked about, "
        f"{len(verdict.wrong)} wrong; {verdict.events} events journaled, "
        f"{figures['events_at_director']} at the director; {figures['seconds']:.0f} s. "
        f"Everything is in {folder}"
    )


class _EventPrinter:
    """Prints games and cube actions as they are journaled."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._replay = Replay()
        self._moment: Entry = ()

    def print_new(self, shown: Snapshot) -> None:
        """Print new rows, if the snapshot shows a change."""
        game = shown.game
        over = shown.phase is Phase.MATCH_OVER
        moment = (over, game and (game.number, game.cube), shown.stop, shown.message)
        if moment == self._moment:
            return
        self._moment = moment
        for row in read(self._journal):
            if row.seq > self._replay.last_seq:
                self._replay = follow(self._replay, row)
                self._print_row(row)

    def _print_row(self, row: Row) -> None:
        event = row.event()
        if isinstance(event, _PRINTED):
            words = format_text(sentence(event), by_name(ENGLISH, self._replay.match))
            _print_line(f"{row.wall_utc[11:19]}  {words}")
