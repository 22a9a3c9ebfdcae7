"""Limits the bytes stored for a device, at once and per day. Pure: the time is passed in."""

MOST_BYTES = 256_000_000
"""Of rows and heads. A table that was away for an evening sends 20 MB, one whose director lost his
database 100 MB; 20 devices that use their whole allowance fill 5 GB a day.
"""

DAY_S = 86_400.0


class Allowance:
    """Bytes left for each key, and the time (seconds) of its last use. Full at the start."""

    def __init__(self, most: int = MOST_BYTES, again_s: float = DAY_S) -> None:
        self._most = most
        self._again_s = again_s
        self._left: dict[str, tuple[float, float]] = {}

    def spend(self, key: str, size: int, now_s: float) -> bool:
        """Whether this many bytes may be stored; if so they are counted."""
        left, since_s = self._left.get(key, (float(self._most), now_s))
        left = min(self._most, left + (now_s - since_s) * self._most / self._again_s)
        fits = size <= left
        self._left[key] = (left - size if fits else left, now_s)
        return fits
