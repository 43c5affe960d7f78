"""The files of `deploy/`: the page quotes them as they are, their commands exist, and they fit the server."""

import ipaddress
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from passgo.cli import COMMANDS, find_command
from passgo.server.app import Server
from passgo.server.config import Limits
from passgo.server.metrics import Metrics
from passgo.server.process import uvicorn_config
from passgo.server.wire.types import LARGEST_MESSAGE
from passgo.terminal.files import BadInput

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = ROOT / "docs" / "hosting.md"
FILES = sorted(DEPLOY.iterdir())
QUOTE = re.compile(r"^```\w+ (deploy/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def quotes() -> list[tuple[str, str]]:
    """The files that the page quotes, each with what it quotes."""
    return QUOTE.findall(PAGE.read_text())


def test_the_page_quotes_the_files_as_they_are() -> None:
    found = quotes()
    assert len(found) >= 4
    for name, text in found:
        assert text in (ROOT / name).read_text(), f"the page quotes {name} as it is not"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_page_leads_to_every_file(path: Path) -> None:
    assert f"../deploy/{path.name}" in PAGE.read_text()


def test_links_between_pages_lead_somewhere() -> None:
    for page in (PAGE, ROOT / "docs" / "server.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} leads to {target}"
    assert "hosting.md" in (ROOT / "docs" / "server.md").read_text()
    assert "docs/hosting.md" in (ROOT / "README.md").read_text()


# The commands


def said_commands() -> Iterator[str]:
    """Every command line of PassGo in the page and in the files."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    words = re.findall(r"`(passgo \w+ [^`\n]+)`", PAGE.read_text())
    service = re.sub(r"^Exec\w+=/opt/passgo/bin/", "", (DEPLOY / "passgo.service").read_text(), flags=re.MULTILINE)
    for text in ("\n".join(blocks), "\n".join(words), service, *(path.read_text() for path in DEPLOY.glob("nginx*"))):
        for line in text.splitlines():
            found = re.search(r"(?:^|[ /])passgo ((?:serve|check|backup|restore|forget|warm|verify)\b.*)", line)
            if found:
                yield found[1].partition("  #")[0].strip()
    yield " ".join(container("CMD"))
    yield composed()["services"]["passgo-1"]["command"].strip()


def test_every_command_that_is_told_is_understood() -> None:
    """Each is parsed by the program itself: an unknown option, a missing argument or a bad value fails."""
    told = list(said_commands())
    assert len(told) >= 12
    for line in told:
        name, *words = shlex.split(line)
        command = find_command("passgo", COMMANDS, name)
        command.parse(words)
    with pytest.raises(BadInput):
        command.parse(["--no-such-option"])


# nginx


def seconds(setting: str, text: str) -> float:
    found = re.search(rf"\b{setting} (\d+)s;", text)
    assert found, setting
    return float(found[1])


@pytest.mark.parametrize("name", ["nginx.conf", "nginx-processes.conf"])
def test_nginx_gives_up_a_waiting_connection_before_the_server_does(name: str) -> None:
    text = (DEPLOY / name).read_text()
    assert seconds("keepalive_timeout", text) < Limits().idle_http_seconds


def test_nginx_waits_longer_than_pings_and_takes_what_the_server_takes(tmp_path: Path) -> None:
    text, limits = (DEPLOY / "nginx.conf").read_text(), Limits()
    config = uvicorn_config(Server(str(tmp_path / "games.db")))
    assert config.ws_ping_interval is not None
    assert seconds("proxy_read_timeout", text) > 2 * config.ws_ping_interval
    assert f"client_max_body_size {LARGEST_MESSAGE // 1024}k;" in text
    assert seconds("client_header_timeout", text) == limits.head_seconds
    assert seconds("client_body_timeout", text) == limits.body_seconds
    assert seconds("send_timeout", text) == limits.send_seconds


# systemd

VERIFY = shutil.which("systemd-analyze")


def unit(tmp_path: Path) -> Path:
    """The unit, with a program that is there."""
    path = tmp_path / "passgo.service"
    path.write_text((DEPLOY / "passgo.service").read_text().replace("/opt/passgo/bin/passgo", "/bin/true"))
    return path


@pytest.mark.skipif(VERIFY is None, reason="there is no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    command = ["systemd-analyze", "verify", "--man=no", str(unit(tmp_path))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "passgo.service" not in done.stderr, "no word of complaint about ours"


@pytest.mark.skipif(VERIFY is None, reason="there is no systemd here")
def test_the_unit_exposes_little(tmp_path: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(unit(tmp_path))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout[-600:] + done.stderr


# Containers


def containerfile() -> list[tuple[str, str]]:
    """The instructions of the Containerfile."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split()[0], line.partition(" ")[2]) for line in lines]


def container(instruction: str) -> list[str]:
    """The words of an instruction that is written as a list."""
    (found,) = [rest for name, rest in containerfile() if name == instruction]
    return list(yaml.safe_load(found))


def test_the_container_is_built_of_what_is_there_and_runs_as_nobody_special() -> None:
    steps = containerfile()
    copied = [rest.split()[:-1] for name, rest in steps if name == "COPY" and "--from" not in rest]
    sources = [source for several in copied for source in several]
    assert {"pyproject.toml", "hatch_build.py", "passgo", "web"} <= set(sources)
    assert [source for source in sources if not (ROOT / source).exists()] == []
    allowed = (DEPLOY / "Containerfile.dockerignore").read_text().splitlines()
    assert {f"!{source}" for source in sources} <= set(allowed)
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert needed["readme"] in sources
    assert set(needed["license-files"]) <= set(sources)
    names = [name for name, _ in steps]
    last = len(names) - 1 - names[::-1].index("FROM")
    assert "USER" in names[last:], "who runs the server is not root"
    assert [rest for name, rest in steps if name == "USER"] == ["10001"]
    assert container("ENTRYPOINT") == ["passgo"]
    assert any(name == "HEALTHCHECK" and "/api/health" in rest for name, rest in steps)


def test_the_python_of_the_healthcheck_is_python() -> None:
    (check,) = [rest for name, rest in containerfile() if name == "HEALTHCHECK"]
    python, flag, program = yaml.safe_load(check.partition("CMD ")[2])
    assert (python, flag) == ("python", "-c")
    compile(program, "healthcheck", "exec")


def composed() -> Any:
    """The services that run together."""
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_the_services_that_run_together_know_each_other() -> None:
    services = composed()["services"]
    assert services["passgo-1"]["command"] == services["passgo-2"]["command"]
    assert "@database/" in services["passgo-1"]["command"]
    for process in services["caddy"]["environment"]["PASSGO"].split():
        assert process.partition(":")[0] in services
    assert "{$PASSGO:" in (DEPLOY / "Caddyfile").read_text()
    assert (DEPLOY / services["passgo-1"]["build"]["context"] / services["passgo-1"]["build"]["dockerfile"]).exists()


def test_only_the_network_of_the_services_is_believed() -> None:
    (pool,) = composed()["networks"]["default"]["ipam"]["config"]
    words = shlex.split(composed()["services"]["passgo-1"]["command"])
    believed = [words[n + 1] for n, word in enumerate(words) if word == "--proxy"]
    assert believed == [pool["subnet"]]
    network = ipaddress.ip_network(pool["subnet"])
    assert network.is_private
    assert network.num_addresses <= 256
    assert not any("networks" in service or "network_mode" in service for service in composed()["services"].values())


# Prometheus


def test_alerts_ask_for_figures_that_the_server_has() -> None:
    (group,) = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"]
    asked = {name for rule in group["rules"] for name in re.findall(r"\bpassgo_\w+", rule["expr"])}
    metrics = Metrics()
    metrics.store_errors.labels("full").inc()
    told = {line.split("{")[0].split()[0] for line in metrics.text({}).decode().splitlines() if line[0] != "#"}
    assert len(asked) >= 3
    assert asked <= told
    assert len(group["rules"]) == 3
    assert all(f"`{rule['alert']}`" in PAGE.read_text() for rule in group["rules"])


def test_prometheus_asks_the_process_for_its_own_alerts() -> None:
    settings = yaml.safe_load((DEPLOY / "prometheus.yaml").read_text())
    (job,) = settings["scrape_configs"]
    assert job["static_configs"] == [{"targets": ["127.0.0.1:8000"]}]
    assert all((DEPLOY / name).exists() for name in settings["rule_files"])
