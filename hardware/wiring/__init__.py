"""Draws the wiring diagrams in `hardware/pictures/`, for whoever builds a table. Not installed."""
