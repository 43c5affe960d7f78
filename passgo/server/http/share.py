"""What a link to a page shows where it is shared: a title, a sentence and a picture, as Open Graph tags.

Of a game that is not public nothing is told: the key of a shared link is in its fragment, which no server sees.
"""

from html import escape

from passgo.server.http.resources import GameLine

MARK = "<!-- share -->"
"""Where the page has room for the tags."""
PICTURE = "share.png"
TITLE = "PassGo"
ABOUT = "Monopoly exactly as its rulebooks say, with friends or bots."


def share_words(line: GameLine | None, edition: str = "") -> tuple[str, str]:
    """The title and the sentence for a link to a public game, to another game (None), or to any other page (None).

    >>> share_words(None)
    ('PassGo', 'Monopoly exactly as its rulebooks say, with friends or bots.')
    """
    if line is None or not line.public:
        return TITLE, ABOUT
    people = [seat.name for seat in line.seats if seat.kind == "person"]
    title = f"{line.title} · {TITLE}" if line.title else TITLE
    if line.status == "open":
        free = sum(seat.kind == "free" for seat in line.seats)
        seats = "1 seat is free" if free == 1 else f"{free} of {len(line.seats)} seats are free"
        return title, f"{people[0]} invites you to a game. {edition}, {seats}." if people else f"{edition}, {seats}."
    if line.winners:
        won = ", ".join(line.seats[seat].name for seat in line.winners)
        return title, f"{won} won. {edition}, {len(line.seats)} players."
    return title, f"A game is being played. {edition}, {len(line.seats)} players."


def share_tags(title: str, text: str, address: str, root: str) -> str:
    """The tags; `root` is where the server is, with a slash at its end."""
    picture = f"{root}{PICTURE}"
    facts = {
        "og:type": "website",
        "og:site_name": TITLE,
        "og:title": title,
        "og:description": text,
        "og:url": address,
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"A game board with tokens and houses. {text}",
        "twitter:card": "summary_large_image",
    }
    return "\n    ".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in facts.items())
