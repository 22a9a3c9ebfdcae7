"""The entries and the format of a rehearsal."""

import json
from pathlib import Path
from random import Random
from typing import Any

from kiosk.books import format_loader
from kiosk.demo.errors import DemoMisused
from kiosk.demo.rehearsal.options import Options
from kiosk.rules.rulebook import RuleBookError
from kiosk.tournament.round_robin import CoupleScoring
from kiosk.wire.codec import canonical_json

_FAMILY = ("Berg", "Costa", "Dahl", "Evans", "Ferrari", "Holm", "Ito", "Jensen", "Kim", "Lund")
_GIVEN = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hugo", "Ina", "Jon")


def division_format(options: Options) -> dict[str, Any]:
    """The format as the console sends it, with the rehearsal's lengths and rules. Raises
    DemoMisused.
    """
    file = Path(options.form)
    try:
        own = format_loader.read_format(file) if file.is_file() else None
        offered = own or format_loader.load_format(options.form)
    except RuleBookError as error:
        raise DemoMisused(str(error)) from error
    if offered.format.by_date is not None:
        raise DemoMisused(f"--format is {options.form}: its rounds last weeks, a rehearsal a day")
    form: dict[str, Any] = json.loads(canonical_json(offered.format))
    for each in form["rounds"]:
        each["length"] = min(each["length"], options.points)
        each["profile"] = options.rulebook
    return form


def in_couples(form: dict[str, Any]) -> bool:
    """True if two players play as a couple."""
    return bool((form.get("groups") or {}).get("doubles", CoupleScoring.NO) != CoupleScoring.NO)


def list_players(players: int, seed: int, *, couples: bool = False) -> str:
    """A list of players as a federation sends it; with `couples`, two players per entry."""
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
