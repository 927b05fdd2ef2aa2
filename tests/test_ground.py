"""The ground: what is installed, and what may stand in a file of this repository."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

REPOSITORY = Path(__file__).resolve().parents[1]
CONDA_NAMES = {"pysoundfile": "soundfile"}
GENERATED_FOLDERS = {".git", ".venv", "build", "dist", "node_modules", "test-output", "__pycache__"}
TEXT_KINDS = {
    ".cfg",
    ".css",
    ".html",
    ".in",
    ".ini",
    ".js",
    ".json",
    ".lock",
    ".md",
    ".py",
    ".sh",
    ".srt",
    ".svg",
    ".toml",
    ".txt",
    ".yaml",
    ".yml",
}
HAND_WRITTEN_KINDS = {".py", ".js", ".css"}
LONGEST_FILE_LINES = 400
MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:work|root|tmp)/")
REGISTRY_HOST = re.compile(r"\b(?:pypi\.org|pythonhosted\.org|registry\.npmjs\.org|anaconda\.org)|index-url")
ADDRESS = re.compile(r"https?://(?!www\.w3\.org/)[^\s\"'`)]+")


@cache
def project() -> dict[str, list[Requirement]]:
    with (REPOSITORY / "pyproject.toml").open("rb") as file:
        table = tomllib.load(file)["project"]
    groups = {"": table["dependencies"], **table["optional-dependencies"]}
    return {group: [Requirement(line) for line in lines] for group, lines in groups.items()}


@cache
def lock_entries() -> tuple[tuple[Requirement, int], ...]:
    """Return each requirement of the lock with its number of hashes."""
    text = (REPOSITORY / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", " ")
    entries = []
    for line in text.splitlines():
        requirement, *hashes = line.split("--hash=sha256:")
        if requirement.strip():
            entries.append((Requirement(requirement.strip()), len(hashes)))
    return tuple(entries)


def locked_versions(name: str) -> list[Version]:
    """Return the versions of a package that the lock pins, one per marker."""
    found = [entry for entry, _ in lock_entries() if canonicalize_name(entry.name) == canonicalize_name(name)]
    return [Version(next(iter(entry.specifier)).version) for entry in found]


def own_files() -> Iterator[Path]:
    """Yield every file of the checkout that is not made by a tool."""
    pending = [REPOSITORY]
    while pending:
        for path in sorted(pending.pop().iterdir()):
            is_generated = path.name in GENERATED_FOLDERS or path.name.endswith(("_cache", ".egg-info"))
            if path.is_dir() and not is_generated and path.name != ".hypothesis":
                pending.append(path)
            elif path.is_file():
                yield path


def text_files() -> list[Path]:
    special = {"Makefile", "LICENSE", "run", "environment", "browser", ".gitignore"}
    return [path for path in own_files() if path.suffix in TEXT_KINDS or path.name in special]


def hits(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    """Return ``file:line: text`` of every match."""
    found = []
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{path.relative_to(REPOSITORY)}:{number}: {line.strip()[:120]}")
    return found


# -- the lock ------------------------------------------------------------------------------------


def test_every_line_of_the_lock_is_one_pinned_version_with_hashes() -> None:
    assert len(lock_entries()) > 50
    for entry, hash_count in lock_entries():
        assert [one.operator for one in entry.specifier] == ["=="], entry
        assert entry.url is None, entry
        assert hash_count >= 1, entry


def test_the_lock_names_no_addresses_and_no_options() -> None:
    text = (REPOSITORY / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert [line for line in text.splitlines() if line.startswith("-")] == []


def test_every_dependency_of_the_project_is_locked_within_its_range() -> None:
    for requirement in [one for group in project().values() for one in group]:
        versions = locked_versions(requirement.name)
        assert versions, requirement
        assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_whatever_the_dependencies_need_here_is_locked() -> None:
    pending = [(one.name, frozenset(one.extras)) for group in project().values() for one in group]
    seen: set[tuple[str, frozenset[str]]] = set()
    while pending:
        name, extras = pending.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        installed = metadata.distribution(name)
        assert locked_versions(name), f"{name} {installed.version}"
        for line in installed.requires or ():
            needed = Requirement(line)
            environments = [{"extra": extra} for extra in ("", *extras)]
            if needed.marker is None or any(needed.marker.evaluate(one) for one in environments):
                pending.append((canonicalize_name(needed.name), frozenset(needed.extras)))
    assert len(seen) > 50


def test_the_conda_environment_asks_for_the_versions_of_the_project() -> None:
    document = yaml.safe_load((REPOSITORY / "environment.yml").read_text(encoding="utf-8"))
    conda = [Requirement(line) for line in document["dependencies"] if line != "pip"]
    asked = {CONDA_NAMES.get(one.name, one.name): one.specifier for one in conda}
    with (REPOSITORY / "pyproject.toml").open("rb") as file:
        oldest_python = tomllib.load(file)["project"]["requires-python"]
    expected = {one.name: one.specifier for one in project()[""]}
    assert str(asked.pop("python")) == oldest_python
    assert asked == expected


# -- the files -----------------------------------------------------------------------------------


def test_no_file_names_a_folder_of_one_machine() -> None:
    paths = [path for path in text_files() if path != Path(__file__)]
    assert len(paths) > 20
    assert hits(MACHINE_PATH, paths) == []


def test_no_file_names_a_package_registry() -> None:
    assert hits(REGISTRY_HOST, [path for path in text_files() if path != Path(__file__)]) == []


def test_no_hand_written_file_is_longer_than_a_reader_can_hold() -> None:
    lengths = {
        str(path.relative_to(REPOSITORY)): len(path.read_text(encoding="utf-8").splitlines())
        for path in own_files()
        if path.suffix in HAND_WRITTEN_KINDS
    }
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST_FILE_LINES} == {}


def test_the_files_of_the_page_name_no_address_outside() -> None:
    viewer = REPOSITORY / "viewer"
    kinds = {".html", ".js", ".css", ".svg", ".json"}
    page = [path for path in text_files() if path.is_relative_to(viewer) and path.suffix in kinds]
    assert page
    assert hits(ADDRESS, page) == []


@pytest.mark.parametrize("text", [f"see /{'work'}/x", f"in '/{'root'}/.venv'", f"--out /{'tmp'}/a.json"])
def test_a_machine_path_is_seen(text: str) -> None:
    assert MACHINE_PATH.search(text)


@pytest.mark.parametrize("text", ["http://fonts.example/a.css", "https://cdn.example/x.js"])
def test_an_address_is_seen(text: str) -> None:
    assert ADDRESS.search(text)
    assert not ADDRESS.search('xmlns="http://www.w3.org/2000/svg"')
