"""Hosting games: the lobby, the tables, the sockets and the log they are kept in."""
