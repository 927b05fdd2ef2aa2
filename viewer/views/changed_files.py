"""Model files that change on the disk under a session: noticed, and read anew when somebody asks.

The look costs a few `stat` calls in a thread; content is read only where they tell of a change. A file that
breaks a rule, or is still being written, is not taken: the session keeps what it has and says so. Sessions
that did not ask keep theirs; pages that are opened afterwards start with what was read last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from weakref import WeakKeyDictionary

from viewer.dialogue.decisions import Probabilities
from viewer.dialogue.protocol import Task
from viewer.errors import TurnBenchError
from viewer.loaded import LoadedModel, ReadOnDemand, StampKey, read_probabilities
from viewer.loaders import FileStamp, Model, facts_now, missing_conversations, stamp_after
from viewer.loaders.problems import shown_path
from viewer.uploads import Readers, ReadFile, Wanted
from viewer.view_models.uploads import ChangedFile
from viewer.views.detecting import Later, at_once
from viewer.views.session_models import SessionModels
from viewer.workspace import SplitWork, Workspace

ORIGIN = "reloaded"
STILL_WRITTEN = "the file changed while it was read (is somebody still writing it?)"
Facts = tuple[int, int, int] | None
Stamps = dict[StampKey, FileStamp | None]
_looker = ThreadPoolExecutor(1, thread_name_prefix="turnbench-files")


@dataclass(frozen=True)
class _Reloaded:
    """A model that was read anew, and the stamps of its files; None for what was not read again."""

    model: LoadedModel
    stamps: Mapping[StampKey, FileStamp | None]


_newest: WeakKeyDictionary[Workspace, dict[str, dict[str, _Reloaded]]] = WeakKeyDictionary()


def in_thread(act: Callable[[], None]) -> None:
    """Look at files in a thread that all sessions share: a disk may take its time."""
    _looker.submit(act)


class ChangedFiles:
    """The model files that are others than those a session shows.

    Parameters
    ----------
    workspace
        The corpus.
    models
        Takes the models that are read anew.
    readers
        Read them.
    on_change
        Told when there is something else to say.
    later
        Runs an act on the session's event loop.
    start
        Runs a look at the files; default: at once, as tests do.
    """

    def __init__(
        self,
        workspace: Workspace,
        models: SessionModels,
        *,
        readers: Readers,
        on_change: Callable[[], None],
        later: Later = at_once,
        start: Later = at_once,
    ) -> None:
        self._workspace, self._models, self._readers = workspace, models, readers
        self._on_change, self._later, self._start = on_change, later, start
        self._stamps: dict[str, Stamps] = {}
        self._found: dict[str, dict[str, ChangedFile]] = {}
        self._tried: dict[tuple[str, str], Facts] = {}
        self._is_looking = False
        for split, found in _newest.get(workspace, {}).items():
            for reloaded in found.values():
                self._take(split, reloaded)

    def on(self, split: str) -> tuple[ChangedFile, ...]:
        """Return what has changed on a split, in the order of its models."""
        return tuple(self._found.get(split, {}).values())

    def look(self, split: str) -> None:
        """Look at the files of a split, unless a look is under way."""
        if not self._is_looking:
            self._is_looking = True
            self._start(partial(self._look, self._workspace.split(split)))

    def reload(self, split: str, name: str) -> None:
        """Read a model's file anew."""
        found = self._found.get(split, {}).get(name)
        if found is None or found.is_reading:
            return
        work = self._workspace.split(split)
        model = work.corpus.model(name)
        path = model.predictions[split]
        before = facts_now(path)
        self._tried[split, name] = before
        self._found[split][name] = replace(found, is_reading=True, problems=())
        self._on_change()
        wanted = Wanted(path, shown_path(path, model.base), work.durations, is_partial=True)
        self._readers.submit(
            wanted, lambda ended: self._later(partial(self._read, work, model, before, ended))
        )

    def _look(self, work: SplitWork) -> None:
        """Look at every file that was read; in a thread."""
        stamps: Stamps = {**work.stamps, **self._stamps.get(work.name, {})}
        same: dict[StampKey, FileStamp] = {}
        changed: dict[str, Facts] = {}
        for key, stamp in stamps.items():
            if stamp is None or not stamp.is_touched:
                continue
            facts = facts_now(stamp.path)
            looked = stamp.looked_at()
            if looked is None:
                changed[key[0]] = facts
            else:
                same[key] = looked
        if same or changed or self._found.get(work.name):
            self._later(partial(self._looked, work, same, changed))
        else:  # as ever: the event loop need not hear of it
            self._is_looking = False

    def _looked(
        self, work: SplitWork, same: Mapping[StampKey, FileStamp], changed: Mapping[str, Facts]
    ) -> None:
        self._is_looking = False
        self._stamps.setdefault(work.name, {}).update(same)
        before = self._found.get(work.name, {})
        now = {name: self._changed(work, name, facts, before.get(name)) for name, facts in changed.items()}
        if now != before:
            self._found[work.name] = now
            self._on_change()

    def _changed(self, work: SplitWork, name: str, facts: Facts, before: ChangedFile | None) -> ChangedFile:
        """Return what to say of a model; what was wrong with a file is told until it is another one."""
        is_tried = before is not None and self._tried.get((work.name, name)) == facts
        return before if before is not None and is_tried else ChangedFile(name, work.model(name).title)

    def _read(self, work: SplitWork, model: Model, before: Facts, ended: ReadFile | TurnBenchError) -> None:
        """Take a file that was read, if it is whole and good."""
        submission = ended.submission if isinstance(ended, ReadFile) else None
        path = model.predictions[work.name]
        stamp = stamp_after(path, before)
        if submission is None or not stamp.digest:
            problems = _problems(ended) if submission is None else (STILL_WRITTEN,)
            self._found.setdefault(work.name, {})[model.name] = ChangedFile(
                model.name, model.title, problems=problems
            )
            self._on_change()
            return
        stamps: Stamps = dict.fromkeys([(model.name, task) for task in Task])
        stamps[model.name, None] = stamp
        tasks = tuple(model.probabilities.get(work.name, {}))
        fresh = LoadedModel(
            model.name,
            model.title,
            model.version,
            submission,
            missing_conversations(submission, work.durations),
            probabilities=ReadOnDemand(tasks, partial(self._read_probabilities, work, model)),
            theta=model.theta,
        )
        reloaded = _Reloaded(fresh, stamps)
        _newest.setdefault(self._workspace, {}).setdefault(work.name, {})[model.name] = reloaded
        self._found.get(work.name, {}).pop(model.name, None)
        self._take(work.name, reloaded)
        self._on_change()

    def _take(self, split: str, reloaded: _Reloaded) -> None:
        self._stamps.setdefault(split, {}).update(reloaded.stamps)
        model = reloaded.model
        self._models.put(split, ORIGIN, {**self._models.of(split, ORIGIN), model.name: model})

    def _read_probabilities(self, work: SplitWork, model: Model, task: Task) -> Probabilities:
        read: dict[StampKey, FileStamp] = {}
        found = read_probabilities(model, work.name, task, work.durations, read)
        self._stamps.setdefault(work.name, {}).update(read)
        return found


def _problems(ended: ReadFile | TurnBenchError) -> tuple[str, ...]:
    if isinstance(ended, TurnBenchError):
        return (str(ended),)
    return tuple(map(str, ended.problems)) or ("expected a predictions file, found another kind",)
