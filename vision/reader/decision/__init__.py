"""Accept or ask: `picture.decide` tells of a board's picture, and nothing else does.

What was found and measured comes in (`picture.PictureEvidence`); what is told goes out. It asks
`die` of a die with a face (`face` of its value, `lying` of how it lies), `unread` of places without
one, `roll` of what dice tell of each other, `scene` of motion and covers. Who searches asks `face`
and `places` where to look, what is no die, and when a face is certain. What counts as a checker, as
changed, as a pip or a body is measured where it is sought, against numbers of the same table,
`vision.reader.thresholds`.
"""
