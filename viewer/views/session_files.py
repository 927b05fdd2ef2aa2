"""What a session has of files beside the corpus: what was sent, and which model files have changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from viewer.dialogue.protocol import ProtocolSettings
from viewer.view_models.uploads import uploads
from viewer.views.changed_files import ChangedFiles
from viewer.views.detecting import Later
from viewer.views.session_models import SessionModels
from viewer.views.uploading import SessionUploads, UploadSite
from viewer.workspace import SplitWork, Workspace

LARGEST_NUMBER = 2**53


class Host(Protocol):
    """The session that has the files."""

    workspace: Workspace
    models: SessionModels
    later: Later

    def files_moved(self) -> None:
        """Follow: there is something else to show."""

    def show_model(self, split: str, model: str) -> None:
        """Make a model active that a file has become."""


class SessionFiles:
    """Uploads and changed files of one session, moved by messages.

    Parameters
    ----------
    host
        The session.
    site
        What all sessions share.
    user
        Who has logged in; None where nobody does.
    """

    def __init__(self, host: Host, *, site: UploadSite, user: str | None = None) -> None:
        workspace, models, later, on_change = host.workspace, host.models, host.later, host.files_moved
        self.sent = SessionUploads(
            workspace,
            models,
            site=site,
            user=user,
            on_change=on_change,
            on_model=host.show_model,
            later=later,
        )
        self.changed = ChangedFiles(
            workspace, models, readers=site.readers, on_change=on_change, later=later, start=site.run
        )
        self.sent.restore()

    def receive(self, split: str, message: Mapping[str, Any]) -> bool:
        """Act on a message about files; return whether it was one."""
        kind, upload = message.get("type"), str(message.get("upload"))
        nonce, size = message.get("nonce"), message.get("bytes")
        name, title = str(message.get("name") or ""), str(message.get("title") or "")
        if kind == "upload":
            if _is_count(nonce) and _is_count(size):
                self.sent.begin(split, name, int(str(size)), int(str(nonce)))
        elif kind == "upload-dismiss":
            if _is_count(nonce):
                self.sent.dismiss(int(str(nonce)))
        elif kind == "upload-name":
            self.sent.rename(upload, name, title)
        elif kind == "model-reload":
            self.changed.reload(split, str(message.get("model")))
        else:
            acts = {
                "upload-sent": self.sent.sent,
                "upload-cancel": self.sent.cancel,
                "upload-save": self.sent.save,
                "upload-remove": self.sent.remove,
                "upload-score": self.sent.score_hidden,
            }
            if kind not in acts:
                return False
            acts[str(kind)](upload)
        return True

    def content(self, work: SplitWork, settings: ProtocolSettings) -> dict[str, Any]:
        """Return what the panel of files shows."""
        site = self.sent.site
        return uploads(
            work,
            settings,
            self.sent.files,
            self.changed.on(work.name),
            key=self.sent.key,
            limits=site.limits,
            can_save=site.shelf is not None,
        )

    def close(self) -> None:
        """End what goes on and remove what was sent: the session is over."""
        self.sent.close()


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < LARGEST_NUMBER
