"""The keys of [match], one file a subject, set in this order."""

from kiosk.scenario.given import clock, game, opening

GIVEN = (*opening.GIVEN, *game.GIVEN, *clock.GIVEN)
