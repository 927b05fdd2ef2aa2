"""A session that files are sent to, without a browser: every reading and look happens at once."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from viewer.errors import TurnBenchError
from viewer.uploads import Limits, Readers, ReadFile, Reading, Shelf, Spool, Wanted, worker
from viewer.uploads.wire import read_answer
from viewer.view_models.uploads import Upload
from viewer.views.session_files import SessionFiles
from viewer.views.state import State
from viewer.views.uploading import UploadSite
from viewer.workspace import Workspace


class InProcesses(Readers):
    """Reads where it is asked to, in a process as ever, and waits for it."""

    def submit(
        self,
        wanted: Wanted,
        on_end: Callable[[ReadFile | TurnBenchError], None],
        reading: Reading | None = None,
    ) -> None:
        try:
            ended: ReadFile | TurnBenchError = self.read(wanted, reading)
        except TurnBenchError as error:
            ended = error
        on_end(ended)


class AtOnce(InProcesses):
    """Reads what the process would read, here: a process for each of many tests takes its time."""

    def read(self, wanted: Wanted, reading: Reading | None = None) -> ReadFile:
        del reading
        out = io.BytesIO()
        worker.answer(json.loads(json.dumps(self.task_of(wanted))), out)
        found = read_answer(out.getvalue())
        assert isinstance(found, ReadFile)
        return found


def site_in(
    folder: Path,
    *,
    limits: Limits | None = None,
    is_local: bool = True,
    readers: type[Readers] = AtOnce,
) -> UploadSite:
    """Return a site whose files lie in a folder."""
    wanted = limits or Limits()
    shelf = Shelf(folder / "saved") if is_local else None
    return UploadSite(Spool(folder / "uploads", wanted), readers(wanted), shelf)


def session(workspace: Workspace, site: UploadSite, query: dict[str, str] | None = None) -> State:
    """Return a session of a workspace."""
    return State(workspace, query or {}, site=site)


def files_of(state: State) -> SessionFiles:
    assert state.files is not None
    return state.files


def send(state: State, content: Any, name: str = "predictions.json", nonce: int = 1) -> Upload:
    """Send a file as the page does; return what became of it."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    files = files_of(state)
    state.receive({"type": "upload", "name": name, "bytes": len(data), "nonce": nonce})
    begun = of(state, nonce)
    if begun.id:
        folder = files.sent.site.spool.find(files.sent.key)
        assert folder is not None
        folder.append(begun.id, 0, data)
        state.receive({"type": "upload-sent", "upload": begun.id})
    return of(state, nonce)


def of(state: State, nonce: int) -> Upload:
    """Return the file that the page knows under a number."""
    (found,) = [one for one in files_of(state).sent.files if one.nonce == nonce]
    return found


def content(state: State) -> dict[str, Any]:
    """Return what the panel shows."""
    return files_of(state).content(state.work, state.place.settings)
