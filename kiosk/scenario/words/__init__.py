"""What somebody may do in a step, one file a subject. `WORDS` is the whole vocabulary.

To add a word: a function `(play, said)` with a docstring, a `Word` in its file's WORDS naming the
commands it tells, and for a new file its name here. The README's list is written from this.
"""

from kiosk.scenario.words import cube, desk, devices, dice, ending, start, turn

SUBJECTS = (start, dice, turn, cube, ending, desk, devices)
WORDS = tuple(word for subject in SUBJECTS for word in subject.WORDS)
