"""A second renderer for the lab: boards and dice that Blender's Cycles draws, with their truth."""
