"""The parts of this tower and their pins on the Raspberry Pi Pico. Edit only this file.

GP numbers as in the board's drawing; None: this tower has no such part.
"""

DROP_PIN = 2  # receiver of the upper beam: pulled up, so high while the beam is broken
OUT_PIN = 3  # receiver of the lower beam
LAMP_PIN = 4
LID_PIN = None  # a switch to ground that is closed while the lid is: pulled up, high while open
DROP_EMITTER_PIN = None  # lights the upper beam while high; None: it is always lit
OUT_EMITTER_PIN = None
