"""Tests over a real SSH. They run where `make hosting-test` says so, and are not collected elsewhere."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.browser.serving import free_port
from tests.hosting.ready import program
from tests.terminal.real_terminal import ROOT, Terminal

collect_ignore_glob = [] if os.environ.get("PASSGO_HOSTING") == "1" else ["*.py"]

CONFIG = """\
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/person.pub
PidFile none
UsePAM no
PasswordAuthentication no
StrictModes no
PermitRootLogin yes
AcceptEnv NO_COLOR
"""


class Door(NamedTuple):
    """An SSH server on this machine, into which one key leads."""

    folder: Path
    port: int

    def command(self, words: Sequence[str], env: Mapping[str, str]) -> list[str]:
        """`passgo play` at the other end of a line."""
        there = f"cd {ROOT} && XDG_DATA_HOME={self.folder} {sys.executable} -m passgo play {' '.join(words)}"
        asked = ["-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={self.folder}/known"]
        asked += [word for name in env for word in ("-o", f"SendEnv={name}")]
        return [
            program("ssh"),
            "-F",
            "none",
            "-tt",
            "-p",
            str(self.port),
            "-i",
            f"{self.folder}/person",
            *asked,
            "127.0.0.1",
            there,
        ]

    def play(self, *words: str, **env: str) -> Terminal:
        """Play over a line of its own."""
        return Terminal(self.command(words, env), {"TERM": "xterm-256color", **env})


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    """A server of OpenSSH, which ends with the test."""
    for name in ("host", "person"):
        subprocess.run([program("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)], check=True)
    found = Door(tmp_path, free_port())
    (tmp_path / "sshd_config").write_text(CONFIG.format(port=found.port, folder=tmp_path))
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    log = tmp_path / "sshd.log"
    server = subprocess.Popen([program("sshd"), "-D", "-f", str(tmp_path / "sshd_config"), "-E", str(log)])
    try:
        until = time.monotonic() + 30
        while "Server listening" not in (log.read_text() if log.exists() else ""):
            assert server.poll() is None, log.read_text() if log.exists() else "sshd ended"
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)
        yield found
    finally:
        server.terminate()
        server.wait()
