"""How processes that live for days give memory back to the system. On glibc; elsewhere nothing."""

import ctypes

_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
"""mallopt(3), <malloc.h>"""
_PICTURE_BYTES = 64 * 1024
_ARENAS = 2


def give_freed_pictures_back() -> None:
    """Have a picture's memory returned when the picture is freed.

    Between two pictures something small stays, and left alone glibc keeps the holes, for each
    thread its own. What is as large as a picture gets pages of its own. Call it at the start of a
    process that passes pictures on; one that computes on them would be slowed by half.
    """
    libc = ctypes.CDLL(None)
    share_arenas()
    if hasattr(libc, "mallopt"):
        libc.mallopt(_M_MMAP_THRESHOLD, _PICTURE_BYTES)
        libc.mallopt(_M_TRIM_THRESHOLD, _PICTURE_BYTES)


def share_arenas() -> None:
    """Have all threads allocate from the same few arenas, so that each keeps no holes of its own.

    Call it at the start of a process that computes on pictures.
    """
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(_M_ARENA_MAX, _ARENAS)


def give_back_now() -> None:
    """Return what is free to the system: malloc_trim(3). It takes some milliseconds."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)
