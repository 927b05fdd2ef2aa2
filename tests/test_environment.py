"""What ``make`` does before anything is installed: ``.ci/environment`` on machines that lack something."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
TOOLS = ("sh", "dirname", "cksum", "cat")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="make and sh are not there on Windows")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the files that an environment is made from, and a PATH of four tools."""
    folder = tmp_path / "checkout"
    shutil.copytree(REPOSITORY / ".ci", folder / ".ci")
    for name in ("pyproject.toml", "requirements.lock"):
        shutil.copy(REPOSITORY / name, folder)
    (folder / "bin").mkdir()
    for tool in TOOLS:
        (folder / "bin" / tool).symlink_to(str(shutil.which(tool)))
    return folder


def add_program(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{shutil.which('sh')}\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def run(checkout: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(checkout / ".ci" / "environment")],
        env={"PATH": str(checkout / "bin"), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_python_it_says_which_one_it_looked_for(checkout: Path) -> None:
    ran = run(checkout)
    assert ran.returncode == 1
    assert "Expected Python 3.11 or newer as python3, python3.13" in ran.stderr


def test_an_old_python_is_passed_over_for_a_newer_one(checkout: Path) -> None:
    add_program(checkout / "bin" / "python3", "exit 1")
    add_program(checkout / "bin" / "python3.12", 'case "$2" in *version_info*) exit 0;; *) exit 1;; esac')
    ran = run(checkout)
    assert ran.returncode == 1
    assert "python3.12 cannot make environments" in ran.stderr


def test_a_named_python_that_is_too_old_is_refused(checkout: Path) -> None:
    add_program(checkout / "bin" / "python3", "exit 0")
    add_program(checkout / "bin" / "old", "exit 1")
    ran = run(checkout, PYTHON="old")
    assert ran.returncode == 1
    assert "PYTHON=old: expected Python 3.11 or newer" in ran.stderr


def test_a_python_without_venv_gets_the_command_that_adds_it(checkout: Path) -> None:
    script = 'case "$2" in *ensurepip*) exit 1;; *print*) echo 3.11;; esac'
    add_program(checkout / "bin" / "python3", script)
    ran = run(checkout)
    assert ran.returncode == 1
    assert "apt-get install -y python3.11-venv" in ran.stderr


def test_an_environment_is_made_once_and_again_when_the_lock_changes(checkout: Path) -> None:
    add_program(checkout / ".venv" / "bin" / "python", 'case "$3" in install) echo "$@" >> installs;; esac')
    installs = checkout / "installs"

    assert run(checkout).returncode == 0
    first = installs.read_text(encoding="utf-8").splitlines()
    assert [("--require-hashes" in line, "-e ." in line) for line in first] == [(True, False), (False, True)]

    again = run(checkout)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert len(installs.read_text(encoding="utf-8").splitlines()) == len(first)

    with (checkout / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("\n")
    assert run(checkout).returncode == 0
    assert len(installs.read_text(encoding="utf-8").splitlines()) == 2 * len(first)


def test_an_install_that_fails_is_tried_again(checkout: Path) -> None:
    add_program(checkout / ".venv" / "bin" / "python", 'case "$3" in install) exit 1;; esac')
    assert run(checkout).returncode == 1
    assert not (checkout / ".venv" / ".made-from").exists()
