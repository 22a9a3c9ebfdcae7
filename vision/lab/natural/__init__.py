"""Throws by a physics engine: how dice come to rest when nothing is arranged. See the README."""
