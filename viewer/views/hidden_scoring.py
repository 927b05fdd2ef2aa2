"""A submission scored on hidden labels for a session: one at a time, at a pace, away from the event loop."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from viewer.errors import TurnBenchError
from viewer.gate.rates import Buckets, Rate
from viewer.hidden import HiddenReply, score_hidden
from viewer.loaders import Split
from viewer.views.made_models import BUG, said

MOST_BYTES = 20_000_000
"""Of a file: it is read within the server's own process."""
TOO_LARGE = "Not scored: a submission of more than 20 MB is not scored on hidden labels here."
TOO_FAST = "Too many scorings at once; please wait a moment."
_NOBODY = "everybody without a login"
log = logging.getLogger(__name__)
_worker = ThreadPoolExecutor(1, thread_name_prefix="turnbench-hidden")
_pace = Buckets(Rate(burst=5, per_s=0.2))


def ask(split: Split, path: Path, user: str | None, on_end: Callable[[HiddenReply | str], None]) -> None:
    """Score a submission; ``on_end`` is told the reply, or why there is none, from a thread or at once.

    Parameters
    ----------
    split
        With hidden labels.
    path
        A submission that was found valid.
    user
        Who has logged in; None where nobody does.
    """
    if path.stat().st_size > MOST_BYTES:
        on_end(TOO_LARGE)
    elif _pace.wait_s(user or _NOBODY):
        on_end(TOO_FAST)
    else:
        _worker.submit(lambda: on_end(_reply(split, path, user)))


def _reply(split: Split, path: Path, user: str | None) -> HiddenReply | str:
    try:
        return score_hidden(split, path, user=user)
    except TurnBenchError as error:
        return said(error)
    except Exception:  # a bug: whoever waits is told, and the log has it whole
        log.exception("a submission could not be scored on hidden labels")
        return BUG
