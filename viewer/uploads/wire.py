"""What the reading process tells its server: one line of JSON, then the numbers as they are.

No pickles: whatever a hostile file does to the process that reads it, what comes out is numbers and texts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import IO, Any

import numpy as np

from viewer.dialogue.decisions import Probabilities, SpeakerDecisions, Submission
from viewer.dialogue.protocol import Task
from viewer.dialogue.segments import FloatArray
from viewer.errors import Problem, Severity

MEMORY = "it takes more memory to read than is given to one file"
_TRACKS = 2
_BYTES = 8


@dataclass(frozen=True, eq=False)
class ReadFile:
    """What a file was found to be: a submission, probabilities, or wrong."""

    submission: Submission | None = None
    probabilities: Probabilities | None = None
    problems: tuple[Problem, ...] = ()
    fits: tuple[str, ...] = ()
    """Other splits of the corpus that the conversations of the file are those of."""


def write_submission(submission: Submission, out: IO[bytes]) -> None:
    """Write decisions."""
    lists = [
        one for pair in submission.entries.values() for side in pair for one in (side.eot, side.interruption)
    ]
    _write({"kind": "predictions"}, list(submission.entries), lists, out)


def write_probabilities(found: Probabilities, out: IO[bytes]) -> None:
    """Write probabilities."""
    head = {"kind": "probabilities", "task": str(found.task), "frame_rate_hz": found.frame_rate_hz}
    _write(head, list(found.entries), [one for pair in found.entries.values() for one in pair], out)


def write_problems(problems: Sequence[Problem], fits: Sequence[str], out: IO[bytes]) -> None:
    """Write what is wrong with a file."""
    head = {"kind": "problems", "problems": [asdict(one) for one in problems], "fits": list(fits)}
    _write(head, [], [], out)


def write_end(reason: str, out: IO[bytes]) -> None:
    """Write why a file was not read to its end."""
    _write({"kind": "end", "reason": reason}, [], [], out)


def read_answer(data: bytes) -> ReadFile | str:
    """Return what was written: a file, or why it was not read to its end.

    Raises
    ------
    ValueError
        If it is nothing of the kind.
    """
    line, numbers = _split(data)
    head = json.loads(line)
    kind = head.get("kind")
    if kind == "end":
        return str(head["reason"])
    if kind == "problems":
        found = tuple(Problem(**{**one, "severity": Severity(one["severity"])}) for one in head["problems"])
        return ReadFile(problems=found, fits=tuple(map(str, head["fits"])))
    arrays = _arrays(numbers, head["lengths"])
    names: list[str] = head["names"]
    if kind == "predictions":
        return ReadFile(submission=_submission(names, arrays))
    if kind != "probabilities":
        raise ValueError(f"answer: expected a known kind, found {kind!r}")
    pairs = {name: (next(arrays), next(arrays)) for name in names}
    return ReadFile(probabilities=Probabilities(Task(head["task"]), float(head["frame_rate_hz"]), pairs))


def _split(data: bytes) -> tuple[bytes, memoryview]:
    """Return the first line, and a view of the rest: 200 MB are not copied."""
    end = data.index(b"\n")
    return data[:end], memoryview(data)[end + 1 :]


def _submission(names: Sequence[str], arrays: Iterator[FloatArray]) -> Submission:
    entries = {}
    for name in names:
        first, second = (SpeakerDecisions(next(arrays), next(arrays)) for _ in range(_TRACKS))
        entries[name] = (first, second)
    return Submission(entries)


def _write(head: Mapping[str, Any], names: list[str], lists: list[FloatArray], out: IO[bytes]) -> None:
    line = json.dumps({**head, "names": names, "lengths": [len(one) for one in lists]})
    out.write(line.encode("utf-8") + b"\n")
    for one in lists:
        out.write(np.ascontiguousarray(one, dtype="<f8").data)
    out.flush()


def _arrays(numbers: memoryview, lengths: Sequence[int]) -> Iterator[FloatArray]:
    """Yield arrays of their own, so that none holds the whole answer; all must be there."""
    if len(numbers) != sum(lengths) * _BYTES:
        raise ValueError(f"answer: expected {sum(lengths)} numbers, found {len(numbers) / _BYTES}")
    at = 0
    for length in lengths:
        yield np.frombuffer(numbers, dtype="<f8", count=length, offset=at).astype(np.float64)
        at += length * _BYTES
