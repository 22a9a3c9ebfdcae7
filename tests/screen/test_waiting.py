"""Whoever is waited for is asked for just that; the other is told for whom, and for what."""

import pytest
from kits import commands as c
from kits.rules_kit import BLACK, ITALIAN, LONDON, NORWAY, WHITE, Table
from kits.screen_kit import STATES, UP, seen
from kits.waiting_kit import WAITING, after, on_break, tap, to_roll

from kiosk.catalogue.key import Corner, KeySheet, Tone
from kiosk.catalogue.text import format_text
from kiosk.rules.match.rulings import Effect, Wrong
from kiosk.rules.prompts import PROMPTS
from kiosk.rules.prompts.desk import DeskPrompt
from kiosk.rules.prompts.dice import DicePrompt
from kiosk.rules.prompts.game import GamePrompt
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, SIDES, BySide, Side
from kiosk.screen import words
from kiosk.screen.asking import asking
from kiosk.screen.controls import Give, Open, Pad, row
from kiosk.screen.view import HalfView, view
from kiosk.wire.taps import command_of

SETTLE = "Wait for the director. Settled? Both tap Go on"
WAIT = "Wait for the director"
REPORT = "Report it to the director"

SENTENCES: dict[str, tuple[str, str]] = {
    "game given up": ("Black accepts or rejects", "White gives up a gammon. Accept?"),
    "game given up for sure": (
        "Black accepts or rejects",
        "White gives up a gammon for certain. Accept?",
    ),
    "game claimed": ("Black accepts or rejects", "White claims a gammon. Accept?"),
    "game claimed for sure": (
        "Black accepts or rejects",
        "White claims a gammon for certain. Accept?",
    ),
    "claim contested": (SETTLE, SETTLE),
    "offer rejected": ("Not accepted: press your clock", "White presses first, then you roll"),
    "claimant tells": (
        "Black says why the move is illegal, then presses",
        "Say why the move is illegal, then press your clock",
    ),
    "claimant has told": ("Move, then press your clock", "White moves"),
    "move denied": (SETTLE, SETTLE),
    "move again": ("Move, then press your clock", "White moves"),
    "double told": (
        "Black says yes or no",
        "White says: “You doubled on the board.” Is that right?",
    ),
    "taken double told": (
        "Black says yes or no",
        "White says: “You doubled, I took.” Is that right?",
    ),
    "own passed double told": (
        "Black says: “I doubled, you passed.” Is that right?",
        "White says yes or no",
    ),
    "double denied": (SETTLE, SETTLE),
    "press wanted back": (
        "Black says yes or no",
        "White says: “I pressed by mistake.” Undo the press?",
    ),
    "consent": ("May Black roll again?", "White decides if you roll again"),
    "one die lifted": (
        "Black says: “Only one die was lifted.” Is that right?",
        "White says yes or no",
    ),
    "dice taken early": (
        "Move, then press your clock",
        "White says: “You took the dice too early.” Is that right?",
    ),
    "dice contested": (WAIT, WAIT),
    "closed out": ("Black says: “I can't move, whatever I roll.”", "No roll: press your clock"),
    "closed out, no clock": (
        "Black says: “I can't move, whatever I roll.”",
        "No roll: press your button",
    ),
    "home crowded": ("Black rolls", "Roll or double"),
    "left allowed": ("Black rolls", "Roll or double"),
    "mixed": ("Score right? Tap Ready", "Score right? Tap Ready"),
    "picks known": ("Score right? Tap Ready", "Score right? Tap Ready"),
    "called": ("Your match: tap “I am here”, 5:00 left", "Waiting for White: 5:00 left"),
    "late": ("You are late: tap “I am here”", "Waiting for White, who is late"),
    "late, to be claimed": ("You are late: tap “I am here”", "Waiting for White, who is late"),
    "late, points proposed": ("You are late: tap “I am here”", "Waiting for White, who is late"),
    "break": ("Black has a break: 5:00 left", "Your break: 5:00 left"),
    "break overrun": ("Black's break is over", "Your break is over: come back"),
    "leave in a game": ("Black has a break: 5:00 left", "Your break: 5:00 left"),
    "time used up, points proposed": (WAIT, WAIT),
    "score proposed": ("Score right? Tap Ready", "Score right? Tap Ready"),
    "length proposed": ("Black rolls", "Roll or double"),
    "set-up error": ("Set up right? Tap Go on", "Set up right? Tap Go on"),
    "clock brought in": (
        "You play with a clock now: 14:00 each. Tap Go on",
        "You play with a clock now: 14:00 each. Tap Go on",
    ),
    "to go on": ("Ready? Tap Go on, both of you", "Ready? Tap Go on, both of you"),
    "disputed": (WAIT, WAIT),
    "stopped for a die": ("When it is done, tap Go on", "When it is done, tap Go on"),
    "box wished": ("Black rolls", "Roll or double"),
    "match given up": (
        "You gave up the match. The director enters it",
        "White gave up the match. The director enters it",
    ),
    "result confirmed by one": (
        f"You won the match. {REPORT}",
        "White won the match. Is the result right?",
    ),
    "result confirmed": (f"You won the match. {REPORT}", f"White won the match. {REPORT}"),
    "result disputed": (
        "Black says: the score is wrong. The director decides",
        "You said: the score is wrong. The director decides",
    ),
    "director called after the match": (
        "You won the match. Is the result right?",
        "White won the match. Is the result right?",
    ),
    "result reported": ("You won the match", "White won the match"),
    "doubled, to be taken back": ("Take at 2, or pass?", "White takes or passes"),
    "double taken back": ("Black rolls", "Roll or double"),
    "passed, to be taken back": ("Score right? Tap Ready", "Score right? Tap Ready"),
    "pass taken back": ("Take at 2, or pass?", "White takes or passes"),
    "game to be played on": (
        "Black says yes or no",
        "White says: “The last game was not over.” Play it on?",
    ),
    "game played on": (
        "Put the position back, then tap Go on",
        "Put the position back, then tap Go on",
    ),
    "nobody left": (
        "Black says: “Nobody left for the break.” Is that right?",
        "White says yes or no",
    ),
    "Italian, between games": ("Score right? Tap Ready", "Score right? Tap Ready"),
    "Italian, to roll": ("Black rolls", "Roll or double"),
    "London, to roll": ("Black rolls", "Roll or double"),
    "unified, moving": ("Move, then press your clock", "White moves"),
    "Michigan, to roll": ("Black rolls", "Roll or double"),
}

ASKED: dict[str, tuple[Side, tuple[str, ...]]] = {
    "game given up": (BLACK, ("Accept gammon", "Reject", "Not certain")),
    "game given up for sure": (BLACK, ("Accept gammon", "Not certain")),
    "game claimed": (BLACK, ("Accept gammon", "Reject", "Still contact", "Not certain")),
    "game claimed for sure": (BLACK, ("Accept gammon", "Still contact", "Not certain")),
    "move challenged": (WHITE, ("Yes", "No")),
    "double told": (BLACK, ("Yes", "No")),
    "own passed double told": (WHITE, ("Yes", "No")),
    "press wanted back": (BLACK, ("Yes, undo it", "No")),
    "consent": (WHITE, ("Yes, roll again", "I disagree")),
    "one die lifted": (WHITE, ("Yes", "I disagree")),
    "dice taken early": (BLACK, ("Yes", "I disagree")),
    "claimed": (BLACK, ("Yes, gammon", "Disagree")),
    "doubled": (WHITE, ("Take", "Pass")),
    "claimant has told": (WHITE, ("I disagree",)),
    "doubled, to be taken back": (WHITE, ("Take", "Pass")),
    "game to be played on": (BLACK, ("Yes, play it on", "No, it is over")),
    "nobody left": (WHITE, ("Yes, not used", "No")),
    "called": (WHITE, ("I am here", "Ready")),
    "late": (WHITE, ("I am here",)),
    "late, to be claimed": (BLACK, ("Ready", "Claim the match")),
    "break": (BLACK, ("I am back",)),
    "leave in a game": (BLACK, ("I am back", "Go on")),
    "mixed": (WHITE, ("Ready", "I pick first")),
    "result confirmed by one": (BLACK, ("Result is right",)),
    "result confirmed": (WHITE, ("Report result",)),
}
"""Who has to answer, and the first keys of its row."""

NOTED: dict[str, str] = {
    "director called after the match": "Black called the director",
    "dice taken early": "Black says yes or no",
    "break overrun": "The director has to answer: 2 penalty points against Black "
    "(late from a break)",
    "late, points proposed": "The director has to answer: White loses the match (late)",
    "time used up, points proposed": "The director has to answer: 2 penalty points against Black "
    "(time used up)",
    "score proposed": "The director has to answer: White 2, Black 1 (records differ)",
    "length proposed": "The director has to answer: a match to 9 (wrong length)",
    "disputed": "White wants a ruling. Wait for the director",
    "stopped for a die": "Black stopped the clocks: fallen die",
    "picks known": "Dice are picked by Black, White",
    "box wished": "You want a baffle box",
    "claim contested": "Black called the director",
    "double taken back": "Black took back the double",
    "pass taken back": "You took back the pass",
    "game played on": "The game is played on",
}


def half(table: Table, side: Side, later_s: float = 0.0) -> HalfView:
    snapshot = seen(table)
    at = snapshot.at_ns + round(later_s * SECOND_NS)
    found = view(snapshot, at, UP).half(side)
    assert found is not None
    return found


def test_every_state_of_waiting_is_said_here() -> None:
    assert set(SENTENCES) == set(WAITING)


@pytest.mark.parametrize("state", SENTENCES)
@pytest.mark.parametrize("side", SIDES)
def test_each_side_reads_what_is_waited_for(state: str, side: Side) -> None:
    assert half(WAITING[state](), side).prompt == SENTENCES[state][side is BLACK]


@pytest.mark.parametrize("state", ASKED)
def test_the_answer_is_the_first_of_the_keys(state: str) -> None:
    side, labels = ASKED[state]
    keys = row(half(STATES[state](), side).controls, None)
    assert tuple(key.label for key in keys[: len(labels)]) == labels
    asked_twice = {Open(KeySheet.TAKE), Open(KeySheet.PASS)} if state == "doubled" else set()
    assert all(isinstance(key.tap, Give) or key.tap in asked_twice for key in keys[: len(labels)])


@pytest.mark.parametrize("state", NOTED)
def test_what_waits_for_the_director_is_read_by_both(state: str) -> None:
    assert NOTED[state] in half(WAITING[state](), WHITE).notes
    if "director" in NOTED[state]:
        assert NOTED[state] in half(WAITING[state](), BLACK).notes


def test_a_stop_that_the_proposal_explains_leaves_it_the_line() -> None:
    only = (NOTED["time used up, points proposed"],)
    assert half(WAITING["time used up, points proposed"](), WHITE).notes == only


def test_after_confirming_one_waits_for_the_other() -> None:
    """Norway: the winner alone reports; the loser waits for nothing but the winner."""
    table = Table().open(points=1, book=NORWAY).start().win(WHITE)
    after(table, tap(c.ResultConfirmed, BLACK))
    assert half(table, BLACK).prompt == "White won the match. White confirms it"
    after(table, tap(c.ResultConfirmed, WHITE))
    assert half(table, BLACK).prompt == "White won the match"


def test_a_break_is_counted_down_and_then_over_on_both_halves() -> None:
    table = on_break()
    assert half(table, BLACK, 61).prompt == "Your break: 3:59 left"
    assert half(table, WHITE, 61).prompt == "Black has a break: 3:59 left"
    assert half(table, BLACK, 301).prompt == "Your break is over: come back"
    after(table, tap(c.PresentTapped, BLACK))
    assert half(table, BLACK).prompt == "Score right? Tap Ready"


def test_who_came_back_goes_on_next() -> None:
    table = WAITING["leave in a game"]()
    after(table, tap(c.PresentTapped, BLACK))
    assert half(table, BLACK).prompt == "When both are back, tap Go on"


def test_a_length_for_later_is_told_until_then() -> None:
    """norway §4.8; italian-international L51 changes it at once."""
    later, at_once = to_roll(book=NORWAY), to_roll(book=ITALIAN)
    told = "From the next game the match is to 9"
    for table in (later, at_once):
        table.ok(table.order(c.LengthOrdered, 9))
    for side in SIDES:
        one, other = half(later, side), half(at_once, side)
        assert (one.length, told in one.notes) == ("to 7", True)
        assert (other.length, told in other.notes) == ("to 9", False)
    later.win(WHITE).start()
    assert half(later, WHITE).length == "to 9"
    assert told not in half(later, WHITE).notes


def test_a_match_given_up_waits_for_the_director_until_its_winner_is_posted() -> None:
    """What the result then says is true: no points, and no offer that was accepted."""
    table = WAITING["match given up"]()
    rows = [key.label for key in row(half(table, WHITE).controls, None)]
    assert rows[0] == "I go on after all"
    table.ok(table.order(c.ResultPosted, BLACK))
    assert half(table, BLACK).prompt.startswith("You won the match")
    for side in SIDES:
        assert half(table, side).notes == ("White gave up the match",)


def test_after_the_match_a_side_says_that_the_result_is_wrong_and_takes_it_back() -> None:
    """One tap to a sheet and one to what is wrong, before it signed and after."""
    table = WAITING["result confirmed by one"]()
    for side in SIDES:
        one = half(table, side)
        wrong = next(key for key in row(one.controls, None) if key.label == "Result is wrong")
        assert wrong.tone is Tone.PLAIN
        sheet = Pad((KeySheet.RESULT,), one.occasion)
        assert wrong.tap == Open(KeySheet.RESULT)
        assert [key.label for key in row(one.controls, sheet)] == [
            *("The score is wrong", "The winner is wrong", "Director", "Back"),
        ]
        assert asking(one, sheet) == "What is wrong with the result of the match?"
        (first,) = (key.tap for key in row(one.controls, sheet) if key.label.startswith("The win"))
        assert isinstance(first, Give)
        assert command_of(first.action, side, None, table.at) == c.ResultDisputed(
            table.at, side, Wrong.WINNER
        )
    table = WAITING["result disputed"]()
    labels = [key.label for key in row(half(table, BLACK).controls, None)]
    assert labels[0] == "Result is right after all"
    for side in SIDES:
        labels = [key.label for key in row(half(table, side).controls, None)]
        assert not {"Result is right", "Report result", "Result is wrong"} & set(labels)
    table.ok(c.DisputeWithdrawn(table.at, BLACK))
    assert half(table, BLACK).prompt == "White won the match. Is the result right?"


def test_what_the_director_rules_of_the_result_is_on_both_halves_until_it_is_read() -> None:
    for order, told in (
        ((c.DisputeRuled, None, Effect.RESULT_STANDS), "The result stands."),
        ((c.ScoreOrdered, BySide(1, 0), None, None), "The score is White 1, Black 0."),
        ((c.ForfeitOrdered, WHITE, False, "§4.5"), "White loses the match."),
    ):
        table = WAITING["result disputed"]()
        kind, *fields = order
        table.ok(table.order(kind, *fields))
        for side in SIDES:
            message = half(table, side).message
            assert message is not None
            assert told in message.text


def test_the_director_is_called_from_the_half_after_the_match_too() -> None:
    table = WAITING["result confirmed"]()
    for side in SIDES:
        calls = [each for each in half(table, side).controls if each.label == "Director"]
        assert [(each.path, each.corner) for each in calls] == [((), Corner.DIRECTOR)]
    table = WAITING["director called after the match"]()
    table.ok(table.order(c.ComingOrdered))
    for side in SIDES:
        assert "The director is coming" in half(table, side).notes


def test_what_is_asked_beside_is_said_quietly_and_the_rarest_first() -> None:
    assert half(WAITING["mixed"](), WHITE).quiet == (
        "Draw lots: who picks the first die?",
        "Compare your score sheets",
    )
    assert half(WAITING["disputed"](), BLACK).quiet == ("Touch nothing until the ruling",)
    assert half(STATES["confirming"](), BLACK).quiet == ()


@pytest.mark.parametrize(
    ("book", "name"),
    [(NORWAY, "White reports the result"), (LONDON, "Black reports the result")],
)
def test_who_reports_is_called_by_name(book: RuleBook, name: str) -> None:
    """White won; where the challenger reports that is the second one listed (london-club TR4)."""
    over = Table().open(points=1, book=book).start().win(WHITE)
    assert half(over, BLACK).quiet == (name,)


SHOWN_ELSEWHERE = frozenset(
    {
        GamePrompt.PRESS_AFTER_DOUBLE,
        GamePrompt.PRESS_AFTER_TAKE,
        GamePrompt.PRESS_AFTER_REJECTION,
        GamePrompt.ANSWER_BOARD_DOUBLE,
        GamePrompt.CONFIRM_RESULT,
        DicePrompt.ROLL_BOTH_AGAIN,
        DicePrompt.CONSENT_TO_REROLL,
        DicePrompt.END_TURN_UNROLLED,
        DicePrompt.ANSWER_DICE_CLAIM,
        DicePrompt.LIFT_BOTH_DICE,
        DeskPrompt.WAIT_FOR_LATE_SIDE,
        DeskPrompt.WAIT_FOR_CLOCK_TIMES,
        DeskPrompt.COME_BACK,
        DeskPrompt.ANSWER_ILLEGAL_MOVE,
        DeskPrompt.TELL_AND_PRESS,
    }
)
"""Prompts that the half's own sentence or its keys give."""


def test_every_prompt_is_said_or_said_elsewhere() -> None:
    everything = {prompt for kind in PROMPTS for prompt in kind}
    assert set(words.QUIET) | words.OF_ONE | SHOWN_ELSEWHERE == everything
    assert not set(words.QUIET) & SHOWN_ELSEWHERE
    assert all(len(format_text(text)) <= 40 for text in words.QUIET.values())


def test_a_match_of_one_point_has_no_crawford_game_for_people() -> None:
    """The book's word for it is true and says nothing: there is no other game."""
    one = Table().open(points=1).start()
    assert one.match.game is not None
    assert one.match.game.crawford
    assert not half(one, WHITE).crawford
    assert half(STATES["Crawford game"](), WHITE).crawford


# --- taking back, and what can't be taken back --------------------------------------------------


def labels(one: HalfView, pad: Pad | None = None) -> list[str]:
    return [key.label for key in row(one.controls, pad)]


def test_the_key_to_take_back_is_there_for_six_seconds_and_for_its_side_alone() -> None:
    for state, side in (("doubled, to be taken back", BLACK), ("passed, to be taken back", WHITE)):
        table = WAITING[state]()
        assert "Undo" in labels(half(table, side))
        assert "Undo" in labels(half(table, side, 5.9))
        assert "Undo" not in labels(half(table, side, 6))
        assert "Undo" not in labels(half(table, side.other))


def test_the_view_says_when_the_key_falls_away() -> None:
    snapshot = seen(WAITING["doubled, to be taken back"]())
    assert view(snapshot, snapshot.at_ns, UP).changes_at == snapshot.at_ns + 6 * SECOND_NS
    assert view(seen(to_roll()), snapshot.at_ns, UP).changes_at == 0


def test_it_does_not_stand_where_the_finger_was_that_settled_it() -> None:
    double = row(half(to_roll(book=LONDON), BLACK).controls, None)
    back = row(half(WAITING["doubled, to be taken back"](), BLACK).controls, None)
    answer = row(half(WAITING["doubled, to be taken back"](), WHITE).controls, None)
    after_pass = row(half(WAITING["passed, to be taken back"](), WHITE).controls, None)
    was = {key.label: key.at for key in (*double, *answer)}
    assert {key.at for key in back if key.label == "Undo"}.isdisjoint({was["Double"]})
    assert {key.at for key in after_pass if key.label == "Undo"}.isdisjoint({was["Pass"]})


def test_what_stands_is_asked_a_second_time_with_its_sections() -> None:
    """norway §4.4(ii), (iii); two taps, and not one where the book is silent."""
    stands = {
        KeySheet.DOUBLE: (to_roll(), BLACK, "Yes, I double", "Double"),
        KeySheet.TAKE: (STATES["doubled"](), WHITE, "Yes, I take", "Take"),
        KeySheet.PASS: (STATES["doubled"](), WHITE, "Yes, I pass", "Pass"),
    }
    for drawer, (table, side, sure, first) in stands.items():
        one = half(table, side)
        pad = Pad((drawer,), one.occasion)
        assert first in labels(one)
        assert labels(one, pad) == [sure, "Director", "Back"]
        assert asking(one, pad) == f"{first}? No taking back: norway §4.4(ii), §4.4(iii)"
    assert KeySheet.DOUBLE not in {
        each.path[0] for each in half(to_roll(book=LONDON), BLACK).controls if each.path
    }


def test_while_a_game_may_be_played_on_nobody_is_told_to_go_to_the_next() -> None:
    for side in SIDES:
        one = half(WAITING["game to be played on"](), side)
        assert [key.label for key in row(one.controls, None) if key.tone is Tone.NEXT] == []
