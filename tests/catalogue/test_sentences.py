"""Every fact and every reason can be told."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from kits.pseudo_kit import PLAIN, PSEUDO
from kits.strategies import of_kind
from kits.words import sentence

from kiosk.catalogue import devices, reasons
from kiosk.catalogue.sentence import LineStyle, either, event_plural, event_text, other_side
from kiosk.catalogue.tables import SENTENCES
from kiosk.catalogue.terms import duration
from kiosk.catalogue.text import format_text
from kiosk.rules.command import Command
from kiosk.rules.cube.facts import CubeLevelCorrected, DeadCubeTurned, GameRescored
from kiosk.rules.decide import COMMANDS
from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceBack, DeviceLost
from kiosk.rules.dice.acts import DiceLifted, RollRead
from kiosk.rules.dice.facts import RollAccepted, RollRefused, RollStated
from kiosk.rules.director_orders import MessagePosted
from kiosk.rules.ending import GameEnded, MatchEnded
from kiosk.rules.fact import Event, Refused
from kiosk.rules.match.doubling import Cube
from kiosk.rules.penalties import PenaltyAwarded
from kiosk.rules.play import PlayResumed, PlayStopped, TurnEnded
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.rulebook import StopFor
from kiosk.rules.score import ScoreChanged
from kiosk.rules.start import OpenMatch
from kiosk.rules.stops import ResumeAgreed, StartOrdered
from kiosk.rules.units import BySide, Instant, Nanos, Side
from kiosk.wire import codec


def foreign(value: Any) -> Any:
    """The same, with all that somebody wrote in letters of another script."""
    if is_dataclass(value) and not isinstance(value, type):
        return type(value)(
            **{each.name: foreign(getattr(value, each.name)) for each in fields(value)}
        )
    if isinstance(value, tuple):
        return tuple(map(foreign, value))
    return "director:Жанна" if type(value) is str else value


@pytest.mark.parametrize("kind", codec.EVENTS.values(), ids=codec.EVENTS)
def test_every_event_has_a_sentence_with_its_sections_in_the_viewers_language(
    kind: type[Event],
) -> None:
    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(of_kind(kind))
    def check(event: Event) -> None:
        said = sentence(event)
        assert said.endswith((".", "]"))
        cites = getattr(event, "cites", ())
        assert said.endswith(f" [{'; '.join(cites)}]") or not cites
        pseudo = format_text(SENTENCES[kind].format(foreign(event)), PSEUDO).replace(
            "director:", ""
        )
        assert not PLAIN.search(pseudo), pseudo

    check()


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (PlayResumed(None, Instant(1)), "Play goes on."),
        (ResumeAgreed(None, None, None), "The director agrees to go on."),
        (
            ResumeAgreed(None, "director:Kari", "the clock works"),
            "Director Kari starts play again, because the clock works.",
        ),
        (
            PlayStopped(StopReason.DIRECTOR_ORDERED, None, (), "director:Kari", "dinner"),
            "Director Kari stops play, because dinner.",
        ),
        (
            PenaltyAwarded(
                Side.BLACK, 1, BySide(2, 1), "director:Kari", "late", "§2.2(iv)", ("norway",)
            ),
            "Director Kari awards 1 penalty point against Black, because late (§2.2(iv)): "
            "White 2, Black 1. [norway]",
        ),
        (
            RollRefused(None, (Reason.COCKED,), None, ()),
            "The opening roll does not count, "
            "because a die does not lie flat on the playing surface.",
        ),
        (RollStated(Side.BLACK, None), "Black says: nothing that counts."),
        (
            ScoreChanged(BySide(3, 1), "director:Kari", "a slip", "§4.3", None),
            "Director Kari set the score to White 3, Black 1, because a slip (§4.3).",
        ),
        (
            GameRescored(None, None, None, 2, Side.WHITE, 1, 1, BySide(3, 1), 17, ()),
            "Nobody points out doubles that were not allowed; game 2 brings White 1 point: "
            "White 3, Black 1, correcting row 17.",
        ),
        (
            GameEnded(None, 1, 1, 0, EndCause.RULING, BySide(0, 0), ()),
            "The game was not played to its end, because the director ruled: White 0, Black 0.",
        ),
        (
            GameEnded(Side.BLACK, 1, 2, 0, EndCause.CONCEDED, BySide(2, 2), ()),
            "The game was not played to its end, because the match was given up: White 2, Black 2.",
        ),
        (
            MatchEnded(Side.BLACK, BySide(2, 2), EndCause.CONCEDED, ()),
            "Black won the match, because White gave it up: White 2, Black 2.",
        ),
    ],
)
def test_what_is_nobodys_is_told_so(event: Event, says: str) -> None:
    assert sentence(event) == says


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (DeviceLost("camera", "no picture"), "The camera stopped answering: no picture."),
        (DeviceLost("tower", "silent"), "The baffle box stopped answering: silent."),
        (DeviceLost("buttons", "silent"), "The clock buttons stopped answering: silent."),
        (DeviceLost("left_button", "it is down"), "The left clock button is stuck: it is down."),
        (DeviceBack("right_button"), "The right clock button answers again."),
        (DeviceLost("director", "silent"), "The director stopped answering: silent."),
        (DeviceLost("lamp", "dark"), "The lamp stopped answering: dark."),
        (DeviceBack("camera"), "The camera answers again."),
        (DeviceBack("tower"), "The baffle box answers again."),
        (DeviceBack("buttons"), "The clock buttons answer again."),
        (DeviceBack("director"), "The director answers again."),
        (DeviceBack("lamp"), "The lamp answers again."),
    ],
)
def test_a_device_is_told_by_what_it_is(event: Event, told: str) -> None:
    assert sentence(event) == told


def test_every_device_is_told_in_words_of_its_own() -> None:
    for words in (devices.STOPPED, devices.ANSWERS, devices.DEVICES):
        assert words.keys() == set(DeviceName)


def test_a_stop_that_no_book_lists_is_noted() -> None:
    def stopped(listed: bool) -> str:
        return sentence(
            PlayStopped(
                StopReason.PLAYER_STOPPED,
                None,
                (),
                None,
                None,
                Side.WHITE,
                StopFor.FALLEN_DIE,
                listed,
            )
        )

    assert stopped(True) == "White stops the clocks to fetch a fallen die."
    assert stopped(False) == (
        "White stops the clocks to fetch a fallen die, which is noted for the director."
    )


def test_a_place_is_the_field_of_its_name_in_words() -> None:
    stop = ScoreChanged(BySide(3, 1), "director:Kari", "a slip.", None, 7)
    assert format_text(event_text("{by}, {why}, {score}, {corrects_seq}")(stop)) == (
        "Director Kari, a slip, White 3, Black 1, 7"
    )
    turn = TurnEnded(Side.BLACK, Nanos(483_250_000_000), BySide(Nanos(0), Nanos(10**9)))
    assert format_text(
        event_text("{side}, {other}, {used}: {reserve}", other=other_side)(turn)
    ) == ("Black, White, 8:03.250: White 0:00.000, Black 0:01.000")
    assert format_text(event_text("{was}")(DeadCubeTurned(Side.BLACK, Cube(4, Side.BLACK)))) == "4"
    assert format_text(event_text("{values}")(RollStated(Side.BLACK, (6, 5)))) == "6-5"


@pytest.mark.parametrize(("shown", "told"), [(1, "White: 1 point of 4"), (2, "Black: 2 points")])
def test_a_number_and_a_choice_are_the_events_own(shown: int, told: str) -> None:
    event = CubeLevelCorrected(Side.WHITE, shown, 4, ())
    first = event_plural("{side}: {count} point of {level}", "{side}: {count} points", "shown")
    other = event_plural(
        "{side}: {count} point", "{side}: {count} points", "shown", side=lambda _event: Side.BLACK
    )
    assert format_text(either(lambda event: event.shown == 1, first, other)(event)) == told


def test_what_has_no_words_of_its_own_needs_a_table() -> None:
    refused = RollRefused(None, (Reason.COCKED,), None, ())
    flat = "a die does not lie flat on the playing surface"
    assert format_text(event_text("{reasons}")(refused)) == flat
    with pytest.raises(TypeError, match="cocked"):
        format_text(event_text("{reason}", reason=lambda event: event.reasons[0])(refused))
    stopped = PlayStopped(StopReason.BREAK, None, (), None, None)
    assert (
        format_text(event_text("{reason}", reason=reasons.STOPS)(stopped)) == "a side takes a break"
    )
    with pytest.raises(TypeError, match="no words of its own"):
        format_text(event_text("{reason}")(stopped))


def test_every_reason_stop_and_cause_has_words() -> None:
    assert set(reasons.REASONS) == set(Reason)
    assert set(reasons.STOPS) == set(StopReason)
    assert set(reasons.CAUSES) == set(EndCause)
    for words in (reasons.REASONS, reasons.STOPS, reasons.CAUSES):
        assert len(set(words.values())) == len(words)


def test_a_roll_is_told_with_how_it_is_known() -> None:
    def rolled(by_touch: bool) -> str:
        return sentence(RollAccepted(Side.WHITE, (6, 5), by_touch, None, ("norway §4.1",)))

    assert rolled(False) == "White rolled 6-5 (camera). [norway §4.1]"
    assert rolled(True) == "White rolled 6-5 (by touch). [norway §4.1]"


def test_a_refusal_tells_all_its_reasons() -> None:
    refused = Refused("DoubleTapped", Side.BLACK, (Reason.NOT_YOUR_TURN, Reason.CRAWFORD_GAME))
    assert sentence(refused) == (
        "Refused: the double by Black, because the other side is to act, "
        "and there is no cube in the Crawford game."
    )


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (DiceLifted, "Refused: a report, because it was done before."),
        (RollRead, "Refused: a report, because it was done before."),
        (StartOrdered, "Refused: “Start clocks”, because it was done before."),
        (OpenMatch, "Refused: a report, because it was done before."),
    ],
)
def test_what_was_reported_or_ordered_in_vain_is_told_in_words(
    command: type[Command], words: str
) -> None:
    """It is so in every match: the first look at an empty board is one."""
    assert sentence(Refused(command.__name__, None, (Reason.ALREADY_DONE,))) == words


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("ClockPressed", "a press of the clock"),
        ("TakeTapped", "the take"),
        ("MessageTapped", "“OK”"),
        ("CubeDisputed", "a tap"),
        ("OfANewerProgram", "a tap"),
    ],
)
def test_a_tap_in_vain_is_told_by_what_it_settles_or_by_its_key(command: str, words: str) -> None:
    refused = Refused(command, Side.WHITE, (Reason.ALREADY_DONE,))
    assert sentence(refused) == f"Refused: {words} by White, because it was done before."


def test_no_command_that_is_refused_is_told_by_its_name_in_the_code() -> None:
    for command in (*(each.__name__ for each in COMMANDS), "OfANewerProgram"):
        for side in (None, Side.BLACK):
            assert command not in str(sentence(Refused(command, side, (Reason.NOT_NOW,))))


def test_a_changed_score_names_who_and_which_row() -> None:
    changed = ScoreChanged(BySide(3, 1), "director:Kari", "a slip", "§4.3", 17)
    assert sentence(changed) == (
        "Director Kari set the score to White 3, Black 1, because a slip (§4.3), correcting row 17."
    )


@pytest.mark.parametrize(
    ("nanos", "says"),
    [
        (0, "0:00.000"),
        (999_999, "0:00.000"),
        (483_250_000_000, "8:03.250"),
        (59_999_999_999, "0:59.999"),
    ],
)
def test_times_are_never_rounded_up(nanos: int, says: str) -> None:
    assert duration(nanos) == says


@pytest.mark.parametrize("why", ["the dice are checked", "the dice are checked.", "Dice checked! "])
def test_a_reason_that_ends_with_a_stop_has_no_second_one(why: str) -> None:
    said = sentence(PlayStopped(StopReason.DIRECTOR_ORDERED, None, (), "director:Kari", why))
    assert said == f"Director Kari stops play, because {why.strip(' .!')}."
    scored = sentence(ScoreChanged(BySide(2, 1), "director:Kari", why, "§3", 7))
    assert f"because {why.strip(' .!')} (§3), correcting row 7." in scored


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Round 3 starts at 14:00.", "“Round 3 starts at 14:00”."),
        ("Round 3 starts at 14:00", "“Round 3 starts at 14:00”."),
        ("Where is Black?", "“Where is Black?”."),
        ("...", "“...”."),
    ],
)
def test_a_message_keeps_its_words_and_has_one_full_stop(text: str, says: str) -> None:
    assert sentence(MessagePosted(text, "director:Kari", "")) == (
        f"Director Kari writes to the table: {says}"
    )


def test_what_stands_out_on_a_timeline() -> None:
    """What stopped play, and where games begin and end."""
    looks = {kind.__name__: entry.look for kind, entry in SENTENCES.items()}
    assert {kind: look for kind, look in looks.items() if look is not LineStyle.PLAIN} == {
        "DirectorCalled": LineStyle.GRAVE,
        "FlagReached": LineStyle.GRAVE,
        "Halted": LineStyle.GRAVE,
        "RollRefused": LineStyle.GRAVE,
        "RollVoided": LineStyle.GRAVE,
        "GameStarted": LineStyle.BEGINS,
        "GameReopened": LineStyle.BEGINS,
        "GameEnded": LineStyle.ENDS,
        "MatchEnded": LineStyle.ENDS,
        "NobodyWon": LineStyle.ENDS,
    }
