"""Prompts spoken aloud by espeak-ng, a program of the system, for sides that have a voice.

Only prompts are spoken: what to do now, never an aid to play.
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
"""A program that speaks longer is taken to hang, and is killed."""

_COUNTED = re.compile(r"\d+:\d\d")
"""A countdown in a prompt; its change is not spoken."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Utterance:
    """`voice`: the language tag in lower case, as espeak-ng names its voices."""

    words: str
    voice: str


class Speaker(Protocol):
    """Speaks utterances one after another; only the newest of each side waits."""

    def speak_soon(self, side: Side, utterance: Utterance) -> None:
        """Queue an utterance; return at once."""

    def forget(self, side: Side) -> None:
        """Drop the side's waiting utterance."""

    def close(self) -> None:
        """Stop speaking for good."""


class EspeakSpeaker:
    """The system's voice; its thread **speech** waits for the program.

    If the program is missing or fails, that is logged once and nothing else is affected.
    """

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program
        self._waiting: dict[Side, Utterance] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._speaking: subprocess.Popen[str] | None = None
        self._closed = self._missing = self._warned = False

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
            if wrong and not self._closed and not self._warned:
                self._warned = True
                log.warning("a prompt is not said aloud: %s fails (%s)", self._program, wrong)

    def _take_next(self) -> Utterance | None:
        """Wait for the next utterance, oldest first; None once closed or the program is missing."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._missing or self._waiting)
            if self._closed or self._missing:
                return None
            return self._waiting.pop(next(iter(self._waiting)))

    def _speak(self, utterance: Utterance) -> str:
        """Speak; return the error in words, or an empty string."""
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
            _out, error = speaking.communicate(utterance.words, timeout=LONGEST_S)
        except subprocess.TimeoutExpired:
            speaking.kill()
            speaking.communicate()
            return f"it spoke for more than {LONGEST_S:g} s"
        if speaking.returncode == 0:
            return ""
        return error.strip().partition("\n")[0] or f"exit {speaking.returncode}"


class SpokenPrompts:
    """Speaks a half's prompt when it changes, for sides that have a voice."""

    def __init__(self, speaker: Speaker, languages: Languages) -> None:
        self._speaker, self._languages = speaker, languages
        self._last: dict[Side, str] = {}

    def show(self, view: ScreenView) -> None:
        """Take each view that is drawn; a dimmed one is not spoken."""
        if view.dimmed:
            return
        for half in (view.bottom, view.top):
            if half.side is not None:
                self._speak_change(half, half.side)

    def _speak_change(self, half: HalfView, side: Side) -> None:
        if Aid.SPOKEN not in half.aids:
            if self._last.pop(side, None) is not None:
                self._speaker.forget(side)
            return
        news = _COUNTED.sub("", half.prompt)
        if self._last.get(side) != news:
            self._last[side] = news
            words = "".join(sign for sign in half.prompt if unicodedata.category(sign) != "Cf")
            self._speaker.speak_soon(side, Utterance(words, self._voice(half.language)))

    def _voice(self, language: Language) -> str:
        known = (tag for tag, each in self._languages.items() if each is language)
        return next(known, ENGLISH_TAG).lower()
