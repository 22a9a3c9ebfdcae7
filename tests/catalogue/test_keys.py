"""What a key says and what is sent by it are one thing, on either side of the board."""

import pytest
from kits import commands as c
from kits.controls_kit import half, roll_pad
from kits.rules_kit import BLACK, LEFT, RIGHT, WHITE, Table
from kits.screen_kit import named, questioned, seen

from kiosk.catalogue.key import KeyPlace, KeySheet, NumberEntry, Situation
from kiosk.catalogue.tables import KEYS
from kiosk.catalogue.text import format_text
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.tap import TapOption
from kiosk.rules.units import SIDES, Instant, Side
from kiosk.screen.asking import asking
from kiosk.wire.taps import Action, command_of

AT = Instant(1)
CUBE = (KeySheet.MORE, KeySheet.CUBE)


def placed(kind: type[c.Command], way: TapOption, at: Situation) -> KeyPlace:
    return KEYS[kind.__name__].place_of(way, at)


def entry_of(place: KeyPlace) -> NumberEntry:
    assert place.entry is not None
    return place.entry


def sent(kind: type[c.Command], way: TapOption, side: Side, *values: int) -> c.Command:
    choices = (way.choice,) if way.choice else ()
    action = Action(kind.__name__, way.level, way.dice, way.side, choices)
    return command_of(action, side, values, AT)


# --- the cube ------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("words", "with_whom"),
    [
        ("Cube is mine", "own"),
        ("Cube is the opponent's", "other"),
        ("Cube is in the middle", "nobody"),
    ],
)
def test_whose_the_cube_on_the_board_is_said_from_the_side_that_taps(
    side: Side, words: str, with_whom: str
) -> None:
    owner = {"own": side, "other": side.other, "nobody": None}[with_whom]
    keys = {}
    for choice in (*SIDES, "nobody"):
        way = TapOption(choice=str(choice))
        keys[format_text(placed(c.CubeDisputed, way, Situation(side)).label)] = way
    assert sent(c.CubeDisputed, keys[words], side, 2) == c.CubeDisputed(AT, side, 2, owner)


def test_a_cube_in_the_middle_may_show_one_and_an_owned_one_may_not() -> None:
    def shown(choice: str) -> list[int]:
        entry = entry_of(placed(c.CubeDisputed, TapOption(choice=choice), Situation(WHITE)))
        assert format_text(entry.asks(1, 0)) == "What does the cube show?"
        assert [str(number) for number, _ in entry.keys] == [
            format_text(words) for _, words in entry.keys
        ]
        return [number for number, _ in entry.keys]

    assert shown("nobody") == [1, 2, 4, 8, 16, 32]
    assert shown("white") == shown("black") == [2, 4, 8, 16, 32, 64]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("doubler", "words"),
    [("own", "I doubled on the board"), ("other", "Opponent doubled on the board")],
)
def test_who_doubled_on_the_board_is_told_from_the_side_that_taps(
    side: Side, doubler: str, words: str
) -> None:
    who = side if doubler == "own" else side.other
    way = TapOption(side=who, choice="full_form")
    place = placed(c.BoardDoubleTapped, way, Situation(side))
    assert (format_text(place.label), place.path) == (words, CUBE)
    told = sent(c.BoardDoubleTapped, way, side)
    assert isinstance(told, c.BoardDoubleTapped)
    assert (told.side, told.doubler) == (side, who)


@pytest.mark.parametrize(
    ("choice", "words", "word", "act"),
    [
        ("take_pass", "Said take, did pass", CubeAnswer.TAKE, CubeAnswer.PASS),
        ("pass_take", "Said pass, did take", CubeAnswer.PASS, CubeAnswer.TAKE),
    ],
)
def test_an_answer_on_the_board_names_the_word_before_the_act(
    choice: str, words: str, word: CubeAnswer, act: CubeAnswer
) -> None:
    way = TapOption(choice=choice)
    assert format_text(placed(c.BoardAnswerTapped, way, Situation(BLACK)).label) == words
    told = sent(c.BoardAnswerTapped, way, BLACK)
    assert told == c.BoardAnswerTapped(AT, BLACK, word, act, None)


@pytest.mark.parametrize(("own", "words"), [(True, "Take it back"), (False, "No")])
def test_who_told_of_a_double_withdraws_it_and_the_other_denies_it(own: bool, words: str) -> None:
    at = Situation(WHITE, own=frozenset({"BoardDoubleContested"} if own else ()))
    assert format_text(placed(c.BoardDoubleContested, TapOption(), at).label) == words


# --- the baffle box ------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("words", ["Baffle box on my left", "Baffle box on my right"])
def test_a_box_on_my_left_stands_on_the_left_of_who_taps(side: Side, words: str) -> None:
    """White sits at the picture's bottom, Black at its top and sees the halves the other way."""
    left, right = {WHITE: (LEFT, RIGHT), BLACK: (RIGHT, LEFT)}[side]
    wanted = {"Baffle box on my left": left, "Baffle box on my right": right}[words]
    controls = half(seen(Table().open()), side).controls
    (key,) = [each for each in controls if each.label == words]
    told = command_of(key.action, side, (), AT)
    assert told == c.MixerWishTapped(AT, side, wanted)


# --- dice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_two_opening_dice_are_asked_for_whites_first_whoever_enters_them(side: Side) -> None:
    table = Table().open().ready()
    one = half(named(seen(table), "Anna", "Bo"), side)
    asked = [asking(one, roll_pad(one, *values)) for values in ((), (5,))]
    assert asked == ["Tap the die of Anna", "Tap the die of Bo"]
    for each in SIDES:
        table.ok(c.RollEntered(table.at, each, (5, 2)))
    assert table.match.game is not None
    assert table.match.game.on_turn is WHITE


def test_the_second_die_of_a_roll_is_asked_for_with_the_first_in_sight() -> None:
    entry = entry_of(placed(c.RollEntered, TapOption(dice=2), Situation(WHITE)))
    assert [format_text(entry.asks(1, 0)), format_text(entry.asks(5, 1))] == [
        "Tap the first die",
        "5 and? Tap the second die",
    ]
    only = entry_of(placed(c.RollEntered, TapOption(dice=1), Situation(WHITE)))
    assert (len(only.starts), format_text(only.asks(1, 0))) == (1, "Tap the die")


def test_a_roll_that_does_not_count_is_no_roll_to_enter() -> None:
    none = TapOption(dice=0)
    place = placed(c.RollEntered, none, Situation(BLACK))
    assert (format_text(place.label), place.entry) == ("Does not count", None)
    assert sent(c.RollEntered, none, BLACK) == c.RollEntered(AT, BLACK, None)
    assert (
        format_text(placed(c.RollEntered, TapOption(dice=2), Situation(BLACK)).label)
        == "Enter roll"
    )
    proposed = Situation(BLACK, proposal=(6, 3))
    assert format_text(placed(c.RollEntered, TapOption(dice=2), proposed).label) == "Other numbers"
    assert format_text(placed(c.RollConfirmed, TapOption(), proposed).label) == "Yes, 6-3"


def test_both_halves_are_asked_whether_the_same_roll_was_thrown() -> None:
    shown = seen(questioned())
    assert shown.question is not None
    proposal = shown.question.proposal
    assert proposal is not None
    yes = f"Yes, {proposal[0]}-{proposal[1]}"
    for side in SIDES:
        assert yes in {each.label for each in half(shown, side).controls}
