"""All errors of this package.

DoctorError
└── DoctorMisused   options that make no sense together
"""


class DoctorError(Exception):
    """The doctor can't do what was asked."""


class DoctorMisused(DoctorError):
    """Options that make no sense together, or a fault that cannot be shown."""
