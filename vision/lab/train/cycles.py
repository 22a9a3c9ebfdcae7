"""Crops that Blender's Cycles drew, cut for each net by what cuts them at the table.

Of all boards every fifth is held out, with all of its dice. Where nets learn, only what was drawn
in the styles of TRAINING is let in. A folder of crops may hold one of whole boards without dice,
`bare`: nothing on them is a die.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.lab.cycles.develop import LABELS
from vision.lab.cycles.labelled_crops import LabelledCrop
from vision.lab.cycles.labelled_crops import crops as labelled
from vision.lab.cycles.styles import TRAINING
from vision.lab.train import leaning, sliding
from vision.lab.train.boards import MARGIN_MM, PX_PER_MM, Pictures, packed
from vision.lab.train.crop import NOTHING, Crops, cut
from vision.lab.train.leaning import LeanCrops
from vision.lab.train.moving import LEAST_SMEAR
from vision.lab.train.rendered import CLEARLY_UP_DEG, NO_FACE_DEG, top_corners
from vision.lab.train.sliding import Faces
from vision.lab.train.strewing import is_over
from vision.lab.truth import calibration_of
from vision.learned import find
from vision.view import Picture, View, overview_in_colour, patch

SHARE = 1 / 3
"""Share of a batch, where there are many such crops."""
OFTEN = 8
"""How many times as often as one of ours each is shown, where there are few: a net must not learn
them by heart."""
HELD_OUT_EVERY = 5
HELD_OUT = 2
"""Boards of this number, counted by HELD_OUT_EVERY: an early one, so that a few boards do."""
BARE = "bare"
DIE_MM = (12.0, 17.0)
"""Range of sizes of dice that might lie on a board without any."""
MOST_PLACES = 24
"""Places of a board without dice that the finder takes for dice, the surest first."""
HIDDEN = 0.05
"""Part of a face hidden by a hand or a die; where more is hidden, its value is not used."""
GONE = 0.5
"""Part of a face under a hand from which there is no die to be found."""
APART_SIDES = 1.2
"""Distance from every die at which a place holds none."""
ROOM_SIDES = 1.35
"""Distance from its middle, along its sides, that a crop shows around a place."""
FOUND_LEAST = 0.12
"""What the finder takes for a die, even faintly."""
PLACES = 3
"""Places tried at random in each crop, beside those."""
TILE_SIDES = 4.0
"""Part of a crop that is laid beside others for the finder."""


class NotForTraining(Exception):
    """A folder whose crops no net may be fitted to."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardCrops:
    """The crops of one board. places (N, 2): where each die's top face is seen, on the plane one
    die high, mm."""

    crops: list[LabelledCrop]
    places: Floats

    def gone(self) -> NDArray[np.bool_]:
        """Which of the dice (N,) lie under a hand; one under another die shows its sides."""
        return np.array(
            [
                crop.covered > GONE
                and not any(is_over(other.pose, crop.pose, crop.die_mm) for other in self.crops)
                for crop in self.crops
            ]
        )


@dataclass(frozen=True, slots=True, eq=False)
class BareBoard:
    """A whole board without dice, and how large dice would be on it, mm."""

    image: Picture
    calibration: Calibration
    die_mm: float
    source: str


def require_training(folder: Path) -> None:
    """Raise NotForTraining unless there are crops, all in styles that nets may learn from."""
    lines = folder / LABELS
    if not lines.is_file():
        raise NotForTraining(
            f"{folder} holds no {LABELS}: draw crops and run vision.lab.cycles.develop on it first."
        )
    learned = {board.name for board in TRAINING.boards} | {dice.name for dice in TRAINING.dice}
    for line in lines.read_text().splitlines():
        label = json.loads(line)
        for name in (label["board"], label["set"]):
            if name not in learned:
                raise NotForTraining(
                    f'{label["file"]} in {folder} shows "{name}", which is measured on: '
                    "give a folder of crops in the styles of TRAINING."
                )
    bare = folder / BARE / "run.json"
    if bare.is_file() and (styles := json.loads(bare.read_text())["styles"]) != TRAINING.name:
        raise NotForTraining(
            f'{bare.parent} was described in the styles "{styles}", which are measured on: '
            "describe it by --what bare without --styles."
        )


def is_held_out(source: str) -> bool:
    """Whether the board of that name, `cycles-0017`, is kept from all nets."""
    return int(source.rpartition("-")[2]) % HELD_OUT_EVERY == HELD_OUT


def is_cycles(source: NDArray[np.str_]) -> NDArray[np.bool_]:
    """Which crops (N,) Cycles drew, by where they are from."""
    return np.asarray(np.char.find(source, "cycles-") >= 0)


def count_of_theirs(ours: int, theirs: int, count: int) -> int:
    """How many crops of a batch are from Cycles, by the numbers of both sources."""
    weight = OFTEN * theirs
    return round(count * min(SHARE, weight / max(1, weight + ours)))


def mixed(
    order: np.random.Generator, ours: NDArray[np.int64], theirs: NDArray[np.int64], count: int
) -> NDArray[np.int64]:
    """Draw the rows of a batch from ours and, where there are any, from theirs."""
    few = count_of_theirs(len(ours), len(theirs), count)
    return np.concatenate([order.choice(ours, count - few), order.choice(theirs, few)])


def boards(folder: Path, held_out: bool) -> Iterator[BoardCrops]:
    """The boards that are held out, or the others. Leaves out one that is still being drawn: its
    dice without a crop yet show in others' crops."""
    for source, some in groupby(labelled(folder), key=lambda crop: crop.source):
        crops = list(some)
        truths = folder.glob(f"truth/{source.rpartition('-')[2]}-*.json")
        if is_held_out(source) == held_out and len(crops) >= sum(1 for _ in truths):
            yield BoardCrops(crops, np.array([_top(crop) for crop in crops]))


def bare_boards(folder: Path, held_out: bool) -> Iterator[BareBoard]:
    """The developed boards without dice."""
    for path in sorted((folder / BARE).glob("[0-9]*.json")):
        source = f"cycles-{BARE}-{path.stem}"
        if is_held_out(source) != held_out:
            continue
        image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        truth = json.loads(path.read_text())
        die_mm = float(np.random.default_rng([int(path.stem), 86]).uniform(*DIE_MM))
        yield BareBoard(image, calibration_of(truth), die_mm, source)


def _top(crop: LabelledCrop) -> Floats:
    middle = top_corners(crop.pose, crop.die_mm).mean(axis=0)[None]
    seen = crop.calibration.field_points(crop.calibration.project(middle), crop.die_mm)
    return np.asarray(seen[0], np.float64)


def faces_of(board: BoardCrops, rng: np.random.Generator) -> Crops:
    """Dice, and places around them without one; a face that is drawn out, or looks far aside, is
    none, as among our own."""
    images, rows = [], []
    for crop, place in zip(board.crops, board.places, strict=True):
        seen = cut_at(crop, place)
        slid = crop.slid_px / crop.seen_px
        turned_away = CLEARLY_UP_DEG < crop.tilt_deg < NO_FACE_DEG
        if crop.covered > HIDDEN or turned_away or 0 < slid < LEAST_SMEAR:
            pass  # unclear which face is up, or whether it moved
        elif slid:
            images.append(seen)
            rows.append((NOTHING, np.nan, place, crop, f"moving-{crop.source}"))
        else:
            value = crop.value if crop.tilt_deg <= CLEARLY_UP_DEG else NOTHING
            images.append(seen)
            rows.append((value, crop.tilt_deg, place, crop, crop.source))
        around = with_more_around(crop)
        for empty in empty_places(board, crop, rng):
            images.append(cut_at(around, empty))
            rows.append((NOTHING, np.nan, empty, crop, crop.source))
    eyes = np.array([crop.calibration.camera_mm for *_, crop, _ in rows]).reshape(-1, 3)
    sides = np.array([crop.die_mm for *_, crop, _ in rows])
    places = np.array([place for _, _, place, _, _ in rows]).reshape(-1, 2)
    return Crops(
        image=np.array(images, np.uint8),
        value=np.array([value for value, *_ in rows], np.int64),
        tilt_deg=np.array([tilt for _, tilt, *_ in rows], np.float32),
        view=((places - eyes[:, :2]) / (-eyes[:, 2] - sides)[:, None]).astype(np.float32),
        seen_px=np.array([crop.seen_px for *_, crop, _ in rows], np.float32),
        source=np.array([source for *_, source in rows], np.str_),
    )


def cut_at(crop: LabelledCrop, place: Floats) -> NDArray[np.uint8]:
    return np.asarray(cut(crop.image, crop.calibration, place[None], crop.die_mm)[0])


def with_more_around(crop: LabelledCrop) -> LabelledCrop:
    """The picture with mirrored edges: a net must not learn that no die lies at a picture's end."""
    px = round(ROOM_SIDES * crop.seen_px)
    lens = crop.calibration
    matrix = lens.K.copy()
    matrix[:2, 2] += px
    height, width = (side + 2 * px for side in crop.image.shape[:2])
    wider = replace(lens, K=matrix, width=width, height=height)
    image = cv2.copyMakeBorder(crop.image, px, px, px, px, cv2.BORDER_REFLECT_101)
    return replace(crop, image=np.asarray(image, np.uint8), calibration=wider)


def empty_places(board: BoardCrops, crop: LabelledCrop, rng: np.random.Generator) -> list[Floats]:
    """Places of a crop where the finder sees a false die, and some others, mm."""
    taken = find.places(crop.image, crop.seen_px, FOUND_LEAST)[:, :2]
    middle = crop.calibration.field_points(
        crop.calibration.project(crop.pose.centre_mm[None]), crop.die_mm
    )[0]
    places = list(crop.calibration.field_points(taken, crop.die_mm)) if len(taken) else []
    room = ROOM_SIDES * crop.die_mm
    places = [place for place in places if np.abs(place - middle).max() < room]
    places += list(middle + rng.uniform(-room, room, (PLACES, 2)))
    there = board.places[~board.gone()]
    return [
        place
        for place in places
        if (np.hypot(*(there - place).T) > APART_SIDES * crop.die_mm).all()
    ]


def nothing_on(board: BareBoard, rng: np.random.Generator) -> Crops:
    """Where the finder sees dice on a board without any, and some other places."""
    picture, view = _from_above(board)
    found = find.places(picture, board.die_mm * PX_PER_MM, FOUND_LEAST)
    surest = found[np.argsort(-found[:, 2])][:MOST_PLACES, :2]
    anywhere = rng.uniform((0.0, 0.0), board.calibration.board.size_mm, (PLACES, 2))
    places = np.concatenate([view.to_mm(surest), anywhere])
    eye = board.calibration.camera_mm
    n = len(places)
    return Crops(
        image=cut(board.image, board.calibration, places, board.die_mm),
        value=np.full(n, NOTHING, np.int64),
        tilt_deg=np.full(n, np.nan, np.float32),
        view=((places - eye[:2]) / (-eye[2] - board.die_mm)).astype(np.float32),
        seen_px=np.full(n, board.calibration.px_per_mm * board.die_mm, np.float32),
        source=np.full(n, board.source),
    )


def picture_without(board: BareBoard) -> tuple[bytes, NDArray[np.float32]]:
    """The board seen from above, packed, and its dice, of which there are none (0, 3)."""
    return packed(_from_above(board)[0]), np.zeros((0, 3), np.float32)


def _from_above(board: BareBoard) -> tuple[Picture, View]:
    view = overview_in_colour(board.image, board.calibration, board.die_mm, MARGIN_MM, PX_PER_MM)
    assert view.colour is not None
    return np.clip(np.rint(view.colour), 0, 255).astype(np.uint8), view


def leaning_of(board: BoardCrops) -> LeanCrops:
    """Dice at rest, level and leaning, with what is around them."""
    rows = [crop for crop in board.crops if crop.covered <= HIDDEN and not crop.slid_px]
    images, views, leans = [], [], []
    for crop in rows:
        seen, lean = leaning.crop_of(crop.image, crop.calibration, crop.pose, crop.die_mm)
        images.append(seen.image)
        views.append(seen.view)
        leans.append(lean)
    return LeanCrops(
        image=np.clip(np.rint(np.array(images)), 0, 255)
        .astype(np.uint8)
        .reshape(-1, leaning.STORED_PX, leaning.STORED_PX, 3),
        value=np.array([crop.value for crop in rows], np.int64),
        tilt_deg=np.array([crop.tilt_deg for crop in rows], np.float32),
        view=np.array(views, np.float32).reshape(-1, 2),
        seen_px=np.array([crop.seen_px for crop in rows], np.float32),
        source=np.array([crop.source for crop in rows], np.str_),
        lean=np.array(leans, np.float32).reshape(-1, 2),
        on_die=np.array([crop.on_die for crop in rows], np.bool_),
    )


def sliding_of(board: BoardCrops) -> Faces:
    """Level faces that lie, and such that slid while the shutter was open."""
    pairs = [
        (crop, place)
        for crop, place in zip(board.crops, board.places, strict=True)
        if crop.covered <= HIDDEN and crop.tilt_deg < sliding.LEVEL_DEG
    ]
    faces = [sliding.face_at(c.image, c.calibration, place, c.die_mm) for c, place in pairs]
    return Faces(
        image=np.array(faces, np.uint8).reshape(-1, sliding.STORED_PX, sliding.STORED_PX, 3),
        slid_px=np.array([crop.slid_px for crop, _ in pairs], np.float32),
        seen_px=np.array([crop.seen_px for crop, _ in pairs], np.float32),
        source=np.array([crop.source for crop, _ in pairs], np.str_),
    )


def picture_of(board: BoardCrops) -> tuple[bytes, NDArray[np.float32]]:
    """The crops of a board seen from above and laid beside each other, packed, and their dice
    (n, 3): x, y and side, px. A crop in which a die is half hidden is left out."""
    die_mm = board.crops[0].die_mm
    px = round(TILE_SIDES * die_mm * PX_PER_MM)
    hidden, gone = np.array([crop.covered for crop in board.crops]) > HIDDEN, board.gone()
    tiles, dice = [], []
    for crop, place in zip(board.crops, board.places, strict=True):
        at = (board.places - place) * PX_PER_MM + (px - 1) / 2
        here = ((at > 0) & (at < px - 1)).all(axis=1)
        if (hidden & ~gone & here).any():
            continue
        x, y = map(float, place)
        seen = patch(crop.image, crop.calibration, (x, y), px / PX_PER_MM, PX_PER_MM, die_mm)
        assert seen.colour is not None
        tiles.append(np.clip(np.rint(seen.colour), 0, 255).astype(np.uint8))
        dice.append(at[here & ~hidden])
    wide = max(1, int(np.ceil(np.sqrt(len(tiles)))))
    rows = max(1, -(-len(tiles) // wide))
    picture = np.zeros((rows * px, wide * px, 3), np.uint8)
    found = [np.zeros((0, 3))]
    for n, (tile, at) in enumerate(zip(tiles, dice, strict=True)):
        row, column = divmod(n, wide)
        picture[row * px : (row + 1) * px, column * px : (column + 1) * px] = tile
        side = np.full(len(at), die_mm * PX_PER_MM)
        found.append(np.column_stack([at + (column * px, row * px), side]))
    return packed(picture), np.concatenate(found).astype(np.float32)


def save(folder: Path, what: str, held_out: bool, out: str) -> int:
    """Write the crops of a folder for a net into a file; returns how many boards."""
    some = list(boards(folder, held_out))
    if not some:
        raise NotForTraining(
            f"{folder} holds no whole board that is {'held out' if held_out else 'learned from'} "
            f"yet: draw more than {HELD_OUT_EVERY}."
        )
    if what == "faces":
        rng = np.random.default_rng([len(some), 85])
        bare = [nothing_on(board, rng) for board in bare_boards(folder, held_out)]
        Crops.together([*(faces_of(board, rng) for board in some), *bare]).save(out)
    elif what == "leaning":
        LeanCrops.together([leaning_of(board) for board in some]).save(out)
    elif what == "sliding":
        Faces.together([sliding_of(board) for board in some]).save(out)
    else:
        bare_too = map(picture_without, bare_boards(folder, held_out))
        pictures, dice = zip(*map(picture_of, some), *bare_too, strict=True)
        Pictures(list(pictures), list(dice)).save(out)
    return len(some)


def main() -> int:
    options = argparse.ArgumentParser(description="Cut crops that Cycles drew for a net.")
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--what", choices=("faces", "leaning", "sliding", "boards"), required=True)
    options.add_argument("--held-out", action="store_true")
    options.add_argument("--out", required=True)
    given = options.parse_args()
    cv2.setNumThreads(1)
    try:
        require_training(given.folder)
        count = save(given.folder, given.what, given.held_out, given.out)
    except NotForTraining as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{count} boards\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
