"""Errors of the scenario runner: one tree, each a sentence for people."""


class ScenarioError(ValueError):
    """A scenario that can't be read or played. The message names the file and the key."""
