"""`passgo dev docs`: the pages, schemas and types that are generated from the source."""

from passgo.cli.arguments import project_folder


def command() -> None:
    """Regenerate the pages, schemas and types that come from the source.

    They are docs/state.md, actions.md and events.md, the schemas and types of the protocol, and the referee's files.

        passgo dev docs
    """
    from passgo.dev import contract, referee_files
    from passgo.server.http import schema

    root = project_folder()
    changed = contract.write(root / "docs") + schema.write(root) + referee_files.write(root)
    for path in changed:
        print(f"wrote {path.relative_to(root)}")
    if not changed:
        print("everything is fresh")
