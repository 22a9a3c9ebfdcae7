"""The keys of [match], one file per subject, set in this order."""

from kiosk.scenario.given import clock, game, opening

GIVEN = (*opening.GIVEN, *game.GIVEN, *clock.GIVEN)
