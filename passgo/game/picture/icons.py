"""The icons of the board as paths in a square of 24: the tokens, the buildings, and what a square is about.

They are those of the browser (`web/src/kit/icons.svg`); a test compares the two.
"""

# ruff: noqa: E501

FILLED = {
    "kite": '<path d="M12 1.5 19.5 9 12 18.2 4.5 9Z"/><path d="M12 17.5c-.2 1.7 2.2 1.6 2 3.2-.1 1-1.1 1.5-2 1.8" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>',
    "acorn": '<path d="M11 1.8h2v2.4c4.2.3 7.5 2.5 8 6H3c.5-3.5 3.8-5.7 8-6Z"/><path d="M4.8 12h14.4c-.1 5-2.9 8-7.2 10.4C7.7 20 4.9 17 4.8 12Z"/>',
    "moon": '<path d="M14.6 2.3a10 10 0 1 0 7.2 13.5A8.3 8.3 0 0 1 14.6 2.3Z"/>',
    "bell": '<path d="M12 2c.9 0 1.6.7 1.6 1.5v.4c3 .7 4.9 3.2 4.9 6.6v3.7l2.3 3.3H3.2l2.3-3.3v-3.7c0-3.4 1.9-5.9 4.9-6.6v-.4C10.4 2.7 11.1 2 12 2Z"/><path d="M9 19h6a3 3 0 0 1-6 0Z"/>',
    "leaf": '<path d="M20.8 3.2C10 2.7 3.5 7.5 4 15.6c0 .9.2 1.7.4 2.4L3 19.6l1.7 1.5 1.5-1.7C14.6 20.6 21.5 15 20.8 3.2Zm-4.9 5.9c-3.2 1.9-6 4.4-8.3 7.4"/>',
    "key": '<path fill-rule="evenodd" d="M8 6.5a5.5 5.5 0 1 0 5.2 7.3h2.3v2.7H19v-2.7h3v-3.5h-8.8A5.5 5.5 0 0 0 8 6.5Zm0 3.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"/>',
    "lantern": '<path fill-rule="evenodd" d="M9 1.5h6V4h2.5v2.5h-11V4H9Zm-3.5 6.8h13l-1.3 10.2H6.8Zm4.5 2.5v5.4h4v-5.4ZM6.5 20h11v2.5h-11Z"/>',
    "shell": '<path d="M12 21.5 2.3 11.2C2.8 6 6.5 2.8 12 2.8s9.2 3.2 9.7 8.4Zm0-1.5V4.5M8.8 17 5.5 6.8M15.2 17l3.3-10.2" stroke="var(--glyph-cut,#fff)" stroke-width="1.2"/>',
    "house": '<path fill-rule="evenodd" d="M12 2.5 22 11v10.5H2V11Zm-2.3 12.3v6.7h4.6v-6.7Z"/>',
    "hotel": '<path fill-rule="evenodd" d="M7 2h10v6h5v13.5H2V8h5Zm2.6 3.2v2.6h1.8V5.2Zm3 0v2.6h1.8V5.2Zm-7.9 6v2.6h2v-2.6Zm4.9 0v2.6h1.8v-2.6Zm3 0v2.6h1.8v-2.6Zm4.7 0v2.6h2v-2.6ZM10 16.5v5h4v-5Z"/>',
}
"""Drawn in one colour; `#fff` in them is cut out."""

LINED = {
    "go": '<path d="M20 12a8 8 0 1 1-3-6.2"/><path d="M17.5 1.8v4.4h-4.4"/><circle cx="12" cy="12" r="2.2" fill="currentColor" stroke="none"/>',
    "fork": '<path d="M12 21.5v-7.5M12 14C12 9 6.5 9.5 5.5 4M12 14c0-5 5.5-4.5 6.5-10"/><path d="m3 6.3 2.5-2.5L8 6.3M16 6.3l2.5-2.5L21 6.3"/>',
    "bowl": '<path d="M3 11.5h18c0 5.2-3.7 8.5-9 8.5s-9-3.3-9-8.5Z"/><circle cx="8" cy="7" r="2"/><circle cx="13" cy="4.8" r="2"/><circle cx="16.8" cy="8.2" r="1.5"/>',
    "receipt": '<path d="M5 2.8h14v18.4l-2.3-1.7-2.3 1.7-2.4-1.7-2.4 1.7-2.3-1.7L5 21.2Z"/><path d="M9 8h6M9 12h6"/>',
    "goblet": '<path d="M6 3h12c.4 6-1.6 10-6 10S5.6 9 6 3ZM12 13v7M8 21h8M6.5 7h11"/>',
    "rails": '<path d="M9.5 2.5 5 21.5M14.5 2.5l4.5 19M8.5 7h7M7.3 12h9.4M6 17.2h12"/>',
    "bolt": '<path d="M13.5 2.5 5 13.5h6L10 21.5l9-11.5h-6.3Z"/>',
    "drop": '<path d="M12 2.8c4 4.6 6.5 7.7 6.5 11.2a6.5 6.5 0 0 1-13 0C5.5 10.5 8 7.4 12 2.8Z"/><path d="M9 14.5a3 3 0 0 0 3 3"/>',
    "bench": '<path d="M2.5 14h13M2.5 10.5h13M4.5 10.5v10M13.5 10.5v10M2.5 17h13"/><path d="M19 21v-9.5"/><circle cx="18.5" cy="7" r="4.3"/>',
    "tojail": '<path d="M12.5 21.5V9.5a4.5 4.5 0 0 1 9 0v12ZM15.5 6v15.5M18.5 6v15.5"/><path d="M2 14h7.5M6.8 10.8 10 14l-3.2 3.2"/>',
}
"""Drawn with a line."""
