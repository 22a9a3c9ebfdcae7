"""Our own languages, read once in each process: that takes a third of a second."""

from functools import cache

from kiosk.catalogue import languages
from kiosk.catalogue.languages import Languages


@cache
def load() -> Languages:
    return languages.load()
