"""Examine places where a die without a readable face may lie, by nets and contact alone; most such
dice lie far askew. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from vision.calibration import Calibration, Floats
from vision.learned import face, kind, lean
from vision.reader import thresholds as at
from vision.reader.candidate_score import PATCH_PX_PER_MM
from vision.reader.checkers import Disc, checkers_near
from vision.reader.contact import but_what_did_not_lie
from vision.reader.cube import evidence, seam, shown_mean
from vision.reader.detections import Suspect, off_mm
from vision.reader.die_shape import die_at
from vision.reader.face import Square
from vision.reader.foreign_objects import thing_by_place_mm
from vision.reader.lean import WIDE_SIDES
from vision.reader.reach import reach_of_middle_mm
from vision.reading import DieSeen
from vision.view import Picture, patch

LARGER = (1.15, 1.3)
"""Sizes of a die, over the one sought, at which the kind net is asked, too: it was fitted to dice
that fill its crop in one way."""
_OFF_MM = np.arange(-3.0, 3.1, 1.0)
_YAWS = np.arange(0.0, 90.0, 4.0)
_CROSS = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
_TURNS = np.array([0.0, 22.5, 45.0, 67.5])
_ANYHOW = np.array([(x, y, yaw) for (x, y), yaw in zip(_CROSS, _TURNS, strict=True)])
"""A look costs a millisecond: as few as give the answer of many."""
_NEAR = np.array([(0.0, 0.0, 0.0), *((x / 2, y / 2, 0.0) for x, y in _CROSS)])
_ABOUT = np.array([(0.0, 0.0), *(0.5 * _CROSS)])
_EVERY = np.array([(x, y, yaw, 0, 0) for x in _OFF_MM for y in _OFF_MM for yaw in _YAWS])


@dataclass(frozen=True, slots=True, eq=False)
class Unread:
    """The evidence about one such place.

    die: a die there, nothing decided; likely: the finder's share, 0..1; kind: what the kind net
    takes it for; side_mm: of the dice sought; usual_mm, usual_px: a usual die's; room_mm: how far
    inside its half of the board the middle is, negative on wood and beyond; off_mm: how far outside
    the board; on_field: in a half.

    Nets and searches run when they are called for. checkers: for each one near, how far the middle
    is from its edge, mm, negative over it, and the share of the edge that was found; thing_mm:
    given the middles of other dice, the distance of the nearest foreign object. Log-odds of a lean,
    by the lean net that sees it least: level: where a level die fits best; anyhow: in any turn,
    about the place, and there: about where a level die fits best, best_off_mm from it. far: the
    kind net's. none_if_larger: its least share of no die, were the die there somewhat larger, 0..1.
    guess: the value that the looks see together.
    """

    die: DieSeen
    likely: float
    kind: kind.Kind
    side_mm: float
    usual_mm: float
    usual_px: float
    room_mm: float
    off_mm: float
    on_field: bool
    checkers: Callable[[], list[tuple[float, float]]]
    thing_mm: Callable[[Sequence[tuple[float, float]]], float]
    far: float
    none_if_larger: Callable[[], float]
    level: Callable[[], float]
    anyhow: Callable[[], float]
    there: Callable[[], float]
    best_off_mm: Callable[[], float]
    guess: Callable[[], int]


class Places:
    """The places of one picture, each looked at once. before: the board without the dice, if it is
    known."""

    def __init__(
        self, image: Picture, calibration: Calibration, die_mm: float, before: Picture | None = None
    ) -> None:
        self._looks = _Looks(image, calibration, die_mm)
        self._before = before
        self._examined: dict[Suspect, Unread] = {}

    def of_size(self, die_mm: float) -> Places:
        """The same picture's, of dice of another size."""
        return Places(self._looks.image, self._looks.calibration, die_mm, self._before)

    def of_die(self, die: DieSeen) -> Unread:
        """Examine a die that was found without a certain value."""
        assert die.center_mm is not None
        image, calibration = self._looks.image, self._looks.calibration
        place = np.array([die.center_mm])
        (look,) = kind.kinds_at(image, calibration, place, self._looks.die_mm)
        return self.examine(Suspect(*die.center_mm, 1.0, look))

    def examine(self, one: Suspect) -> Unread:
        """Examine a place, once."""
        if one not in self._examined:
            self._examined[one] = self._examine(one)
        return self._examined[one]

    def _examine(self, one: Suspect) -> Unread:
        looks, board = self._looks, self._looks.calibration.board
        x, y = one.x, one.y
        best = cache(partial(looks.best_level, x, y))
        discs = cache(partial(looks.discs, x, y, self._before))
        return Unread(
            die=die_at(looks.calibration, x, y, looks.die_mm),
            likely=one.likely,
            kind=one.kind,
            side_mm=looks.die_mm,
            usual_mm=board.usual_die_mm,
            usual_px=board.usual_die_mm * looks.calibration.px_per_mm,
            room_mm=max(half.room_mm(x, y) for half in (board.picture_left, board.picture_right)),
            off_mm=float(off_mm(np.array([(x, y)]), board)[0]),
            on_field=board.on_field(x, y),
            checkers=lambda: [
                (float(np.hypot(disc.x - x, disc.y - y)) - disc.radius, disc.round)
                for disc in discs()
            ],
            thing_mm=partial(looks.thing_mm, x, y, self._before, discs),
            far=_log_odds([one.kind.far / max(one.kind.still, 1e-9)]),
            none_if_larger=cache(partial(looks.none_if_larger, x, y)),
            level=cache(lambda: looks.askew(best() + _NEAR)),
            anyhow=cache(lambda: looks.askew((x, y, 0.0) + _ANYHOW)),
            there=cache(lambda: looks.askew((best()[0], best()[1], 0.0) + _ANYHOW)),
            best_off_mm=lambda: float(np.abs(best()[:2] - (x, y)).max()),
            guess=cache(lambda: looks.guess(best()[:2] + _ABOUT)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Looks:
    image: Picture
    calibration: Calibration
    die_mm: float

    def best_level(self, x: float, y: float) -> Floats:
        """x, y, mm, and yaw, degrees, at which a level die about a place shows most of its
        edges."""
        calibration, die_mm = self.calibration, self.die_mm
        view = patch(self.image, calibration, (x, y), WIDE_SIDES * die_mm, PATCH_PX_PER_MM, die_mm)
        every = _EVERY + (x, y, 0, 0, 0)
        shown = shown_mean(*evidence(seam(view, calibration, die_mm), every, die_mm))
        return np.asarray(every[int(shown.argmax()), :3], np.float64)

    def discs(self, x: float, y: float, before: Picture | None) -> list[Disc]:
        """The checkers near a place, mm."""
        calibration, square = self.calibration, Square(x, y, 0.0, self.die_mm)
        reach = reach_of_middle_mm(self.die_mm)
        found = checkers_near(self.image, calibration, square, reach)
        if before is None:
            return found
        return but_what_did_not_lie(found, before, calibration, square, near=True)

    def thing_mm(
        self,
        x: float,
        y: float,
        before: Picture | None,
        discs: Callable[[], list[Disc]],
        others: Sequence[tuple[float, float]],
    ) -> float:
        if before is None:
            return np.inf
        image, calibration, die_mm = self.image, self.calibration, self.die_mm
        return thing_by_place_mm(image, before, calibration, (x, y), die_mm, others, discs())

    def none_if_larger(self, x: float, y: float) -> float:
        place = np.array([(x, y)])
        sizes_mm = (size * self.die_mm for size in LARGER)
        looks = [kind.kinds_at(self.image, self.calibration, place, mm)[0] for mm in sizes_mm]
        return min(look.none for look in looks)

    def askew(self, looks: Floats) -> float:
        image, calibration = self.image, self.calibration
        lies = lean.look_at_board(image, calibration, looks, self.die_mm, together=True)
        return _log_odds([min(how.askew, how.least) for how in lies])

    def guess(self, places: Floats) -> int:
        shares = face.look_at_board(self.image, self.calibration, places, self.die_mm)
        return 1 + int(shares[:, 1:].mean(axis=0).argmax())


def _log_odds(shares: list[float]) -> float:
    """Their mean, each cut off at `UNREAD_SUREST`."""
    some = np.clip(shares, 1e-6, 1 - 1e-6)
    return float(np.clip(np.log(some / (1 - some)), -at.UNREAD_SUREST, at.UNREAD_SUREST).mean())
