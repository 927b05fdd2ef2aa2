"""Who is who at the desk of a team: a YAML file that gives logins their roles.

.. code-block:: yaml

    schema_version: 1
    people:
      noor: lead        # settles differing verdicts, sees everybody's
      ada: reviewer     # decides, and sees what others decided
      bob: second       # decides first, and sees earlier verdicts only then
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from viewer.errors import MissingFileError
from viewer.loaders.files import is_file
from viewer.loaders.problems import Finding, Report, near_miss, plain, quoted, shown
from viewer.loaders.yaml_files import YamlDocument, read_yaml

SCHEMA_VERSION = 1
LONGEST_NAME = 200
_KEYS = ("schema_version", "people")


class Role(StrEnum):
    """What somebody may do at the desk; who has no role has no desk."""

    LEAD = "lead"
    REVIEWER = "reviewer"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class Roles:
    """Roles by login, in the file's order."""

    people: Mapping[str, Role]

    def role_of(self, login: str) -> Role | None:
        """Return a person's role; None for whom the file does not name."""
        return self.people.get(login)


def read_roles(path: Path) -> Roles:
    """Read a file of roles, strictly: one fault, and nobody has a role.

    Parameters
    ----------
    path
        The YAML file.

    Raises
    ------
    MissingFileError
        If there is no such file.
    InvalidDataError
        With all that is wrong: no YAML, keys unknown, missing or twice, a name that is none, another role.
    """
    if not is_file(path):
        raise MissingFileError(f"{plain(str(path))}: expected a file of roles, found none")
    report = Report(plain(path.name))
    document = read_yaml(path, report)
    people = {} if document is None else _people(document, report)
    report.raise_errors()
    return Roles(people)


def _people(document: YamlDocument, report: Report) -> dict[str, Role]:
    content = document.content
    if not isinstance(content, dict):
        report.error("", f"a mapping with {', '.join(_KEYS)}", shown(content))
        return {}
    for key in content:
        if key not in _KEYS:
            where = document.where((key,))
            report.error(where, f"one of {', '.join(_KEYS)}", shown(key), near_miss(str(key), _KEYS))
    for key in _KEYS:
        if key not in content:
            report.error("", f"the key {quoted(key)}", "none")
    version = content.get("schema_version", SCHEMA_VERSION)
    if type(version) is not int or version != SCHEMA_VERSION:
        report.error(document.where(("schema_version",)), str(SCHEMA_VERSION), shown(version))
    found = content.get("people", {})
    if not isinstance(found, dict):
        report.error(document.where(("people",)), "a mapping of logins to roles", shown(found))
        return {}
    return _roles(found, document, report)


def _roles(found: Mapping[Any, Any], document: YamlDocument, report: Report) -> dict[str, Role]:
    people: dict[str, Role] = {}
    strange = []
    for login, role in found.items():
        where = document.where(("people", login))
        if not _is_login(login):
            strange.append(
                Finding(where, f"a login of 1 to {LONGEST_NAME} printable characters", shown(login))
            )
        elif role not in list(Role):
            names = [str(one) for one in Role]
            strange.append(
                Finding(where, f"one of {', '.join(names)}", shown(role), near_miss(str(role), names))
            )
        else:
            people[login] = Role(role)
    report.errors(document.where(("people",)), "logins and their roles", strange)
    return people


def _is_login(login: object) -> bool:
    return (
        isinstance(login, str)
        and 0 < len(login) <= LONGEST_NAME
        and login.isprintable()
        and login == login.strip()
    )
