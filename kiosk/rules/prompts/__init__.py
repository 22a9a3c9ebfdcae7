"""What people are asked to do now: derived from the match, never stored in it.

To add prompts: a StrEnum with a docstring for each member and a function of the match in the file
of the subject, and one line here.
"""

from kiosk.rules.match import Match
from kiosk.rules.prompts.desk import DeskPrompt, desk_prompts
from kiosk.rules.prompts.dice import DicePrompt, dice_prompts
from kiosk.rules.prompts.game import GamePrompt, game_prompts
from kiosk.rules.result import given_up

Prompt = GamePrompt | DicePrompt | DeskPrompt


PROMPTS: tuple[type[GamePrompt] | type[DicePrompt] | type[DeskPrompt], ...] = (
    GamePrompt,
    DicePrompt,
    DeskPrompt,
)


def prompts(match: Match) -> tuple[Prompt, ...]:
    """The current prompts, each once; none for a match given up."""
    if given_up(match):
        return ()
    asked: tuple[Prompt, ...] = (
        *game_prompts(match),
        *dice_prompts(match),
        *desk_prompts(match),
    )
    return tuple(dict.fromkeys(asked))
