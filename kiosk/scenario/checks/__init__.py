"""The keys of `expect`, one file a subject."""

from kiosk.scenario.checks import answers, clock, cube, table

SUBJECTS = (table, clock, cube, answers)
CHECKS = tuple(check for subject in SUBJECTS for check in subject.CHECKS)
