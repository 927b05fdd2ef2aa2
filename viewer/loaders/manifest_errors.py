"""A validator's faults in our own words."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic_core import ErrorDetails

from viewer.loaders.problems import Report, near_miss, quoted, shown

_EXPECTED = {
    "string_type": "a text",
    "string_too_short": "a text that is not empty",
    "float_type": "a number",
    "finite_number": "a finite number",
    "dict_type": "a mapping",
    "list_type": "a list",
}
_TEXT_HINT = "put it in quotes"


def describe(fault: ErrorDetails, where: str, keys: Sequence[str], report: Report) -> None:
    """Note one fault.

    Parameters
    ----------
    fault
        As pydantic gives it.
    where
        Its place in the file.
    keys
        The keys that are known where it stands.
    report
        Takes the error.
    """
    kind, found = fault["type"], fault["input"]
    if kind == "extra_forbidden":
        key = str(fault["loc"][-1])
        report.error(where, f"one of {', '.join(keys)}", quoted(key), near_miss(key, keys))
    elif kind == "missing":
        key = str(fault["loc"][-1])
        report.error(where, f"the key {quoted(key)}", "none")
    elif kind == "literal_error":
        expected = str(fault["ctx"]["expected"]).replace("'", "")
        choices = expected.replace(" or ", ", ").split(", ")
        hint = near_miss(found, choices) if isinstance(found, str) else ""
        report.error(where, expected, shown(found), hint)
    elif kind == "model_type":
        report.error(where, f"a mapping with {', '.join(keys)}", shown(found))
    else:
        hint = _TEXT_HINT if kind == "string_type" and isinstance(found, (int, float)) else ""
        report.error(where, _EXPECTED.get(kind, fault["msg"]), shown(found), hint)
