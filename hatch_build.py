"""When a wheel or a source distribution is built, the browser game is built into it."""

import importlib.util
import os
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
        web = web_build(self.root)
        if web is None or unwanted() or version == "editable" or web.is_built():
            return
        web.build()


def unwanted() -> bool:
    """Has somebody said that they want no browser game?"""
    return bool(os.environ.get("PASSGO_NO_WEB"))
