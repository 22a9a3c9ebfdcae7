"""What can go wrong with the commands about dice and the evidence of rolls, told to people."""


class DiceMisused(Exception):
    """The options of a command about dice contradict each other."""


class EvidenceError(Exception):
    """Root of every error about a journal's roll pictures and their labels."""


class PicturesMissing(EvidenceError):
    """There is no folder of roll pictures."""


class LabelsInvalid(EvidenceError):
    """A file of labels holds what nobody wrote."""


class EvidenceDamaged(EvidenceError):
    """A kept picture or reading is not what the journal says was kept."""
