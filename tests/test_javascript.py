"""The JavaScript unit tests, run by Node's own test runner."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import playwright

REPOSITORY = Path(__file__).resolve().parents[1]
OLDEST_NODE = 20


def find_node() -> str:
    """Return the Node on PATH if it is recent enough, else the one inside the playwright package."""
    on_path = shutil.which("node")
    if on_path:
        version = subprocess.run([on_path, "--version"], capture_output=True, text=True, check=False).stdout
        major = re.match(r"v(\d+)\.", version)
        if major and int(major[1]) >= OLDEST_NODE:
            return on_path
    name = "node.exe" if os.name == "nt" else "node"
    return str(Path(playwright.__file__).parent / "driver" / name)


def test_the_javascript_unit_tests_pass() -> None:
    files = sorted(str(path.relative_to(REPOSITORY)) for path in REPOSITORY.glob("tests/js/**/*.test.js"))
    assert files, "expected tests in tests/js, found none"
    ran = subprocess.run(
        [find_node(), "--test", "--test-reporter=tap", *files],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    output = ran.stdout + ran.stderr
    assert ran.returncode == 0, output
    passed = re.search(r"^# pass (\d+)$", ran.stdout, re.MULTILINE)
    assert passed, output
    assert int(passed[1]) > 0, output
