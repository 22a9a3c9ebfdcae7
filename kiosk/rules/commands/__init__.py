"""What someone or something reports or asks. Each is stamped `at` by whoever saw it.

Commands carry no authority and no outcome: `decide` says what follows.
"""

from kiosk.rules.commands.command import *
from kiosk.rules.commands.cube import *
from kiosk.rules.commands.desk import *
from kiosk.rules.commands.dice import *
from kiosk.rules.commands.disputes import *
from kiosk.rules.commands.ending import *
from kiosk.rules.commands.expiry import *
from kiosk.rules.commands.mix import *
from kiosk.rules.commands.moves import *
from kiosk.rules.commands.offers import *
from kiosk.rules.commands.proposals import *
from kiosk.rules.commands.schedule import *
from kiosk.rules.commands.score import *
from kiosk.rules.commands.start import *
from kiosk.rules.commands.stops import *
from kiosk.rules.commands.throwing import *
from kiosk.rules.commands.times import *
from kiosk.rules.commands.turn import *
