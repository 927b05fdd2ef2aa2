r"""Oracle: replays the gold. The ceiling of every table, and no detector: it reads the labels.

::

    gold     ____|______|________|_____
    masked            [....]
    oracle       ^      ^        ^            one decision at each positive, latency 0
    scored      hit   masked    hit

Recall is 1 but for positives that cannot be hit at their own time: those inside an excluded interval
(the decision is masked, and no other is made) and those that stand twice at the same time (a list
of decisions is strictly increasing, so that the second finds none). Each of these is one miss, no more:
a positive before it may take a decision further on, but then in its place.

Source: ours; MIT licence like the rest of the package. References: PROTOCOL sections 4 and 5.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.detectors.detection import Detection, Progress, Samples, check_audio, untold
from viewer.dialogue.gold_sets import Events, Gold


@dataclass(frozen=True, kw_only=True)
class Oracle:
    """Decides what the gold of one channel says.

    Parameters
    ----------
    gold
        The conversation's gold.
    speaker
        1 or 2: whose channel is heard.
    """

    gold: Gold
    speaker: int

    def detect(self, audio: Samples, *, sample_rate: int, on_progress: Progress = untold) -> Detection:
        """Return the speaker's positives of both tasks as decisions.

        Parameters
        ----------
        audio
            One channel; only its length counts: what the gold has past the end is decided at the end.
        sample_rate
            In hertz.
        on_progress
            Told once, at the end.

        Returns
        -------
        Detection
            Times of positives, each once, ascending. No probabilities.

        Raises
        ------
        SettingsError
            The audio is not one channel, or the rate is not positive.
        """
        check_audio(audio, sample_rate=sample_rate)
        duration_s = audio.size / sample_rate
        on_progress(1.0)
        return Detection(
            eot_s=self._times(self.gold.eot.positives, duration_s),
            interruption_s=self._times(self.gold.interruption.positives, duration_s),
        )

    def _times(self, positives: Events, duration_s: float) -> tuple[float, ...]:
        own = positives.time_s[positives.speaker == self.speaker]
        return tuple(np.unique(np.minimum(own, duration_s)).tolist())
