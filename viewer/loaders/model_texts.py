"""A model's two files as texts, in the form that the readers of this room accept strictly.

One list per line, so that two versions of a file can be compared; numbers as Python writes doubles, so
that a reader gets the very same ones.
"""

from __future__ import annotations

import json

from viewer.dialogue.decisions import Probabilities, Submission
from viewer.dialogue.segments import FloatArray

_SCHEMA_VERSION = 1


def format_submission(submission: Submission) -> str:
    r"""Return decisions as the text of a predictions file, conversations in the submission's order.

    Examples
    --------
    >>> format_submission(Submission({})) == '{\n "schema_version": 1,\n "predictions": [\n\n ]\n}\n'
    True
    """
    rows: list[dict[str, object]] = [
        {
            "conversation_id": name,
            **{
                f"speaker_{number}": {"eot": _numbers(one.eot), "interruption": _numbers(one.interruption)}
                for number, one in enumerate(speakers, 1)
            },
        }
        for name, speakers in submission.entries.items()
    ]
    return _text({"schema_version": _SCHEMA_VERSION}, "predictions", rows)


def format_probabilities(probabilities: Probabilities) -> str:
    """Return probabilities as the text of a ``probs-TASK.json`` file."""
    rows: list[dict[str, object]] = [
        {
            "conversation_id": name,
            **{f"speaker_{number}": {"prob": _numbers(one)} for number, one in enumerate(tracks, 1)},
        }
        for name, tracks in probabilities.entries.items()
    ]
    head = {
        "schema_version": _SCHEMA_VERSION,
        "task": str(probabilities.task),
        "frame_rate_hz": probabilities.frame_rate_hz,
    }
    return _text(head, "probs", rows)


def _numbers(values: FloatArray) -> list[float]:
    found: list[float] = values.tolist()
    return found


def _text(head: dict[str, object], key: str, rows: list[dict[str, object]]) -> str:
    lines = [f" {_json(name)}: {_json(value)}," for name, value in head.items()]
    entries = (",\n".join(f"   {_json(name)}: {_json(value)}" for name, value in row.items()) for row in rows)
    body = ",\n".join(f"  {{\n{entry}\n  }}" for entry in entries)
    return "\n".join(["{", *lines, f" {_json(key)}: [", body, " ]", "}"]) + "\n"


def _json(value: object) -> str:
    return json.dumps(value, allow_nan=False)
