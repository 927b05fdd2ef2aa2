"""The operating points of the built-in detectors, as chosen on the split demo-dev.

Written by ``python -m scripts.demo_corpus.choose_operating_points``; the candidates behind each
choice lie beside the predictions, in ``assets/demo/models/NAME/operating-point.json``.
"""

from __future__ import annotations

from collections.abc import Mapping

OPERATING_POINTS: Mapping[str, Mapping[str, float]] = {
    "smart_turn": {"turn_threshold": 0.976837, "onset_s": 0.7},
    "rms_vad": {"offset_threshold": 0.01, "onset_threshold": 0.01},
    "webrtc_1": {"silence_s": 1.5, "onset_s": 0.7},
    "webrtc_3": {"silence_s": 2.0, "onset_s": 0.7},
    "silero_200": {"offset_threshold": 0.5, "onset_s": 0.7},
    "silero_500": {"offset_threshold": 0.5, "onset_s": 0.7},
}
