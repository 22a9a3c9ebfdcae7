"""What the machine under a table says of itself, and how good or bad that is."""
