"""How a die lies, decided: contact first, and its look only where it may lean on something."""

from __future__ import annotations

import ast
import inspect
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from kits.tracked_files import tracked_files

from vision.learned.lean import Lies
from vision.reader import thresholds
from vision.reader.blown import Blown
from vision.reader.candidate_score import Look
from vision.reader.contact import Rest
from vision.reader.decision.die import DieDecision, decide_die
from vision.reader.decision.flatness import Flatness, decide_flatness
from vision.reader.decision.roll import seen_aslant
from vision.reader.decision.scene import Besides, moves
from vision.reader.evidence import Evidence
from vision.reader.face import Face
from vision.reader.lean import Lean
from vision.reader.reach import reach_mm
from vision.reader.second_reader import FaceShares
from vision.reader.square import Outline
from vision.reading import DieSeen, FlatBy, StillSeen, Support, Zone

SIDE_MM = 14.0
FAR = -100.0
CLEAR = Lean(flat=0.7, gain=-0.02, edges=0.66, pips=0.9, yaw_deg=0.0)
LEANING = Lean(flat=0.42, gain=0.2, edges=0.6, pips=0.9, yaw_deg=0.0)
FLAT, TILTED, SURE = (Lies(askew, 0.0) for askew in (0.02, 0.85, 0.99))
FREE = Rest(checker=FAR, maybe_checker=FAR, room=100.0, die=FAR)
BY_CHECKER = Rest(-3.0, -3.0, 100.0, FAR)
BY_WALL = Rest(FAR, FAR, 5.0, FAR)
BY_DIE = Rest(FAR, FAR, 100.0, -0.3)
BY_THING = Rest(FAR, FAR, 100.0, FAR, -2.0)
BESIDE = [BY_CHECKER, BY_WALL, BY_DIE, BY_THING]
LIT = Blown((0.0,) * 9, (0.0,) * 9, tuple((180.0 * (site % 2 == 0),) * 3 for site in range(9)))
BY_CONTACT = Flatness(True, Support.SURFACE, FlatBy.CONTACT)
BY_LOOK = Flatness(True, Support.SURFACE, FlatBy.APPEARANCE)
ASKED = Flatness(None, None, FlatBy.APPEARANCE)
ASKEW = Flatness(False, None, FlatBy.APPEARANCE)


def told(
    rest: Rest,
    edges: Lean = CLEAR,
    lies: Lies | None = FLAT,
    half: Zone = "picture_left",
    *,
    alone: bool = False,
    at_rest: bool = True,
    is_read: bool = True,
) -> Flatness:
    """lies: what the net says, None: it must not be asked."""

    def asked() -> Lies:
        assert lies is not None
        return lies

    shares = shares_of(1.0)
    of = of_a_five(shares, rest=rest, half=half, edges=edges, alone=alone, at_rest=at_rest)
    return decide_flatness(replace(of, lies=asked), is_read=is_read)


def odds(log_odds: float) -> Lies:
    return Lies(float(1 / (1 + np.exp(-log_odds))), 0.0)


@pytest.mark.parametrize(
    ("gain", "net", "flat"),
    [(0.0, 3.0, True), (0.02, 3.0, True), (0.04, -3.6, True), (0.04, -3.4, None)],
)
def test_a_free_die_in_a_lone_picture_may_rock(gain: float, net: float, flat: bool | None) -> None:
    """A leaning cube explains it a little better, and the net sees a lean, too."""
    edges = replace(CLEAR, gain=gain)
    assert told(FREE, edges, odds(net), at_rest=False).flat is flat
    assert told(FREE, edges, lies=None) == BY_CONTACT


def test_a_die_that_touches_nothing_is_flat_and_no_net_is_asked() -> None:
    assert told(FREE, lies=None) == BY_CONTACT
    assert told(FREE, replace(LEANING, flat=0.6), lies=None) == BY_CONTACT


@pytest.mark.parametrize(
    ("side_px", "least"), [(24.0, thresholds.LEVEL_SHOWS), (23.9, thresholds.LEVEL_SHOWS_SMALL)]
)
@pytest.mark.parametrize(("gain", "beside"), [(-0.1, 0.4), (0.02, 0.4), (0.1, 0.0), (0.1, 0.4)])
def test_a_free_die_that_looks_as_no_level_one_can_is_asked_about(
    side_px: float, least: float, gain: float, beside: float
) -> None:
    """A leaning cube explains it better than its level edges show, or it shows sides that a level
    one hides; of a small die less is known."""
    counted = 0.5 * beside if gain > thresholds.SIDES_GAIN else 0.0
    for by, lies in ((0.01, BY_CONTACT), (-0.01, ASKED)):
        edges = Lean(least + gain + counted + by, gain, 0.6, 0.9, 0.0)
        of = of_a_five(shares_of(1.0), edges=edges, beside=beside, side_px=side_px)
        assert decide_flatness(of, is_read=True) == lies


@pytest.mark.parametrize(
    "near",
    [
        lambda mm: Rest(FAR, -mm, 100.0, FAR),
        lambda mm: Rest(FAR, FAR, mm, FAR),
        lambda mm: Rest(FAR, FAR, 100.0, -mm),
        lambda mm: Rest(FAR, FAR, 100.0, FAR, -mm),
    ],
)
def test_what_it_can_reach_takes_a_die_out_of_contacts_hands(near) -> None:  # type: ignore[no-untyped-def]
    reach = reach_mm(SIDE_MM)
    assert told(near(reach), lies=None) == BY_CONTACT
    assert told(near(reach - 0.1)) == BY_LOOK
    assert told(near(reach - 0.1), lies=SURE) == ASKEW


def test_of_what_is_not_read_nobody_knows_what_it_touches() -> None:
    assert told(FREE, is_read=False) == BY_LOOK
    assert told(FREE, lies=SURE, is_read=False) == ASKEW


@pytest.mark.parametrize("rest", BESIDE)
@pytest.mark.parametrize(("log_odds", "flat"), [(-3.0, True), (-1.4, True), (-1.1, None)])
def test_beside_something_a_die_is_level_only_if_it_clearly_looks_so(
    rest: Rest, log_odds: float, flat: bool | None
) -> None:
    """CLEAR edges take 0.24 off what the net says."""
    assert told(rest, lies=odds(log_odds)).flat is flat


@pytest.mark.parametrize(("log_odds", "flat"), [(-1.1, True), (-0.9, None)])
def test_edges_of_a_level_cube_do_not_outweigh_a_net_that_doubts_it(
    log_odds: float, flat: bool | None
) -> None:
    edges = replace(CLEAR, gain=-0.1)
    assert told(BY_CHECKER, edges, odds(log_odds)).flat is flat


@pytest.mark.parametrize(
    ("into_mm", "log_odds", "flat"),
    [
        (0.2, -2.0, True),
        (0.4, -2.0, None),
        (0.4, -2.3, True),
    ],
)
def test_a_die_that_a_checker_reaches_under_must_look_more_level(
    into_mm: float, log_odds: float, flat: bool | None
) -> None:
    """CLEAR edges take 0.24 off; by how much it does may be an error of the places alone."""
    assert told(Rest(into_mm, into_mm, 100.0, FAR), lies=odds(log_odds)).flat is flat


@pytest.mark.parametrize(("on_die", "lies"), [(0.09, BY_LOOK), (0.11, ASKED)])
def test_what_seems_to_stand_on_something_beside_a_checker_is_asked_about(
    on_die: float, lies: Flatness
) -> None:
    assert told(BY_CHECKER, lies=Lies(0.02, on_die)) == lies
    assert told(FREE, lies=Lies(0.02, on_die)) == BY_CONTACT


@pytest.mark.parametrize("rest", BESIDE)
def test_what_may_lean_on_something_does_so_if_the_evidence_together_says_it(rest: Rest) -> None:
    assert told(rest) == BY_LOOK
    assert told(rest, LEANING) == ASKED
    assert told(rest, CLEAR, TILTED) == ASKED
    assert told(rest, LEANING, TILTED) == ASKED
    assert told(rest, CLEAR, SURE) == ASKEW


@pytest.mark.parametrize("rest", BESIDE)
@pytest.mark.parametrize(("least", "lies"), [(0.96, ASKEW), (0.94, ASKED)])
def test_by_its_look_alone_a_die_leans_only_if_each_net_surely_sees_it(
    rest: Rest, least: float, lies: Flatness
) -> None:
    """As costly as a wrong roll is one that is thrown again for nothing."""
    assert told(rest, LEANING, SURE._replace(least=least)) == lies


@pytest.mark.parametrize(
    ("rest", "lies"),
    [
        (Rest(1.1, 1.1, 100.0, FAR), Flatness(False, Support.CHECKER, FlatBy.APPEARANCE)),
        (Rest(0.9, 0.9, 100.0, FAR), ASKED),
        (Rest(FAR, FAR, 100.0, 2.1), ASKEW),
        (Rest(FAR, FAR, 100.0, 1.9), ASKED),
        (Rest(FAR, FAR, -10.0, FAR), ASKED),  # a wall is where the plan says, and that may be off
    ],
)
def test_where_a_die_reaches_over_what_is_seen_a_weaker_look_is_enough(
    rest: Rest, lies: Flatness
) -> None:
    assert told(rest, LEANING, TILTED) == lies


@pytest.mark.parametrize("askew", [0.02, 0.2, 0.5, 0.75])
def test_the_more_its_edges_lean_the_surer_the_net_must_be_that_a_die_is_flat(askew: float) -> None:
    flat = [
        told(BY_CHECKER, Lean(0.6, gain, 0.6, 0.9, 0.0), Lies(askew, 0.0)).flat is True
        for gain in (-0.1, -0.02, 0.02, 0.06, 0.12, 0.2)
    ]
    assert flat == sorted(flat, reverse=True)
    assert not flat[-1]
    assert flat[0] is (askew < 0.5)


@pytest.mark.parametrize(
    ("on_die", "lies"),
    [
        (thresholds.MAYBE_ON_DIE - 0.001, BY_CONTACT),
        (thresholds.MAYBE_ON_DIE, ASKED),
        (thresholds.ON_DIE, ASKED),
    ],
)
def test_only_a_lone_die_can_lie_on_one_that_nobody_saw(on_die: float, lies: Flatness) -> None:
    says = Lies(0.02, float(on_die))
    assert told(FREE, lies=says, alone=True) == lies
    assert told(FREE, lies=says) == BY_CONTACT
    assert told(FREE, lies=None, half="off", alone=True) == Flatness(None, None, None)


def test_a_die_over_a_sure_checker_is_carried_by_it_however_it_looks() -> None:
    over = Rest(12.0, 12.0, 100.0, FAR)
    assert told(over, lies=None) == Flatness(False, Support.CHECKER, FlatBy.CONTACT)
    doubtful = Rest(FAR, 12.0, 100.0, FAR)
    assert told(doubtful) == ASKED
    assert told(doubtful, LEANING, TILTED) == Flatness(False, Support.CHECKER, FlatBy.APPEARANCE)


def test_a_die_whose_middle_is_over_the_bar_is_not_flat_on_the_field() -> None:
    over = Rest(FAR, FAR, 10.0, FAR)
    assert told(over, lies=None, half="bar") == Flatness(False, Support.BAR, FlatBy.CONTACT)


@pytest.mark.parametrize("by_mm", [-0.1, 0.1])
def test_what_reaches_over_a_thing_is_not_flat_however_it_looks(by_mm: float) -> None:
    """Over a checker, a wall, a die: by more than the errors of both places."""
    checker, wall, die = (most + by_mm for most in (1.0, 1.6, 2.0))
    for over in (
        Rest(checker, checker, 100.0, FAR),
        Rest(FAR, FAR, -wall, FAR),
        Rest(FAR, FAR, 100.0, die),
    ):
        assert told(over, lies=odds(-5.0)) == (BY_LOOK if by_mm < 0 else ASKED), over


FITS = (0.0, 0.3, 0.3, 0.3, 0.3, 0.9, 0.3)


FIVE_PIPS = (1.0, 0.02, 0.95, 0.0, 0.9, 0.01, 0.97, 0.03, 0.99)


def of_a_five(
    shares: tuple[float, ...],
    *,
    fit: float = 0.9,
    proposed: bool = False,
    spots: bool = False,
    rest: Rest = FREE,
    half: Zone = "picture_left",
    lies: Lies = FLAT,
    edges: Lean = CLEAR,
    alone: bool = False,
    at_rest: bool = True,
    beside: float = 0.0,
    side_px: float = 30.0,
    blown: Blown = LIT,
    shown: tuple[float, ...] = FIVE_PIPS,
    fits: tuple[float, ...] = FITS,
    middles: tuple[float, float] = (0.0, 0.0),
) -> Evidence:
    """Of a clear 5; fit: of its pattern; spots: a count of them finds five; beside: how much
    of its body shows beside it; blown: where its face tells nothing; shown: how much of a pip each
    site shows; fits: of each pattern; middles: of a pip in the middle, and of the far face's."""
    fits = (*fits[:5], fit, fits[6]) if fits is FITS else fits
    face = Face(0.0, 0.0, 0.0, SIDE_MM, True, fits, 40.0, clean=True)
    look = Look(face, Outline((40.0,) * 4, (0.5,) * 4), edges=0.3, proposed=proposed)
    return Evidence(
        *(found_in(half), look, side_px, FaceShares(shares), rest, edges, alone, at_rest),
        lies=lambda: lies,
        spots_agree=lambda: spots,
        body_beside=lambda: beside,
        blown=lambda: blown,
        sites=lambda: np.array(shown),
        middles=lambda: middles,
    )


def found_in(half: Zone) -> DieSeen:
    """Of a 5, of which nothing is told."""
    return DieSeen(None, 5, half, None, None, 0.9, (0.0, 0.0), (0.0, 0.0), (0, 0, 9, 9))


def shares_of(five: float, six: float = 0.0) -> tuple[float, ...]:
    return (1 - five - six, 0.0, 0.0, 0.0, 0.0, five, six)


@pytest.mark.parametrize(
    ("five", "proposed", "spots", "value"),
    [
        (0.95, False, False, 5),  # the second reader agrees
        (0.6, False, True, 5),  # it sees no other, and a count agrees
        (0.6, False, False, None),
        (0.4, False, True, None),
        (0.6, True, False, 5),  # nets led there
        (0.4, True, True, None),
    ],
)
def test_a_value_is_told_where_both_readers_see_it(
    five: float, proposed: bool, spots: bool, value: int | None
) -> None:
    assert decide_die(of_a_five(shares_of(five), proposed=proposed, spots=spots)).value == value


@pytest.mark.parametrize(
    ("middle", "middles", "value"),
    [
        (0.0, (0.0, 0.0), 4),
        (0.25, (0.25, 0.0), None),  # worn: a 5, perhaps
        (0.25, (0.15, 0.13), None),
        (0.21, (0.21, 0.25), None),  # worn, and some of it counts for the far face
        (0.25, (0.1, 0.2), 4),  # a clear die's 3 below it
        (0.25, (-0.1, 0.2), 4),
        (0.25, (-0.3, 0.2), None),  # a logo there
    ],
)
def test_a_middle_pip_that_is_almost_gone_is_asked_about_unless_it_is_the_far_faces(
    middle: float, middles: tuple[float, float], value: int | None
) -> None:
    four = (0.0, 0.3, 0.3, 0.3, 0.9, 0.3, 0.3)
    shown = (1.0, 0.0, 0.9, 0.0, middle, 0.0, 0.9, 0.0, 1.0)
    shares = (0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    seen = Blown((0.0,) * 9, (0.0,) * 9, tuple((180.0 * level,) * 3 for level in shown))
    one = of_a_five(shares, fits=four, blown=seen, shown=shown, middles=middles)
    assert decide_die(one).value == value


def test_pips_that_fit_badly_tell_no_value_whatever_the_second_reader_sees() -> None:
    assert decide_die(of_a_five(shares_of(1.0), fit=0.6, spots=True)).value is None


def test_a_lone_die_beside_which_more_of_its_body_shows_is_asked_about() -> None:
    sure = shares_of(1.0)
    assert decide_die(of_a_five(sure, alone=True)).flatness == BY_CONTACT
    assert decide_die(of_a_five(sure, alone=True, beside=0.02)).flatness == ASKED
    over = Lies(0.02, 0.9)
    less = Lies(0.02, float(thresholds.ON_DIE) - 0.01)
    on_it = Flatness(False, Support.DIE, FlatBy.APPEARANCE)
    assert decide_die(of_a_five(sure, alone=True, beside=0.02, lies=over)).flatness == on_it
    assert decide_die(of_a_five(sure, alone=True, beside=0.01, lies=over)).flatness == ASKED
    assert decide_die(of_a_five(sure, alone=True, beside=0.02, lies=less)).flatness == ASKED
    assert decide_die(of_a_five(sure, beside=0.02)).flatness == BY_CONTACT


@pytest.mark.parametrize(("half", "no_face", "void"), [("bar", 0.95, False), ("bar", 0.85, True)])
def test_what_may_be_the_cube_on_the_bar_is_void_only_if_it_is_a_face(
    half: Zone, no_face: float, void: bool
) -> None:
    shares = (no_face, 0.0, 0.0, 0.0, 0.0, 1 - no_face, 0.0)
    on_bar = decide_die(of_a_five(shares, half=half))
    assert on_bar.value is None
    assert on_bar.flatness.flat is (False if void else None)
    assert on_bar.flatness.flat_by is (FlatBy.CONTACT if void else FlatBy.APPEARANCE)


def test_what_is_no_face_and_leans_is_asked_about_unless_a_checker_carries_it() -> None:
    none = shares_of(0.1)
    assert decide_die(of_a_five(none, rest=BY_WALL, lies=SURE)).flatness == ASKED
    assert decide_die(of_a_five(shares_of(1.0), rest=BY_WALL, lies=SURE)).flatness == ASKEW
    over = Rest(12.0, 12.0, 100.0, FAR)
    assert decide_die(of_a_five(none, rest=over)).flatness == Flatness(
        False, Support.CHECKER, FlatBy.CONTACT
    )


@pytest.mark.parametrize(
    ("half", "value", "by_mm", "px_per_mm", "aslant"),
    [
        ("picture_left", 3, 0.8, 4.0, True),
        ("picture_left", 3, 0.7, 4.0, False),
        ("off", 3, 4.0, 4.0, False),  # spare dice may differ
        ("picture_left", None, 4.0, 4.0, False),
        ("picture_left", 3, 2.9, 1.0, False),  # in a small picture sizes are not known as well
        ("picture_left", 3, 3.1, 1.0, True),
    ],
)
def test_of_two_dice_read_of_unlike_size_the_smaller_may_lean(
    half: Zone, value: int | None, by_mm: float, px_per_mm: float, aslant: bool
) -> None:
    told = [DieDecision(5, BY_CONTACT), DieDecision(value, BY_CONTACT)]
    sides_mm = [12.0, 12.0 + by_mm]
    assert seen_aslant(told, ["picture_left", half], sides_mm, px_per_mm) == [aslant, False]


@pytest.mark.parametrize(
    ("flat", "smeared", "drawn_out", "uneven", "side_px", "moving"),
    [
        (True, 0.1, 0.1, 0.1, 30, False),
        (True, 0.995, 0.8, 0.1, 30, True),
        (True, 0.995, 0.1, 0.1, 30, None),  # both nets must say so
        (True, 0.99, 0.8, 0.1, 30, None),
        (True, 0.8, 0.1, 0.1, 30, None),
        (True, 0.1, 0.8, 0.1, 30, None),
        (True, 0.1, 0.8, 0.1, 20, False),  # of small dice it is surer of sharp ones
        (True, 0.1, 0.95, 0.1, 20, None),
        (True, 0.1, 0.1, 0.3, 30, None),
        (None, 0.1, 0.1, 0.6, 30, None),  # dust lies between pips, too
        (False, 0.9, 0.9, 0.9, 30, False),  # a lean draws pips out by itself
        (False, 0.94, 0.1, 0.1, 30, None),
        (False, 0.995, 0.8, 0.1, 30, True),
    ],
)
def test_a_die_that_was_read_moves_if_a_net_or_its_pips_say_so(
    flat: bool | None,
    smeared: float,
    drawn_out: float,
    uneven: float,
    side_px: float,
    moving: bool | None,
) -> None:
    assert moves(flat, smeared, drawn_out, lambda: uneven, side_px) is moving


READER = Path(str(thresholds.__file__)).parent
ANSWERS = (DieSeen, StillSeen, Besides, Flatness, DieDecision)
OPEN = {"half", "confidence", "center_px", "center_mm", "bbox_px", "guess", "dice"}
"""What of them is no answer: where a die lies, and its best value when forced."""


def answers(tree: ast.AST) -> set[str]:
    """Which answers a module gives, but `None`: fields of a whole, or of one that is changed."""
    fields = {one.__name__: [*inspect.signature(one).parameters] for one in ANSWERS}
    found = set[str]()
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        given = [(one.arg or "**", one.value) for one in call.keywords]
        if name in fields:
            given += zip(fields[name], call.args, strict=False)
        elif name not in {"replace", "_replace"}:
            continue
        known = {field for every in fields.values() for field in every} | {"**"}
        found |= {
            field
            for field, value in given
            if field in known - OPEN
            and not (isinstance(value, ast.Constant) and value.value is None)
        }
    return found


def test_the_decision_alone_answers() -> None:
    """What gathers leaves all of it open; a picture without a board has a reader of its own."""
    board = [
        path for path in tracked_files("vision/reader/**/*.py") if path.parent.name != "boardless"
    ]
    answering = {
        path.relative_to(READER)
        for path in board
        if answers(ast.parse(path.read_text())) - {"before"}
    }
    rooms = {str(path.parent) for path in answering}
    assert rooms == {"decision"}
    assert {path.stem for path in answering} == {"die", "flatness", "picture", "scene", "unread"}


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("DieSeen(3, None, half)", {"value"}),
        ("replace(die, flat=True)", {"flat"}),
        ("dataclasses.replace(die, flat_by=by)", {"flat_by"}),
        ("told._replace(value=4)", {"value"}),
        ("replace(die, **lies)", {"**"}),
        ("DieSeen(value=None, guess=5, half=half, flat=None)", set()),
        ("replace(look, fit=0.9)", set()),
    ],
)
def test_an_answer_is_found(code: str, given: set[str]) -> None:
    assert answers(ast.parse(code)) == given


def test_a_pip_that_is_nothing_but_light_is_none() -> None:
    """A 4 with a highlight in its middle looks like a 5."""
    sure = shares_of(1.0)
    glint = replace(LIT, bright=(*LIT.bright[:4], 0.8, *LIT.bright[5:]))
    assert decide_die(of_a_five(sure, blown=LIT)).value == 5
    assert decide_die(of_a_five(sure, blown=glint)).value is None
    alike = replace(LIT, bright=tuple(0.8 if site % 2 == 0 else 0.0 for site in range(9)))
    assert decide_die(of_a_five(sure, blown=alike)).value == 5
