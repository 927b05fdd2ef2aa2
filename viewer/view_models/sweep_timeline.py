"""What the timeline draws of probabilities, and of every threshold's decisions in the open dialogue.

Columns go as base64 of little-endian numbers: a dialogue of eleven minutes at 25 frames a second and 611
thresholds is some 250 KB. Probabilities are rounded to 16 bits here, for the eye alone: what decides are the
doubles, in Python.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import numpy as np
import numpy.typing as npt

from viewer.dialogue.conversation import SPEAKERS
from viewer.dialogue.decisions import Probabilities
from viewer.dialogue.protocol import ProtocolSettings
from viewer.dialogue.segments import FloatArray
from viewer.scoring.sweep_runs import SweptUnit, swept_unit
from viewer.view_models.json_text import as_text
from viewer.view_models.model_sweep import ModelSweep
from viewer.view_models.shared_job import SharedJob, Tell
from viewer.view_models.sweep_rows import theta_text
from viewer.view_models.timeline_rows import LETTER_CODES
from viewer.workspace import SplitWork

FULL_SCALE = 65535
Row = dict[str, Any]


def frames_row(
    probabilities: Probabilities, model: str, conversation_id: str, theta: float | None
) -> Row | None:
    """Return a dialogue's probabilities for the lane; None where the file has none of it."""
    tracks = probabilities.entries.get(conversation_id)
    if tracks is None:
        return None
    return {
        "model": model,
        "task": str(probabilities.task),
        "dialogue": conversation_id,
        "rate_hz": probabilities.frame_rate_hz,
        "theta": theta,
        "theta_text": "" if theta is None else theta_text(theta),
        "speakers": [_levels(track) for track in tracks],
    }


def _levels(track: FloatArray) -> str:
    return _text(np.rint(track * FULL_SCALE), "<u2")


def runs_job(
    work: SplitWork, sweep: ModelSweep, model: str, conversation_id: str, settings: ProtocolSettings
) -> SharedJob[str]:
    """Return the making of `swept_row` as text, begun when it is first asked for."""

    def make(_: Tell) -> str:
        return as_text(swept_row(work, sweep, model, conversation_id, settings))

    return work.kept(("runs", sweep, conversation_id, settings), lambda: SharedJob(make), model=model)


def swept_row(
    work: SplitWork, sweep: ModelSweep, model: str, conversation_id: str, settings: ProtocolSettings
) -> Row | None:
    """Return every threshold's decisions and verdicts of a dialogue; None where nothing is scored."""
    probabilities = sweep.probabilities
    tracks = probabilities.entries.get(conversation_id)
    if tracks is None or work.row(conversation_id) is None:
        return None
    gold = work.golds(settings)[conversation_id].of(probabilities.task)
    rate_hz = probabilities.frame_rate_hz
    return {
        "model": model,
        "task": str(probabilities.task),
        "dialogue": conversation_id,
        "rate_hz": rate_hz,
        "theta": [theta_text(theta) for theta in sweep.thresholds.tolist()],
        "value": sweep.thresholds.tolist(),
        "speakers": [
            _unit(swept_unit(track, rate_hz, sweep.thresholds, gold, speaker, settings))
            for speaker, track in zip(SPEAKERS, tracks, strict=True)
        ],
    }


def _unit(unit: SweptUnit) -> Row:
    return {
        "frame": _text(unit.frame, "<i4"),
        "fate": LETTER_CODES[unit.fate].tobytes().decode("ascii"),
        "owner": _text(unit.owner, "<i4"),
        "first": _text(unit.first, "<u2"),
        "stop": _text(unit.stop, "<u2"),
        "span": _text(unit.span, "<i4"),
        "span_first": _text(unit.span_first, "<u2"),
        "span_stop": _text(unit.span_stop, "<u2"),
    }


def _text(column: npt.NDArray[Any], form: str) -> str:
    return b64encode(column.astype(form).tobytes()).decode("ascii")
