r"""Energy alone: every onset is an interruption, every offset the end of a turn.

The simplest baseline there is, and causal: it knows nothing of words, melody or the other speaker.

::

    RMS    ____/¯¯¯¯¯¯\____/¯¯¯\____        threshold 0.01
    20 ms  . . X x x x . . X x x . .
    INT         ^           ^                the end of the first window that is loud
    EOT                 ^         ^          the end of the first window that is quiet again

Ours; MIT licence like the rest of the package. References: PROTOCOL sections 2 and 8 ("RMS VAD").
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.detectors.detection import Detection, Samples, check_audio
from viewer.errors import SettingsError


@dataclass(frozen=True, kw_only=True)
class RmsVad:
    """Voice activity by energy in windows that follow each other without overlap.

    Parameters
    ----------
    window_s
        Length of a window in seconds, positive.
    threshold
        A window is loud if its root mean square is above this share of full scale.

    Raises
    ------
    SettingsError
        The window or the threshold is not positive.

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
    threshold: float = 0.01

    def __post_init__(self) -> None:
        if not self.window_s > 0 or not self.threshold > 0:
            raise SettingsError(
                "rms_vad: expected a positive window and threshold, "
                f"found {self.window_s} s and {self.threshold}"
            )

    def detect(self, audio: Samples, *, sample_rate: int) -> Detection:
        """Return onsets as interruptions and offsets as ends of turns.

        Parameters
        ----------
        audio
            One channel, float32 in [-1, 1], shape ``(samples,)``.
        sample_rate
            In hertz; a window has ``round(window_s * sample_rate)`` samples, at least one.

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
        loud = np.sqrt(np.mean(windows**2, axis=1)) > self.threshold
        change = np.diff(loud.astype(np.int8), prepend=np.int8(0))

        def ends(sign: int) -> tuple[float, ...]:
            return tuple(float((i + 1) * window / sample_rate) for i in np.flatnonzero(change == sign))

        return Detection(interruption_s=ends(1), eot_s=ends(-1))
