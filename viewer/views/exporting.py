"""The answer to a page that wants to export: the clip as the server knows it, or why there is none."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from viewer.errors import TurnBenchError
from viewer.view_models.clip import clip
from viewer.view_models.json_text import as_text
from viewer.view_models.place import Place, as_range
from viewer.views.detecting import Later
from viewer.workspace import SplitWork

TYPE = "clip"
UNREADABLE = "The page asked for a range that cannot be read."
BUG = "The clip met an error of the viewer's own; the server's log has the details."

Answer = dict[str, Any]
log = logging.getLogger(__name__)
# A third of a second for two hours of many models: not on the event loop, where the sound of others waits.
_maker = ThreadPoolExecutor(1, thread_name_prefix="turnbench-clip")


def answer_later(
    work: SplitWork,
    place: Place,
    message: Mapping[str, Any],
    *,
    send: Callable[[Answer], None],
    later: Later,
) -> None:
    """Make the answer in a thread, and send it from the session's event loop."""

    def make() -> None:
        later(partial(send, clip_answer(work, place, message)))

    _maker.submit(make)


def clip_answer(work: SplitWork, place: Place, message: Mapping[str, Any]) -> Answer:
    """Answer ``{type: "clip", nonce, start_s, stop_s}``: ``{type, nonce, clip, error}``, the clip as text."""
    nonce = message.get("nonce")
    answer: Answer = {"type": TYPE, "nonce": nonce if isinstance(nonce, int | str) else None}
    span = as_range([message.get("start_s"), message.get("stop_s")])
    if span is None:
        return answer | {"clip": None, "error": UNREADABLE}
    try:
        return answer | {"clip": as_text(clip(work, place, *span)), "error": ""}
    except TurnBenchError as error:
        return answer | {"clip": None, "error": str(error)}
    except Exception:  # a bug: whoever waits is told, and the log has it whole
        log.exception("the clip could not be made")
        return answer | {"clip": None, "error": BUG}
