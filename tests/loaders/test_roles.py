from __future__ import annotations

from pathlib import Path

import pytest

from viewer.errors import InvalidDataError, MissingFileError
from viewer.loaders.roles import Role, read_roles

GOOD = """schema_version: 1
people:
  noor: lead
  ada: reviewer
  "bob@example": second
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "roles.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everybody_named_has_their_role_and_nobody_else_one(tmp_path: Path) -> None:
    roles = read_roles(written(tmp_path, GOOD))
    assert dict(roles.people) == {"noor": Role.LEAD, "ada": Role.REVIEWER, "bob@example": Role.SECOND}
    assert roles.role_of("ada") is Role.REVIEWER
    assert roles.role_of("eve") is None


def test_a_file_may_name_nobody(tmp_path: Path) -> None:
    assert read_roles(written(tmp_path, "schema_version: 1\npeople: {}\n")).people == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD.replace("lead", "leed"), r'people\.noor, line 3: expected one of lead, .*found "leed".*lead'),
        (GOOD.replace("lead", "[lead]"), r"people\.noor, line 3: expected one of lead"),
        (GOOD.replace("lead", "1"), r"people\.noor, line 3: expected one of lead, reviewer, second, found 1"),
        (GOOD.replace("noor", "7"), r"line 3: expected a (login|text)"),
        (GOOD.replace("noor", '" x"'), r"line 3: expected a login of 1 to 200 printable characters"),
        (GOOD.replace("noor", '"a\\nb"'), r"expected a login of 1 to 200 printable characters"),
        (GOOD.replace("noor", "ada"), r"line 4: expected each key once"),
        (GOOD.replace("people", "peopel"), r'line 2: expected one of schema_version, people, found "peopel"'),
        (GOOD.replace(": 1", ": 2"), r"schema_version, line 1: expected 1, found 2"),
        (GOOD.replace("schema_version: 1\n", ""), r'expected the key "schema_version", found none'),
        ("schema_version: 1\npeople: [a]\n", r"people, line 2: expected a mapping of logins to roles"),
        ("- a\n", r"expected a mapping with schema_version, people"),
        ("{", r"roles\.yaml"),
    ],
)
def test_one_fault_and_nobody_has_a_role(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidDataError, match=message):
        read_roles(written(tmp_path, text))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError, match=r"none\.yaml: expected a file of roles, found none"):
        read_roles(tmp_path / "none.yaml")
