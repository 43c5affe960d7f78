"""The sessions in the README are run as they stand."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_session_in_the_readme_runs_as_printed() -> None:
    text = (ROOT / "README.md").read_text()
    blocks = BLOCK.findall(text)
    assert blocks
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    assert session.examples
    told: list[str] = []
    results = doctest.DocTestRunner(optionflags=OPTIONS).run(session, out=told.append)
    assert results.failed == 0, "".join(told)


def test_the_readme_names_only_words_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text()
    words = set(re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE))
    assert set(re.findall(r"`?make ([a-z]+)`?", (ROOT / "README.md").read_text())) <= words
    assert "exec make check" in (ROOT / ".ci" / "run").read_text()
    assert "make check" in (ROOT / "README.md").read_text()
