"""Facts, in the past tense, with their outcome resolved: what the journal keeps for ever.

`evolve` only sets what an event says. An event that applies a rule names its section in `cites`.
"""

from kiosk.rules.events.cube import *
from kiosk.rules.events.desk import *
from kiosk.rules.events.dice import *
from kiosk.rules.events.disputes import *
from kiosk.rules.events.ending import *
from kiosk.rules.events.event import *
from kiosk.rules.events.expiry import *
from kiosk.rules.events.mix import *
from kiosk.rules.events.moves import *
from kiosk.rules.events.offers import *
from kiosk.rules.events.proposals import *
from kiosk.rules.events.schedule import *
from kiosk.rules.events.score import *
from kiosk.rules.events.start import *
from kiosk.rules.events.throwing import *
from kiosk.rules.events.times import *
from kiosk.rules.events.turn import *
