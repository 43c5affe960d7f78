"""A PostgreSQL for the tests that need one."""

from tests.server.databases import cluster, postgres

__all__ = ["cluster", "postgres"]
