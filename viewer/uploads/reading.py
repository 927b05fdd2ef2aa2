"""Reading files in processes of their own: few at a time, each limited in memory and time.

A process that fails, is killed or runs too long fails the one file that it reads; the next file gets a new
one. The server's event loop waits for none of them.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from viewer.environment import REPOSITORY_FOLDER
from viewer.errors import CancelledRunError, TurnBenchError, UploadError
from viewer.uploads.limits import Limits
from viewer.uploads.wire import MEMORY, ReadFile, read_answer

AT_ONCE = 2
_LOGGED_BYTES = 4000
log = logging.getLogger(__name__)


class ReadingEndedError(UploadError):
    """A file was not read to its end: its process was killed, or took too much."""


@dataclass(frozen=True)
class Wanted:
    """A file to read.

    Parameters
    ----------
    path
        Where it lies.
    name
        How its problems name it.
    durations
        Every conversation of the split and its length in seconds, as the readers want it.
    others
        The conversations of the other splits: a file for another one is told so.
    is_partial
        Whether conversations may be missing, as in a model of the corpus.
    """

    path: Path
    name: str
    durations: Mapping[str, float]
    others: Mapping[str, Sequence[str]] = field(default_factory=dict)
    is_partial: bool = False


class Reading:
    """One file on its way through a process; `cancel` may be called at any time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self.is_cancelled = False

    def cancel(self) -> None:
        """End the process, or never start it."""
        with self._lock:
            self.is_cancelled = True
            if self._process is not None:
                self._process.kill()

    def start(self, command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
        """Start the process.

        Raises
        ------
        CancelledRunError
            If nobody waits for it any more.
        """
        with self._lock:
            if self.is_cancelled:
                raise CancelledRunError("The reading of a file was cancelled.")
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, env=dict(environment)
            )
            return self._process


class Readers:
    """The processes that read, `AT_ONCE` at a time; the others wait.

    Parameters
    ----------
    limits
        Memory and time of each.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="turnbench-reader")

    def submit(
        self,
        wanted: Wanted,
        on_end: Callable[[ReadFile | TurnBenchError], None],
        reading: Reading | None = None,
    ) -> None:
        """Read a file; ``on_end`` is told what it is, or why it was not read, from a thread, exactly once."""
        going = reading or Reading()

        def run() -> None:
            try:
                ended: ReadFile | TurnBenchError = self.read(wanted, going)
            except TurnBenchError as error:
                ended = error
            except Exception:
                log.exception("a file could not be read")
                ended = ReadingEndedError(
                    "the viewer met an error of its own; the server's log has the details"
                )
            on_end(ended)

        self._threads.submit(run)

    def read(self, wanted: Wanted, reading: Reading | None = None) -> ReadFile:
        """Read a file and wait for it.

        Raises
        ------
        ReadingEndedError
            If its process ended before the file did.
        CancelledRunError
            If it was cancelled.
        """
        reading = reading or Reading()
        process = reading.start([sys.executable, "-m", "viewer.uploads.worker"], _environment())
        task = self.task_of(wanted)
        try:
            out, errors = process.communicate(json.dumps(task).encode() + b"\n", self._limits.time_s)
        except subprocess.TimeoutExpired as error:
            process.kill()
            process.communicate()
            raise ReadingEndedError(
                f"it takes longer to read than the {self._limits.time_s:g} s that are given to one file"
            ) from error
        if reading.is_cancelled:
            raise CancelledRunError("The reading of a file was cancelled.")
        if process.returncode != 0:
            raise self._ended(process.returncode, errors)
        with suppress(ValueError, KeyError, TypeError):
            answer = read_answer(out)
            if isinstance(answer, str):
                raise ReadingEndedError(answer)
            return answer
        raise self._ended(process.returncode, errors)

    def task_of(self, wanted: Wanted) -> dict[str, Any]:
        """Return what the process is told."""
        return {
            "path": str(wanted.path),
            "name": wanted.name,
            "durations": dict(wanted.durations),
            "others": {name: list(ids) for name, ids in wanted.others.items()},
            "memory_bytes": self._limits.memory_bytes,
            "time_s": self._limits.time_s,
            "problems": self._limits.problems,
            "is_partial": wanted.is_partial,
        }

    def _ended(self, status: int, errors: bytes) -> ReadingEndedError:
        """Return what to say of a process that gave no answer; the log has what it said."""
        if b"memory allocation" in errors:
            log.warning("reading a file: the process reached its limit of memory")
            return ReadingEndedError(MEMORY)
        said = errors[-_LOGGED_BYTES:].decode("utf-8", "replace")
        log.warning("reading a file: the process ended with status %s: %r", status, said)
        return ReadingEndedError("the process that reads it ended before the file did")


def _environment() -> dict[str, str]:
    """Return the environment of a reading process: this package wherever it lies, one thread for numbers."""
    path = os.pathsep.join(filter(None, (str(REPOSITORY_FOLDER), os.environ.get("PYTHONPATH", ""))))
    # A parser that is out of memory would look for its own symbols for half a minute.
    quick = {"RUST_BACKTRACE": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    return {**os.environ, **quick, "PYTHONPATH": path}
