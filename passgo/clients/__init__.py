"""Those who speak the server's protocol from the other side: programs in any language, and bots at a server's table."""

from passgo.clients.loader import bot_from

__all__ = ["bot_from"]
