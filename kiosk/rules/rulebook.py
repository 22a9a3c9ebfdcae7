"""The closed vocabulary of a rule book: every value a book may set, with its bounds.

A book is data. Enum members name strategies, which are ordinary functions elsewhere in this
package; a TOML file only picks among them and says where its source says so.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, TypeVar, get_type_hints

S = TypeVar("S")


class RuleBookError(ValueError):
    """A book that can't be used. The message names file, key and range."""


class ClockSystem(StrEnum):
    NONE = "none"
    SIMPLE_DELAY = "simple_delay"


class Allotment(StrEnum):
    AVERAGE_AWAY = "average_away"
    """((RA + RB) / 2) x reserve per point, where RA and RB are the points each side still needs."""


class FlagConsequence(StrEnum):
    LOST_WHEN_DECLARED = "lost_when_declared"
    """The match is lost once a player or the director declares the flag; never by itself."""


class RollArea(StrEnum):
    RIGHT_HALF = "right_half"
    """The half of the board to the roller's right of the bar."""
    MIXER_HALF = "mixer_half"
    """The half nearest the baffle box, for both sides."""


class MixerOpening(StrEnum):
    WHITE_FIRST = "white_first"
    """White drops one die, then Black."""


class OpeningTie(StrEnum):
    ROLL_AGAIN = "roll_again"


class OpeningPress(StrEnum):
    LOWER_ROLLER = "lower_roller"
    """The side that rolled lower starts the other's clock."""


class PenaltyEffect(StrEnum):
    OPPONENTS_SCORE = "opponents_score"
    """Penalty points are added to the opponent's score."""


class TurnEnd(StrEnum):
    BOTH_DICE_LIFTED = "both_dice_lifted"


def _key(doc: str, low: int | None = None, high: int | None = None) -> Any:
    return field(metadata={"doc": doc, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class ClockRules:
    system: ClockSystem = _key("how the clock runs")
    allotment: Allotment = _key("how the reserve follows from the score")
    reserve_s_per_point: int = _key("reserve per point of match length, in seconds", 1, 3600)
    delay_s: int = _key("delay before the reserve runs, each turn, in seconds", 0, 600)


@dataclass(frozen=True, slots=True)
class ExpiryRules:
    consequence: FlagConsequence = _key("what follows when a side's time is used up")
    both_flags_to_director: bool = _key("with both flags down only the director may declare")


@dataclass(frozen=True, slots=True)
class OpeningRules:
    with_mixer: MixerOpening = _key("who drops a die first through the mixer")
    tie: OpeningTie = _key("what follows equal opening dice")
    clock_press: OpeningPress = _key("who starts whose clock after the opening roll")


@dataclass(frozen=True, slots=True)
class RollRules:
    area: RollArea = _key("where a roll must lie without a mixer")
    area_with_mixer: RollArea = _key("where a roll must lie with a mixer")
    must_lie_flat: bool = _key("a die not flat on the playing surface makes the roll invalid")


@dataclass(frozen=True, slots=True)
class TurnRules:
    without_clock: TurnEnd = _key("what ends a turn when no clock is used")


@dataclass(frozen=True, slots=True)
class CubeRules:
    crawford: bool = _key("no cube in the first game in which a side needs exactly one point")
    double_after_invalid_roll: bool = _key("a side may double after an invalid roll of its turn")
    dead_cube_refused: bool = _key("a cube already enough for its owner can't be turned")
    jacoby: bool = _key("gammons count only once the cube was turned")


@dataclass(frozen=True, slots=True)
class EndingRules:
    opponent_confirms: bool = _key("a declared result counts once the opponent agrees")


@dataclass(frozen=True, slots=True)
class PenaltyRules:
    effect: PenaltyEffect = _key("what a penalty point does")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value stands: book and section, or the convention we chose where the book is silent.

    `director_confirms` marks a value that is not printed in the book.
    """

    key: str
    cite: str
    director_confirms: bool


@dataclass(frozen=True, slots=True)
class RuleBook:
    """A whole resolved profile, as journaled in MatchOpened."""

    profile: str
    title: str
    clock: ClockRules
    expiry: ExpiryRules
    opening: OpeningRules
    roll: RollRules
    turn: TurnRules
    cube: CubeRules
    ending: EndingRules
    penalty: PenaltyRules
    sources: tuple[Source, ...]

    def cite(self, key: str) -> str:
        """Book and section of the value `section.key`, e.g. `norway §4.4(iv)`."""
        return next(source.cite for source in self.sources if source.key == key)

    def to_confirm(self) -> tuple[Source, ...]:
        """The values the book does not print: the director confirms them."""
        return tuple(source for source in self.sources if source.director_confirms)

    def complete(self) -> bool:
        """Every value has its source and is in range; one sent by another machine may not."""
        cited = {source.key for source in self.sources}
        for name, kind in SECTIONS.items():
            for key in fields(kind):
                low, value = key.metadata["low"], getattr(getattr(self, name), key.name)
                if f"{name}.{key.name}" not in cited:
                    return False
                if low is not None and not low <= value <= key.metadata["high"]:
                    return False
        return True

    def with_clock(self, system: ClockSystem, cite: str) -> "RuleBook":
        """This book with the event's own choice of clock; `cite` says who chose."""
        sources = tuple(
            Source(s.key, cite, False) if s.key == "clock.system" else s for s in self.sources
        )
        return replace(self, clock=replace(self.clock, system=system), sources=sources)


SECTIONS: Mapping[str, type] = {
    "clock": ClockRules,
    "expiry": ExpiryRules,
    "opening": OpeningRules,
    "roll": RollRules,
    "turn": TurnRules,
    "cube": CubeRules,
    "ending": EndingRules,
    "penalty": PenaltyRules,
}


def parse(document: Mapping[str, Any], file: str) -> RuleBook:
    """The book in a parsed TOML document; `file` is named in every RuleBookError.

    Each value is a table `{value = …, source = "§…"}`; `convention = true` marks one the book
    does not print.
    """
    unknown = sorted(set(document) - {"profile", "title", *SECTIONS})
    if unknown:
        raise RuleBookError(f"{file}: unknown section '{unknown[0]}'; one of {', '.join(SECTIONS)}")
    profile, title = (_text(document, key, file) for key in ("profile", "title"))
    sources: list[Source] = []
    parts: dict[str, Any] = {
        name: _section(document.get(name, {}), name, kind, file, profile, sources)
        for name, kind in SECTIONS.items()
    }
    return RuleBook(profile=profile, title=title, sources=tuple(sources), **parts)


def _text(document: Mapping[str, Any], key: str, file: str) -> str:
    text = document.get(key)
    if not isinstance(text, str) or not text:
        raise RuleBookError(f"{file}: {key} is {text!r}; write a name in quotes")
    return text


def _section(
    table: Any, name: str, kind: type[S], file: str, profile: str, sources: list[Source]
) -> S:
    if not isinstance(table, Mapping):
        raise RuleBookError(f"{file}: {name} is {table!r}; write a section [{name}]")
    hints = get_type_hints(kind)
    keys: tuple[Field[Any], ...] = fields(kind)  # type: ignore[arg-type]
    names = [key.name for key in keys]
    unknown = sorted(set(table) - set(names))
    if unknown:
        raise RuleBookError(f"{file}: unknown key {name}.{unknown[0]}; one of {', '.join(names)}")
    chosen: dict[str, Any] = {}
    for key in keys:
        where = f"{name}.{key.name}"
        entry = table.get(key.name, MISSING)
        if entry is MISSING:
            raise RuleBookError(f"{file}: {where} is missing; it says {key.metadata['doc']}")
        chosen[key.name] = _entry(entry, where, hints[key.name], key, file)
        convention = entry.get("convention", False)
        if not isinstance(convention, bool):
            raise RuleBookError(f"{file}: {where}.convention is {convention!r}; true or false")
        cite = f"{profile} {entry['source']}"
        sources.append(Source(where, f"convention: {cite}" if convention else cite, convention))
    return kind(**chosen)


def _entry(entry: Any, where: str, kind: type, key: Field[Any], file: str) -> Any:
    if not isinstance(entry, Mapping) or "value" not in entry:
        raise RuleBookError(f'{file}: {where} is {entry!r}; write {{value = …, source = "§…"}}')
    unknown = sorted(set(entry) - {"value", "source", "convention"})
    if unknown:
        raise RuleBookError(f"{file}: unknown word {where}.{unknown[0]}; value, source, convention")
    source = entry.get("source")
    if not isinstance(source, str) or not source:
        raise RuleBookError(f"{file}: {where} has no source; name the section it stands in")
    return _value(entry["value"], where, kind, key, file)


def _value(value: Any, where: str, kind: type, key: Field[Any], file: str) -> Any:
    if issubclass(kind, StrEnum):
        choices = [member.value for member in kind]
        if value not in choices:
            raise RuleBookError(f"{file}: {where} is {value!r}; one of {', '.join(choices)}")
        return kind(value)
    if kind is bool:
        if not isinstance(value, bool):
            raise RuleBookError(f"{file}: {where} is {value!r}; true or false")
        return value
    low, high = key.metadata["low"], key.metadata["high"]
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RuleBookError(f"{file}: {where} is {value!r}; a whole number from {low} to {high}")
    return value
