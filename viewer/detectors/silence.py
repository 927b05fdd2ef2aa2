"""Silence: never decides anything. The floor of every table: recall 0, no false alarm.

Source: ours; MIT licence like the rest of the package.
"""

from __future__ import annotations

from dataclasses import dataclass

from viewer.detectors.detection import Detection, Progress, Samples, check_audio, untold


@dataclass(frozen=True)
class Silence:
    """Hears everything and decides nothing.

    PROTOCOL section 6 calls a task without a single decision "not supported", so this model has a
    dash where others have a recall.

    Examples
    --------
    >>> import numpy as np
    >>> Silence().detect(np.ones(800, dtype=np.float32), sample_rate=8000).eot_s
    ()
    """

    def detect(self, audio: Samples, *, sample_rate: int, on_progress: Progress = untold) -> Detection:
        """Return no decision, without probabilities.

        Raises
        ------
        SettingsError
            The audio is not one channel, or the rate is not positive.
        """
        check_audio(audio, sample_rate=sample_rate)
        on_progress(1.0)
        return Detection(eot_s=(), interruption_s=())
