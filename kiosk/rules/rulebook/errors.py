"""Errors in a book."""


class RuleBookError(ValueError):
    """A book that can't be used.

    Each of `faults` is one sentence naming file, key and range; the message is the first.
    """

    def __init__(self, *faults: str) -> None:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{more}")
        self.faults = faults
