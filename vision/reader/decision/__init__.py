"""Accept or ask: all that the reader decides, and the only place where it does.

What was found and measured comes in as evidence; what is told of it goes out. `die` decides of one
die by itself: `face` its value, `lying` how it lies. `roll` and `scene` decide of all that a
picture shows, `places` where a face is looked for and what without one is a die. The numbers stand
in `vision.reader.thresholds`.
"""
