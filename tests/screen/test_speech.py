"""Prompts said aloud: to whom, when they change, and never in the way of anything."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import TextIO

import msgspec
import pytest
from kits import commands as c
from kits.languages_kit import load
from kits.live_kit import WITHIN_S, LiveTable, ScreenProcess
from kits.rules_kit import BLACK, DIRECTOR, WHITE
from kits.screen_kit import STATES, aided, moving, seen, to_roll

from kiosk.rules.match.aid import Aid
from kiosk.rules.units import SECOND_NS, SIDES, Instant, Side
from kiosk.screen.speech import (
    EspeakSpeaker,
    Speaker,
    SpokenPrompts,
    Utterance,
)
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.view import languages_of, view
from kiosk.wire.snapshot import Snapshot


class SimulatedSpeaker:
    """A speaker that records instead: `spoken` lists utterances; while `busy` it speaks none."""

    def __init__(self) -> None:
        self.spoken: list[tuple[Side, Utterance]] = []
        self.busy = False
        self._waiting: dict[Side, Utterance] = {}
        self._closed = False

    def speak_soon(self, side: Side, utterance: Utterance) -> None:
        self._waiting[side] = utterance
        self._speak()

    def forget(self, side: Side) -> None:
        self._waiting.pop(side, None)

    def close(self) -> None:
        self._closed = True

    def free(self) -> None:
        """Finish the utterance in progress and speak the waiting ones."""
        self.busy = False
        self._speak()

    def _speak(self) -> None:
        while self._waiting and not self.busy and not self._closed:
            side = next(iter(self._waiting))
            self.spoken.append((side, self._waiting.pop(side)))


THERE = load()
UP = LinkStatus(LinkState.UP, 0)


def heard(*shown: Snapshot, link: LinkStatus = UP) -> list[tuple[Side, Utterance]]:
    """What is said while these are shown one after the other, each for some seconds."""
    speaker = SimulatedSpeaker()
    prompts = SpokenPrompts(speaker, THERE)
    for each in shown:
        languages = languages_of(each, THERE)
        for later_ns in range(0, 3 * SECOND_NS, SECOND_NS // 4):
            prompts.show(view(each, each.at_ns + later_ns, link, languages, THERE))
    return speaker.spoken


def with_aids(shown: Snapshot, side: Side, *aids: Aid) -> Snapshot:
    assert shown.sides is not None
    one = msgspec.structs.replace(shown.sides.of_side(side), aids=aids)
    return msgspec.structs.replace(shown, sides=shown.sides.with_(side, one))


# --- what is said --------------------------------------------------------------------------------


def test_a_prompt_is_said_when_it_changes_and_to_its_own_side_only() -> None:
    first, second = (with_aids(seen(make()), WHITE, Aid.SPOKEN) for make in (moving, to_roll))
    said = heard(first, first, second)
    assert [side for side, _each in said] == [WHITE, WHITE]
    words = [each.words for _side, each in said]
    assert words[0] == view(first, first.at_ns, UP).bottom.prompt
    assert len(set(words)) == 2


def test_without_a_voice_nothing_is_said_whatever_else_a_side_has() -> None:
    others = [aid for aid in Aid if aid is not Aid.SPOKEN]
    assert heard(*(aided(seen(make()), *others) for make in STATES.values())) == []


def test_each_is_said_in_its_sides_language() -> None:
    table = moving()
    table.ok(c.LanguageTapped(table.at, BLACK, "nb"))
    said = dict(heard(aided(seen(table), Aid.SPOKEN)))
    assert (said[WHITE].voice, said[BLACK].voice) == ("en", "nb")
    assert said[BLACK].words != said[WHITE].words


@pytest.mark.parametrize("name", STATES)
def test_only_the_prompt_is_said(name: str) -> None:
    """Whatever else a half shows: no figure of the clock, no roll, no name's hidden signs."""
    shown = aided(seen(STATES[name]()), Aid.SPOKEN)
    both = view(shown, shown.at_ns, UP)
    prompts = [half.prompt for half in (both.bottom, both.top) if half.side is not None]
    plain = ["".join(sign for sign in each if sign not in "\u2068\u2069") for each in prompts]
    assert [each.words for _side, each in heard(shown)] == plain


def test_an_old_picture_says_nothing() -> None:
    shown = aided(seen(moving()), Aid.SPOKEN)
    assert heard(shown, link=LinkStatus(LinkState.LOST, shown.at_ns)) == []


def test_a_voice_that_is_switched_on_again_says_what_is_to_be_done() -> None:
    on, off = (with_aids(seen(moving()), WHITE, *aids) for aids in ((Aid.SPOKEN,), ()))
    assert len(heard(on, off, on)) == 2


# --- one contract --------------------------------------------------------------------------------


def test_while_one_is_said_the_newest_of_each_side_waits() -> None:
    speaker = SimulatedSpeaker()
    speaker.busy = True
    _wait_in_line(speaker)
    speaker.free()
    assert [(side, each.words) for side, each in speaker.spoken] == [(BLACK, "four")]


def _wait_in_line(speaker: Speaker) -> None:
    for side, words in ((BLACK, "two"), (WHITE, "three"), (BLACK, "four")):
        speaker.speak_soon(side, Utterance(words, "en"))
    speaker.forget(WHITE)


@pytest.fixture
def voice(tmp_path: Path) -> Path:
    """A program in place of espeak-ng, and the pipe it speaks into: it speaks until it is heard."""
    pipe = tmp_path / "heard"
    os.mkfifo(pipe)
    program = tmp_path / "espeak-ng"
    program.write_text(f'#!/bin/sh\nexec >"{pipe}"\necho "$@"\ncat\n')
    program.chmod(0o755)
    return pipe


@pytest.fixture
def speaker(voice: Path) -> Iterator[EspeakSpeaker]:
    """One who speaks with it, silent when the test ends, however it ends."""
    speaker = EspeakSpeaker(str(voice.with_name("espeak-ng")))
    yield speaker
    speaker.close()


@contextmanager
def being_said(pipe: Path) -> Iterator[TextIO]:
    """What the program says, from when it speaks until it is heard. Fails when nobody speaks."""
    opened: SimpleQueue[TextIO] = SimpleQueue()
    threading.Thread(target=lambda: opened.put(pipe.open()), daemon=True).start()
    with opened.get(timeout=WITHIN_S) as words:
        yield words


def test_the_systems_voice_says_one_after_the_other_and_the_newest(
    speaker: EspeakSpeaker, voice: Path
) -> None:
    speaker.speak_soon(WHITE, Utterance("-f one", "nb"))
    with being_said(voice) as first:
        _wait_in_line(speaker)
        assert first.read() == "-b 1 -v nb --stdin\n-f one"
    with being_said(voice) as second:
        assert second.read() == "-b 1 -v en --stdin\nfour"


def test_what_is_being_said_keeps_nobody_waiting_at_the_end(speaker: EspeakSpeaker) -> None:
    for side in SIDES:
        speaker.speak_soon(side, Utterance("nobody hears it", "en"))
    speaker.close()
    speaker.speak_soon(WHITE, Utterance("too late", "en"))
    assert "speech" not in [thread.name for thread in threading.enumerate()]


def test_where_there_is_no_voice_the_log_tells_it_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    speaker = EspeakSpeaker(str(tmp_path / "espeak-ng"))
    speaker.speak_soon(WHITE, Utterance("one", "en"))
    for thread in threading.enumerate():
        if thread.name == "speech":
            thread.join(WITHIN_S)
    for side in SIDES:
        speaker.speak_soon(side, Utterance("more", "en"))
    speaker.close()
    (told,) = caplog.messages
    assert told.startswith("a prompt is not said aloud: ")
    assert "No such file" in told
    assert "\n" not in told


def test_a_voice_that_fails_is_told_once_and_tried_again(
    speaker: EspeakSpeaker, voice: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The other side may read in a language that there is a voice for."""
    program = voice.with_name("espeak-ng")
    program.write_text(program.read_text() + "echo no such voice >&2\nexit 1\n")
    for words in ("one", "two", "three"):
        speaker.speak_soon(WHITE, Utterance(words, "xx"))
        with being_said(voice) as said:  # what came before it has failed by now
            assert said.read().endswith(words)
    speaker.close()
    (told,) = caplog.messages
    assert "no such voice" in told


def test_the_running_screen_speaks_to_who_is_allowed(
    table: LiveTable, start: object, voice: Path
) -> None:
    table.open()
    assert callable(start)
    path = f"{voice.parent}:{os.environ['PATH']}"
    screen = start(table.socket, PATH=path)
    assert isinstance(screen, ScreenProcess)
    allowed = c.AidOrdered(Instant(0), _match_id(table), DIRECTOR, "", BLACK, Aid.SPOKEN, True)
    table.do(allowed, DIRECTOR)
    with being_said(voice) as first:
        assert first.read().startswith("-b 1 -v en --stdin\n")
    assert screen.end() == (0, "", "")


def _match_id(table: LiveTable) -> str:
    return next(row.match_id for row in table.rows() if row.match_id)
