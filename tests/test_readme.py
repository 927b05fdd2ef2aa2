"""The README's Python blocks run, in order, as one session would run them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_python_of_the_readme_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = BLOCK.findall((REPOSITORY / "README.md").read_text(encoding="utf-8"))
    assert blocks, "expected Python blocks in README.md, found none"
    monkeypatch.chdir(REPOSITORY)
    names: dict[str, object] = {"__name__": "readme"}
    for number, block in enumerate(blocks, start=1):
        exec(compile(block, f"README.md, block {number}", "exec"), names)
    assert capsys.readouterr().err == ""
