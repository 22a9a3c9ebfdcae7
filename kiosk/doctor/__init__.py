"""`kiosk doctor`: every part of a table looked at, one line each."""
