"""What three looks at one rest agree on."""

from __future__ import annotations

from dataclasses import replace

from kits.painted import POSE, lay, read

from vision.reading import DieSeen, FlatBy
from vision.tracker import agreed

ONE, OTHER, GHOST = read(lay({(300.0, 300.0): 3, (600.0, 300.0): 5, (800.0, 300.0): 1}), POSE, None)


def unsure(die: DieSeen) -> DieSeen:
    return replace(die, value=None, flat=None, flat_by=None, confidence=0.0)


def test_a_die_that_one_look_missed_is_told_though_that_look_saw_another_thing() -> None:
    assert agreed([(ONE, GHOST), (ONE, OTHER), (ONE, OTHER)]) == (ONE, unsure(OTHER))


def test_dice_that_all_looks_show_are_certain_and_told_in_their_order() -> None:
    assert agreed([(ONE, OTHER)] * 3) == (ONE, OTHER)
    assert agreed([(OTHER,), (ONE, OTHER), (ONE, OTHER)]) == (unsure(ONE), OTHER)


def test_what_one_look_of_three_shows_is_no_die() -> None:
    assert agreed([(ONE, GHOST), (ONE,), (ONE,)]) == (ONE,)
    assert agreed([(), (), (ONE,)]) == ()


def test_a_die_that_creeps_from_look_to_look_is_told_once() -> None:
    crept = [replace(ONE, center_mm=(300.0 + 3 * k, 300.0)) for k in range(3)]
    assert agreed([(die,) for die in crept]) == (unsure(crept[0]),)


def test_one_look_in_doubt_does_not_put_in_question_what_the_others_tell() -> None:
    doubted = replace(ONE, value=None, flat=None, flat_by=FlatBy.APPEARANCE, confidence=0.2)
    told = replace(ONE, confidence=0.2)
    for looks in ((ONE, ONE, doubted), (doubted, ONE, ONE)):
        assert agreed([(look,) for look in looks]) == (told,)
    assert agreed([(ONE,), (doubted,), (doubted,)]) == (replace(doubted, confidence=0.2),)


def test_two_looks_that_deny_each_other_tell_nothing() -> None:
    other, leans = replace(ONE, value=5, guess=5), replace(ONE, flat=False)
    assert agreed([(ONE,), (ONE,), (other,)]) == (replace(ONE, value=None),)
    assert agreed([(ONE,), (ONE,), (leans,)]) == (
        replace(ONE, flat=None, flat_by=FlatBy.APPEARANCE),
    )


def test_a_die_that_one_look_shows_without_a_face_is_the_same_a_little_off() -> None:
    """Where it leans a net finds it, half a die's side off at most."""
    leans = replace(ONE, flat=False)
    assert leans.center_mm is not None
    x, y = leans.center_mm

    def shy(off_mm: float) -> DieSeen:
        return replace(leans, value=None, guess=None, center_mm=(x + off_mm, y), confidence=0.0)

    assert agreed([(leans,), (shy(7.0),), (leans,)]) == (replace(leans, confidence=0.0),)
    assert agreed([(shy(7.0),), (shy(7.0),), (leans,)]) == (shy(7.0),)
    assert agreed([(leans,), (shy(9.0),), (leans,)]) == (unsure(leans),)
    assert agreed([(shy(9.0),), (shy(9.0),), (leans,)]) == (replace(shy(9.0), flat=None),)
    apart = replace(leans, center_mm=(x + 5.0, y))  # two faces are found better than that
    assert agreed([(leans,), (apart,), (leans,)]) == (unsure(leans),)
