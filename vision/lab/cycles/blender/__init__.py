"""What asks Blender: imported where its package is alone, so the standard library and numpy do."""
