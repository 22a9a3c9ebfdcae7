"""The keys of `expect`, one file per subject."""

from kiosk.scenario.checks import answers, book, clock, cube, prompts, proposals, table

SUBJECTS = (table, clock, cube, book, proposals, prompts, answers)
CHECKS = tuple(check for subject in SUBJECTS for check in subject.CHECKS)
