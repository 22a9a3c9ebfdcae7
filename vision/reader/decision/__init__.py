"""Accept or ask: `picture.decide` alone answers for a board's picture.

Input is what was found and measured (`picture.PictureEvidence`). `die` decides a die with a face
(`face` its value, `flatness` how it lies), `unread` places without a face, `roll` what dice show
about each other, `scene` motion and covers. The search asks `face` and `places` where to look, what
is no die, and when a face is certain. What counts as a checker, as changed, as a pip or a body is
measured where it is searched for, against numbers of the same table, `vision.reader.thresholds`.
"""
