"""Rule books on disk: found, read, resolved, shown in words. Knows files and rules, no match."""

from kiosk.books.profile_loader import load as load
from kiosk.books.profile_loader import profiles as profiles
