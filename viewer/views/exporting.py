"""Answers to a page that wants to export: a clip, or the outcomes that are listed, or why there is none."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from typing import Any

from viewer.errors import TurnBenchError
from viewer.view_models.clip import clip
from viewer.view_models.json_text import as_text
from viewer.view_models.leaderboard_exports import export
from viewer.view_models.leaderboard_scores import BoardQuery
from viewer.view_models.model_sweep import ModelSweep
from viewer.view_models.outcomes import outcomes_csv
from viewer.view_models.place import Place, as_range
from viewer.view_models.predictions_text import predictions_text
from viewer.view_models.sweep_export import sweep_csv
from viewer.views.detecting import Later
from viewer.workspace import SplitWork

TYPE = "clip"
OUTCOMES = "outcomes"
LEADERBOARD = "leaderboard-file"
PREDICTIONS = "predictions"
SWEEP = "sweep-rows"
UNREADABLE = "The page asked for a range that cannot be read."
BUG = "The export met an error of the viewer's own; the server's log has the details."

Answer = dict[str, Any]
log = logging.getLogger(__name__)
# A third of a second for two hours of many models: not on the event loop, where the sound of others waits.
_maker = ThreadPoolExecutor(1, thread_name_prefix="turnbench-export")


def answer_later(make: Callable[[], Answer], *, send: Callable[[Answer], None], later: Later) -> None:
    """Make an answer in a thread, and send it from the session's event loop."""
    _maker.submit(lambda: later(partial(send, make())))


def clip_answer(work: SplitWork, place: Place, message: Mapping[str, Any]) -> Answer:
    """Answer ``{type: "clip", nonce, start_s, stop_s}``: ``{type, nonce, clip, error}``, the clip as text."""
    span = as_range([message.get("start_s"), message.get("stop_s")])
    if span is None:
        return {"type": TYPE, "nonce": _nonce(message), "clip": None, "error": UNREADABLE}
    return text_answer(TYPE, message, "clip", lambda: as_text(clip(work, place, *span)))


def outcomes_answer(work: SplitWork, place: Place, message: Mapping[str, Any]) -> Answer:
    """Answer ``{type: "outcomes", nonce}``: ``{type, nonce, csv, error}``, what the playlist lists as CSV."""
    return text_answer(OUTCOMES, message, "csv", lambda: outcomes_csv(work, place))


def predictions_answer(work: SplitWork, place: Place, message: Mapping[str, Any]) -> Answer:
    """Answer ``{type: "predictions", nonce}``: ``{type, nonce, predictions, error}``, the file as text."""
    return text_answer(PREDICTIONS, message, "predictions", lambda: predictions_text(work, place))


def sweep_answer(sweep: ModelSweep, message: Mapping[str, Any]) -> Answer:
    """Answer ``{type: "sweep-rows", nonce}``: ``{type, nonce, csv, error}``, every candidate's row."""
    return text_answer(SWEEP, message, "csv", lambda: sweep_csv(sweep))


def leaderboard_answer(
    work: SplitWork, query: BoardQuery, dev: SplitWork | None, message: Mapping[str, Any]
) -> Answer:
    """Answer ``{type: "leaderboard-file", nonce, form}``: ``{type, nonce, file, error}``.

    ``file`` is the JSON text of ``{split, ending, media_type, text}``.
    """

    def make() -> str:
        found = export(str(message.get("form")), work, query, dev=dev)
        return as_text({"split": work.name, **asdict(found)})

    return text_answer(LEADERBOARD, message, "file", make)


def text_answer(kind: str, message: Mapping[str, Any], name: str, make: Callable[[], str]) -> Answer:
    """Return an answer with a text of a name, or with why there is none."""
    answer: Answer = {"type": kind, "nonce": _nonce(message)}
    try:
        return answer | {name: make(), "error": ""}
    except TurnBenchError as error:
        return answer | {name: None, "error": str(error)}
    except Exception:  # a bug: whoever waits is told, and the log has it whole
        log.exception("what was asked for could not be made: %s", kind)
        return answer | {name: None, "error": BUG}


def _nonce(message: Mapping[str, Any]) -> int | str | None:
    nonce = message.get("nonce")
    return nonce if isinstance(nonce, int | str) else None
