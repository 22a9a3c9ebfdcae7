"""Readers that were fitted to pictures of dice. `vision/train` makes them; here they only look."""
