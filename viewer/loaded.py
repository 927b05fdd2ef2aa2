"""A model of a split, with its decisions read; and reading it, with a note of which file was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field

from viewer.dialogue.decisions import Probabilities, Submission
from viewer.dialogue.protocol import Task
from viewer.errors import InvalidDataError, MissingFileError, Problem
from viewer.loaders import FileStamp, Model, facts_now, missing_conversations, stamp_after

StampKey = tuple[str, Task | None]
"""A model's file: its name, and the task of its probabilities; None for its decisions."""


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """A model of a split: its decisions, or what is wrong with its file.

    ``missing`` names the conversations that a partial file leaves out; such a model has no
    split-level score. ``is_session_own`` marks what a session brought itself: nobody else has it; its
    ``probabilities`` and the ``theta`` of its decisions come with it. Two are the same only if they are
    one object: what was made of one is never taken for another's.
    """

    name: str
    title: str
    version: str
    submission: Submission | None
    missing: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    is_session_own: bool = False
    probabilities: Mapping[Task, Probabilities] = field(default_factory=dict, repr=False)
    theta: Mapping[Task, float] = field(default_factory=dict)


class ReadOnDemand(Mapping[Task, Probabilities]):
    """Probabilities that are read when they are first asked for, and then kept.

    Parameters
    ----------
    tasks
        The tasks that there are.
    read
        Reads those of a task; what it raises comes out of the look-up.
    """

    def __init__(self, tasks: tuple[Task, ...], read: Callable[[Task], Probabilities]) -> None:
        self._tasks, self._read = tasks, read
        self._found: dict[Task, Probabilities] = {}

    def __getitem__(self, task: Task) -> Probabilities:
        """Return the probabilities of a task."""
        if task not in self._tasks:
            raise KeyError(task)
        if task not in self._found:
            self._found[task] = self._read(task)
        return self._found[task]

    def __iter__(self) -> Iterator[Task]:
        return iter(self._tasks)

    def __len__(self) -> int:
        return len(self._tasks)


def load_model(
    model: Model, split: str, durations: Mapping[str, float], stamps: MutableMapping[StampKey, FileStamp]
) -> LoadedModel:
    """Load a model's file; a broken one disables that model and nothing else."""
    names = (model.name, model.title, model.version)
    path = model.predictions[split]
    before = facts_now(path)
    try:
        submission = model.load_submission(split, durations, partial=True)
    except InvalidDataError as error:
        return LoadedModel(*names, None, problems=error.problems)
    except MissingFileError:
        return LoadedModel(*names, None, problems=model.problems)
    finally:
        stamps[model.name, None] = stamp_after(path, before)
    return LoadedModel(*names, submission, missing_conversations(submission, durations))


def read_probabilities(
    model: Model,
    split: str,
    task: Task,
    durations: Mapping[str, float],
    stamps: MutableMapping[StampKey, FileStamp],
) -> Probabilities:
    """Read a model's probabilities; raises as `Model.load_probabilities`."""
    path = model.probabilities[split][task]
    before = facts_now(path)
    found = model.load_probabilities(split, task, durations)
    stamps[model.name, task] = stamp_after(path, before)
    return found
