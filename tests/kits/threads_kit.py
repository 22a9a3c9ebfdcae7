"""Threads of this process by their names, as a process list shows them."""

import threading

from kits.process_kit import WITHIN_S


def wait_until_ended(*names: str) -> None:
    """No thread of these names runs any more."""
    for thread in threading.enumerate():
        if thread.name in names:
            thread.join(WITHIN_S)
            assert not thread.is_alive(), thread.name
