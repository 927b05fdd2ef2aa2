r"""From speech, frame by frame, to decisions: what every voice activity detector here shares.

::

    speech    ____/¯¯¯¯¯¯¯¯¯¯¯¯\____________/¯\___
    EOT                              ^                silence has lasted long enough after enough speech
    INT                 ^                             speech has lasted long enough after enough silence

A voice activity detector knows neither words nor the other speaker. So the end of a turn is a silence
that lasts, and an interruption is nothing but an onset of speech: PROTOCOL scores it as one.
All durations are whole frames; a decision is made at the end of the frame that completes its duration.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

SpeechFrames = NDArray[np.bool_]


def whole_frames(duration_s: float, frame_rate_hz: float) -> int:
    """Return the whole frames that a duration needs, at least one.

    Examples
    --------
    >>> whole_frames(0.2, 31.25), whole_frames(0.3, 100.0), whole_frames(0.0, 50.0)
    (7, 30, 1)
    """
    return max(1, math.ceil(round(duration_s * frame_rate_hz, 6)))


def pauses(is_speech: SpeechFrames, *, silence: int, shortest_speech: int) -> Iterator[tuple[int, int]]:
    """Yield every silence that follows a turn's worth of speech: the frame in which it has lasted.

    Parameters
    ----------
    is_speech
        One truth per frame, shape ``(frames,)``.
    silence
        Frames of unbroken silence that make a pause.
    shortest_speech
        Frames of speech since the pause before without which this one is none: a click is no turn.

    Yields
    ------
    tuple of int
        The frame whose end completes the pause, and the frame in which speech begins again (the
        number of frames if it does not).
    """
    spoken = silent = 0
    for frame, speaking in enumerate(is_speech.tolist()):
        silent = 0 if speaking else silent + 1
        spoken += speaking
        if silent != silence:
            continue
        is_turn, spoken = spoken >= shortest_speech, 0
        if is_turn:
            later = np.flatnonzero(is_speech[frame:])
            yield frame, frame + int(later[0]) if later.size else is_speech.size


def onsets(is_speech: SpeechFrames, *, speech: int, silence: int) -> Iterator[int]:
    """Yield the frames at whose end speech has lasted long enough, once per stretch.

    Parameters
    ----------
    is_speech
        One truth per frame, shape ``(frames,)``.
    speech
        Frames of unbroken speech that make an onset.
    silence
        Frames of unbroken silence before an onset counts again; the start of the recording counts.
    """
    is_armed, spoken, silent = True, 0, 0
    for frame, speaking in enumerate(is_speech.tolist()):
        spoken = spoken + 1 if speaking else 0
        silent = 0 if speaking else silent + 1
        is_armed = is_armed or silent >= silence
        if is_armed and spoken >= speech:
            is_armed = False
            yield frame
