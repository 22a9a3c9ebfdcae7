"""Draws the wiring diagrams in `hardware/pictures/`, for builders of tables. Not installed."""
