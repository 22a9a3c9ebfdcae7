"""The code that uses Blender. It imports only Blender's package, numpy and the standard library."""
