"""Where compiled code is kept, and when it is still good.

An entry point is made of many files. So the folder of the cache is named after a hash of all sources that may be in
it, of Numba's version, the way of compiling, and the processor.
"""

import hashlib
import importlib.util
import os
from functools import cache
from pathlib import Path
from typing import Any

from passgo.machine.switches import BOUNDSCHECK, CALM, LINES

PACKAGE = Path(__file__).parents[1]
EVERYWHERE = (PACKAGE / "machine", PACKAGE / "rules")
"""What is in all compiled code."""
AROUND = (PACKAGE, PACKAGE / "bots", PACKAGE / "bots" / "judgement", PACKAGE / "bots" / "trader")
"""What may be in compiled code outside of the rules: the dealer, and the bots with the net by which they judge."""
DIGEST = 16
"""The bytes of a hash in front of what is kept, so that half a file is noticed."""


def source_key(folder: Path) -> str:
    """A hash of every source in a folder, and of weights beside them: editing any file of it makes a new cache."""
    digest = hashlib.sha256()
    for path in sorted([*folder.glob("*.py"), *folder.glob("*.bin")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def joint_key(*folders: Path) -> str:
    """A hash of every source in several folders."""
    together = "".join(
        package_key(folder) if folder.is_relative_to(PACKAGE) else source_key(folder)
        for folder in dict.fromkeys(folders)
    )
    return hashlib.sha256(together.encode()).hexdigest()[:16]


@cache
def package_key(folder: Path) -> str:
    """The same for a folder of the package, whose files this process has imported as they were."""
    return source_key(folder)


def cache_root() -> Path:
    """Where compiled code is kept: PASSGO_CACHE, or the user's cache folder."""
    chosen = os.environ.get("PASSGO_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "passgo"


def cache_folder(file: str) -> Path:
    """The folder for what is compiled from a file: named after the sources, Numba, and the way of compiling."""
    folders = list(EVERYWHERE)
    if Path(file).parent not in EVERYWHERE:  # loops elsewhere inline rules, the dealer, bots, and their neighbours
        folders += [*AROUND, Path(file).parent]
    way = ("calm-" if CALM else "") + ("checked" if BOUNDSCHECK else "fast") + ("-lines" if LINES else "")
    return cache_root() / "-".join([joint_key(*folders), compiler_key(), way])


@cache
def compiler_key() -> str:
    """A hash of Numba's version and of the processor for which it compiles; Numba itself is not loaded for it."""
    from llvmlite import __version__, binding

    numba = importlib.util.find_spec("numba")
    version = Path(numba.origin).with_name("_version.py").read_bytes() if numba and numba.origin else b""
    processor = os.environ.get("NUMBA_CPU_NAME") or binding.get_host_cpu_name()
    features = os.environ.get("NUMBA_CPU_FEATURES", binding.get_host_cpu_features().flatten())
    together = f"{__version__} {binding.get_process_triple()} {processor} {features}".encode()
    return hashlib.sha256(version + together).hexdigest()[:8]


def object_file(function: Any) -> Path:
    """Where the object file of an entry point is kept."""
    folder = cache_folder(function.__code__.co_filename)
    return folder / f"{function.__module__}.{function.__qualname__}.o"


def is_kept(entry: Any) -> bool:
    """Is the machine code of an entry point on disk?"""
    if CALM:
        return any(Path(entry.stats.cache_path).rglob(f"*.{entry.py_func.__name__}-*.nbi"))
    return object_file(entry.py_func).exists()


def kept_object(function: Any) -> bytes | None:
    """The object file of an entry point, if it is kept; EOFError if it is damaged."""
    try:
        kept = object_file(function).read_bytes()
    except FileNotFoundError:
        return None
    image = kept[DIGEST:]
    if hashlib.sha256(image).digest()[:DIGEST] != kept[:DIGEST]:
        raise EOFError(f"{object_file(function)} is damaged")
    return image


def keep_object(function: Any, image: bytes) -> None:
    """Keep the object file of an entry point: all of it, or nothing."""
    file = object_file(function)
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(f".{os.getpid()}")
    unfinished.write_bytes(hashlib.sha256(image).digest()[:DIGEST] + image)
    unfinished.replace(file)


def keep_calmly(entry: Any) -> None:
    """Let Numba's own cache keep an entry point, in our folder (PASSGO_CALM=1)."""
    import numba

    usual = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(entry.py_func.__code__.co_filename))
    try:
        entry.enable_caching()
    finally:
        numba.config.CACHE_DIR = usual
