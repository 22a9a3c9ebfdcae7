"""Under which licences a package may come in that a table or a director runs."""

ALLOWED = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0"),
    *("PSF-2.0", "Zlib"),
}
"""By SPDX."""

EXCEPTIONS = {
    "certifi": {"MPL-2.0", "Mozilla Public License 2.0 (MPL 2.0)"},
    "docutils": {"Public Domain", "BSD License", "GNU General Public License (GPL)"},
}
"""Package, and what its metadata says."""

CARRIED = {
    "Kivy": "libSDL2 libSDL2_image libSDL2_mixer libSDL2_ttf libpng15",
    "numpy": "libgfortran libquadmath libscipy_openblas64_",
    "opencv-python-headless": "libaom libavcodec libavformat libavif libavutil libcrypto libdrm"
    " libgfortran libopenblasp libpng16 libquadmath libssl libswresample libswscale libvpx",
}
"""Libraries of others that a wheel has beside its own."""
