"""What detectors said, kept in the cache folder: one file per dialogue, replaced whole.

A file that is not complete, or of another form, counts as absent: it can be made again.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from viewer.dialogue.decisions import DetectedDialogue, FrameTracks, SpeakerDecisions
from viewer.environment import cache_folder
from viewer.loaders.cache_size import keep_within_limit, mark_used
from viewer.loaders.whole_files import write_whole

_FORM = 1
_KEY = re.compile(r"[0-9a-f]{32,64}")


def load_run(key: str) -> DetectedDialogue | None:
    """Return what is kept under a key, None if nothing usable is.

    Parameters
    ----------
    key
        A hex digest of the detector, its numbers and the sound.
    """
    try:
        path = _path(key)
        content = json.loads(path.read_text(encoding="utf-8"))
        mark_used(path)
        return _parsed(content) if content["form"] == _FORM else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save_run(key: str, found: DetectedDialogue) -> None:
    """Keep what a detector said under a key.

    Raises
    ------
    OSError
        If the cache folder cannot be written.
    """
    frames = found.eot_frames
    content: dict[str, Any] = {
        "form": _FORM,
        "speakers": [
            {"eot": one.eot.tolist(), "interruption": one.interruption.tolist()} for one in found.speakers
        ],
        "frame_rate_hz": None if frames is None else frames.frame_rate_hz,
        "eot_frames": None if frames is None else [track.tolist() for track in frames.speakers],
    }
    path = _path(key)
    path.parent.mkdir(exist_ok=True)
    write_whole(path, json.dumps(content, allow_nan=False))
    keep_within_limit()


def _parsed(content: dict[str, Any]) -> DetectedDialogue:
    first, second = (
        SpeakerDecisions(
            np.array(one["eot"], dtype=np.float64), np.array(one["interruption"], dtype=np.float64)
        )
        for one in content["speakers"]
    )
    if content["eot_frames"] is None:
        return DetectedDialogue((first, second))
    one, other = (np.array(track, dtype=np.float64) for track in content["eot_frames"])
    return DetectedDialogue((first, second), FrameTracks(float(content["frame_rate_hz"]), (one, other)))


def _path(key: str) -> Path:
    if not _KEY.fullmatch(key):
        raise ValueError(f"run key: expected a hex digest, found {key!r}")
    return cache_folder() / "detections" / f"{key}.json"
