"""The only composer: files → conversations → gold → outcomes, cached and shared by all sessions.

A `Workspace` is one opened corpus; a `SplitWork` is one of its splits with labels loaded (never all of
its sound), gold per consensus settings, and each model's outcomes per protocol settings.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from viewer import environment
from viewer.dialogue.conversation import Conversation
from viewer.dialogue.decisions import Probabilities
from viewer.dialogue.gold_sets import Gold
from viewer.dialogue.protocol import ProtocolSettings, Task
from viewer.errors import (
    HiddenLabelsError,
    InvalidDataError,
    Problem,
    Severity,
    UnknownNameError,
)
from viewer.gold import build_gold
from viewer.loaded import LoadedModel, StampKey, load_model, read_probabilities
from viewer.loaders import AudioSource, Corpus, FileStamp, Split, open_corpus
from viewer.recent import Recent
from viewer.scoring import GoldPack, Scored, pack_gold, score_submission

__all__ = [
    "LoadedModel",
    "OwnCaches",
    "SplitWork",
    "Workspace",
    "fresh_workspace",
    "open_workspace",
    "shared_workspace",
]

CACHED_SETTINGS = 12
CACHED_DIALOGUES = 16
CACHED_PROBABILITIES = 4
Value = TypeVar("Value")


@dataclass(frozen=True)
class OwnCaches:
    """What was made of models that not all sessions share, by the very model: outcomes and texts."""

    scored: Recent = field(default_factory=lambda: Recent(CACHED_SETTINGS))
    kept: Recent = field(default_factory=lambda: Recent(CACHED_DIALOGUES))


class SplitWork:
    """One split at work.

    Parameters
    ----------
    split
        The split as the loaders found it.
    corpus
        The corpus it belongs to; its models without a file for this split are left out.
    """

    def __init__(self, split: Split, corpus: Corpus) -> None:
        self.split = split
        self.corpus = corpus
        self.name = split.name
        self.is_hidden = split.is_hidden
        self._loaded = {name: split.load(name) for name in split.conversation_ids}
        self.conversations: dict[str, Conversation] = {
            name: one.conversation for name, one in self._loaded.items() if one.conversation is not None
        }
        self.problems = {name: one.problems for name, one in self._loaded.items() if one.problems}
        self.scorable_ids = tuple(
            name for name in self.conversations if self._loaded[name].is_scorable and not self.is_hidden
        )
        self.durations = split.durations()
        self.stamps: dict[StampKey, FileStamp] = {}
        """Every file of a model that was read, as it was then; a model's decisions under None."""
        self.models = {
            model.name: load_model(model, self.name, self.durations, self.stamps)
            for model in corpus.models
            if self.name in model.predictions
        }
        self._golds = Recent(CACHED_SETTINGS)
        self._scored = Recent(CACHED_SETTINGS * max(1, len(self.models)))
        self._kept = Recent(CACHED_DIALOGUES * (4 + 2 * len(self.models)))
        self._probabilities = Recent(CACHED_PROBABILITIES)

    @property
    def all_problems(self) -> list[Problem]:
        """Every problem of the split's own files, each once."""
        found = [*self.split.problems, *(problem for some in self.problems.values() for problem in some)]
        return list(dict.fromkeys(found))

    def require_labels(self) -> None:
        """Refuse a split with hidden labels: an empty score would pass for a real one."""
        if self.is_hidden:
            raise HiddenLabelsError(
                f"split {self.name}: expected public labels, found hidden ones (they are not read)"
            )

    def raise_errors(self) -> None:
        """Raise every error of the split's own files as one `InvalidDataError`, if there is any."""
        errors = [problem for problem in self.all_problems if problem.severity is Severity.ERROR]
        if errors:
            raise InvalidDataError(errors)

    def conversation(self, conversation_id: str) -> Conversation:
        """Return a conversation, or raise `UnknownNameError`."""
        found = self.conversations.get(conversation_id)
        if found is None:
            raise UnknownNameError(
                f"split {self.name}: expected one of its {len(self.conversations)} readable conversations, "
                f"found {conversation_id!r}"
            )
        return found

    def audio(self, conversation_id: str) -> AudioSource | None:
        """Return a conversation's sound, None if it has none that can be read."""
        found = self._loaded.get(conversation_id)
        return None if found is None else found.audio

    def audio_sources(self) -> list[AudioSource]:
        """Return the sound of every conversation that has one."""
        return [one.audio for one in self._loaded.values() if one.audio is not None]

    def golds(self, settings: ProtocolSettings) -> dict[str, Gold]:
        """Return the gold of every scorable conversation, in the split's order."""
        key = (settings.tolerance_s, settings.min_agree)
        return self._golds.get(
            key, lambda: {name: build_gold(self.conversations[name], settings) for name in self.scorable_ids}
        )

    def pack(self, settings: ProtocolSettings) -> GoldPack:
        """Return the split's gold laid out for scoring."""
        key = ("pack", settings.tolerance_s, settings.min_agree)
        return self._golds.get(key, lambda: pack_gold(list(self.golds(settings).items())))

    def scored(self, model_name: str, settings: ProtocolSettings) -> Scored | None:
        """Return a model's outcomes over the scorable conversations; None if it has no decisions."""
        submission = self.model(model_name).submission
        if submission is None:
            return None
        return self._scored.get(
            (model_name, settings), lambda: score_submission(self.pack(settings), submission, settings)
        )

    def kept(self, key: Hashable, make: Callable[[], Value], *, model: str = "") -> Value:
        """Return what was made of this split before, for any session: of one model, or of none."""
        return self._kept.get((key, model), make)

    def decided_row(self, model_name: str, conversation_id: str) -> int | None:
        """Return the position of a conversation whose outcomes with a model mean something.

        None if there is nothing to score in it, or the model's file leaves it out: no misses, no verdict.
        """
        model = self.model(model_name)
        is_decided = model.submission is not None and conversation_id not in model.missing
        return self.row(conversation_id) if is_decided else None

    def supports(self, model_name: str, task: Task) -> bool:
        """Return whether a model commits any event of a task anywhere; else it has no score on it."""
        submission = self.model(model_name).submission
        return submission is not None and submission.supports(task)

    def probability_tasks(self, model_name: str) -> tuple[Task, ...]:
        """Return the tasks for which a model has probabilities."""
        self.model(model_name)
        return tuple(self.corpus.model(model_name).probabilities.get(self.name, {}))

    def probabilities(self, model_name: str, task: Task) -> Probabilities | None:
        """Return a model's probabilities of a task, read on first use; None if it has none.

        Raises
        ------
        MissingFileError, InvalidDataError
            If its file is gone, or breaks a rule.
        """
        if task not in self.probability_tasks(model_name):
            return None
        model = self.corpus.model(model_name)
        return self._probabilities.get(
            (model_name, task),
            lambda: read_probabilities(model, self.name, task, self.durations, self.stamps),
        )

    def with_models(self, extra: Mapping[str, LoadedModel], made: OwnCaches | None = None) -> SplitWork:
        """Return this split with further models, which nobody else who works on it sees.

        Parameters
        ----------
        extra
            The models by name.
        made
            What was made of such models before, and takes what will be; of no other split.
        """
        return _WithModels(self, extra, made or OwnCaches())

    def row(self, conversation_id: str) -> int | None:
        """Return a conversation's position in `scored`, None if there is nothing to score in it."""
        return self._rows.get(conversation_id)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {
            name: row for row, name in enumerate(self.scorable_ids) if self.conversations[name].has_labels
        }

    def model(self, name: str) -> LoadedModel:
        """Return a model, or raise `UnknownNameError`."""
        if name not in self.models:
            raise UnknownNameError(
                f"split {self.name}: expected one of the models {', '.join(self.models) or '(none)'}, "
                f"found {name!r}"
            )
        return self.models[name]


class _WithModels(SplitWork):
    """A split with models of its own beside those it shares.

    Conversations, gold and the outcomes of the split's models stay shared; the outcomes of the further
    ones are kept here, by the very model, and go with it. One with the name of a model of the split hides it.
    """

    def __init__(self, shared: SplitWork, extra: Mapping[str, LoadedModel], made: OwnCaches) -> None:
        self.__dict__.update(vars(shared))
        self._shared, self._extra = shared, dict(extra)
        self.models = {**shared.models, **extra}
        self._scored, self._kept = made.scored, made.kept
        self._scored.size = CACHED_SETTINGS * max(1, len(extra))
        self._kept.size = CACHED_DIALOGUES * max(1, len(extra))

    def kept(self, key: Hashable, make: Callable[[], Value], *, model: str = "") -> Value:
        """Return what was made before, shared but for the further models; as `SplitWork.kept`."""
        if model not in self._extra:
            return self._shared.kept(key, make, model=model)
        return self._kept.get((key, self._extra[model]), make)

    def scored(self, model_name: str, settings: ProtocolSettings) -> Scored | None:
        """Return a model's outcomes, shared or own; as `SplitWork.scored`."""
        own = self._extra.get(model_name)
        if own is None or own.submission is None:
            return None if own else self._shared.scored(model_name, settings)
        decided = own.submission
        return self._scored.get(
            (own, settings), lambda: score_submission(self.pack(settings), decided, settings)
        )

    def probability_tasks(self, model_name: str) -> tuple[Task, ...]:
        """Return the tasks with probabilities, shared or own; as `SplitWork.probability_tasks`."""
        own = self._extra.get(model_name)
        return self._shared.probability_tasks(model_name) if own is None else tuple(own.probabilities)

    def probabilities(self, model_name: str, task: Task) -> Probabilities | None:
        """Return a model's probabilities, shared or own; as `SplitWork.probabilities`."""
        own = self._extra.get(model_name)
        return self._shared.probabilities(model_name, task) if own is None else own.probabilities.get(task)


class Workspace:
    """One opened corpus; splits are loaded when they are first asked for."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._splits: dict[str, SplitWork] = {}
        self._lost: dict[tuple[str, str], tuple[AudioSource, object]] = {}
        self._lock = threading.RLock()

    @property
    def split_names(self) -> tuple[str, ...]:
        """The corpus's splits, in its order."""
        return tuple(self.corpus.splits)

    def split(self, name: str | None = None) -> SplitWork:
        """Return a split (default: the first), or raise `UnknownNameError`."""
        found = self.corpus.split(name)
        with self._lock:
            if found.name not in self._splits:
                self._splits[found.name] = SplitWork(found, self.corpus)
            return self._splits[found.name]

    def has_changed(self) -> bool:
        """Return whether the file of any sound is another than when its split was loaded; looks at each."""
        with self._lock:
            works = tuple(self._splits.values())
        has_moved = any(source.files_now() != facts for source, facts in self._lost.values())
        return has_moved or any(_has_changed(source) for work in works for source in work.audio_sources())

    def take_over(self, before: Workspace) -> None:
        """Load the splits of a workspace that this one replaces, and note which sounds have gone with it.

        A file may have been met while somebody was writing it: as soon as it is another, `has_changed`.
        """
        had = {place: source for place, (source, _) in before._lost.items()}
        for name, work in before._splits.items():
            had |= {(name, one): source for one in work.conversations if (source := work.audio(one))}
        for (name, one), source in had.items():
            if name in self.split_names and self.split(name).audio(one) is None:
                self._lost[name, one] = source, source.files_now()

    def audio_by_key(self, key: str) -> AudioSource | None:
        """Return the sound whose key a media address names; any process can answer for any key."""
        for name in self.split_names:
            for source in self.split(name).audio_sources():
                if source.key == key:
                    return source
        return None


def _has_changed(source: AudioSource) -> bool:
    try:
        source.require_unchanged()
    except InvalidDataError:
        return True
    return False


def open_workspace(
    path: Path | None = None, *, models: tuple[str, ...] = (), split: str | None = None
) -> Workspace:
    """Open a corpus: a manifest, a folder of folders, a folder of shards or a conversation JSON file.

    Parameters
    ----------
    path
        Default: ``TURNBENCH_DATA``, else the manifest of the demo corpus.
    models
        Further models as ``NAME=path`` of a predictions file for ``split``.
    split
        The split that ``models`` are for; default: the first.

    Raises
    ------
    MissingFileError
        If the path is not there.
    InvalidDataError
        If nothing of it can be read.
    UnknownNameError
        If there is no split of that name.
    SettingsError
        If an entry of ``models`` is not ``NAME=path``.
    """
    return Workspace(open_corpus(path or environment.data_path(), models=models, split=split))


_shared: list[Workspace] = []
_shared_lock = threading.Lock()


def shared_workspace() -> Workspace:
    """Return the workspace that all sessions of this process share, opened from the environment."""
    with _shared_lock:
        if not _shared:
            _shared.append(_opened())
        return _shared[0]


def fresh_workspace() -> Workspace:
    """Return the shared workspace, opened anew if the file of a sound has changed since.

    Sessions that are under way keep the one they have; a page that is loaded again gets the new one.
    """
    found = shared_workspace()
    with _shared_lock:
        if found is _shared[0] and found.has_changed():
            opened = _opened()
            opened.take_over(found)
            _shared[0] = opened
        return _shared[0]


def _opened() -> Workspace:
    return open_workspace(models=environment.model_arguments(), split=environment.split_name())
