"""Accept or ask: what the reader tells of a die and of a roll on a board, and what it leaves open.

What was found and measured comes in; what it tells goes out. `die` decides of one die by itself:
`face` its value, `lying` how it lies. `roll` and `scene` decide of all that a picture shows,
`places` where a face is looked for and what without one is a die. `unreadable_dice` and
`scene_state` gather what these ask for and put their answers together. What counts as a checker, as
changed, as a pip or a body is measured where it is sought, against numbers of the same table,
`vision.reader.thresholds`.
"""
