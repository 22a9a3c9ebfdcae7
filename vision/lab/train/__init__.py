"""How the learned reader is made: crops of dice, the net, its training. Not part of the table."""
