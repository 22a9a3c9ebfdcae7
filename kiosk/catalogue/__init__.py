"""The words and forms for each act and fact: one file per subject, data and functions.

A subject's KEYS are on the players' screen, its FORMS and MATTERS on the director's console, its
SENTENCES on the timeline and in the record, its VERBS in scenarios.
"""
