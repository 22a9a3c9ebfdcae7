"""The event's own log (`fact_log.py`)."""

from kiosk.director.store.fact_log import FactLog
from kiosk.tournament.decide import evolve
from kiosk.tournament.tournament import NONE, Tournament
from kiosk.wire import event_facts

EVENT_LOG: FactLog[Tournament] = FactLog("the event's log", NONE, evolve, event_facts)
