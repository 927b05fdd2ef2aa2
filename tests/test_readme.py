"""The README: its Python blocks run, in order, as one session would run them; its keys are the page's."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
KEY = re.compile(r'label: "(?P<label>[^"]+)",(?: also: "[^"]+",)? help: "(?P<help>[^"]+)"')
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


def test_the_readme_names_every_key_of_the_timeline_and_what_it_does() -> None:
    table = (REPOSITORY / "viewer" / "static" / "timeline" / "keys.js").read_text(encoding="utf-8")
    keys = [(found["label"].replace(r"\\", "\\"), found["help"]) for found in KEY.finditer(table)]
    cells = [cell.strip() for cell in (REPOSITORY / "README.md").read_text(encoding="utf-8").split("|")]
    named = [(label.replace("`", ""), does) for label, does in pairwise(cells)]
    assert len(keys) > 20
    assert [key for key in keys if not any(key[0] in label and key[1] == does for label, does in named)] == []
