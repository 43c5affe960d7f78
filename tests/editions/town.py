"""A user's own edition, made as a user makes one: Jail lies elsewhere, a street has another name and price."""

from pathlib import Path

from passgo.editions.template import write_template

CHANGES = {
    "edition.toml": [
        ('title = "My edition"', 'title = "Our Town"'),
        ("# jail_fine = 50", "jail_fine = 70"),
        ("# move_salary = 200", "move_salary = 250"),
    ],
    "board.toml": [
        ('name = "Boardwalk"', 'name = "Harbour Lane"\nshort = "Harbour"'),
        ("price = 400", "price = 440"),
    ],
    "decks.toml": [('target = "boardwalk"', 'target = "harbour_lane"')],
}


def write_town(folder: Path, name: str = "town") -> Path:
    """Write the edition into a folder; its file."""
    edition, board, decks = write_template(folder)
    for path in (edition, board, decks):
        text = path.read_text(encoding="utf-8")
        for there, instead in CHANGES[path.name]:
            assert text.count(there) == 1, f"{path.name}: {there}"
            text = text.replace(there, instead)
        path.write_text(text, encoding="utf-8")
    move_jail(board)
    return edition.rename(folder / f"{name}.toml")


def move_jail(board: Path) -> None:
    """Jail and the square that sends to it change places: Jail is square 30."""
    parts = board.read_text(encoding="utf-8").split("[[square]]")
    assert 'kind = "jail"' in parts[11]
    assert 'kind = "go_to_jail"' in parts[31]
    parts[11], parts[31] = parts[31], parts[11]
    board.write_text("[[square]]".join(parts), encoding="utf-8")
