"""Errors of the commands about dice and the evidence of rolls."""


class DiceMisused(Exception):
    """The options of a command about dice contradict each other."""


class EvidenceError(Exception):
    """Root of every error about a journal's roll pictures and their labels."""


class PicturesMissing(EvidenceError):
    """There is no folder of roll pictures."""


class LabelsInvalid(EvidenceError):
    """A file of labels holds invalid lines."""


class EvidenceDamaged(EvidenceError):
    """A stored picture or reading differs from the journal."""
