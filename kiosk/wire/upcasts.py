"""Reading the events of older programs: each step lifts a body by one version.

Rows are never rewritten. A program writes version 1 of every kind until the kind's shape changes;
then the kind gets its first step here, and its version becomes 2.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

Body = dict[str, Any]
"""A decoded JSON object."""
Upcast = Callable[[Body], Body]
"""Lifts a body by one version. Pure; may change the body it is given."""
Upcasts = Mapping[str, tuple[Upcast, ...]]
"""Per kind, the steps from version 1 upwards; a kind's version is one more than its steps."""

UPCASTS: Upcasts = MappingProxyType({})
"""Steps for events of a match, facts of an event and facts of a ladder; kinds are unique."""
