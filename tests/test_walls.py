"""The walls between the rooms: each contract is seen to fail, and only loaders and media touch files."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
VIEWER = REPOSITORY / "viewer"

# contract, file that gets a violating line, the line
VIOLATIONS = [
    ("layers", "gold/__init__.py", "import viewer.scoring"),
    ("layers", "dialogue/__init__.py", "import viewer.loaders"),
    ("layers", "a_room_without_a_place/__init__.py", "import viewer.errors"),
    ("layers", "runs/__init__.py", "import viewer.workspace"),
    ("layers", "exports/__init__.py", "import viewer.workspace"),
    ("layers", "detectors/__init__.py", "import viewer.loaders"),
    ("layers", "hidden/__init__.py", "import viewer.workspace"),
    ("layers", "corrections/__init__.py", "import viewer.gold"),
    ("layers", "audit/__init__.py", "import viewer.view_models"),
    ("layers", "journal/__init__.py", "import viewer.hidden"),
    ("layers", "gate/__init__.py", "import viewer.hidden"),
    ("layers", "uploads/__init__.py", "import viewer.workspace"),
    ("domain", "dialogue/__init__.py", "import viewer.environment"),
    ("loaders", "loaders/__init__.py", "import viewer.compiled"),
    ("media", "media/__init__.py", "import viewer.gold"),
    ("panel", "view_models/__init__.py", "import panel"),
    ("files", "scoring/__init__.py", "import pathlib"),
]

ROOMS_WITH_PANEL = {"views", "main", "app_hooks", "__main__"}
ROOMS_WITH_FILES = {"loaders", "media", "exports", "journal", "environment", "uploads"}
READS_WITH_A_REASON = {
    "viewer/detectors/weights.py": "the checksum of weights that an installed package brings",
}
FILE_METHODS = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "touch"}


def contracts() -> dict[str, Any]:
    with (REPOSITORY / "pyproject.toml").open("rb") as file:
        written = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return {contract["id"]: contract for contract in written}


def rooms() -> set[str]:
    packages = {path.parent.name for path in VIEWER.glob("*/__init__.py")}
    return packages | {path.stem for path in VIEWER.glob("*.py")} - {"__init__"}


def room_of(path: Path) -> str:
    return path.relative_to(VIEWER).parts[0].removesuffix(".py")


def lint(folder: Path, contract: str) -> subprocess.CompletedProcess[str]:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache", "--contract", contract],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("contract", "file", "line"), VIOLATIONS)
def test_a_contract_is_seen_to_fail(tmp_path: Path, contract: str, file: str, line: str) -> None:
    only_python = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(VIEWER, tmp_path / "viewer", ignore=only_python)
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    target = tmp_path / "viewer" / file
    target.parent.mkdir(exist_ok=True)
    before = target.read_text(encoding="utf-8") if target.exists() else ""
    target.write_text(f"{before}\n{line}\n", encoding="utf-8")

    ran = lint(tmp_path, contract)

    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert f"{contracts()[contract]['name']} BROKEN" in " ".join(ran.stdout.split())


def test_every_contract_has_a_violation_that_breaks_it() -> None:
    assert {contract for contract, _, _ in VIOLATIONS} == set(contracts())


def test_the_panel_contract_names_every_room_that_must_not_import_it() -> None:
    named = {module.removeprefix("viewer.") for module in contracts()["panel"]["source_modules"]}
    assert named == rooms() - ROOMS_WITH_PANEL


def file_calls(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        is_open = isinstance(called, ast.Name) and called.id == "open"
        is_method = isinstance(called, ast.Attribute) and called.attr in FILE_METHODS
        if is_open or is_method:
            yield f"{path.relative_to(REPOSITORY).as_posix()}:{node.lineno}: {ast.unparse(called)}()"


def is_read_with_a_reason(call: str) -> bool:
    file = call.partition(":")[0]
    return file in READS_WITH_A_REASON and call.endswith((".read_text()", ".read_bytes()"))


def test_only_the_rooms_for_files_touch_files() -> None:
    others = [path for path in VIEWER.rglob("*.py") if room_of(path) not in ROOMS_WITH_FILES]
    assert others
    calls = [call for path in others for call in file_calls(path)]
    assert [call for call in calls if not is_read_with_a_reason(call)] == []
    assert {call.partition(":")[0] for call in calls} == set(READS_WITH_A_REASON)


def test_a_call_that_touches_a_file_is_seen() -> None:
    module = VIEWER / "environment.py"
    assert any("mkdir" in call for call in file_calls(module))


def uses_of_hidden_labels(path: Path) -> Iterator[str]:
    """Yield what reads labels that are hidden: `Split.unsealed`, or what it sets."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        is_call = isinstance(node, ast.Attribute) and node.attr == "unsealed"
        is_setting = isinstance(node, ast.keyword) and node.arg == "reads_labels"
        if is_call or is_setting:
            yield path.relative_to(VIEWER).as_posix()


def test_only_the_room_of_hidden_labels_reads_them() -> None:
    found = [use for path in sorted(VIEWER.rglob("*.py")) for use in uses_of_hidden_labels(path)]
    assert found == [
        "hidden/owner.py",
        "hidden/scoring.py",
        "loaders/corpus.py",  # `unsealed` itself
        "loaders/opening.py",  # a split that is not hidden
    ]


def test_no_module_of_the_viewer_hides_another_one() -> None:
    """While main.py runs, viewer/ itself is on sys.path."""
    names = rooms() - {"main", "app_hooks", "__main__"}
    dependencies = {"panel", "bokeh", "holoviews", "librosa", "numba", "numpy", "pandas", "param"}
    assert not names & (set(sys.stdlib_module_names) | dependencies)


def test_the_package_itself_is_a_docstring_only() -> None:
    """Panel runs viewer/__init__.py twice."""
    (only,) = ast.parse((VIEWER / "__init__.py").read_text(encoding="utf-8")).body
    assert isinstance(only, ast.Expr)
    assert isinstance(only.value, ast.Constant)
