"""Throws by a physics engine: how dice come to rest when nobody wishes it. See the README."""
