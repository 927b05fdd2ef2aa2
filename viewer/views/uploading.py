"""The files of one session: taken in, read in processes of their own, made its own models, saved, removed.

Everything here happens on the session's event loop but for reading, the sweep of a probabilities file and
scoring on hidden labels, which report through ``later``.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from viewer.errors import CancelledRunError, InvalidDataError, TurnBenchError, UploadError
from viewer.hidden import HiddenReply
from viewer.loaders.problems import plain
from viewer.uploads import (
    Limits,
    Readers,
    ReadFile,
    Reading,
    SavedModel,
    SessionFolder,
    Shelf,
    Spool,
    Wanted,
)
from viewer.view_models.uploads import ENDED, LONGEST_NAME, LONGEST_TITLE, Stage, Upload, without_oldest
from viewer.views.detecting import Later, at_once
from viewer.views.hidden_scoring import ask
from viewer.views.made_models import (
    BUG,
    VALUE_BYTES,
    Made,
    file_name,
    is_text,
    made_of,
    model_of,
    said,
    value_count,
)
from viewer.views.session_models import SessionModels
from viewer.workspace import LoadedModel, SplitWork, Workspace

ORIGIN = "uploads"
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class UploadSite:
    """What all sessions share of uploads.

    ``shelf`` is None where nothing is saved; ``run`` runs what takes its time on the disk; default: at once,
    as tests do.
    """

    spool: Spool
    readers: Readers
    shelf: Shelf | None = None
    run: Later = at_once

    @property
    def limits(self) -> Limits:
        """What uploads may take."""
        return self.spool.limits


class SessionUploads:
    """What one session has sent.

    Parameters
    ----------
    workspace
        The corpus.
    models
        Takes the models that files become.
    site
        What all sessions share.
    user
        Who has logged in, for the count of scorings; None where nobody does.
    on_change
        Told when a file moved on.
    on_model
        Told of a split and a name when a file has become a model, or has another name.
    later
        Runs an act on the session's event loop.
    """

    def __init__(
        self,
        workspace: Workspace,
        models: SessionModels,
        *,
        site: UploadSite,
        user: str | None = None,
        on_change: Callable[[], None],
        on_model: Callable[[str, str], None],
        later: Later = at_once,
    ) -> None:
        self._workspace, self._models, self.site, self._user = workspace, models, site, user
        self._on_change, self._on_model, self._later = on_change, on_model, later
        self.key = ""
        self.files: tuple[Upload, ...] = ()
        self._folder: SessionFolder | None = None
        self._made: dict[str, Made] = {}
        self._waiting: list[str] = []
        self._reading: tuple[str, Reading] | None = None
        self._is_closed = False

    def begin(self, split: str, file: str, size_bytes: int, nonce: int) -> None:
        """Make room for a file of a split, or say why there is none."""
        one = Upload(nonce=nonce, file=file_name(file), split=split, size_bytes=size_bytes)
        try:
            one = replace(one, id=self._opened_folder().begin(size_bytes))
        except UploadError as error:
            one = replace(one, stage=Stage.FAILED, message=said(error))
        self.files = (*without_oldest(self.files), one)
        self._on_change()

    def sent(self, upload: str) -> None:
        """Have a file read that has been sent to its end."""
        one = self._of(upload)
        if one is None or one.stage is not Stage.SENDING or self._folder is None:
            return
        found = self._folder.size_of(upload)
        if found != one.size_bytes:
            text = f"Not taken: expected {one.size_bytes} bytes, found {found} (it was not sent to its end)."
            self._end(one, replace(one, stage=Stage.FAILED, message=text))
            return
        self._set(replace(one, stage=Stage.READING))
        self._waiting.append(upload)
        self._read_next()

    def cancel(self, upload: str) -> None:
        """Give a file up that is on its way."""
        one = self._of(upload)
        if one is None or one.stage not in (Stage.SENDING, Stage.READING):
            return
        if self._reading is not None and self._reading[0] == upload:
            self._reading[1].cancel()
        self._waiting = [other for other in self._waiting if other != upload]
        self._end(one, replace(one, stage=Stage.CANCELLED))

    def rename(self, upload: str, name: str, title: str) -> None:
        """Give a model another name and title; a name that is taken or cannot be one changes nothing."""
        one = self._of(upload)
        if one is None or one.stage is not Stage.DONE:
            return
        name, title = name.strip(), title.strip() or name.strip()
        if not (is_text(name, LONGEST_NAME) and is_text(title, LONGEST_TITLE)):
            self._set(replace(one, message="A name has 1 to 60 letters that can be printed."))
            return
        if name != one.model and name in self._over(one.split).models:
            self._set(replace(one, message=f"There is a model named {plain(name)} already."))
            return
        renamed = replace(one, model=name, title=title, message=self._note(one))
        if one.saved_id and not self._try(one, lambda shelf: shelf.rename(self._saved(renamed))):
            return
        self._set(renamed)
        mine = self._models.of(one.split, ORIGIN)
        # Both for a moment: whoever shows the old one goes to the new one before it is gone.
        model = replace(mine[one.model], name=name, title=title)
        self._models.put(one.split, ORIGIN, {**mine, name: model})
        self._on_model(one.split, name)
        if name != one.model:
            kept = {other: found for other, found in mine.items() if other != one.model}
            self._models.put(one.split, ORIGIN, {**kept, name: model})

    def save(self, upload: str) -> None:
        """Keep a model in the user's data folder."""
        one = self._of(upload)
        if one is None or one.stage is not Stage.DONE or one.saved_id or self._folder is None:
            return
        if self._workspace.corpus.splits[one.split].is_hidden:
            return  # the page does not offer it: it would not be brought back
        path, made, shelf = self._folder.path_of(one.id), self._made[one.id], self.site.shelf
        if shelf is not None:
            model = self._saved(one)
            self.site.run(partial(self._keep, one.id, lambda: shelf.save(model, path, made.submission)))

    def _keep(self, upload: str, save: Callable[[], SavedModel]) -> None:
        """Write a model to the disk; away from the event loop, since it may have 200 MB."""
        try:
            saved: SavedModel | UploadError = save()
        except UploadError as error:
            saved = error
        self._later(partial(self._kept, upload, saved))

    def _kept(self, upload: str, saved: SavedModel | UploadError) -> None:
        one = self._of(upload)
        if one is None:
            return
        if isinstance(saved, UploadError):
            self._set(replace(one, message=said(saved)))
        else:
            self._set(replace(one, saved_id=saved.id, message=self._note(one)))

    def remove(self, upload: str) -> None:
        """Remove a file: from the session, and from the user's folder if it was saved."""
        one = self._of(upload)
        if one is None:
            return
        self.cancel(upload)
        if one.saved_id and not self._try(one, lambda shelf: shelf.remove(self._saved(one))):
            return
        self._forget(upload)
        self.files = tuple(other for other in self.files if other.id != upload)
        if one.model:
            mine = self._models.of(one.split, ORIGIN)
            kept = {name: model for name, model in mine.items() if name != one.model}
            self._models.put(one.split, ORIGIN, kept)
        self._on_change()

    def dismiss(self, nonce: int) -> None:
        """Take a file off the list that became nothing."""
        self.files = tuple(one for one in self.files if one.nonce != nonce or one.stage not in ENDED)
        self._on_change()

    def score_hidden(self, upload: str) -> None:
        """Score a submission on the hidden labels of its split: counted, pooled, rounded."""
        one = self._of(upload)
        split = None if one is None else self._workspace.corpus.splits.get(one.split)
        if one is None or split is None or not split.is_hidden or self._folder is None:
            return
        if one.stage is not Stage.DONE or one.asks_hidden:
            return
        self._set(replace(one, asks_hidden=True, reply=None, reply_error=""))
        told = partial(self._told_hidden, upload)
        ask(split, self._folder.path_of(upload), self._user, lambda ended: self._later(partial(told, ended)))

    def restore(self) -> None:
        """Bring back what was saved, for the splits that it is for."""
        shelf = self.site.shelf
        for saved in [] if shelf is None else shelf.models():
            split = self._workspace.corpus.splits.get(saved.split)
            if split is not None and not split.is_hidden and saved.fits(split.name, split.conversation_ids):
                self._restore(self._workspace.split(split.name), saved)

    def close(self) -> None:
        """End what goes on and remove every file: the session is over."""
        self._is_closed = True
        if self._reading is not None:
            self._reading[1].cancel()
        self._waiting = []
        if self._folder is not None:
            self._folder.close()

    def _opened_folder(self) -> SessionFolder:
        if self._folder is None:
            self.key = secrets.token_urlsafe(24)
            self._folder = self.site.spool.open_session(self.key)
        return self._folder

    def _read_next(self) -> None:
        """Read the next file that waits; one at a time, so that a session cannot take all readers."""
        if self._reading is not None or not self._waiting or self._folder is None:
            return
        upload = self._waiting.pop(0)
        one = self._of(upload)
        if one is None:
            return
        work = self._workspace.split(one.split)
        splits = self._workspace.corpus.splits
        others = {name: split.conversation_ids for name, split in splits.items() if name != one.split}
        wanted = Wanted(self._folder.path_of(upload), one.file, work.durations, others)
        self._reading = (upload, Reading())
        self.site.readers.submit(wanted, partial(self._read, upload, work), self._reading[1])

    def _read(self, upload: str, work: SplitWork, ended: ReadFile | TurnBenchError) -> None:
        """Make a model of what was read; still in the reader's thread."""
        made: Made | ReadFile | TurnBenchError
        try:
            made = ended if isinstance(ended, TurnBenchError) else made_of(work, ended, self.site.limits)
        except TurnBenchError as error:
            made = error
        except Exception:  # a bug: whoever waits is told, and the log has it whole
            log.exception("a file that was read could not be scored")
            made = UploadError(BUG)
        self._later(partial(self._take, upload, work, made))

    def _take(self, upload: str, work: SplitWork, made: Made | ReadFile | TurnBenchError) -> None:
        """Put what a file became beside the other models."""
        self._reading = None
        one = self._of(upload)
        if one is not None and one.stage is Stage.READING and not self._is_closed:
            if isinstance(made, Made):
                self._add(one, work, made)
            elif isinstance(made, ReadFile):
                fits = (
                    f"Its conversations are those of {made.fits[0]}: open that split first."
                    if made.fits
                    else ""
                )
                texts = tuple(map(str, made.problems))
                self._end(one, replace(one, stage=Stage.REFUSED, problems=texts, message=fits))
            elif isinstance(made, CancelledRunError):
                self._end(one, replace(one, stage=Stage.CANCELLED))
            else:
                self._end(one, replace(one, stage=Stage.FAILED, message=said(made)))
        self._read_next()

    def _add(self, one: Upload, work: SplitWork, made: Made) -> None:
        values = 0 if made.probabilities is None else value_count(made.probabilities)
        try:
            if self._folder is not None:
                self._folder.take(one.id, max(one.size_bytes, values * VALUE_BYTES))
        except UploadError as error:
            self._end(one, replace(one, stage=Stage.FAILED, message=said(error)))
            return
        name = self._free_name(work.name, Path(one.file).stem)
        self._made[one.id] = made
        task = None if made.probabilities is None else made.probabilities.task
        done = replace(one, stage=Stage.DONE, model=name, title=name, task=task, theta=made.theta)
        self._set(replace(done, message=made.note))
        self._put(work, model_of(done, made))
        self._on_model(work.name, name)

    def _restore(self, work: SplitWork, saved: SavedModel) -> None:
        shelf = self.site.shelf
        if shelf is None:
            return
        nonce = -1 - len(self.files)
        name = self._free_name(work.name, saved.name)
        one = Upload(nonce=nonce, id=saved.id, file="", split=work.name, saved_id=saved.id, model=name)
        one = replace(one, title=saved.title, task=saved.task, theta=saved.theta, stage=Stage.DONE)
        try:
            submission = work.kept(("saved", saved.id), lambda: shelf.decisions(saved, work.durations))
        except (InvalidDataError, OSError) as error:
            problems = error.problems if isinstance(error, InvalidDataError) else ()
            texts = tuple(map(str, problems)) or (str(error),)
            self.files = (*self.files, replace(one, stage=Stage.REFUSED, problems=texts, model=""))
            return
        self._made[one.id] = Made(submission, theta=saved.theta)
        self.files = (*self.files, one)
        model = model_of(one, self._made[one.id])
        self._put(work, replace(model, probabilities=shelf.probabilities(saved, work.durations)))

    def _told_hidden(self, upload: str, ended: HiddenReply | str) -> None:
        one = self._of(upload)
        if one is not None:
            is_reply = isinstance(ended, HiddenReply)
            told = {"reply": ended} if is_reply else {"reply_error": ended}
            self._set(replace(one, asks_hidden=False, **told))  # type: ignore[arg-type]  # one of two fields

    def _put(self, work: SplitWork, model: LoadedModel) -> None:
        self._models.put(work.name, ORIGIN, {**self._models.of(work.name, ORIGIN), model.name: model})

    def _try(self, one: Upload, act: Callable[[Shelf], object]) -> bool:
        """Act on the shelf; say why it could not be done. Return whether it was."""
        if self.site.shelf is None:
            return False
        try:
            act(self.site.shelf)
        except UploadError as error:
            self._set(replace(one, message=said(error)))
            return False
        return True

    def _saved(self, one: Upload) -> SavedModel:
        ids = self._workspace.corpus.splits[one.split].conversation_ids
        return SavedModel(one.model, one.title, one.split, tuple(ids), one.task, one.theta, one.saved_id)

    def _note(self, one: Upload) -> str:
        made = self._made.get(one.id)
        return "" if made is None else made.note

    def _over(self, split: str) -> SplitWork:
        return self._models.over(self._workspace.split(split))

    def _free_name(self, split: str, wanted: str) -> str:
        """Return a name that no model of the split has yet."""
        base = plain(wanted).strip()[:LONGEST_NAME] or "upload"
        taken, name, count = self._over(split).models, base, 1
        while name in taken:
            count += 1
            name = f"{base}~{count}"
        return name

    def _of(self, upload: str) -> Upload | None:
        return next((one for one in self.files if one.id and one.id == upload), None)

    def _set(self, one: Upload) -> None:
        self.files = tuple(one if other.nonce == one.nonce else other for other in self.files)
        self._on_change()

    def _end(self, one: Upload, ended: Upload) -> None:
        """Set a file that became nothing, and remove its bytes."""
        self._forget(one.id)
        self._set(ended)

    def _forget(self, upload: str) -> None:
        self._made.pop(upload, None)
        if self._folder is not None:
            with suppress(OSError, UploadError):
                self._folder.remove(upload)
