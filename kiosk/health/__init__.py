"""Facts about the machine under a table, and their judgement."""
