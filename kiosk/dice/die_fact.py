"""A die as the reader saw it, in the words of the rules: for the table and for the commands."""

from kiosk.rules.roll import DieFact
from kiosk.rules.table import Half
from vision.reading import DieSeen


def die_fact(die: DieSeen) -> DieFact:
    """To a tenth of a millimetre, a thousandth of confidence: the journal needs no more digits."""
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
