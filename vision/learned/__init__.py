"""Nets fitted to pictures of dice by `vision/lab/train`, and the functions that run them."""
