"""The game on the whole screen of a terminal, by Textual. Nothing outside of this folder loads Textual."""

from passgo.terminal.program.program import Program

__all__ = ["Program"]
