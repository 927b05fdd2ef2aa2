"""Uploads that somebody saved: a folder of the user's own, outside any repository.

::

    models/
      4d71…/
        model.json        name, title, split and its conversations, kind, task, theta
        file.json         the file as it was sent
        decisions.json    of probabilities: what they commit at theta

A model is written into a folder of another name, which then gets its own: there is never half of one. No
name ever forms a path.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from viewer.dialogue.decisions import Probabilities, Submission
from viewer.dialogue.protocol import Task
from viewer.errors import UploadError
from viewer.loaded import ReadOnDemand
from viewer.loaders import format_submission, load_probabilities, load_submission, write_whole
from viewer.loaders.problems import plain

_FORM = 1
_ID = re.compile(r"[0-9a-f]{16}")
_FACTS, _FILE, _DECISIONS = "model.json", "file.json", "decisions.json"


@dataclass(frozen=True)
class SavedModel:
    """What is noted of a saved model; ``task`` and ``theta`` are those of a probabilities file."""

    name: str
    title: str
    split: str
    conversations: tuple[str, ...]
    task: Task | None = None
    theta: float | None = None
    id: str = ""

    def fits(self, split: str, conversations: Collection[str]) -> bool:
        """Return whether it is for a split: of this name, with these very conversations."""
        return split == self.split and set(conversations) == set(self.conversations)


class Shelf:
    """The folder of saved models.

    Parameters
    ----------
    folder
        Made when something is first saved.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def save(self, model: SavedModel, file: Path, decisions: Submission) -> SavedModel:
        """Keep a model with its file; return it with its id.

        Raises
        ------
        UploadError
            If the folder cannot be written.
        """
        saved = replace(model, id=secrets.token_hex(8))
        making = self._folder / f".making-{saved.id}"
        try:
            making.mkdir(parents=True)
            try:
                write_whole(making / _FILE, file.read_bytes())
                if saved.task is not None:
                    write_whole(making / _DECISIONS, format_submission(decisions))
                write_whole(making / _FACTS, json.dumps({"form": _FORM, **asdict(saved)}))
                os.replace(making, self._folder / saved.id)
            except BaseException:
                shutil.rmtree(making, ignore_errors=True)
                raise
        except OSError as error:
            found = error.strerror or type(error).__name__
            raise UploadError(f"expected a data folder that can be written, found: {found}") from error
        return saved

    def rename(self, model: SavedModel) -> None:
        """Note another name or title of a saved model.

        Raises
        ------
        UploadError
            If the folder cannot be written.
        """
        try:
            write_whole(self._path(model) / _FACTS, json.dumps({"form": _FORM, **asdict(model)}))
        except OSError as error:
            raise UploadError("expected a saved model, found none that can be written") from error

    def remove(self, model: SavedModel) -> None:
        """Remove a saved model: from then on it is not found, whatever becomes of its files."""
        gone = self._folder / f".gone-{model.id}"
        try:
            os.replace(self._path(model), gone)
        except FileNotFoundError:
            return
        except OSError as error:
            raise UploadError("expected a data folder that can be written, found another") from error
        shutil.rmtree(gone, ignore_errors=True)

    def models(self) -> list[SavedModel]:
        """Return all that is saved, the oldest first; what is no model of ours is left out."""
        found = []
        for path in self._folder.glob("*/" + _FACTS):
            if _ID.fullmatch(path.parent.name):
                model = _parsed(path)
                if model is not None:
                    found.append((path.parent.stat().st_mtime, model))
        return [model for _, model in sorted(found, key=lambda pair: (pair[0], pair[1].id))]

    def decisions(self, model: SavedModel, durations: Mapping[str, float]) -> Submission:
        """Return what a saved model decides, read strictly.

        Raises
        ------
        InvalidDataError
            If its file is not what it was.
        """
        file = _FILE if model.task is None else _DECISIONS
        return load_submission(self._path(model) / file, durations, name=plain(model.name))

    def probabilities(
        self, model: SavedModel, durations: Mapping[str, float]
    ) -> Mapping[Task, Probabilities]:
        """Return the probabilities of a saved model, read when they are asked for; none for decisions."""
        if model.task is None:
            return {}
        path, name = self._path(model) / _FILE, plain(model.name)
        return ReadOnDemand(
            (model.task,), lambda task: load_probabilities(path, durations, task=task, name=name)
        )

    def _path(self, model: SavedModel) -> Path:
        if not _ID.fullmatch(model.id):
            raise UploadError("expected a saved model, found one that is not")
        return self._folder / model.id


def _parsed(path: Path) -> SavedModel | None:
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
        if facts.pop("form") != _FORM or facts["id"] != path.parent.name:
            return None
        name, title, split = facts["name"], facts["title"], facts["split"]
        conversations = tuple(facts["conversations"])
        if not all(isinstance(one, str) for one in (name, title, split, *conversations)):
            return None
        task = None if facts["task"] is None else Task(facts["task"])
        theta = None if facts["theta"] is None else float(facts["theta"])
        return SavedModel(name, title, split, conversations, task, theta, facts["id"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
