"""`passgo dev docs`: the pages, schemas and types that are generated from the source."""

from passgo.cli.arguments import project_folder
from passgo.dev import contract
from passgo.server.http import schema


def command() -> None:
    """Regenerate from the source: docs/state.md, actions.md and events.md, and the protocol's schemas and types."""
    root = project_folder()
    changed = contract.write(root / "docs") + schema.write(root)
    for path in changed:
        print(f"wrote {path.relative_to(root)}")
    if not changed:
        print("everything is fresh")
