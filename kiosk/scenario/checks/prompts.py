"""Checks of the prompts."""

from kiosk.rules.prompts import PROMPTS, prompts
from kiosk.scenario.values import one_of, several
from kiosk.scenario.word import Check, among

_WORD = one_of((word.value for kind in PROMPTS for word in kind), "one of [Prompts]")

CHECKS: tuple[Check, ...] = (
    Check(
        "prompts",
        several(_WORD),
        "what people are asked to do now, maybe among others",
        lambda play: tuple(prompt.value for prompt in prompts(play.match)),
        among,
    ),
    Check(
        "no_prompts",
        several(_WORD),
        "what people are not asked to do now",
        lambda play: tuple(prompt.value for prompt in prompts(play.match)),
        lambda expected, got: not set(expected) & set(got),
    ),
)
