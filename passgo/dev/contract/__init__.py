"""The contract of the engine as three documents, generated from its source: `passgo dev docs`.

Fields come from the records themselves, numbers from `codes`, kinds of action from `passgo.rules.actions`. The kinds of
event are in `events`. Random games check that actions are refused, and events happen, by the rules named there alone.
"""

import json
from pathlib import Path

from passgo.dev.contract.pages import actions_page, events_page, state_page
from passgo.notation.dict_schema import position_schema

__all__ = ["documents", "write"]


def documents() -> dict[str, str]:
    """Each document by the name of its file in `docs/`.

    >>> sorted(documents())
    ['actions.md', 'events.md', 'position.schema.json', 'state.md']
    """
    schema = json.dumps(position_schema(), indent=1) + "\n"
    pages = {"state.md": state_page(), "actions.md": actions_page(), "events.md": events_page()}
    return {**pages, "position.schema.json": schema}


def write(folder: Path) -> list[Path]:
    """Write the documents into a folder; the files that changed."""
    folder.mkdir(parents=True, exist_ok=True)
    changed = []
    for name, text in documents().items():
        path = folder / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            changed.append(path)
    return changed
