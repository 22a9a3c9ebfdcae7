"""The pure core of an event."""
