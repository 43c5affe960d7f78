"""`passgo` of a version to come: its log has one more version, and its tables one more step."""

from passgo.server.store import versions

COLUMN = "later"


def come() -> None:
    """Make this process one of the version to come."""
    versions.UPGRADES = (*versions.UPGRADES, versions.same)
    versions.POSTGRES = (*versions.POSTGRES, (f"ALTER TABLE passgo.games ADD COLUMN {COLUMN} text",))


if __name__ == "__main__":
    come()
    from passgo.cli import main

    main()
