"""Changing one place of a good document, and reading why the result is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.loaders.building import DURATIONS
from viewer.errors import InvalidDataError, Severity

Change = Callable[[dict[str, Any]], Any]


def at(path: str, value: Any) -> Change:
    """Change one place of a document: a dotted path; ``-`` in place of a value removes it."""

    def change(document: dict[str, Any]) -> dict[str, Any]:
        steps = [int(step) if step.isdigit() else step for step in path.split(".")]
        inner: Any = document
        for step in steps[:-1]:
            inner = inner[step]
        if value == "-":
            del inner[steps[-1]]
        else:
            inner[steps[-1]] = value
        return document

    return change


def text(old: str, new: str) -> Change:
    """Change the written text, for what no Python value can express."""

    def change(document: dict[str, Any]) -> str:
        written = json.dumps(document)
        if old not in written:
            raise LookupError(old)
        return written.replace(old, new, 1)

    return change


def write(folder: Path, content: Any) -> Path:
    path = folder / "bad.json"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def refused(load: Callable[..., object], path: Path) -> list[str]:
    """The messages with which a file is refused; all of them are errors."""
    with pytest.raises(InvalidDataError, match=r"bad\.json.*: expected .*, found ") as caught:
        load(path, DURATIONS, name="bad.json")
    assert {problem.severity for problem in caught.value.problems} == {Severity.ERROR}
    return [str(problem) for problem in caught.value.problems]
