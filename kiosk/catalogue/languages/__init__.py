"""The available languages: English, and one for each `<tag>.po` beside this file."""

from kiosk.catalogue.languages.choice import ENGLISH_ONLY as ENGLISH_ONLY
from kiosk.catalogue.languages.choice import ENGLISH_TAG as ENGLISH_TAG
from kiosk.catalogue.languages.choice import Languages as Languages
from kiosk.catalogue.languages.choice import chosen as chosen
from kiosk.catalogue.languages.choice import spoken as spoken
from kiosk.catalogue.languages.files import load as load
