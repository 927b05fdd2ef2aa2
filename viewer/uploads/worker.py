"""The process that reads one file: limited in memory and time, and gone afterwards.

``python -m viewer.uploads.worker`` takes one line of JSON on its standard input and answers on its standard
output, see `viewer.uploads.wire`.
"""

from __future__ import annotations

import itertools
import json
import mmap
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from viewer.errors import InvalidDataError, Problem, Severity, TurnBenchError
from viewer.loaders.files import fault_of_file
from viewer.loaders.probabilities import load_probabilities
from viewer.loaders.submissions import load_submission
from viewer.uploads import wire

if sys.platform != "win32":
    import resource

_KIND = re.compile(rb'"(predictions|probs)"[ \t\r\n]*:')
_IDS = re.compile(rb'"conversation_id"[ \t\r\n]*:[ \t\r\n]*"((?:[^"\\]|\\.){0,200})"')
_MOST_IDS = 10_000


def main(task: IO[bytes], out: IO[bytes]) -> None:
    """Read the file of one task and answer."""
    wanted = json.loads(task.readline())
    _limit(int(wanted["memory_bytes"]), int(wanted["time_s"]))
    try:
        answer(wanted, out)
    except MemoryError:
        wire.write_end(wire.MEMORY, out)
    except TurnBenchError as error:
        wire.write_end(str(error), out)


def answer(wanted: Mapping[str, Any], out: IO[bytes]) -> None:
    """Read the file that is wanted and write what it is."""
    path, name, durations = Path(wanted["path"]), str(wanted["name"]), dict(wanted["durations"])
    try:
        if kind_of(path) == "probs":
            wire.write_probabilities(load_probabilities(path, durations, name=name), out)
        else:
            partial = bool(wanted["is_partial"])
            wire.write_submission(load_submission(path, durations, partial=partial, name=name), out)
    except InvalidDataError as error:
        most = int(wanted["problems"])
        problems = list(error.problems[:most])
        if len(error.problems) > most:
            more = f"{len(error.problems) - most} more problems"
            problems.append(Problem(Severity.ERROR, name, "", "a file without problems", more))
        wire.write_problems(problems, _fitting(path, wanted["others"]), out)


def kind_of(path: Path) -> str:
    """Return ``predictions`` or ``probs``, whichever key comes first; the readers say what else is wrong."""
    with _mapped(path) as data:
        found = _KIND.search(data)
        return "predictions" if found is None else found.group(1).decode("ascii")


def _fitting(path: Path, others: Mapping[str, list[str]]) -> list[str]:
    """Return the other splits whose conversations are just those that the file names."""
    named = set()
    with _mapped(path) as data:
        for match in itertools.islice(_IDS.finditer(data), _MOST_IDS):
            with suppress(ValueError):
                named.add(str(json.loads(b'"' + match.group(1) + b'"')))
    return [split for split, ids in others.items() if set(ids) == named]


@contextmanager
def _mapped(path: Path) -> Iterator[bytes | mmap.mmap]:
    """Open the bytes of a file without reading them; none where there is no file to read."""
    if fault_of_file(path) or path.stat().st_size == 0:
        yield b""
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        yield data


def _limit(memory_bytes: int, time_s: int) -> None:
    """Limit this process, where the platform can."""
    if sys.platform == "win32":
        return
    limits = {resource.RLIMIT_AS: memory_bytes, resource.RLIMIT_CPU: time_s, resource.RLIMIT_CORE: 0}
    for what, most in limits.items():
        hard = resource.getrlimit(what)[1]
        with suppress(ValueError, OSError):  # macOS knows some of them by name only
            resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
