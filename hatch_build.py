"""When a wheel or a source distribution is built, the browser game is built into it.

A wheel also takes the library of machine code in build/shipped (or in the folder that PASSGO_SHIPPED names, if any), if
`python -m passgo.dev.library` has made one of these sources; it is then a wheel for this system. `make dist` does both.
"""

import importlib.util
import os
import sys
import sysconfig
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def web_build(root: str) -> ModuleType | None:
    """`web/build.py`, which knows how; None where the sources are not."""
    path = Path(root) / "web" / "build.py"
    spec = importlib.util.spec_from_file_location("passgo_web_build", path)
    if not path.exists() or spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class BrowserGame(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the browser game, unless it is built, this is an editable install, or PASSGO_NO_WEB is set."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node as a Python package, if the machine has none and something is to be built."""
        web = web_build(self.root)
        if web is None or unwanted() or web.is_built() or web.machine_node() is not None:
            return []
        return [str(web.NODE_WHEEL)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before the files are gathered."""
        if self.target_name == "wheel" and version != "editable":
            self.ship_machine_code(build_data)
        web = web_build(self.root)
        if web is None or unwanted() or version == "editable" or web.is_built():
            return
        web.build()

    def ship_machine_code(self, build_data: dict[str, Any]) -> None:
        """Put the library of machine code into the wheel, if there is one, and say for which system the wheel is."""
        sys.path.insert(0, self.root)
        from passgo.machine import shipped

        folder = os.environ.get("PASSGO_SHIPPED", str(Path(self.root, "build", "shipped")))
        library = Path(folder, shipped.library_name())
        if not folder or not library.exists() or shipped.fitting(library) is None:
            return
        build_data["force_include"][str(library)] = f"passgo/machine/{library.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{system_tag()}"


def system_tag() -> str:
    """This system as wheels name it. The library asks no C library of a certain age, so Linux is Linux since 2014."""
    own = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return own.replace("linux_", "manylinux_2_17_")


def unwanted() -> bool:
    """Has somebody said that they want no browser game?"""
    return bool(os.environ.get("PASSGO_NO_WEB"))
