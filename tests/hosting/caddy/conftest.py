"""Tests behind a real Caddy. They run where `make hosting-test` says so, and are not collected elsewhere."""

import os

collect_ignore_glob = [] if os.environ.get("PASSGO_HOSTING") == "1" else ["*.py"]
