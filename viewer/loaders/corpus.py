"""A corpus as the rest of the house sees it: splits of conversations, and models."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from viewer.dialogue.conversation import Conversation
from viewer.errors import InvalidDataError, Problem, UnknownNameError
from viewer.loaders.audio import AudioSource
from viewer.loaders.checksums import verify_checksums
from viewer.loaders.files import UNREADABLE, reason
from viewer.loaders.models import Model
from viewer.loaders.problems import error, has_errors, near_miss, quoted
from viewer.loaders.sound_checks import check_sounds
from viewer.loaders.sources import ConversationSource, Loaded

PUBLIC = "public"
HIDDEN = "hidden"


@dataclass(frozen=True, eq=False)
class Split:
    """One split: its conversations, read one at a time, nothing kept.

    Parameters
    ----------
    name
        Its name in the corpus.
    role
        ``train``, ``dev`` or ``test``: which budget and ceiling apply.
    labels
        ``public``; or ``hidden``: annotations are not read.
    licence, notice
        As the manifest gives them; the notice is shown wherever the split is shown.
    source
        Where its conversations lie.
    problems
        What is known to be wrong without reading the conversations.
    """

    name: str
    role: str
    labels: str
    source: ConversationSource = field(repr=False)
    licence: str = ""
    notice: str = ""
    checksums: Path | None = None
    base: Path = field(default=Path(), repr=False)
    problems: tuple[Problem, ...] = ()
    reads_labels: bool = True

    @property
    def conversation_ids(self) -> tuple[str, ...]:
        """The ids of all conversations that can be named, in the corpus's order."""
        return self.source.conversation_ids

    @property
    def is_hidden(self) -> bool:
        """True if its labels are hidden."""
        return self.labels == HIDDEN

    def load(self, conversation_id: str) -> Loaded:
        """Read one conversation and all that is wrong with it.

        Whatever its files hold, nothing else is raised: what a reader did not foresee is an error of
        this conversation and leaves the others alone.

        Raises
        ------
        UnknownNameError
            If the split has no such conversation.
        """
        self._require(conversation_id)
        try:
            return self.source.load(conversation_id, with_labels=self.reads_labels)
        except InvalidDataError as problem:
            return Loaded(None, problem.problems)
        except UNREADABLE as problem:
            where = f"conversation {quoted(conversation_id)}"
            file = self.source.file_of(conversation_id)
            return Loaded(None, (error(file, where, "files that can be read", reason(problem)),))

    def conversation(self, conversation_id: str) -> Conversation:
        """Return one conversation with its good tracks.

        Raises
        ------
        UnknownNameError
            If the split has no such conversation.
        InvalidDataError
            If not even its length is known; carries all its problems.
        """
        loaded = self.load(conversation_id)
        if loaded.conversation is None:
            raise InvalidDataError(loaded.problems)
        return loaded.conversation

    def load_all(self) -> tuple[dict[str, Conversation], list[Problem]]:
        """Read every conversation: the readable ones, and the problems of all.

        A conversation with an error is among them with what is good of it; ask `Loaded.is_scorable`
        before scoring.
        """
        conversations: dict[str, Conversation] = {}
        problems = dict.fromkeys(self.problems)
        for name in self.conversation_ids:
            loaded = self.load(name)
            problems.update(dict.fromkeys(loaded.problems))
            if loaded.conversation is not None:
                conversations[name] = loaded.conversation
        return conversations, list(problems)

    def problems_of(self, conversation_id: str) -> tuple[Problem, ...]:
        """Return what is wrong with one conversation's files."""
        return self.load(conversation_id).problems

    def has_errors(self, conversation_id: str) -> bool:
        """Return whether one conversation has an error, so that it must not be scored."""
        return has_errors(self.problems_of(conversation_id))

    def audio(self, conversation_id: str) -> AudioSource | None:
        """Return the sound of one conversation; None if it has none, or none that can be read."""
        self._require(conversation_id)
        try:
            return self.source.audio(conversation_id)
        except UNREADABLE:
            return None  # `load` says why

    def durations(self) -> dict[str, float]:
        """Return every conversation's length in seconds, from headers alone.

        Infinity where the length is not known: a model's file is not to blame for that.
        """
        return {name: self._duration(name) for name in self.conversation_ids}

    def verify_sound(self) -> list[Problem]:
        """Decode every recording once and return what cannot be decoded, or is no number.

        What has decoded well before, in a file of the same place, size and time of change, is not
        decoded again. Recordings that `load` already finds unusable are left out.
        """
        found = [self.audio(name) for name in self.conversation_ids]
        return check_sounds(one for one in found if one is not None)

    def verify_checksums(self) -> list[Problem]:
        """Check the files that the split's checksum file lists; nothing if it has none."""
        return [] if self.checksums is None else verify_checksums(self.checksums, self.base)

    def unsealed(self) -> Split:
        """Return the split with its labels read even if they are hidden.

        Only for scoring one whole submission, and for the owner: nothing that comes from it, its
        problems included, may be shown.
        """
        return replace(self, reads_labels=True)

    def _duration(self, conversation_id: str) -> float:
        try:
            found = self.source.duration_s(conversation_id)
        except UNREADABLE:
            return math.inf
        return math.inf if found is None else found

    def _require(self, conversation_id: str) -> None:
        if conversation_id not in self.conversation_ids:
            close = near_miss(conversation_id, self.conversation_ids)
            hint = f" ({close})" if close else ""
            raise UnknownNameError(
                f"split {self.name}: expected one of its {len(self.conversation_ids)} "
                f"conversations, found {quoted(conversation_id)}{hint}"
            )


@dataclass(frozen=True, eq=False)
class Corpus:
    """A corpus: splits in order, models, and what is wrong with it as far as opening it shows.

    Parameters
    ----------
    title
        To show; the manifest's, else the file's or folder's name.
    splits
        The usable splits by name, in order; never empty.
    models
        All models whose entries could be read, also those whose files are missing.
    problems
        Of manifest, splits and models, known without reading the conversations.
    base
        The folder that problems name files from.
    """

    title: str
    splits: Mapping[str, Split]
    models: tuple[Model, ...]
    problems: tuple[Problem, ...]
    base: Path

    def split(self, name: str | None = None) -> Split:
        """Return a split by name, the first if None.

        Raises
        ------
        UnknownNameError
            If there is no such split.
        """
        if name is None:
            return next(iter(self.splits.values()))
        if name not in self.splits:
            known = ", ".join(self.splits)
            raise UnknownNameError(f"split: expected one of {known}, found {quoted(name)}")
        return self.splits[name]

    def model(self, name: str) -> Model:
        """Return a model by name.

        Raises
        ------
        UnknownNameError
            If there is no such model.
        """
        for one in self.models:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in self.models) or "none"
        raise UnknownNameError(f"model: expected one of {known}, found {quoted(name)}")
