"""A real nginx in front of PassGo, with the files of `deploy/`: only ports, certificate and folders are the test's."""

import os
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.browser.serving import free_port
from tests.hosting.ready import program

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "play.example"
PATIENCE = 30.0

MAIN = """
{user}
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    include /etc/nginx/mime.types;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""


class Front:
    """nginx as it runs: where it is, and how clients trust its certificate."""

    def __init__(self, folder: Path, root: str = "") -> None:
        self.folder, self.root = folder, root
        self.http_port, self.https_port = free_port(), free_port()
        self.origin = f"https://{NAME}:{self.https_port}"
        self.socket_url = f"wss://{NAME}:{self.https_port}{root}/socket"
        make_certificate(folder)
        self.trust = ssl.create_default_context(cafile=str(folder / "certificate.pem"))

    def client(self, address: str = "127.0.0.1", host: str = NAME, **headers: str) -> httpx.Client:
        """A client of REST and pages who comes from an address of this machine, and calls the site by a name."""
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.https_port}{self.root}",
            transport=httpx.HTTPTransport(verify=self.trust, local_address=address),
            headers={"host": f"{host}:{self.https_port}", **headers},
            timeout=PATIENCE,
        )

    def wire(self, address: str = "127.0.0.1") -> dict[str, Any]:
        """What `connect` needs to reach the socket, as a browser on the site's own page would."""
        reach = {"host": "127.0.0.1", "port": self.https_port, "local_addr": (address, 0)}
        return {**reach, "ssl": self.trust, "server_hostname": NAME, "origin": self.origin, "proxy": None}

    def create(self, *seats: dict[str, Any], **wishes: Any) -> dict[str, Any]:
        """Create a game; the answer."""
        with self.client() as client:
            answer = client.post("/api/games", json={"edition": "classic", "seats": list(seats), **wishes})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def keys(self, game: dict[str, Any], *names: str) -> list[str]:
        """The creator's key, and those of others who take a seat each."""
        with self.client() as client:
            at = f"/api/games/{game['game']}/seats"
            taken = [client.post(at, json={"name": name, "invite": game["invite"]}) for name in names]
        assert {answer.status_code for answer in taken} <= {201}, [answer.text for answer in taken]
        return [game["seats"][0]["key"], *(answer.json()["key"] for answer in taken)]


def make_certificate(folder: Path) -> None:
    """A certificate that nobody but the test trusts."""
    made = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem"), "-days", "2"]
    named = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run([program("openssl"), "req", *kind, *made, *named], check=True, capture_output=True, timeout=60)


def changed(text: str, changes: Mapping[str, str]) -> str:
    """A file of `deploy/` with the test's own values. Each must be there to be changed."""
    for old, new in changes.items():
        assert old in text, f"the file does not have {old!r}"
        text = text.replace(old, new)
    return text


def rendered(front: Front, server_port: int, changes: Mapping[str, str] | None = None) -> str:
    """`deploy/nginx.conf` for the test's ports and certificate, with further changes."""
    site = changed((DEPLOY / "nginx.conf").read_text(), changes or {})
    if not has_ipv6():
        site = "\n".join(line for line in site.splitlines() if "listen [::]" not in line)
    of_test = {
        "listen 80;": f"listen 127.0.0.1:{front.http_port};",
        "listen 443 ssl": f"listen 127.0.0.1:{front.https_port} ssl",
        "/etc/letsencrypt/live/play.example/fullchain.pem": str(front.folder / "certificate.pem"),
        "/etc/letsencrypt/live/play.example/privkey.pem": str(front.folder / "key.pem"),
    }
    if has_ipv6():
        of_test |= {"[::]:80;": f"[::1]:{front.http_port};", "[::]:443 ssl": f"[::1]:{front.https_port} ssl"}
    return changed(site, of_test).replace("127.0.0.1:8000", f"127.0.0.1:{server_port}")


def has_ipv6() -> bool:
    """Can one listen on the loopback of version 6 here? In many containers one cannot."""
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


@contextmanager
def proxied(front: Front, site: str) -> Iterator[Front]:
    """nginx with this site, until the end of the block."""
    user = "user root;" if os.geteuid() == 0 else ""  # its workers could not read the test's folder
    path = front.folder / "nginx.conf"
    path.write_text(MAIN.format(user=user, folder=front.folder, site=site))
    command = [program("nginx"), "-p", str(front.folder), "-c", str(path), "-e", str(front.folder / "error.log")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + PATIENCE
        while not answers(front.https_port):
            assert process.poll() is None, (front.folder / "error.log").read_text()
            assert time.monotonic() < until, "nginx does not start"
            time.sleep(0.05)
        yield front
    finally:
        process.terminate()
        process.wait(PATIENCE)


def answers(port: int) -> bool:
    """Does somebody listen there?"""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
