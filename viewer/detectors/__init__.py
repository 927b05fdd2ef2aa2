"""Built-in detectors: one channel in, decisions out."""

from viewer.detectors.detection import Detection, Detector, FrameProbabilities
from viewer.detectors.rms_vad import RmsVad
from viewer.detectors.silero_vad import SileroVad, load_silero_vad
from viewer.detectors.smart_turn import SmartTurn, SmartTurnSettings, load_smart_turn

__all__ = [
    "Detection",
    "Detector",
    "FrameProbabilities",
    "RmsVad",
    "SileroVad",
    "SmartTurn",
    "SmartTurnSettings",
    "load_silero_vad",
    "load_smart_turn",
]
