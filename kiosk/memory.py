"""Returning memory to the system, for processes that run for days. No effect without glibc."""

import ctypes

_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
"""mallopt(3), <malloc.h>"""
_PICTURE_BYTES = 64 * 1024
_ARENAS = 2


def give_freed_pictures_back() -> None:
    """Have a picture's memory returned as soon as it is freed.

    Small objects between pictures make glibc keep the holes, separately for each thread. This gives
    each block of a picture's size pages of its own. Call it at the start of a process that passes
    pictures on; one that computes on them would be slowed by half.
    """
    libc = ctypes.CDLL(None)
    share_arenas()
    if hasattr(libc, "mallopt"):
        libc.mallopt(_M_MMAP_THRESHOLD, _PICTURE_BYTES)
        libc.mallopt(_M_TRIM_THRESHOLD, _PICTURE_BYTES)


def share_arenas() -> None:
    """Limit glibc to a few arenas for all threads, so that fewer holes are kept.

    Call it at the start of a process that computes on pictures.
    """
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(_M_ARENA_MAX, _ARENAS)


def give_back_now() -> None:
    """Return free memory to the system by malloc_trim(3), which takes some milliseconds."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)
