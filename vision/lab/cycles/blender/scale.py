"""The board's frame in Blender: z up, and a unit of one centimetre."""

UNIT_MM = 10.0
