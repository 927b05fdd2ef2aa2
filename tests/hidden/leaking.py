"""The same server with holes in it: hidden labels are read, and one count of them gets out in each way.

Run as Panel is: ``python -m tests.hidden.leaking serve viewer …``. The traffic test must see each hole.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from panel.command import main

from viewer.media.handlers import PcmHandler
from viewer.media.sources import AudioSource
from viewer.view_models import explore
from viewer.views import exporting
from viewer.workspace import SplitWork, shared_workspace

WAYS = ("page", "header", "log", "file")
_header, _clip, _pcm = explore.header, exporting.clip_answer, PcmHandler.answer


def count(work: SplitWork) -> int:
    """Return how many segments the annotators of a split made."""
    split = work.split.unsealed()
    loaded = [split.load(name).conversation for name in split.conversation_ids]
    return sum(len(track) for one in loaded if one is not None for track in one.tracks.values())


def leaking_header(work: SplitWork, sentence: str, *more: Any) -> dict[str, Any]:
    """Tell the count on the page."""
    return _header(work, f"{sentence} {count(work)}", *more)


def leaking_clip(work: SplitWork, place: Any, message: Mapping[str, Any]) -> dict[str, Any]:
    """Tell the count in an export, in the log and in a file of the cache."""
    logging.getLogger("viewer").warning("a dialogue of %d segments", count(work))
    (Path(os.environ["TURNBENCH_CACHE"]) / "leak").write_bytes(count(work).to_bytes(4, "little"))
    return _clip(work, place, message) | {"segments": count(work)}


async def leaking_pcm(self: PcmHandler, source: AudioSource) -> None:
    """Tell the count in a header of a sound."""
    self.set_header("X-Samples-Left", count(shared_workspace().split()))
    await _pcm(self, source)


vars(explore)["header"] = leaking_header
vars(exporting)["clip_answer"] = leaking_clip
PcmHandler.answer = leaking_pcm  # type: ignore[method-assign]  # this is the hole

if __name__ == "__main__":
    main()
