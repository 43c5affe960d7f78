"""Where compiled code is kept, and when it is still good.

Numba's own cache notices changes in the file of a function only, and our functions are made of many files. So the
folder of the cache is named after a hash of all sources that may be in it.
"""

import hashlib
import os
from pathlib import Path
from typing import Any

from passgo.machine.switches import BOUNDSCHECK, CALM, PLAIN

PACKAGE = Path(__file__).parents[1]
EVERYWHERE = (PACKAGE / "machine", PACKAGE / "rules")
"""What is in all compiled code."""
AROUND = (PACKAGE, PACKAGE / "bots", PACKAGE / "bots" / "trader")
"""What may be in compiled code outside of the rules: the dealer and the bots."""


def source_key(folder: Path) -> str:
    """A hash of every source in a folder: editing any file of it makes a new cache."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: PASSGO_CACHE, or the user's cache folder."""
    chosen = os.environ.get("PASSGO_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "passgo"


def cache_folder(file: str) -> Path:
    """The folder for what is compiled from a file: named after the sources, Numba, and the way of compiling."""
    import numba

    folders = list(EVERYWHERE)
    if Path(file).parent not in EVERYWHERE:  # loops elsewhere inline rules, the dealer, bots, and their neighbours
        folders += [*AROUND, Path(file).parent]
    together = "".join(source_key(folder) for folder in dict.fromkeys(folders))
    key = hashlib.sha256(together.encode()).hexdigest()[:16]
    way = ("calm-" if CALM else "") + ("checked" if BOUNDSCHECK else "fast")
    return cache_root() / "-".join([key, numba.__version__, way])


def is_kept(entry: Any) -> bool:
    """Is the machine code of an entry point on disk?"""
    folder = Path(entry.stats.cache_path)
    return any(folder.rglob(f"*.{entry.py_func.__name__}-*.nbi"))


if not PLAIN:
    import numba
    from numba.core import caching

    if CALM:

        def keep(entry: Any) -> None:
            """Let Numba's own cache keep an entry point, in our folder."""
            usual = numba.config.CACHE_DIR
            numba.config.CACHE_DIR = str(cache_folder(entry.py_func.__code__.co_filename))
            try:
                entry.enable_caching()
            finally:
                numba.config.CACHE_DIR = usual

    else:

        class SourceFolder(caching._CacheLocator):  # type: ignore[misc]
            """Keeps compiled code in a folder named after the sources it was compiled from."""

            def __init__(self, function: Any, file: str) -> None:
                self._path = cache_folder(file)
                self._line = function.__code__.co_firstlineno

            def get_cache_path(self) -> str:
                """The folder."""
                return str(self._path)

            def get_source_stamp(self) -> str:
                """Always the same: the folder's name is the stamp."""
                return "by folder"

            def get_disambiguator(self) -> str:
                """Tells functions of one name apart."""
                return str(self._line)

            @classmethod
            def from_function(cls, function: Any, file: str) -> "SourceFolder":
                """The locator of a function; it takes every function."""
                return cls(function, file)

        class RuleCacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
            """Numba's way of keeping, with our folders."""

            _locator_classes = [SourceFolder]  # noqa: RUF012

        class RuleCache(caching.FunctionCache):  # type: ignore[misc]
            """Numba's cache, with our folders."""

            _impl_class = RuleCacheImpl

        def keep(entry: Any) -> None:
            """Keep an entry point's machine code in our folder."""
            entry._cache = RuleCache(entry.py_func)
