r"""Energy alone: every onset is an interruption, every offset the end of a turn.

The simplest baseline there is, and causal: it knows nothing of words, melody or the other speaker.

::

    RMS    ____/¯¯¯¯¯¯\____/¯¯¯\____        threshold 0.01
    20 ms  . . X x x x . . X x x . .
    INT         ^           ^                the end of the first window that is loud
    EOT                 ^         ^          the end of the first window that is quiet again

It gives no probabilities: a level is none.

Source: ours; MIT licence like the rest of the package. References: PROTOCOL sections 2 and 8 ("RMS VAD").
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.detectors.detection import Detection, Progress, Samples, check_audio, untold
from viewer.errors import SettingsError


@dataclass(frozen=True, kw_only=True)
class RmsVad:
    """Voice activity by energy in windows that follow each other without overlap.

    Parameters
    ----------
    window_s
        Length of a window in seconds, positive.
    offset_threshold
        For ends of turns, a window is loud if its root mean square is above this share of full scale.
    onset_threshold
        The same for interruptions.

    Raises
    ------
    SettingsError
        The window or a threshold is not positive.

    Examples
    --------
    >>> import numpy as np
    >>> audio = np.zeros(1000, dtype=np.float32)
    >>> audio[200:600] = 0.5
    >>> found = RmsVad().detect(audio, sample_rate=1000)
    >>> found.interruption_s, found.eot_s
    ((0.22,), (0.62,))
    """

    window_s: float = 0.02
    offset_threshold: float = 0.01
    onset_threshold: float = 0.01

    def __post_init__(self) -> None:
        if not (self.window_s > 0 and self.offset_threshold > 0 and self.onset_threshold > 0):
            raise SettingsError(
                "rms_vad: expected a positive window and positive thresholds, "
                f"found {self.window_s} s, {self.offset_threshold} and {self.onset_threshold}"
            )

    def detect(self, audio: Samples, *, sample_rate: int, on_progress: Progress = untold) -> Detection:
        """Return onsets as interruptions and offsets as ends of turns.

        Parameters
        ----------
        audio
            One channel, float32 in [-1, 1], shape ``(samples,)``.
        sample_rate
            In hertz; a window has ``round(window_s * sample_rate)`` samples, at least one.
        on_progress
            Told the share that is done.

        Returns
        -------
        Detection
            Commit times are ends of windows. No probabilities.

        Raises
        ------
        SettingsError
            The audio is not one channel, or the rate is not positive.

        Notes
        -----
        Before the first window it was quiet. A last window that is not full is not heard, and
        speech that reaches the end of the recording has no offset.
        """
        check_audio(audio, sample_rate=sample_rate)
        window = max(1, round(self.window_s * sample_rate))
        count = audio.size // window
        windows = audio[: count * window].astype(np.float64).reshape(count, window)
        levels = np.sqrt(np.mean(windows**2, axis=1))
        on_progress(1.0)
        onsets = np.flatnonzero(_changes(levels > self.onset_threshold) == 1)
        offsets = np.flatnonzero(_changes(levels > self.offset_threshold) == -1)
        return Detection(
            interruption_s=tuple(float((i + 1) * window / sample_rate) for i in onsets),
            eot_s=tuple(float((i + 1) * window / sample_rate) for i in offsets),
        )


def _changes(is_loud: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return 1 for each window in which loudness begins, -1 for each in which it has ended."""
    before = np.concatenate([[False], is_loud[:-1]])
    return is_loud.astype(np.int8) - before.astype(np.int8)
