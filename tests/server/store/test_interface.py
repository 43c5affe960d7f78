"""What every store promises, proved on the real ones."""

from tests.server.store.interface import *  # noqa: F403
