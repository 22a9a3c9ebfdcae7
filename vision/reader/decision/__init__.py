"""Accept or ask: every comparison of evidence about a board by which the reader does.

What was found and measured comes in; what it tells goes out. `die` decides of one die by itself:
`face` its value, `lying` how it lies. `roll` and `scene` decide of all that a picture shows,
`places` where a face is looked for and what without one is a die. `unreadable_dice` and
`scene_state` gather what these ask for and put their answers together. The numbers stand in
`vision.reader.thresholds`.
"""
