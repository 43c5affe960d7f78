"""The picture that a link shows where it is shared: who invites, the seats, and how a game went. See decision 23.

It is drawn here, by NumPy alone: `paths` are outlines, `canvas` fills them, `faces` are letters as outlines, `png`
writes the file; `words` has what stands on a card, and `picture` puts it there.
"""
