"""Modules for a page without a server: every import is found, renamed, and nothing is left out."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from viewer.errors import InvalidDataError
from viewer.exports.modules import collect, import_map

REPOSITORY = Path(__file__).resolve().parents[2]
STATIC = REPOSITORY / "viewer" / "static"


def write(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        path = folder / f"{name.replace('__', '/')}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_every_way_to_import_gets_a_bare_name(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        a__entry="import { x,\n  y } from \"./near.js\";\nimport * as far from '../b/far.js';\n"
        'import "../b/only.js";\n'
        'export { z } from "./near.js";\nexport const later = () => import("../b/late.js");\n',
        a__near='export const x = 1, y = 2, z = "./not-an-import.js";\n',
        b__far='import { x } from "../a/near.js";\nexport const w = x;\n',
        b__only="",
        b__late="",
    )
    found = collect(root, "a/entry.js")
    assert set(found) == {"a/entry.js", "a/near.js", "b/far.js", "b/only.js", "b/late.js"}
    assert re.findall(r"turnbench/[\w/.]+", found["a/entry.js"]) == [
        "turnbench/a/near.js",
        "turnbench/b/far.js",
        "turnbench/b/only.js",
        "turnbench/a/near.js",
        "turnbench/b/late.js",
    ]
    assert '"./not-an-import.js"' in found["a/near.js"]


def test_modules_that_import_each_other_are_taken_once(tmp_path: Path) -> None:
    root = write(tmp_path, a='import "./b.js";', b='import "./a.js";')
    assert set(collect(root, "a.js")) == {"a.js", "b.js"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('import "https://elsewhere.example/x.js";', "expected imports of the app's own modules"),
        ('import { x } from "lodash";', "expected imports of the app's own modules"),
        ('import "./gone.js";', "gone.js: expected a module of the app, found no such file"),
        ("new Worker(new URL('w.js', import.meta.url));", r"found import\.meta"),
    ],
)
def test_what_cannot_stand_in_one_file_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidDataError, match=message):
        collect(write(tmp_path, a=text), "a.js")


def test_the_map_holds_the_modules_as_they_are(tmp_path: Path) -> None:
    text = "export const word = 'né </script>';\n"
    ((name, address),) = import_map(collect(write(tmp_path, a=text), "a.js"))["imports"].items()
    assert name == "turnbench/a.js"
    head, _, body = address.partition(",")
    assert head == "data:text/javascript;base64"
    assert base64.b64decode(body).decode() == text


def test_the_timeline_can_be_collected_whole() -> None:
    found = collect(STATIC, "offline/offline.js")
    assert {"timeline/timeline.js", "timeline/axis.js", "page/look.js"} <= set(found)
    left = re.compile(r"""(?:from|import)\s*\(?\s*["']\.{1,2}/""")
    assert [path for path, text in found.items() if left.search(text)] == []
