"""`make bench`: the figures that need a wall clock. Not installed."""
