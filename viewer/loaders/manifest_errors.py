"""A validator's faults in our own words."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic_core import ErrorDetails

from viewer.loaders.problems import Finding, near_miss, quoted, shown

_EXPECTED = {
    "string_too_short": "a text that is not empty",
    "finite_number": "a finite number",
    "invalid_key": "a text as a key",
}
_EXPECTED_OF_FAMILY = {
    "string": "a text",
    "float": "a number",
    "int": "a whole number",
    "bool": "true or false",
    "dict": "a mapping",
    "mapping": "a mapping",
    "model": "a mapping",
    "list": "a list",
}
"""By the first word of a kind; what is in neither table gets `_ELSE`."""
_ELSE = "a value of the kind that the manifest's description names"
_TEXT_HINT = "put it in quotes"


def described(fault: ErrorDetails, where: str, keys: Sequence[str]) -> Finding:
    """Return one fault in the words of a problem.

    Parameters
    ----------
    fault
        As pydantic gives it.
    where
        Its place in the file.
    keys
        The keys that are known where it stands.
    """
    kind, found = fault["type"], fault["input"]
    if kind == "extra_forbidden":
        key = str(fault["loc"][-1])
        return Finding(where, f"one of {', '.join(keys)}", quoted(key), near_miss(key, keys))
    if kind == "missing":
        key = str(fault["loc"][-1])
        return Finding(where, f"the key {quoted(key)}", "none")
    if kind == "literal_error":
        expected = str(fault["ctx"]["expected"]).replace("'", "")
        choices = expected.replace(" or ", ", ").split(", ")
        hint = near_miss(found, choices) if isinstance(found, str) else ""
        return Finding(where, expected, shown(found), hint)
    if kind == "model_type":
        return Finding(where, f"a mapping with {', '.join(keys)}", shown(found))
    hint = _TEXT_HINT if kind == "string_type" and isinstance(found, (int, float)) else ""
    family = _EXPECTED_OF_FAMILY.get(kind.partition("_")[0], _ELSE)
    return Finding(where, _EXPECTED.get(kind, family), shown(found), hint)
