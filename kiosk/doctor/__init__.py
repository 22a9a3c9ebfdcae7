"""`kiosk doctor`: examines every part of a table, one line each."""
