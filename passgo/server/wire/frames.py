"""Frames of a WebSocket that are a whole text: most of all frames are, in both directions.

All others are read and written by `websockets`.
"""

from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]  # in C, if websockets has it so

TEXT = b"\x81"
"""The first byte of a frame that is a whole text."""
MASKED = 0x80
"""Set in the second byte of a frame of a client."""
MASK = 4
"""Bytes with which a client masks what it sends."""


def format_text(text: bytes) -> bytes:
    """A text as a server's frame, which is not masked.

    >>> format_text(b"hi"), format_text(b"x" * 200)[:4]
    (b'\\x81\\x02hi', b'\\x81~\\x00\\xc8')
    """
    size = len(text)
    if size < 126:
        return b"".join((TEXT, size.to_bytes(1, "big"), text))
    if size < 2**16:
        return b"".join((TEXT, b"\x7e", size.to_bytes(2, "big"), text))
    return b"".join((TEXT, b"\x7f", size.to_bytes(8, "big"), text))


def parse_text(data: bytes) -> str | None:
    """The text of a client's frame, if that is a whole text of less than 64 KB and nothing follows it; else None.

    >>> parse_text(b"\\x81\\x82\\x00\\x00\\x00\\x01hh"), parse_text(b"\\x81\\x82\\x00\\x00\\x00\\x01h")
    ('hh', None)
    """
    if len(data) < 2 + MASK or data[0] != TEXT[0] or data[1] < MASKED:
        return None
    size, start = data[1] - MASKED, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    if len(data) != start + MASK + size or (size == 127 and start == 2):
        return None
    try:
        return str(apply_mask(data[start + MASK :], data[start : start + MASK]), "utf-8")
    except UnicodeDecodeError:
        return None


def client_bytes(frame: Frame) -> int:
    """How many bytes a client needs at least to send a frame.

    >>> client_bytes(Frame(1, b"hi")), client_bytes(Frame(1, b"x" * 200))
    (8, 208)
    """
    size = len(frame.data)
    return 2 + (0 if size < 126 else 2 if size < 2**16 else 8) + MASK + size
