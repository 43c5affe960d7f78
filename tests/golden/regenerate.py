"""Write every golden playthrough anew: `python -m tests.golden.regenerate`, or `make golden`."""

from tests.golden.playthroughs import FOLDER, written


def main() -> None:
    """Write the files, remove those that no playthrough writes any more, and say what changed."""
    expected = written()
    for path in sorted(FOLDER.glob("*.txt")):
        if path.name not in expected:
            path.unlink()
            print(f"removed {path.name}")
    for name, text in expected.items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote   {name}")


if __name__ == "__main__":
    main()
