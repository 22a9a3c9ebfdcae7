"""A half's prompt said aloud, where its side has a voice: by espeak-ng, a program of the system.

Prompts alone are said: what to do now, never a word that aids play.
"""

import logging
import re
import subprocess
import threading
import unicodedata
from dataclasses import dataclass
from typing import Protocol

from kiosk.catalogue.languages import ENGLISH_TAG, Languages
from kiosk.catalogue.text import Language
from kiosk.rules.match.aid import Aid
from kiosk.rules.units import Side
from kiosk.screen.view import HalfView, ScreenView

PROGRAM = "espeak-ng"

LONGEST_S = 30.0
"""What speaks longer hangs, and is ended."""

_COUNTED = re.compile(r"\d+:\d\d")
"""Time that is counted down in a prompt is no news."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Utterance:
    """`voice` is a language's tag in small letters, as espeak-ng names its voices."""

    words: str
    voice: str


class Speaker(Protocol):
    """Says one utterance after the other. Of one side only the newest waits for its turn."""

    def speak_soon(self, side: Side, utterance: Utterance) -> None:
        """Soon; returns at once."""

    def forget(self, side: Side) -> None:
        """What waits for this side is not said any more."""

    def close(self) -> None:
        """Be silent, now and for good."""


class EspeakSpeaker:
    """The system's voice; its thread **speech** waits for the program. Where that is missing, or
    fails, the log tells it once and nothing else is harmed.
    """

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program
        self._waiting: dict[Side, Utterance] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._speaking: subprocess.Popen[str] | None = None
        self._closed = self._missing = self._told = False

    def speak_soon(self, side: Side, utterance: Utterance) -> None:
        with self._changed:
            if self._closed or self._missing:
                return
            self._waiting[side] = utterance
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
                self._thread.start()
            self._changed.notify()

    def forget(self, side: Side) -> None:
        with self._changed:
            self._waiting.pop(side, None)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._waiting.clear()
            if self._speaking is not None:
                self._speaking.kill()
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (utterance := self._take_next()) is not None:
            try:
                wrong = self._speak(utterance)
            except OSError as error:
                wrong = error.strerror or str(error)
                with self._changed:
                    self._missing = True
                    self._waiting.clear()
            if wrong and not self._closed and not self._told:
                self._told = True
                log.warning("a prompt is not said aloud: %s fails (%s)", self._program, wrong)

    def _take_next(self) -> Utterance | None:
        """The one that waits the longest; None: nothing will be said any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._missing or self._waiting)
            if self._closed or self._missing:
                return None
            return self._waiting.pop(next(iter(self._waiting)))

    def _speak(self, utterance: Utterance) -> str:
        """What went wrong, in words; empty: nothing."""
        speaking = subprocess.Popen(
            [self._program, "-b", "1", "-v", utterance.voice, "--stdin"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        with self._changed:
            self._speaking = speaking
            if self._closed:
                speaking.kill()
        try:
            _out, told = speaking.communicate(utterance.words, timeout=LONGEST_S)
        except subprocess.TimeoutExpired:
            speaking.kill()
            speaking.communicate()
            return f"it spoke for more than {LONGEST_S:g} s"
        if speaking.returncode == 0:
            return ""
        return told.strip().partition("\n")[0] or f"exit {speaking.returncode}"


class SimulatedSpeaker:
    """A voice on paper. `said` is what was said; while it is `busy` it says nothing."""

    def __init__(self) -> None:
        self.said: list[tuple[Side, Utterance]] = []
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
        """It has said what it was busy with."""
        self.busy = False
        self._speak()

    def _speak(self) -> None:
        while self._waiting and not self.busy and not self._closed:
            side = next(iter(self._waiting))
            self.said.append((side, self._waiting.pop(side)))


class SpokenPrompts:
    """Has the prompt of each half said whose side has a voice, when it changes."""

    def __init__(self, speaker: Speaker, languages: Languages) -> None:
        self._speaker, self._languages = speaker, languages
        self._said: dict[Side, str] = {}

    def show(self, view: ScreenView) -> None:
        """Called with each view that is drawn. An old picture says nothing."""
        if view.dimmed:
            return
        for half in (view.bottom, view.top):
            if half.side is not None:
                self._hear(half, half.side)

    def _hear(self, half: HalfView, side: Side) -> None:
        if Aid.SPOKEN not in half.aids:
            if self._said.pop(side, None) is not None:
                self._speaker.forget(side)
            return
        news = _COUNTED.sub("", half.prompt)
        if self._said.get(side) != news:
            self._said[side] = news
            words = "".join(sign for sign in half.prompt if unicodedata.category(sign) != "Cf")
            self._speaker.speak_soon(side, Utterance(words, self._voice(half.language)))

    def _voice(self, language: Language) -> str:
        known = (tag for tag, each in self._languages.items() if each is language)
        return next(known, ENGLISH_TAG).lower()
