"""The closed vocabulary of a rule book: every value a book may set, with its bounds.

A book is data. Enum members name strategies, which are ordinary functions elsewhere in this
package; a TOML file only picks among them and names the section of its source.
"""

from kiosk.rules.rulebook.book import *
from kiosk.rules.rulebook.clock import *
from kiosk.rules.rulebook.cube import *
from kiosk.rules.rulebook.dice import *
from kiosk.rules.rulebook.ending import *
from kiosk.rules.rulebook.errors import *
from kiosk.rules.rulebook.expiry import *
from kiosk.rules.rulebook.key import *
from kiosk.rules.rulebook.moves import *
from kiosk.rules.rulebook.people import *
from kiosk.rules.rulebook.reading import *
from kiosk.rules.rulebook.resolve import *
from kiosk.rules.rulebook.schedule import *
from kiosk.rules.rulebook.vocabulary import *
