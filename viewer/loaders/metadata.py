"""What a corpus says about a conversation: the same six keys in every layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from viewer.dialogue.conversation import Metadata
from viewer.loaders.problems import Report, shown, unknown

KEYS = tuple(field.name for field in fields(Metadata))


def metadata_of(value: object, where: str, report: Report) -> Metadata:
    """Build metadata from a mapping; a wrong type is an error, an unknown key a warning.

    Parameters
    ----------
    value
        The mapping, or None where the corpus says nothing.
    where
        Its place in the file; may be empty.
    report
        Takes what is wrong.
    """
    if value is None:
        return Metadata()
    if not isinstance(value, Mapping):
        report.error(where, "an object", shown(value))
        return Metadata()
    expected = f"one of {', '.join(KEYS)}"
    strange = [key for key in value if key not in KEYS]
    report.warnings(where, expected, unknown(strange, where, expected, KEYS))
    texts: dict[str, str | None] = {}
    for key, found in value.items():
        place = f"{where}.{key}" if where else key
        if key not in KEYS:
            continue
        if found is None or isinstance(found, str):
            texts[key] = found
        else:
            report.error(place, "a text", shown(found))
    return Metadata(**texts)
