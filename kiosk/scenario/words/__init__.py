"""What somebody may do in a step, one file a subject. `WORDS` is the whole vocabulary.

To add a word for a new command: one line in the file of its subject,
`spoken("lifts die", c.DieLiftedTapped, "Says …", which="which die")`, or `ordered(…)` for an order
of the director's (words/spoken.py). A word that does more is a function `(play, said)` with a
docstring and a `Word` naming the commands it tells. A new file adds its name here. Then write the
README's lists anew: `PYTHONPATH=. python tests/scenario/write_readme.py`.
"""

from kiosk.scenario.words import (
    clock,
    cube,
    desk,
    devices,
    dice,
    disputes,
    ending,
    mix,
    moves,
    offers,
    proposals,
    schedule,
    score,
    start,
    throwing,
    turn,
)

SUBJECTS = (
    start,
    schedule,
    mix,
    dice,
    throwing,
    turn,
    clock,
    cube,
    ending,
    offers,
    score,
    moves,
    disputes,
    desk,
    proposals,
    devices,
)
WORDS = tuple(word for subject in SUBJECTS for word in subject.WORDS)
