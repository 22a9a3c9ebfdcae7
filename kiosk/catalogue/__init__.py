"""What people see, say or send of each act and fact: one file a subject, data and functions.

A subject's KEYS are on the players' screen, its FORMS and MATTERS on the director's console, its
SENTENCES on the timeline and in the record, its VERBS in scenarios.
"""
