"""What tests of the cube on the board ask of a table."""

from kiosk.rules.match.doubling import Cube, CubeAnswer
from kiosk.rules.rulebook import RuleBook
from kits import events as e
from kits.cube_corpus import NORWAY
from kits.rules_kit import Table

TAKE, PASS = CubeAnswer.TAKE, CubeAnswer.PASS


def black_to_roll(book: RuleBook = NORWAY, points: int = 7) -> Table:
    return Table().open(points, book).start().turn()


def cube_of(table: Table) -> Cube:
    assert table.match.game is not None
    return table.match.game.cube


def cited(table: Table) -> tuple[str, ...]:
    cites: tuple[str, ...] = table.told(e.Refused).cites
    return cites
