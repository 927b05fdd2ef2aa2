"""Our own JavaScript modules as one import map, so that a page without a server can import them.

A module names others by where they lie (``./axis.js``, ``../page/look.js``). A page in one file has no
places, so each module becomes a ``data:`` address and each name a bare one, its path under ``static/``::

    import { clamp } from "./axis.js";   →   import { clamp } from "turnbench/timeline/axis.js";
"""

from __future__ import annotations

import base64
import posixpath
import re
from pathlib import Path

from viewer.errors import InvalidDataError, Problem, Severity

SCHEME = "turnbench/"
_IMPORT = re.compile(
    r"""(?P<head>(?:^|[\s;}])(?:import|export)\b[^"'`;()]*?\bfrom\s*|(?:^|[\s;])import\s*|\bimport\s*\(\s*)"""
    r"""(?P<quote>["'])(?P<name>[^"'\n]+)(?P=quote)""",
    re.M,
)
_COMMENT = re.compile(r"^\s*(?://|/?\*).*$", re.M)
_OWN_PLACE = "import.meta"


def collect(root: Path, entry: str) -> dict[str, str]:
    """Return a module and all that it imports, by path under ``root``, their imports rewritten.

    Parameters
    ----------
    root
        The folder that the modules lie in.
    entry
        Path of the first module under it.

    Raises
    ------
    InvalidDataError
        If a module imports what is not one of ours, or asks for its own place, which it will not have.
    """
    found: dict[str, str] = {}
    pending = [entry]
    while pending:
        path = pending.pop()
        if path in found:
            continue
        text = _read(root, path)
        found[path] = _IMPORT.sub(lambda match, path=path: _rewritten(match, path, pending), text)  # type: ignore[misc]
    return found


def import_map(modules: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the import map of modules: each name with its ``data:`` address."""
    return {"imports": {SCHEME + path: _data_address(text) for path, text in sorted(modules.items())}}


def _read(root: Path, path: str) -> str:
    file = root / path
    if not file.is_file():
        raise _problem(path, "a module of the app", "no such file")
    text = file.read_text(encoding="utf-8")
    if _OWN_PLACE in _COMMENT.sub("", text):
        raise _problem(path, "a module that needs no place of its own", _OWN_PLACE)
    return text


def _rewritten(match: re.Match[str], path: str, pending: list[str]) -> str:
    """Return an import with its bare name, and note that module as needed."""
    name = match["name"]
    if not name.startswith("."):
        raise _problem(path, "imports of the app's own modules, by relative path", repr(name))
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
    pending.append(target)
    return f"{match['head']}{match['quote']}{SCHEME}{target}{match['quote']}"


def _data_address(text: str) -> str:
    return "data:text/javascript;base64," + base64.b64encode(text.encode()).decode("ascii")


def _problem(path: str, expected: str, found: str) -> InvalidDataError:
    return InvalidDataError([Problem(Severity.ERROR, path, "", expected, found)])
