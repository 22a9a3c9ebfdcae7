"""The players' touchscreen: two halves, one for each side, drawn from a table's snapshots."""
