"""Clock buttons, lights, buzzer, the tower link, and their simulated twins. Knows no match."""
