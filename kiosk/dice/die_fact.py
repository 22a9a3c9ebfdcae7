"""A die as the reader saw it, as the rules' DieFact: for the table and for the commands."""

from kiosk.rules.roll import DieFact
from kiosk.rules.table import Half
from vision.reading import DieSeen


def die_fact(die: DieSeen) -> DieFact:
    """Rounded to a tenth of a millimetre and a thousandth of confidence, enough for the journal."""
    center = die.center_mm
    return DieFact(
        value=die.value,
        guess=die.guess,
        half=Half(die.half),
        flat=die.flat,
        support=None if die.support is None else die.support.value,
        confidence=round(float(die.confidence), 3),
        center_mm=center and (round(float(center[0]), 1), round(float(center[1]), 1)),
        lay_before=die.lay_before,
    )
