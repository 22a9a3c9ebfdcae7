"""`kiosk analyse`: error rate and luck of a match as GNU Backgammon reports them.

GNU Backgammon is an extra: it is asked by its own command line, and nothing else needs it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from kiosk.record import Supplement, format_record
from kiosk.record.analysis import MatchAnalysis, SideAnalysis
from kiosk.record.form import Record
from kiosk.record.transcription import Plays
from kiosk.rules.units import BySide, Side
from kiosk.transcribe.errors import AnalyserFailed, AnalyserMissing, PlaysUnknown

PLACES = ("gnubg", "/usr/games/gnubg")
"""By its name, and where Debian installs it, which is not on every path."""

LONGEST_S = 3600
"""A match to 7 takes less than a minute of a core."""

_COMMANDS = """\
set analysis chequerplay evaluation plies 2
set analysis cubedecision evaluation plies 2
import mat "{file}"
show version
analyse match
show statistics match
"""
SETTINGS = "2-ply checker play and cube, luck at 0 ply"
"""What `_COMMANDS` sets; luck as GNU Backgammon has it."""

_VERSION = re.compile(r"GNU Backgammon [\d.]+")
_IN_PARENTHESES = re.compile(r"\([^)]*\)")
_FIGURE = re.compile(r"[-+]?\d+\.\d+|n/a")
_TWO_WORDS = re.compile(r"\s{2,}(\S.*?)\s{2,}(\S.*?)\s*$")


def find_gnubg() -> str:
    """Where GNU Backgammon is. Raises AnalyserMissing."""
    found = next((place for place in map(shutil.which, PLACES) if place is not None), None)
    if found is None:
        raise AnalyserMissing(
            "GNU Backgammon is not on this machine: install its package, gnubg, to analyse matches"
        )
    return found


def analyse_match(record: Record, plays: Plays, answers: int = 0) -> MatchAnalysis:
    """Analyse a match all of whose plays are known.

    Raises PlaysUnknown, AnalyserMissing, AnalyserFailed.
    """
    rolls = [roll for game in record.games for roll in game.rolls]
    unknown = sum(roll.seq not in plays for roll in rolls)
    if unknown or not rolls:
        raise PlaysUnknown(
            f"{unknown} of {len(rolls)} plays of match {record.match_id} are not known: answer "
            "its questions first, as an error rate without them means nothing"
        )
    answer = _ask(find_gnubg(), _with_names_of_sides(record), plays)
    version = _VERSION.search(answer)
    return MatchAnalysis(
        journal_id=record.journal_id,
        match_id=record.match_id,
        last_seq=record.last_seq,
        answers=answers,
        analyser=version.group() if version is not None else "GNU Backgammon",
        settings=SETTINGS,
        sides=read_statistics(answer),
    )


def analysis_text(analysis: MatchAnalysis, names: BySide[str]) -> str:
    """The analysis for people."""
    lines = [f"{analysis.analyser}: {analysis.settings}"]
    for side, found in analysis.sides.items():
        rate, luck = (_figure(each) for each in (found.error_rate, found.luck))
        rated = f" ({found.rating})" if found.rating else ""
        lines.append(f"{names.of_side(side)}: error rate {rate}{rated}, luck {luck}")
    return "\n".join(lines) + "\n"


def _figure(value: float | None) -> str:
    return "unknown" if value is None else f"{value:+.1f}"


def _with_names_of_sides(record: Record) -> Record:
    """The record with names by which the columns of the answer are known again."""
    sides = BySide(
        replace(record.sides.white, name=Side.WHITE.value),
        replace(record.sides.black, name=Side.BLACK.value),
    )
    return msgspec.structs.replace(record, sides=sides)


def _ask(gnubg: str, record: Record, plays: Plays) -> str:
    with tempfile.TemporaryDirectory(prefix="analyse-") as folder:
        file, commands = Path(folder) / "match.mat", Path(folder) / "commands"
        file.write_bytes(format_record(record, "mat", Supplement(plays)))
        commands.write_text(_COMMANDS.format(file=file))
        try:
            done = subprocess.run(
                [gnubg, "--tty", "--quiet", "--no-rc", "--commands", commands],
                env={"HOME": folder, "LC_ALL": "C.UTF-8"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=LONGEST_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise AnalyserFailed(f"GNU Backgammon could not analyse the match: {error}") from error
    return done.stdout.decode(errors="replace")


def read_statistics(answer: str) -> dict[Side, SideAnalysis]:
    """What `show statistics match` says of each side. Raises AnalyserFailed."""
    columns: tuple[Side, Side] | None = None
    part, figures, ratings = "", {}, {}
    for line in answer.splitlines():
        head = line.split()
        if head[:1] == ["Player"] and sorted(head[1:]) == sorted(Side):
            columns = (Side(head[1]), Side(head[2]))
        elif line.endswith("statistics"):
            part = head[0]
        elif columns is not None and line.startswith(("Error rate", "Luck rate", "Luck total")):
            figures[part, " ".join(head[:2])] = _two_figures(line)
        elif columns is not None and line.startswith("Overall rating"):
            found = _TWO_WORDS.search(line)
            ratings = dict(zip(columns, found.groups() if found else ("", ""), strict=True))
    if columns is None or ("Overall", "Error rate") not in figures:
        words = " ".join(answer.split())[-200:]
        raise AnalyserFailed(f"GNU Backgammon gave no statistics of the match; it said: {words}")
    return {
        side: SideAnalysis(
            **dict(_named(figures, column)),
            rating=ratings.get(side, ""),
        )
        for column, side in enumerate(columns)
    }


_FIGURES = {
    "error_rate": ("Overall", "Error rate"),
    "checker_error_rate": ("Chequerplay", "Error rate"),
    "cube_error_rate": ("Cube", "Error rate"),
    "luck_rate": ("Luck", "Luck rate"),
    "luck": ("Luck", "Luck total"),
}
"""Fields of `SideAnalysis` by the part of the statistics and the line they stand in."""

_Figures = dict[tuple[str, str], tuple[float | None, float | None]]


def _named(figures: _Figures, column: int) -> Iterator[tuple[str, float | None]]:
    for name, place in _FIGURES.items():
        yield name, figures.get(place, (None, None))[column]


def _two_figures(line: str) -> tuple[float | None, float | None]:
    """Both sides' figures, without what stands in parentheses beside them."""
    found = _FIGURE.findall(_IN_PARENTHESES.sub("", line))
    if len(found) != 2:
        return None, None
    first, second = (None if each == "n/a" else float(each) for each in found)
    return first, second
