"""What a process that lives for days does with memory that it no longer needs."""

import ctypes

_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
"""mallopt(3), <malloc.h>"""
_PICTURE_BYTES = 64 * 1024
_ARENAS = 2


def give_freed_pictures_back() -> None:
    """Have glibc return a picture's memory to the system when the picture is freed.

    Between two pictures something small stays, and left alone glibc keeps the holes, for each
    thread its own. What is as large as a picture gets pages of its own. Call it at the start, in
    processes that let pictures through; one that computes on them is slowed by half. Elsewhere
    than on glibc it does nothing.
    """
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(_M_MMAP_THRESHOLD, _PICTURE_BYTES)
        libc.mallopt(_M_TRIM_THRESHOLD, _PICTURE_BYTES)
        libc.mallopt(_M_ARENA_MAX, _ARENAS)
