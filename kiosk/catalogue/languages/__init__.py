"""The available languages: English, and one for each `<tag>.po` beside this file."""

from kiosk.catalogue.languages.choice import ENGLISH_ONLY as ENGLISH_ONLY
from kiosk.catalogue.languages.choice import ENGLISH_TAG as ENGLISH_TAG
from kiosk.catalogue.languages.choice import Languages as Languages
from kiosk.catalogue.languages.choice import choose_tag as choose_tag
from kiosk.catalogue.languages.choice import language_of as language_of
from kiosk.catalogue.languages.files import load as load
