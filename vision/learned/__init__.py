"""Readers that were fitted to pictures of dice. `vision/lab/train` makes them; here they look."""
